//! The command line.

mod add;
mod arguments;
mod baseline;
mod check;
mod codec;
mod codecs;
mod commands;
mod completions;
mod coverage;
mod diff;
mod doctor;
mod emitted;
mod encodings;
mod explain;
mod export;
mod help;
mod hints;
mod hunt;
mod implementations;
mod init;
mod matrix;
mod merge;
mod output;
mod outputs;
mod part;
mod progress;
mod report;
mod serve;
mod sinks;
mod statement;
mod target;
mod usage;
mod value;
mod vectors;
mod words;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches};

use self::commands::{Cli, Command};
use self::output::Output;
use self::words::Words;
use crate::judge::ExitStatus;
use crate::supervisor::guard_by_self;

/// Runs the program with these arguments, beginning with its own name. Returns its exit status.
///
/// It prints on the standard streams. A closed pipe ends it quietly.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let command = help::framed(Cli::command());
    let every = codec::with_parameters(command.clone(), None);
    let arguments = words::with_negative_values(&every, &arguments);
    let words = Words::sort(&every, &arguments);
    let mut command = codec::with_parameters(command, words.as_ref());
    let arguments = words.map_or(arguments, |words| words.arranged);
    let parsed = command.clone().try_get_matches_from(&arguments);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return usage::report(&error, &mut command, &arguments),
    };
    let parameters = matches.subcommand().map(|(_, matches)| codec::parameters(matches));
    let parameters = parameters.unwrap_or_default();
    let output = Output::new(cli.color);
    guard_by_self();
    let ended = match cli.command {
        Command::Check(arguments) => check::run(&arguments, &output),
        Command::Report(arguments) => report::run(&arguments, &output),
        Command::Diff(arguments) => diff::run(&arguments, &output),
        Command::Statement(arguments) => statement::run(&arguments, &output),
        Command::VerifyStatement(arguments) => statement::verify(&arguments, &output),
        Command::Doctor(arguments) => doctor::run(&arguments, &output),
        Command::Merge(arguments) => merge::run(&arguments, &output),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Encode(arguments) => codec::run("encode", &arguments, &parameters, &output),
        Command::Decode(arguments) => codec::run("decode", &arguments, &parameters, &output),
        Command::Apply(arguments) => {
            codec::run(&arguments.op, &arguments.operation, &parameters, &output)
        }
        Command::Codecs { name } => codecs::run(name.as_deref(), &output),
        Command::Encodings(arguments) => encodings::run(&arguments, &output),
        Command::Explain(arguments) => explain::run(&arguments, &parameters, &output),
        Command::Vectors(command) => vectors::run(&command, &output),
        Command::Coverage(arguments) => coverage::run(&arguments, &output),
        Command::Implementations(arguments) => implementations::run(&arguments, &output),
        Command::Completions { shell } => completions::run(shell, every, &output),
        Command::Man { command } => completions::run_man(&command, every, &output),
        Command::Init(arguments) => init::run(&arguments, &output),
        Command::Hunt(arguments) => hunt::run(&arguments, &output),
        Command::Matrix(arguments) => matrix::run(&arguments, &output),
    };
    output.status(ended)
}
