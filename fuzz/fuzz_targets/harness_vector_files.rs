//! libFuzzer program for the target `harness_vector_files`.
#![no_main]

acegate_fuzz::program! {
    #[cfg(feature = "harness")]
    harness_vector_files up to 2048,
        "A vector file is refused with a place or written in a form that loads as the same." => [
        Reader vector_files {}
    ];
}
