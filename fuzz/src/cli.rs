//! The command line of `acegate-fuzz`.
//!
//! Exit codes: 0 nothing found, 1 something found, 2 wrong usage or a file that cannot be read.

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use acegate::hunt::show_outcome;
use clap::{Parser, Subcommand};

use crate::findings::{found, keep_input, minimised};
use crate::seeds;
use crate::targets::{TARGETS, Target};

/// Fuzz targets of acegate: list, replay, findings.
#[derive(Parser)]
#[command(name = "acegate-fuzz", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the targets, one a line.
    Targets {
        /// With the property of each.
        #[arg(long, alias = "claims")]
        properties: bool,
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
    /// Prints the request that an input means.
    Show {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
        /// The inputs.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Turns an artifact of libFuzzer into a minimal finding and a vector.
    Artifact {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
        /// The artifact.
        file: PathBuf,
        /// The folder for the vector and, if it is needed, the raw input [default: fuzz/findings].
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Writes for targets seeds, dictionary and options, made from the vectors, as libFuzzer and
    /// OSS-Fuzz want them.
    Export {
        /// The folder for `TARGET.dict`, `TARGET.options` and the folders `TARGET_seed_corpus`.
        folder: PathBuf,
        /// The targets [default: all].
        #[arg(value_parser = target)]
        targets: Vec<&'static Target>,
        /// Only one of this many seeds, for a short run.
        #[arg(long, default_value = "1")]
        every: NonZero<usize>,
    },
}

fn target(name: &str) -> Result<&'static Target, String> {
    Target::named(name).ok_or_else(|| "no such target: acegate-fuzz targets lists them".into())
}

/// Runs the program.
#[must_use]
pub fn run() -> ExitCode {
    let mut out = io::stdout();
    let ended = match Arguments::parse().command {
        Command::Targets { properties } => list_targets(properties, &mut out),
        Command::Replay { target, files } => replay_files(target, &files, &mut out),
        Command::Show { target, files } => show_inputs(target, &files, &mut out),
        Command::Artifact {
            target,
            file,
            out: folder,
        } => keep_artifact(target, &file, folder, &mut out),
        Command::Export {
            folder,
            targets,
            every,
        } => export_seeds(&folder, targets, every, &mut out),
    };
    match ended {
        Ok(is_found) => ExitCode::from(u8::from(is_found)),
        // The reader of the output has closed the pipe: it wants no more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere else to say it.
            let _ = writeln!(io::stderr(), "acegate-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

/// Each command returns whether something was found.
fn list_targets(properties: bool, out: &mut impl Write) -> io::Result<bool> {
    for target in TARGETS.iter() {
        if properties {
            writeln!(out, "{:34} {}", target.name, target.property)?;
        } else {
            writeln!(out, "{}", target.name)?;
        }
    }
    Ok(false)
}

fn replay_files(
    target: &'static Target,
    files: &[PathBuf],
    out: &mut impl Write,
) -> io::Result<bool> {
    let mut is_found = false;
    for file in files {
        if let Err(violation) = target.replay(&read(file)?) {
            writeln!(out, "{}: {violation}", file.display())?;
            is_found = true;
        }
    }
    Ok(is_found)
}

fn show_inputs(
    target: &'static Target,
    files: &[PathBuf],
    out: &mut impl Write,
) -> io::Result<bool> {
    for file in files {
        let octets = read(file)?;
        match target.request(&octets) {
            Some(request) => {
                let input = show_outcome(&Ok(request.input.clone()));
                write!(out, "{} {input}", request.name())?;
                for (name, value) in &request.params {
                    write!(out, " --{name} {value}")?;
                }
                writeln!(out)?;
            }
            // A reader gets the octets as they are.
            None => writeln!(out, "{}", octets.escape_ascii())?,
        }
    }
    Ok(false)
}

fn keep_artifact(
    target: &'static Target,
    file: &Path,
    folder: Option<PathBuf>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let root = seeds::package();
    let folder = folder.unwrap_or_else(|| root.join("findings"));
    // Before anything runs: the codec may end the process.
    let octets = read(file)?;
    let input = keep_input(target, &octets, &folder)?;
    writeln!(out, "wrote {}", input.display())?;
    let Some(raw) = found(target, &octets) else {
        writeln!(out, "the property holds for {}", file.display())?;
        fs::remove_file(&input)?;
        return Ok(false);
    };
    let finding = minimised(raw);
    let length = finding.octets.len();
    let shown = finding.octets.escape_ascii();
    writeln!(out, "{}", finding.violation)?;
    writeln!(out, "{length} octets of {}: {shown}", finding.from)?;
    let regressions = root.join("regressions");
    if let Some(why) = finding.known_as(&regressions)? {
        writeln!(out, "nothing new: {why}")?;
        fs::remove_file(&input)?;
        return Ok(true);
    }
    let written = finding.write(&folder, &regressions)?;
    // The vector, or the minimised input, says all that the input does.
    fs::remove_file(&input)?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(true)
}

fn export_seeds(
    folder: &Path,
    mut targets: Vec<&'static Target>,
    every: NonZero<usize>,
    out: &mut impl Write,
) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    if targets.is_empty() {
        targets.extend(TARGETS.iter());
    }
    for target in &targets {
        let name = target.name;
        let dictionary = seeds::dictionary_of(target).map_err(io::Error::other)?;
        fs::write(folder.join(format!("{name}.dict")), dictionary)?;
        let options = format!("[libfuzzer]\nmax_len = {}\ntimeout = 5\n", target.longest);
        fs::write(folder.join(format!("{name}.options")), options)?;
        let corpus = folder.join(format!("{name}_seed_corpus"));
        seeds::export(target, every, &corpus)?;
    }
    writeln!(out, "{} targets", targets.len())?;
    Ok(false)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
