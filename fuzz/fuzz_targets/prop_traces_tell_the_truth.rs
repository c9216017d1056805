//! libFuzzer program for the target `prop_traces_tell_the_truth`.
#![no_main]

acegate_fuzz::program!();
