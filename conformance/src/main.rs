//! The `acegate` program.

use std::process::ExitCode;

use acegate::supervisor::child;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    if words.nth(1).is_some_and(|word| word == child::WORD) {
        return child::main(words);
    }
    ExitCode::from(acegate::cli::main(std::env::args_os()).number())
}
