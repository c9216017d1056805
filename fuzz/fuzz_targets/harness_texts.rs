//! libFuzzer program for the target `harness_texts`.
#![no_main]

acegate_fuzz::program! {
    #[cfg(feature = "harness")]
    harness_texts up to 256,
        "Shown text steers no terminal; a one-shot template is read or refused." => [
        Reader printable_text {}
        Reader one_shot_templates {}
    ];
}
