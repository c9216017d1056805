//! libFuzzer program for the target `impl_bootstring`.
#![no_main]

acegate_fuzz::program!();
