//! libFuzzer program for the target `impl_enum`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::impl_enum,
    octets
));
