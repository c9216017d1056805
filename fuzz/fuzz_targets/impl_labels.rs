//! libFuzzer program for the target `impl_labels`.
#![no_main]

acegate_fuzz::program!(impl_labels);
