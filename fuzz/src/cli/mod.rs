//! The command line of `acegate-fuzz`.
//!
//! Exit codes: 0 nothing found, 1 something found, 2 wrong usage or a file that cannot be read.

mod arguments;
mod compare;
mod inputs;

use std::io::{self, Write};
use std::process::ExitCode;

use acegate::supervisor::{child, use_guard};
use clap::Parser;

use arguments::{Arguments, Command};

/// The exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Nothing was found.
    Clean = 0,
    /// Something was found.
    Found = 1,
    /// The command is used wrongly, or a file cannot be read.
    Usage = 2,
}

/// Runs the program, or the guard of a program that it started.
#[must_use]
pub fn run() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == child::WORD) {
        return child::main(words);
    }
    use_guard("/proc/self/exe");
    let ending = match dispatch(Arguments::parse().command) {
        Ok(ending) => ending,
        // The reader of the output has closed the pipe: it wants no more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Clean,
        Err(error) => {
            // There is nowhere else to say it.
            let _ = writeln!(io::stderr(), "acegate-fuzz: {error}");
            Ending::Usage
        }
    };
    ExitCode::from(ending as u8)
}

fn dispatch(command: Command) -> io::Result<Ending> {
    let mut out = io::stdout();
    match command {
        Command::Targets { properties } => inputs::targets(properties, &mut out),
        Command::Replay { target, files } => inputs::replay_files(target, &files, &mut out),
        Command::Judge { target } => {
            crate::findings::serve(target)?;
            Ok(Ending::Clean)
        }
        Command::Artifact { target, file, out: folder } => {
            inputs::artifact(target, &file, folder, &mut out)
        }
        Command::Export { folder } => inputs::export(&folder, &mut out),
        Command::Guard { programs } => inputs::guard(&programs, &mut out),
        Command::Compare { requests, seed, codec } => {
            compare::compare(codec, requests, seed, &mut out)
        }
    }
}
