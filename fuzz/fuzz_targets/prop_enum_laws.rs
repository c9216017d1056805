//! libFuzzer program for the target `prop_enum_laws`.
#![no_main]

acegate_fuzz::program!();
