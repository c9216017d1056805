//! libFuzzer program for the target `prop_bootstring_round_trip`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_bootstring_round_trip,
    octets
));
