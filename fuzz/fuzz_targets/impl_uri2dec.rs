//! libFuzzer program for the target `impl_uri2dec`.
#![no_main]

acegate_fuzz::program!();
