//! libFuzzer program for the target `prop_size_is_bounded`.
#![no_main]

acegate_fuzz::program! {
    prop_size_is_bounded up to 512,
        "Output and memory are linear in the input." => [
        Law size_is_bounded {
            "bootstring": "encode", "decode"; "enum": "to-domain", "to-number", "rewrite";
            "lace": "encode", "decode", "to-ascii", "to-unicode";
            "punycode": "encode", "decode", "to-ascii", "to-unicode";
            "race": "encode", "decode", "to-ascii", "to-unicode";
            "uri2dec": "hash", "invert", "key", "encode", "decode", "parses", "write-record",
                "read-record", "escape", "unescape", "assign", "choices", "book";
            "utf5": "encode", "decode"; "utf6": "encode", "decode", "to-ascii", "to-unicode";
            "uts46": "to-ascii", "to-unicode"
        }
    ];
}
