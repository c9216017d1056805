//! libFuzzer program for the target `prop_size_is_bounded`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_size_is_bounded,
    octets
));
