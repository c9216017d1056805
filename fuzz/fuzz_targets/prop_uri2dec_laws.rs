//! libFuzzer program for the target `prop_uri2dec_laws`.
#![no_main]

acegate_fuzz::program!();
