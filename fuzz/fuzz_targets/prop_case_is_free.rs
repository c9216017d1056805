//! libFuzzer program for the target `prop_case_is_free`.
#![no_main]

acegate_fuzz::program!();
