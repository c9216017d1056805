//! libFuzzer program for the target `harness_protocol`.
#![no_main]

acegate_fuzz::program!();
