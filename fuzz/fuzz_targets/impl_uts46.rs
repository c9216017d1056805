//! libFuzzer program for the target `impl_uts46`.
#![no_main]

acegate_fuzz::program! {
    impl_uts46 up to 320,
        "Names are processed as the model of UTS #46 does." => [
        Law fast_equals_plain { "uts46": "to-ascii", "to-unicode" }
    ];
}
