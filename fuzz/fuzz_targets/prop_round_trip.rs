//! libFuzzer program for the target `prop_round_trip`.
#![no_main]

acegate_fuzz::program!();
