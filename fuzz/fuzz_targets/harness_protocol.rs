//! libFuzzer program for the target `harness_protocol`.
#![no_main]

acegate_fuzz::program! {
    #[cfg(feature = "harness")]
    harness_protocol up to 1024,
        "A line or value of the protocol is refused or read back from what is written for it." => [
        Reader protocol_lines {}
        Reader protocol_values {}
    ];
}
