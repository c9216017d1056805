//! `acegate encode`, `decode`, `apply` and `codecs`.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufWriter, Write};

use acegate_codec::{Codec, Failure, Operation, Parameter, Parameters, Value, Verb, codec, codecs};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command};

use super::output::{CliError, Ended, Output, printed};
use super::value::{self, InputArguments, InputError, ResultForm};
use super::words::{COMMANDS, Words};
use crate::explain::catalogue::{self, Operator, named};
use crate::explain::operations;
use crate::explain::refusal;
use crate::judge::ExitStatus;
use crate::report::wording::capital;
use crate::report::{ReportOptions, prose_lines};

/// An operation with an input, and how its result is written.
#[derive(Debug, Args)]
pub(super) struct OperationArguments {
    #[command(flatten)]
    on: InputArguments,
    /// Read one input per line of standard input, and write one line for each. If an input is rejected,
    /// its line is empty, and standard error has the line number and the reason.
    #[arg(long, conflicts_with_all = ["input", "list", "flags"])]
    lines: bool,
    /// How the result is written.
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    output: ResultForm,
}

/// The codec is the first word, as in the other commands, and the input is the last.
#[derive(Debug, Args)]
#[command(mut_arg("input", |input| input.index(3)))]
pub(super) struct ApplyArguments {
    /// The operation, such as `to-ascii`.
    #[arg(index = 2)]
    pub(super) op: String,
    #[command(flatten)]
    pub(super) operation: OperationArguments,
}

/// Adds an option for each parameter of the codec that the command line names. If it names none,
/// the parameters of all codecs are added, and the help hides them.
pub(super) fn with_parameters(mut command: Command, words: Option<&Words>) -> Command {
    for name in COMMANDS {
        if words.is_none_or(|words| words.command == name) {
            command = command.mut_subcommand(name, |inner| parameters_of(name, inner, words));
        }
    }
    command
}

fn parameters_of(name: &str, command: Command, words: Option<&Words>) -> Command {
    let mut positional = Vec::new();
    if let Some(words) = words {
        positional.clone_from(&words.positional);
    }
    let Some(codec) = positional.first().and_then(|word| codec(word)) else {
        return with_all_parameters(name, command);
    };
    match positional.get(1) {
        Some(op) if name == "apply" => with_those_of(name, command, codec, Some(op)),
        _ => with_those_of(name, command, codec, None),
    }
}

fn with_all_parameters(name: &str, command: Command) -> Command {
    let status = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut command = command.after_help(format!(
        "`acegate {name} CODEC{} --help` shows the parameters of a codec, and `acegate codecs` \
         lists the codecs.\n\n{status}",
        if name == "apply" { " OP" } else { "" }
    ));
    for name in parameter_names() {
        command = command.arg(Arg::new(name).long(name).hide(true));
    }
    command
}

/// The names of the parameters of all codecs.
fn parameter_names() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for codec in codecs() {
        for operation in codec.operations() {
            for parameter in operation.parameters {
                names.insert(parameter.name);
            }
        }
    }
    names
}

fn with_those_of(
    name: &str,
    mut command: Command,
    codec: &dyn Codec,
    asked: Option<&str>,
) -> Command {
    let id = codec.id();
    let op = asked.unwrap_or(name);
    if let Some(operation) = operation_of(codec, op) {
        let examples = command
            .get_before_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let summary = format!("{id} {op}: {} -> {}", operation.takes, operation.gives);
        command = command.before_help(format!("{examples}\n\n{summary}"));
    }
    let parameters = catalogue::parameters(codec, |operation| {
        is_of_command(operation, name, asked, codec)
    });
    for parameter in parameters {
        let summary = sentence(parameter.summary);
        let default = catalogue::default(parameter);
        let mut option = Arg::new(parameter.name)
            .long(parameter.name)
            .help(format!("{summary} [default: {default}]"))
            .help_heading("Parameters of this codec")
            .value_name("VALUE");
        if !parameter.values.is_empty() {
            option = option.value_parser(PossibleValuesParser::new(parameter.values));
        }
        command = command.arg(option);
    }
    command
}

/// Whether the command carries out this operation of the codec. `apply` has no operation before one is typed,
/// and then shows the parameters of all; `explain` has those that it can explain.
fn is_of_command(
    operation: &Operation,
    name: &str,
    asked: Option<&str>,
    codec: &dyn Codec,
) -> bool {
    match (name, asked) {
        ("explain", _) => operations(codec).any(|name| name == operation.name),
        _ if is_command(name) => operation.name == name,
        (_, Some(asked)) => operation.name == asked || operation_of(codec, asked).is_none(),
        (_, None) => true,
    }
}

/// Whether an operation is a command by itself: `acegate encode` and `acegate decode`.
pub(super) fn is_command(op: &str) -> bool {
    Verb::named(op).is_some_and(Verb::is_of_labels)
}

fn operation_of(codec: &dyn Codec, name: &str) -> Option<&'static Operation> {
    let mut operations = codec.operations().iter();
    operations.find(|operation| operation.name == name)
}

/// The summary of a parameter as a help text: a capital at the start, no full stop.
fn sentence(summary: &str) -> String {
    capital(summary.trim_end_matches('.'))
}

/// The parameters that the command line gives.
pub(super) fn parameters(matches: &ArgMatches) -> Parameters {
    let mut parameters = Parameters::new();
    for name in parameter_names() {
        // A command has only the parameters of its codec, so the name may be unknown.
        if let Ok(Some(word)) = matches.try_get_one::<String>(name) {
            parameters.insert(name.to_owned(), Parameter::from_word(word));
        }
    }
    parameters
}

pub(super) fn run(
    op: &str,
    arguments: &OperationArguments,
    parameters: &Parameters,
    output: &Output,
) -> Ended {
    let InputArguments { codec, input, .. } = &arguments.on;
    catalogue::codec_first(codec, &[op, input.as_deref().unwrap_or_default()])?;
    if input.is_none() {
        if is_command(op) {
            catalogue::codec_left_out(op, &[codec])?;
        } else {
            catalogue::codec_left_out("apply", &[codec, op])?;
        }
    }
    let operator = Operator::new(codec, op, parameters)?;
    if arguments.lines {
        return each_line(&operator, arguments, output).map_err(CliError::unwritten);
    }
    let input = value::input(&arguments.on, operator.takes_list())?;
    let result = match operator.apply(&input) {
        Ok(result) => result,
        Err(failure) => return report_refusal(&failure, &operator, &input, output),
    };
    let mut out = output.data();
    printed(value::print(
        &result,
        arguments.output,
        output.shows_data(),
        &mut out,
    )?)
}

/// Prints a refusal with a mark under the place.
pub(super) fn report_refusal(
    failure: &Failure,
    operator: &Operator<'_>,
    input: &Value,
    output: &Output,
) -> Ended {
    let text = refusal::sentence(failure, operator, input);
    let Failure::Refused(error) = failure else {
        return Err(text.into());
    };
    output.error(text + &refusal::pointer(*error, input));
    Ok(ExitStatus::Unexpected)
}

/// Writes one line for each line of input: its result. A refused input gives an empty line, or its refusal in JSON.
fn each_line(
    operator: &Operator<'_>,
    arguments: &OperationArguments,
    output: &Output,
) -> io::Result<ExitStatus> {
    let terminal = output.shows_data();
    let mut out = BufWriter::new(output.data());
    let mut status = ExitStatus::AsExpected;
    for (number, line) in (1_u64..).zip(io::stdin().lock().split(b'\n')) {
        let line = line?;
        let (text, worse) = match answer(operator, &arguments.on, line) {
            Ok(result) => match value::print(&result, arguments.output, terminal, &mut out) {
                Ok(printed) => {
                    printed?;
                    continue;
                }
                Err(what) => (what.to_string(), ExitStatus::Usage),
            },
            Err(refused) => {
                if arguments.output == ResultForm::Json {
                    writeln!(out, "{}", refused.json)?;
                } else {
                    writeln!(out)?;
                }
                (refused.text, refused.status)
            }
        };
        if status != ExitStatus::Usage {
            status = worse;
        }
        output.error(format!("line {number}: {text}"));
    }
    out.flush()?;
    Ok(status)
}

/// The reason why a line has no result.
struct Refused {
    text: String,
    json: serde_json::Value,
    status: ExitStatus,
}

impl Refused {
    /// A line that is no input, or whose operation is not there.
    fn unread(text: String) -> Self {
        Self {
            json: serde_json::json!({ "error": { "message": text } }),
            text,
            status: ExitStatus::Usage,
        }
    }
}

impl From<InputError> for Refused {
    fn from(error: InputError) -> Self {
        Self::unread(error.to_string())
    }
}

fn answer(operator: &Operator<'_>, on: &InputArguments, line: Vec<u8>) -> Result<Value, Refused> {
    let text = value::as_text(line)?;
    let input = value::read_value(on, &text)?;
    operator.apply(&input).map_err(|failure| {
        let text = refusal::sentence(&failure, operator, &input);
        match failure {
            Failure::Refused(error) => Refused {
                json: serde_json::json!({
                    "error": { "kind": error.code(), "at": error.position, "message": text }
                }),
                text,
                status: ExitStatus::Unexpected,
            },
            Failure::Unsupported(_) => Refused::unread(text),
        }
    })
}

pub(super) fn run_codecs(name: Option<&str>, output: &Output) -> Ended {
    let Some(name) = name else {
        return printed(list(&mut output.out()));
    };
    printed(describe(named(name)?, &mut output.out()))
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    for codec in codecs() {
        let operations: Vec<_> = codec
            .operations()
            .iter()
            .map(|operation| operation.name)
            .collect();
        writeln!(out, "{:10}  {}", codec.id(), codec.document())?;
        for line in wrapped(&operations.join(", "), 12) {
            writeln!(out, "{:12}{line}", "")?;
        }
    }
    writeln!(out, "\n`acegate codecs NAME` describes one.")?;
    Ok(())
}

fn describe(codec: &dyn Codec, out: &mut dyn Write) -> io::Result<()> {
    let about = codec.about();
    writeln!(out, "{}: {}", about.id, about.document)?;
    if let Some(prefix) = about.prefix {
        writeln!(out, "prefix: {prefix}")?;
    }
    writeln!(out, "\noperations:")?;
    for operation in codec.operations() {
        writeln!(
            out,
            "  {:12}  {} -> {}",
            operation.name, operation.takes, operation.gives
        )?;
        let parameters: Vec<_> = operation
            .parameters
            .iter()
            .map(|spec| format!("--{}", spec.name))
            .collect();
        for line in wrapped(&parameters.join(" "), 16) {
            writeln!(out, "{:16}{line}", "")?;
        }
    }
    let parameters = catalogue::parameters(codec, |_| true);
    if !parameters.is_empty() {
        writeln!(out, "\nparameters, the default first:")?;
    }
    for spec in parameters {
        let values = match spec.values {
            [] => catalogue::default(spec),
            values => values.join(", "),
        };
        writeln!(out, "  --{:12}  {values}", spec.name)?;
        for line in wrapped(&sentence(spec.summary), 18) {
            writeln!(out, "{:18}{line}", "")?;
        }
    }
    let example = about.operation(Verb::ToAscii).or(about.operations.first());
    if let Some(example) = example {
        writeln!(
            out,
            "\n`acegate apply {} {} INPUT` runs one.",
            about.id, example.name
        )?;
    }
    Ok(())
}

/// The text in lines that fit next to a margin of this width.
pub(super) fn wrapped(text: &str, margin: usize) -> Vec<String> {
    let room = ReportOptions::WIDTH - margin;
    if text.is_empty() {
        Vec::new()
    } else {
        prose_lines(text, room, room)
    }
}
