//! Measures the codecs and other implementations.

use std::process::ExitCode;

fn main() -> ExitCode {
    acegate_benches::cli::main()
}
