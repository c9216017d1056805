//! libFuzzer program for the target `impl_bootstring`.
#![no_main]

acegate_fuzz::program! {
    impl_bootstring up to 256,
        "With any parameters, and for any integers, Bootstring gives the values, errors and positions of its model." => [
        Law fast_equals_plain { "bootstring": "encode", "decode" }
        Reader integers_equal_plain {}
    ];
}
