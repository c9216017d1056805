//! libFuzzer program for the target `harness_texts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::harness_texts,
    octets
));
