//! libFuzzer program for the target `impl_punycode`.
#![no_main]

acegate_fuzz::program! {
    impl_punycode up to 320,
        "Punycode treats labels and host names as its model does." => [
        Law fast_equals_plain { "punycode": "encode", "decode", "to-ascii", "to-unicode" }
    ];
}
