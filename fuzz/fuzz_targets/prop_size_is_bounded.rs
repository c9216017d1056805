//! libFuzzer program for the target `prop_size_is_bounded`.
#![no_main]

acegate_fuzz::program!();
