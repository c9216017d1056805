//! libFuzzer program for the target `prop_names_keep_the_laws`.
#![no_main]

acegate_fuzz::program! {
    prop_names_keep_the_laws up to 320,
        "Host names keep the limits and are treated label by label." => [
        Law names_keep_the_laws {
            "punycode": "to-ascii", "to-unicode"; "utf6": "to-ascii", "to-unicode";
            "race": "to-ascii", "to-unicode"; "lace": "to-ascii", "to-unicode"
        }
    ];
}
