//! libFuzzer program for the target `prop_any_request_has_one_answer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_any_request_has_one_answer,
    octets
));
