//! libFuzzer program for the target `prop_any_request_has_one_answer`.
#![no_main]

acegate_fuzz::program!();
