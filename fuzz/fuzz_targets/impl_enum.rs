//! libFuzzer program for the target `impl_enum`.
#![no_main]

acegate_fuzz::program!(impl_enum);
