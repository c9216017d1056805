//! libFuzzer program for the target `harness_address_books`.
#![no_main]

acegate_fuzz::program!();
