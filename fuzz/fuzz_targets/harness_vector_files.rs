//! libFuzzer program for the target `harness_vector_files`.
#![no_main]

acegate_fuzz::program!();
