//! The command line of `acegate-fuzz`.
//!
//! Exit codes: 0 nothing found, 1 something found, 2 wrong usage or a file that cannot be read.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::replay::replay;
use crate::seeds;
use crate::targets::{TARGETS, Target};

/// Fuzz targets of acegate: list, seeds, replay, findings, campaigns.
#[derive(Debug, Parser)]
#[command(name = "acegate-fuzz", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the targets, one a line.
    Targets {
        /// With what each claims.
        #[arg(long)]
        claims: bool,
    },
    /// Writes the seeds and dictionaries that follow from the vectors.
    Seeds {
        /// Writes nothing and says whether the files are as they should be.
        #[arg(long)]
        check: bool,
    },
    /// Judges files by a target and says what is wrong.
    Replay {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
        /// The inputs.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// What a command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing was found.
    Clean = 0,
    /// Something was found.
    Found = 1,
    /// The command could not do what was asked.
    Usage = 2,
}

/// Runs the program.
#[must_use]
pub fn run() -> ExitCode {
    let ending = match dispatch(Arguments::parse().command) {
        Ok(ending) => ending,
        // Whoever closed the pipe knows enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Clean,
        Err(error) => {
            let _ = writeln!(io::stderr(), "acegate-fuzz: {error}");
            Ending::Usage
        }
    };
    ExitCode::from(ending as u8)
}

fn dispatch(command: Command) -> io::Result<Ending> {
    let mut out = io::stdout().lock();
    match command {
        Command::Targets { claims } => {
            for target in TARGETS {
                if claims {
                    writeln!(out, "{:34} {}", target.name, target.claim)?;
                } else {
                    writeln!(out, "{}", target.name)?;
                }
            }
            Ok(Ending::Clean)
        }
        Command::Seeds { check } => write_seeds(check, &mut out),
        Command::Replay { target, files } => {
            let mut ending = Ending::Clean;
            for file in files {
                if let Err(failure) = replay(target, &fs::read(&file)?) {
                    writeln!(out, "{}: {failure}", file.display())?;
                    ending = Ending::Found;
                }
            }
            Ok(ending)
        }
    }
}

fn write_seeds(check: bool, out: &mut impl Write) -> io::Result<Ending> {
    let root = seeds::package();
    let files = seeds::files(&root).map_err(io::Error::other)?;
    let drifted = seeds::drifted(&root, &files)?;
    if check {
        for path in &drifted {
            writeln!(out, "{} is not what `acegate-fuzz seeds` writes", path.display())?;
        }
        return Ok(if drifted.is_empty() { Ending::Clean } else { Ending::Found });
    }
    for path in &drifted {
        match files.get(path) {
            Some(text) => fs::write(path, text)?,
            None => fs::remove_file(path)?,
        }
    }
    writeln!(out, "{} files, {} of them changed", files.len(), drifted.len())?;
    Ok(Ending::Clean)
}

fn target(name: &str) -> Result<&'static Target, String> {
    Target::named(name).ok_or_else(|| "no such target: acegate-fuzz targets lists them".into())
}
