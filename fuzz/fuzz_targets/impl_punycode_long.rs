//! libFuzzer program for the target `impl_punycode_long`.
#![no_main]

acegate_fuzz::program! {
    impl_punycode_long up to 2048,
        "Long texts and codes, and the functions for Rust users, which take ways of their own, give what the model gives." => [
        Law fast_equals_plain { "punycode": "encode", "decode" }
        Law punycode_directly { "punycode": "encode", "decode" }
    ];
}
