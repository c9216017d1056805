//! The `acegate` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(acegate::cli::main(std::env::args_os()).number())
}
