//! libFuzzer program for the target `prop_arithmetic`.
#![no_main]

acegate_fuzz::program!();
