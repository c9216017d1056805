//! libFuzzer program for the target `prop_case_is_free`.
#![no_main]

acegate_fuzz::program! {
    prop_case_is_free up to 256,
        "Swapping the case of letters changes no result where case carries nothing." => [
        Law letter_case_is_free {
            "punycode": "decode", "to-unicode"; "utf6": "decode", "to-unicode";
            "race": "decode", "to-unicode"; "lace": "decode", "to-unicode";
            "uri2dec": "hash", "invert", "key", "encode", "read-record", "write-record", "unescape",
                "assign", "choices";
            "uts46": "to-ascii", "to-unicode"
        }
    ];
}
