//! libFuzzer program for the target `prop_uri2dec_laws`.
#![no_main]

acegate_fuzz::program! {
    prop_uri2dec_laws up to 512,
        "Hash, key, number, readings and record of one address fit together, and so do the answers of books." => [
        Law addresses_keep_the_laws {
            "uri2dec": "encode", "parses", "decode", "write-record", "read-record", "escape"
        }
        Law books_keep_the_laws { "uri2dec": "book" }
    ];
}
