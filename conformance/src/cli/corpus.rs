//! The suite for fuzzers: `acegate vectors export --seeds --dict`, and the way back, `acegate vectors from-input`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use acegate_vectors::Check;
use clap::Args;

use super::output::{CliError, Ended, Output, opened, printed};
use crate::fuzz::{dictionary, dictionary_file, seeds, value_of};
use crate::hunt::{case_that_asks, vector_file};
use crate::judge::ExitStatus;
use crate::plural::count;
use crate::protocol::Request;

/// The longest input of a corpus, in octets. The suite has some of 60,000, which a fuzzer would mutate forever.
const LONGEST: usize = 1024;

#[derive(Debug, Args)]
#[command(next_help_heading = "For fuzzers")]
pub(super) struct CorpusArguments {
    /// Write each input into a file of this folder, named after its case, instead of JSON: the first
    /// corpus of a fuzzer.
    #[arg(long, value_name = "FOLDER")]
    seeds: Option<PathBuf>,
    /// Write the words of the inputs into this file, as libFuzzer and AFL++ read them.
    #[arg(long, value_name = "FILE")]
    dict: Option<PathBuf>,
    /// With --seeds or --dict: only inputs of this operation, such as `decode`.
    #[arg(long, value_name = "OPERATION")]
    op: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct FromInputArguments {
    /// The codec, such as `punycode`.
    codec: String,
    /// The operation, such as `decode`.
    op: String,
    /// The input as the fuzzer stored it; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// A parameter of the operation.
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
}

impl CorpusArguments {
    pub(super) fn is_asked_for(&self) -> bool {
        self.seeds.is_some() || self.dict.is_some() || self.op.is_some()
    }

    fn wants(&self, request: &Request) -> bool {
        self.op.as_ref().is_none_or(|op| *op == request.op)
    }
}

/// Writes the inputs of the checks for a fuzzer.
pub(super) fn export(arguments: &CorpusArguments, checks: &[Check], output: &Output) -> Ended {
    if arguments.seeds.is_none() && arguments.dict.is_none() {
        return Err("--op needs --seeds or --dict".to_owned().into());
    }
    let wants = |request: &Request| arguments.wants(request);
    let mut lines = Vec::new();
    if let Some(folder) = &arguments.seeds {
        let mut seeds = seeds(checks, wants);
        let all = seeds.len();
        seeds.retain(|_, seed| seed.len() <= LONGEST);
        if seeds.is_empty() {
            return Err(nothing(arguments));
        }
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for (name, seed) in &seeds {
            let path = folder.join(name.replace(['/', ':'], "-"));
            fs::write(&path, seed).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let inputs = count(seeds.len(), "input", "inputs");
        let longer = all - seeds.len();
        lines.push(format!(
            "{}: {inputs} of at most {LONGEST} octets, {longer} longer left out",
            folder.display()
        ));
    }
    if let Some(file) = &arguments.dict {
        let words = dictionary(checks, wants);
        let written = fs::write(file, dictionary_file(&words));
        written.map_err(|error| format!("{}: {error}", file.display()))?;
        let words = count(words.len(), "word", "words");
        lines.push(format!("{}: {words}", file.display()));
    }
    printed(writeln!(output.out(), "{}", lines.join("\n")))
}

fn nothing(arguments: &CorpusArguments) -> CliError {
    let what = match &arguments.op {
        Some(op) => format!("no case has an input of the operation {op:?}"),
        None => "no case has an input that a file can hold".to_owned(),
    };
    CliError::new(ExitStatus::NothingRan, what)
}

/// Prints the vector of an input.
pub(super) fn from_input(arguments: &FromInputArguments, output: &Output) -> Ended {
    let FromInputArguments {
        codec,
        op,
        file,
        param,
    } = arguments;
    let mut octets = Vec::new();
    let read = opened(file)?.read_to_end(&mut octets);
    read.map_err(|error| format!("{}: {error}", file.display()))?;
    let mut request = Request::new(codec, op, "".into());
    let Some(operation) = request.operation() else {
        return Err(format!("no operation {codec} {op}: `acegate codecs` lists them").into());
    };
    request.input = value_of(operation, &octets);
    for word in param {
        let Some((name, value)) = word.split_once('=') else {
            return Err(format!("--param {word:?}: expected NAME=VALUE").into());
        };
        request = request.with(name, value);
    }
    if let Some(case) = case_that_asks(&request)? {
        output.error(format!("{case} tests this input already"));
        return Ok(ExitStatus::Unexpected);
    }
    let Some(text) = vector_file(&request, None, "Found by a fuzzer") else {
        return Err(format!("{codec} {op} does not have these parameters").into());
    };
    printed(write!(output.out(), "{text}"))
}
