//! libFuzzer program for the target `impl_punycode`.
#![no_main]

acegate_fuzz::program!();
