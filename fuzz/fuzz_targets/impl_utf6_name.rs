//! libFuzzer program for the target `impl_utf6_name`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::impl_utf6_name,
    octets
));
