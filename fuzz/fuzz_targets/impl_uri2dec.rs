//! libFuzzer program for the target `impl_uri2dec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::impl_uri2dec,
    octets
));
