//! The program `acegate-fuzz`.
#![cfg_attr(feature = "libfuzzer", no_main)]

// `cargo fuzz build` builds every program of the package with the libFuzzer instrumentation, which
// links only where libFuzzer is. This program has no use for it and is an empty target there.
#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(|_octets: &[u8]| {});

#[cfg(not(feature = "libfuzzer"))]
fn main() -> std::process::ExitCode {
    acegate_fuzz::cli::run()
}
