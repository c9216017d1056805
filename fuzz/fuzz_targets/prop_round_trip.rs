//! libFuzzer program for the target `prop_round_trip`.
#![no_main]

acegate_fuzz::program! {
    prop_round_trip up to 256,
        "What a codec writes it reads back, and what it reads strictly it writes so." => [
        Law inverse_undoes {
            "bootstring": "encode", "decode"; "utf5": "encode", "decode";
            "enum": "to-domain", "to-number"; "lace": "encode", "decode", "to-ascii", "to-unicode";
            "punycode": "encode", "decode", "to-ascii", "to-unicode";
            "race": "encode", "decode", "to-ascii", "to-unicode";
            "utf6": "encode", "decode", "to-ascii", "to-unicode";
            "uri2dec": "invert", "encode", "decode", "write-record", "escape", "unescape";
            "uts46": "to-ascii", "to-unicode"
        }
    ];
}
