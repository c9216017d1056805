//! `acegate encode`, `decode` and `apply`.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use acegate_codec::{Codec, Failure, Parameter, Parameters, Text, Value, codec, codecs};
use clap::{Arg, ArgMatches, Command};

use super::arguments::OnArguments;
use super::output::Output;
use crate::judge::ExitStatus;

/// The commands that take the parameters of the codecs.
const COMMANDS: [&str; 4] = ["encode", "decode", "apply", "explain"];

/// Adds one option for every parameter of any codec to the commands that take them.
pub(super) fn with_parameters(command: Command) -> Command {
    let mut specs = BTreeMap::new();
    for codec in codecs() {
        for spec in codec.operations().iter().flat_map(|operation| operation.parameters) {
            specs.entry(spec.name).or_insert((spec, Vec::new())).1.push(codec.id());
        }
    }
    COMMANDS.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| {
            specs.values().fold(command, |command, (spec, codecs)| {
                let mut codecs = codecs.clone();
                codecs.dedup();
                let values = match spec.values {
                    [] => String::new(),
                    values => format!(" [{}]", values.join(", ")),
                };
                let help = format!("{}: {}{values}", codecs.join(", "), spec.summary);
                let heading = "Parameters of the codecs";
                command.arg(
                    Arg::new(spec.name)
                        .long(spec.name)
                        .value_name("VALUE")
                        .help(help)
                        .help_heading(heading),
                )
            })
        })
    })
}

/// The parameters that stand on the command line.
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
    arguments: &OnArguments,
    parameters: &Parameters,
    output: &Output,
) -> ExitStatus {
    let (codec, input) = match subject(arguments) {
        Ok(subject) => subject,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    match codec.apply(op, parameters, &input) {
        Ok(value) => output.finish(print(&value, output)),
        Err(failure) => refused(&failure, &input, output),
    }
}

/// The codec and the input that the command line names.
pub(super) fn subject(arguments: &OnArguments) -> Result<(&'static dyn Codec, Value), String> {
    let codec = codec(&arguments.codec).ok_or_else(|| {
        let known: Vec<_> = codecs().iter().map(|codec| codec.id()).collect();
        format!("no codec {:?}: expected one of {}", arguments.codec, known.join(", "))
    })?;
    let text = match &arguments.input {
        Some(text) => text.clone(),
        None => read_input().map_err(|error| format!("cannot read standard input: {error}"))?,
    };
    let mut value = if arguments.hex {
        let json = serde_json::json!({ "b": text });
        crate::protocol::value_from_json(&json)?
    } else if arguments.list {
        Value::List(text.lines().map(Value::from).collect())
    } else if arguments.code_points {
        Value::from_code_points(code_points(&text)?)
    } else {
        Value::from(text.as_str())
    };
    if let (Some(flags), Value::Text(text)) = (&arguments.flags, &mut value) {
        text.flags = Some(read_flags(flags)?);
    }
    Ok((codec, value))
}

/// Says why an operation gave no value, and points at the place in the input.
pub(super) fn refused(failure: &Failure, input: &Value, output: &Output) -> ExitStatus {
    let Failure::Refused(error) = failure else {
        return output.error(ExitStatus::Usage, failure);
    };
    let mut text = format!("{}: {error}", error.code());
    if let Some(string) = input.as_text().ok().and_then(Text::to_scalar_string)
        && string.chars().all(|c| (' '..='~').contains(&c))
        && string.len() <= 200
    {
        text += &format!("\n  {string}\n  {:>1$}", '^', error.position + 1);
    }
    output.error(ExitStatus::Unexpected, text)
}

fn read_input() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    if text.ends_with('\n') {
        text.pop();
    }
    Ok(text)
}

fn code_points(text: &str) -> Result<Vec<u32>, String> {
    text.split_whitespace()
        .map(|word| {
            word.strip_prefix("U+")
                .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                .ok_or_else(|| format!("{word:?} is no code point: expected such as U+00FC"))
        })
        .collect()
}

fn read_flags(text: &str) -> Result<Vec<bool>, String> {
    text.chars()
        .map(|c| match c {
            'u' => Ok(true),
            'l' => Ok(false),
            other => Err(format!("{other:?} is no flag: expected u or l")),
        })
        .collect()
}

fn print(value: &Value, output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    print_value(value, &mut out)?;
    Ok(ExitStatus::AsExpected)
}

fn print_value(value: &Value, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Value::List(values) => values.iter().try_for_each(|value| print_value(value, out)),
        Value::Octets(octets) => {
            for octet in octets {
                write!(out, "{octet:02x}")?;
            }
            writeln!(out)
        }
        Value::Text(text) => {
            match text.to_scalar_string() {
                Some(string) => write!(out, "{string}")?,
                None => {
                    let numbers: Vec<_> =
                        text.code_points.iter().map(|c| format!("U+{c:04X}")).collect();
                    write!(out, "{}", numbers.join(" "))?;
                }
            }
            if let Some(flags) = &text.flags {
                let flags: String =
                    flags.iter().map(|&flag| if flag { 'u' } else { 'l' }).collect();
                write!(out, "  {flags}")?;
            }
            writeln!(out)
        }
    }
}
