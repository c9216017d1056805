//! libFuzzer program for the target `impl_idna2008`.
#![no_main]

acegate_fuzz::program!();
