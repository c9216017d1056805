//! libFuzzer program for the target `harness_texts`.
#![no_main]

acegate_fuzz::program!();
