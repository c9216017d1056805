//! Runs one implementation alone.

use std::process::ExitCode;

fn main() -> ExitCode {
    acegate_benches::count::main()
}
