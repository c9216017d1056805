//! libFuzzer program for the target `prop_names_keep_the_laws`.
#![no_main]

acegate_fuzz::program!();
