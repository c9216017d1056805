//! The program `acegate-bench`.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::contest::OursDiffer;
use crate::count;
use crate::published;
use crate::report::{Section, goal_table};
use crate::suites::{Settings, long_texts, models, packing, short_labels};

/// Runs the program with the arguments of the process.
///
/// Exit status: 0 if everything was measured and no fast path is slower than its plain model; 1 if one
/// is; 2 if the arguments are wrong, implementations of this repository disagree, or a file cannot be
/// written. A missed goal is shown and does not change the status.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Program::parse(), &mut io::stdout().lock()) {
        Ok(status) => status,
        Err(error) => {
            // If this fails, too, the error cannot be shown.
            let _ = writeln!(io::stderr(), "acegate-bench: {error}");
            ExitCode::from(2)
        }
    }
}

/// Speed of the codecs compared with other implementations, as ratios in one run.
#[derive(Debug, Parser)]
#[command(name = "acegate-bench", version, args_conflicts_with_subcommands = true)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    paired: Paired,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure all contestants interleaved and print the tables (the default)
    Paired(Paired),
    /// Run one contestant over the corpus and nothing else, for callgrind
    Count(count::Count),
    /// Measure everything and write the published report with its plots
    Report(Report),
}

#[derive(Args, Debug)]
struct Paired {
    #[command(flatten)]
    extent: Extent,
    /// Only these suites, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "SUITE")]
    only: Vec<Suite>,
}

#[derive(Args, Debug)]
struct Report {
    #[command(flatten)]
    extent: Extent,
    /// The folder to write bench.md and its plots into
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    out: PathBuf,
}

#[derive(Args, Debug)]
struct Extent {
    /// How often each contestant runs, after a pass to warm up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=1_000))]
    rounds: Option<u32>,
    /// Few rounds and no long inputs, for a check of a few seconds
    #[arg(long)]
    quick: bool,
}

impl Extent {
    fn settings(&self) -> Settings {
        let settings = if self.quick { Settings::QUICK } else { Settings::FULL };
        Settings {
            rounds: self.rounds.map_or(settings.rounds, |rounds| rounds as usize),
            ..settings
        }
    }
}

/// A suite by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// Punycode, short labels
    Short,
    /// Punycode, long texts
    Long,
    /// Keys and numbers of uri2dec
    Packing,
    /// All codecs compared with their plain models
    Models,
}

impl Suite {
    fn run(self, settings: &Settings) -> Result<Section, OursDiffer> {
        match self {
            Self::Short => short_labels(settings),
            Self::Long => long_texts(settings),
            Self::Packing => packing(settings),
            Self::Models => models(settings),
        }
    }
}

/// The name of the build profile, and its settings.
const PROFILE: &str = env!("ACEGATE_BENCH_PROFILE");

fn run(program: &Program, out: &mut dyn Write) -> Result<ExitCode, Box<dyn Error>> {
    match &program.command {
        Some(Command::Count(count)) => {
            count.run()?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Report(report)) => {
            if !PROFILE.starts_with("dist,") {
                let message = "published figures are of the profile dist: cargo run --profile dist";
                return Err(format!("{message} (this is {PROFILE})").into());
            }
            let sections = measure(Suite::value_variants(), &report.extent.settings(), out)?;
            let written = published::write(&report.out, &report.extent.settings(), &sections)?;
            writeln!(out, "wrote {written}")?;
            Ok(status(&sections))
        }
        Some(Command::Paired(paired)) => paired_run(paired, out),
        None => paired_run(&program.paired, out),
    }
}

fn paired_run(paired: &Paired, out: &mut dyn Write) -> Result<ExitCode, Box<dyn Error>> {
    let all = Suite::value_variants();
    let suites = if paired.only.is_empty() { all } else { &paired.only };
    let sections = measure(suites, &paired.extent.settings(), out)?;
    let goals: Vec<_> = sections.iter().flat_map(|section| section.goals.clone()).collect();
    if !goals.is_empty() {
        writeln!(out, "## Goals\n\n{}", goal_table(&goals))?;
    }
    Ok(status(&sections))
}

/// Runs the suites, printing each as it is done.
fn measure(
    suites: &[Suite],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Vec<Section>, Box<dyn Error>> {
    let mut sections = Vec::with_capacity(suites.len());
    for suite in suites {
        let section = suite.run(settings)?;
        writeln!(out, "{section}")?;
        out.flush()?;
        sections.push(section);
    }
    Ok(sections)
}

fn status(sections: &[Section]) -> ExitCode {
    let faulty = sections.iter().any(|section| !section.faults.is_empty());
    if faulty { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;

    fn parse(arguments: &[&str]) -> Result<Program, ErrorKind> {
        Program::try_parse_from(["acegate-bench"].iter().chain(arguments))
            .map_err(|error| error.kind())
    }

    #[test]
    fn paired_is_the_default() {
        let program = parse(&["--quick", "--rounds", "7", "--only", "short,models"]).unwrap();
        assert!(program.command.is_none());
        assert_eq!(program.paired.only, [Suite::Short, Suite::Models]);
        let settings = program.paired.extent.settings();
        assert_eq!(settings, Settings { rounds: 7, ..Settings::QUICK });
        let Some(Command::Paired(paired)) = parse(&["paired", "--quick"]).unwrap().command else {
            panic!("another command");
        };
        assert_eq!(paired.extent.settings(), Settings::QUICK);
    }

    #[test]
    fn wrong_arguments_are_refused() {
        assert_eq!(parse(&["--rounds", "2"]).unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(parse(&["--only", "medium"]).unwrap_err(), ErrorKind::InvalidValue);
        assert_eq!(parse(&["fast"]).unwrap_err(), ErrorKind::InvalidSubcommand);
        assert_eq!(parse(&["count"]).unwrap_err(), ErrorKind::MissingRequiredArgument);
        let unknown = parse(&["count", "encode-text/nobody", "--passes", "1"]).unwrap();
        let error = run(&unknown, &mut Vec::new()).unwrap_err().to_string();
        assert!(error.starts_with("no contestant \"encode-text/nobody\": one of "), "{error}");
        assert!(error.contains("encode-text/idna"), "{error}");
    }

    #[test]
    fn figures_of_another_profile_are_not_published() {
        let report = parse(&["report", "--quick"]).unwrap();
        let error = run(&report, &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("cargo run --profile dist (this is "), "{error}");
    }

    #[test]
    fn a_contestant_can_be_counted() {
        let arguments = ["count", "decode-text/acegate-into-portable", "--passes", "1"];
        let mut out = Vec::new();
        assert_eq!(run(&parse(&arguments).unwrap(), &mut out).unwrap(), ExitCode::SUCCESS);
        assert_eq!(out, b"");
    }
}
