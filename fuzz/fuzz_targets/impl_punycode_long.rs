//! libFuzzer program for the target `impl_punycode_long`.
#![no_main]

acegate_fuzz::program!();
