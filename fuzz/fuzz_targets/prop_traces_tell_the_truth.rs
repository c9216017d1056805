//! libFuzzer program for the target `prop_traces_tell_the_truth`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_traces_tell_the_truth,
    octets
));
