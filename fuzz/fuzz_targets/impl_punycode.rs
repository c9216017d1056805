//! libFuzzer program for the target `impl_punycode`.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| acegate_fuzz::libfuzzer::judge(
    acegate_fuzz::targets::impl_punycode,
    octets
));
