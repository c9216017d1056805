//! The program `acegate-fuzz`. The manifest does not name it, because `cargo fuzz list` shows what the manifest names.
#![cfg_attr(feature = "libfuzzer", no_main)]

// `cargo fuzz build` builds every program of the package with the libFuzzer instrumentation, which
// links only where libFuzzer is. This program has no use for it and is an empty target there.
#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(|_octets: &[u8]| {});

#[cfg(all(not(feature = "libfuzzer"), feature = "harness"))]
fn main() -> std::process::ExitCode {
    acegate_fuzz::cli::run()
}

// A program that cargo finds by its path is built with any features.
#[cfg(not(any(feature = "libfuzzer", feature = "harness")))]
fn main() -> Result<(), &'static str> {
    Err("acegate-fuzz was built without the feature harness, which holds its commands")
}
