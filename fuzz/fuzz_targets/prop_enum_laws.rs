//! libFuzzer program for the target `prop_enum_laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_enum_laws,
    octets
));
