//! libFuzzer program for the target `harness_report_events`.
#![no_main]

acegate_fuzz::program!();
