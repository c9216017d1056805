//! libFuzzer program for the target `harness_one_shot_templates`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::harness_one_shot_templates,
    octets
));
