//! libFuzzer program for the target `harness_report_events`.
#![no_main]

acegate_fuzz::program! {
    #[cfg(feature = "harness")]
    harness_report_events up to 2048,
        "A report file can be anything, and what is rendered from it steers no terminal." => [
        Reader report_events {}
    ];
}
