//! libFuzzer program for the target `prop_state_is_not_kept`.
#![no_main]

acegate_fuzz::program!();
