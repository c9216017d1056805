//! `acegate encode`, `decode` and `apply`.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufWriter, Write};

use acegate_codec::{Codec, Failure, Operation, Parameter, Parameters, Value, codec, codecs};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};

use super::arguments::{InputArguments, OperationArguments, ResultForm};
use super::output::{CliError, Ended, Output, printed};
use super::words::{COMMANDS, Words};
use super::{hints, value};
use crate::explain::catalogue::{self, Operator};
use crate::explain::operations;
use crate::explain::refusal;
use crate::judge::ExitStatus;

/// Adds an option for each parameter to the commands that take them: the parameters of the codec that
/// the words name. If they name none, those of all codecs are added, and the help leaves them out.
pub(super) fn with_parameters(command: Command, words: Option<&Words>) -> Command {
    let is_named = |name: &&str| words.is_none_or(|words| words.command == **name);
    COMMANDS.into_iter().filter(is_named).fold(command, |command, name| {
        command.mut_subcommand(name, |command| {
            let word = |place: usize| words?.positional.get(place).map(String::as_str);
            match word(0).and_then(codec) {
                Some(codec) => {
                    with_those_of(name, command, codec, word(1).filter(|_| name == "apply"))
                }
                None => with_all_parameters(name, command),
            }
        })
    })
}

fn with_all_parameters(name: &str, command: Command) -> Command {
    let status = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let command = command.after_help(format!(
        "`acegate {name} CODEC{} --help` shows the parameters of a codec, and `acegate codecs` \
         lists the codecs.\n\n{status}",
        if name == "apply" { " OP" } else { "" }
    ));
    let all = codecs().iter().flat_map(|codec| catalogue::parameters(*codec, |_| true));
    let names: BTreeSet<_> = all.map(|spec| spec.name).collect();
    names
        .into_iter()
        .fold(command, |command, name| command.arg(Arg::new(name).long(name).hide(true)))
}

fn with_those_of(name: &str, command: Command, codec: &dyn Codec, op: Option<&str>) -> Command {
    let known = |op: &str| codec.operations().iter().any(|operation| operation.name == op);
    let chosen = |operation: &Operation| match (name, op) {
        ("encode" | "decode", _) => operation.name == name,
        ("explain", _) => operations(codec).any(|name| name == operation.name),
        (_, Some(op)) if known(op) => operation.name == op,
        _ => true,
    };
    let (id, op) = (codec.id(), op.unwrap_or(name));
    let command = match catalogue::summary(id, op) {
        Some(it) => {
            let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
            let summary = format!("{id} {op}: {} -> {}", it.takes, it.gives);
            command.before_help(format!("{examples}\n\n{summary}"))
        }
        None => command,
    };
    catalogue::parameters(codec, chosen).into_iter().fold(command, |command, spec| {
        let help = format!("{} [default: {}]", sentence(spec.summary), catalogue::default(spec));
        let option =
            Arg::new(spec.name).long(spec.name).help(help).help_heading("Parameters of this codec");
        let option = option.value_name("VALUE");
        command.arg(match spec.values {
            [] => option,
            values => option.value_parser(PossibleValuesParser::new(values)),
        })
    })
}

/// The summary of a parameter as a help text: a capital at the start, no full stop.
pub(super) fn sentence(summary: &str) -> String {
    let mut letters = summary.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The parameters on the command line.
pub(super) fn parameters(matches: &ArgMatches) -> Parameters {
    let names = codecs()
        .iter()
        .flat_map(|codec| codec.operations())
        .flat_map(|operation| operation.parameters)
        .map(|spec| spec.name);
    names
        .filter_map(|name| {
            let word = matches.try_get_one::<String>(name).ok().flatten()?;
            Some((name.to_owned(), Parameter::from_word(word)))
        })
        .collect()
}

pub(super) fn run(
    op: &str,
    arguments: &OperationArguments,
    parameters: &Parameters,
    output: &Output,
) -> Ended {
    let InputArguments { codec, input, .. } = &arguments.on;
    catalogue::codec_first(codec, &[op, input.as_deref().unwrap_or_default()])?;
    let operator = Operator::new(codec, op, parameters)?;
    if arguments.lines {
        return each_line(&operator, arguments, output).map_err(CliError::unwritten);
    }
    let input = value::input(&arguments.on, catalogue::takes_list(operator.codec.id(), op))?;
    let result = match operator.apply(&input) {
        Ok(result) => result,
        Err(failure) => return hints::report_refusal(&failure, &operator, &input, output),
    };
    let mut out = output.data();
    let ended = printed(value::print(&result, arguments.output, output.shows_data(), &mut out)?);
    for hint in hints::on_success(&operator, &input, &result) {
        output.note(hint);
    }
    ended
}

/// Reads one input a line, and writes one line for each: the result, or if it is refused an empty
/// line, or the refusal in JSON.
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
                Err(what) => (what, ExitStatus::Usage),
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

fn answer(operator: &Operator<'_>, on: &InputArguments, line: Vec<u8>) -> Result<Value, Refused> {
    let unread = |text: String| Refused {
        json: serde_json::json!({ "error": { "message": text } }),
        text,
        status: ExitStatus::Usage,
    };
    let text = value::as_text(line).map_err(unread)?;
    let input = value::read_value(on, &text).map_err(unread)?;
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
            Failure::Unsupported(_) => unread(text),
        }
    })
}
