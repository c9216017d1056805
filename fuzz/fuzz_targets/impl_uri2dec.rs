//! libFuzzer program for the target `impl_uri2dec`.
#![no_main]

acegate_fuzz::program! {
    impl_uri2dec up to 320,
        "Addresses, numbers, records and the packing core give what the model gives." => [
        Law fast_equals_plain {
            "uri2dec": "hash", "invert", "key", "encode", "decode", "parses", "write-record",
                "read-record"
        }
        Reader packing_equals_plain {}
    ];
}
