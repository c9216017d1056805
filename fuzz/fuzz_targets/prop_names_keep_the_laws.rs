//! libFuzzer program for the target `prop_names_keep_the_laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::prop_names_keep_the_laws,
    octets
));
