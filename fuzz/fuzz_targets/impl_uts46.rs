//! libFuzzer program for the target `impl_uts46`.
#![no_main]

acegate_fuzz::program!();
