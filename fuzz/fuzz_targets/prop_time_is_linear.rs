//! libFuzzer program for the target `prop_time_is_linear`.
#![no_main]

acegate_fuzz::program!();
