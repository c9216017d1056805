//! The command line.

mod adapters;
mod add;
mod check;
mod codec;
mod compare;
mod conflicts;
mod corpus;
mod coverage;
mod doctor;
mod emitted;
mod explain;
mod export;
mod fuzz_templates;
mod help;
mod hunt;
mod known;
mod matrix;
mod needs;
mod options;
mod output;
mod outputs;
mod progress;
mod reports;
mod serve;
mod standards;
mod sweep;
mod swept;
mod target;
mod time;
mod usage;
mod value;
mod vectors;
mod words;

use std::ffi::OsString;

use acegate_codec::Verb;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use self::output::Output;
use self::words::Words;
use crate::judge::ExitStatus;
use crate::supervisor::guard_by_self;

/// Tests implementations of text encodings such as Punycode, and names the cause of each failure.
#[derive(Debug, Parser)]
#[command(
    name = "acegate",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 as expected, 1 unexpected results, 2 wrong usage or vectors, or a \
                  report was not written, 3 the implementation did not start or failed too often, \
                  4 nothing ran."
)]
struct Cli {
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check an implementation against the suite.
    Check(Box<check::CheckArguments>),
    /// Render a report file in any format, even one that was cut off.
    Report(reports::ReportArguments),
    /// Merge the report files of all shards into one report.
    Merge(reports::MergeArguments),
    /// Compare two report files: what got better, what got worse, and why.
    Diff(reports::DiffArguments),
    /// Send the same questions to two implementations, and show where their answers differ.
    Compare(Box<compare::CompareArguments>),
    /// Write a conformance statement from a report file: every requirement, whether it is claimed, and
    /// the result.
    Statement(reports::StatementArguments),
    /// Check that a program follows the line protocol, or a one-shot command its rules, before you run
    /// the suite.
    Doctor(doctor::DoctorArguments),
    /// Serve the reference codecs, or one simulated bug, over the line protocol.
    Serve(serve::ServeArguments),
    /// Encode with a reference codec.
    Encode(codec::OperationArguments),
    /// Decode with a reference codec.
    Decode(codec::OperationArguments),
    /// Run any operation of a reference codec.
    Apply(codec::ApplyArguments),
    /// List the codecs, or describe one: its operations, parameters, prefix and document.
    Codecs {
        /// The codec to describe; all are listed if left out.
        name: Option<String>,
    },
    /// Show an encoding or decoding step by step, as the documents print it; or the text of a
    /// requirement such as `punycode-27`; or, of a name without a codec, what UTS #46 and IDNA 2008
    /// answer and where they part.
    Explain(explain::ExplainArguments),
    /// List, show, check, format or add test vectors.
    #[command(subcommand)]
    Vectors(vectors::VectorsCommand),
    /// Show how well the suite covers the documents.
    Coverage(coverage::CoverageArguments),
    /// List the bundled adapters and which can run here, or install what one needs.
    Implementations(adapters::ImplementationsArguments),
    /// Print the completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page of a command, or of acegate.
    Man {
        /// The command, such as `check` or `vectors show`; acegate itself if left out.
        command: Vec<String>,
    },
    /// Write a starter adapter in the language of your implementation into this folder, or a fuzz target.
    Init(adapters::InitArguments),
    /// Check several implementations and compare them side by side.
    Matrix(Box<matrix::MatrixArguments>),
    /// Hunt for inputs that an implementation answers wrongly, and minimise each.
    Hunt(Box<hunt::HuntArguments>),
    /// Send every code point of Unicode in a few names, and group the wrong answers by cause.
    Sweep(Box<sweep::SweepArguments>),
}

/// Runs the program with these arguments, beginning with its own name. Returns its exit status.
///
/// It prints on the standard streams. A closed pipe ends it quietly.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let every = codec::with_parameters(Cli::command(), None);
    let arguments = words::with_negative_values(&every, &arguments);
    let words = Words::sort(&every, &arguments);
    let mut command = codec::with_parameters(Cli::command(), words.as_ref());
    let arguments = words
        .as_ref()
        .map_or(arguments, |words| words.arranged.clone());
    let mut parsed = command.clone().try_get_matches_from(&arguments);
    if parsed.is_err() {
        // Only a help shows the frames, which would take a third of the start of each command.
        parsed = framed(words.as_ref()).try_get_matches_from(&arguments);
    }
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) => return usage::report_usage(&error, &mut command, &arguments),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage::report_usage(&error, &mut command, &arguments),
    };
    let parameters = matches
        .subcommand()
        .map(|(_, matches)| codec::parameters(matches));
    let parameters = parameters.unwrap_or_default();
    let output = Output::new(cli.color);
    guard_by_self();
    let ended = match cli.command {
        Command::Check(arguments) => check::run(&arguments, &output),
        Command::Report(arguments) => reports::report(&arguments, &output),
        Command::Compare(arguments) => compare::run(&arguments, &output),
        Command::Diff(arguments) => reports::diff(&arguments, &output),
        Command::Statement(arguments) => reports::statement(&arguments, &output),
        Command::Doctor(arguments) => doctor::run(&arguments, &output),
        Command::Merge(arguments) => reports::merge(&arguments, &output),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Encode(arguments) => {
            codec::run(Verb::Encode.name(), &arguments, &parameters, &output)
        }
        Command::Decode(arguments) => {
            codec::run(Verb::Decode.name(), &arguments, &parameters, &output)
        }
        Command::Apply(arguments) => {
            codec::run(&arguments.op, &arguments.operation, &parameters, &output)
        }
        Command::Codecs { name } => codec::run_codecs(name.as_deref(), &output),
        Command::Explain(arguments) => explain::run(&arguments, &parameters, &output),
        Command::Vectors(command) => vectors::run(&command, &output),
        Command::Coverage(arguments) => coverage::run(&arguments, &output),
        Command::Implementations(arguments) => adapters::run(&arguments, &output),
        Command::Completions { shell } => help::print_completions(shell, every, &output),
        Command::Man { command } => help::print_manual(&command, framed(None), &output),
        Command::Init(arguments) => adapters::run_init(&arguments, &output),
        Command::Hunt(arguments) => hunt::run(&arguments, &output),
        Command::Sweep(arguments) => sweep::run(&arguments, &output),
        Command::Matrix(arguments) => matrix::run(&arguments, &output),
    };
    output.status(ended)
}

/// The command line with the frame of every help.
fn framed(words: Option<&Words>) -> clap::Command {
    codec::with_parameters(help::framed(Cli::command()), words)
}
