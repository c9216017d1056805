//! The errors of a command line in our wording: the word that was typed, the expected ones, and the
//! most similar one.
//!
//! In: the error of clap on `--jobs many`. Out: `--jobs is "many": expected a whole number from 1 to 256`.

use std::error::Error as _;
use std::ffi::OsString;

use acegate_codec::{Operation, codec, codecs};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

use super::output::Output;
use super::words::{Place, place};
use crate::judge::ExitStatus;
use crate::nearest::{did_you_mean, expected_one_of};

/// Prints the error of the command line, or the requested help.
pub(super) fn report_usage(error: &Error, command: &mut Command, words: &[OsString]) -> ExitStatus {
    use ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), ErrorKind::DisplayHelp | DisplayVersion) {
        // If the standard streams are closed, the help is lost.
        let _ = error.print();
        return ExitStatus::AsExpected;
    }
    command.build();
    let mut before = words.len();
    if error.kind() == ErrorKind::UnknownArgument {
        // The words before the unknown one name its command.
        let unknown = text(error, ContextKind::InvalidArg);
        before = words
            .iter()
            .position(|word| word.to_string_lossy().starts_with(&unknown))
            .unwrap_or(words.len());
    }
    let place = place(command, &words[..before]);
    if error.kind() == DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
    } else {
        let name = place.command.get_bin_name().unwrap_or("acegate");
        let what = sentence(error, &place, words);
        Output::new(clap::ColorChoice::Auto).error(format!("{what}\n  {name} --help says more"));
    }
    ExitStatus::Usage
}

pub(super) fn no_command(asked: &str, command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or("acegate");
    if !command.has_subcommands() {
        return format!("{name} has no commands, found {asked:?}");
    }
    let mut names = Vec::new();
    for inner in command.get_subcommands() {
        if inner.get_name() == "help" {
            continue;
        }
        if inner.find_subcommand(asked).is_some() {
            let inner = inner.get_name();
            return format!("{name} has no command {asked:?}; did you mean {inner} {asked}?");
        }
        names.push(inner.get_name());
    }
    let expected = expected_one_of(asked, names);
    format!("{name} has no command {asked:?}: {expected}")
}

fn sentence(error: &Error, place: &Place<'_>, words: &[OsString]) -> String {
    let command = place.command;
    let argument = text(error, ContextKind::InvalidArg);
    let option = short_name(&argument);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            no_command(&text(error, ContextKind::InvalidSubcommand), command)
        }
        ErrorKind::UnknownArgument => unknown(&argument, place),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_value(error, &argument),
        ErrorKind::ArgumentConflict => conflict(error, &argument),
        ErrorKind::MissingRequiredArgument => missing(error, command, words),
        ErrorKind::TooManyValues => {
            let value = text(error, ContextKind::InvalidValue);
            format!("{option} takes no value, found {value:?}")
        }
        ErrorKind::InvalidUtf8 => "a word is not UTF-8: expected text".to_owned(),
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
    }
}

fn wrong_value(error: &Error, argument: &str) -> String {
    let option = short_name(argument);
    let value = text(error, ContextKind::InvalidValue);
    let values = texts(error, ContextKind::ValidValue);
    let expected = if !values.is_empty() {
        expected_one_of(&value, values.iter().map(String::as_str))
    } else if let Some(source) = error.source() {
        source.to_string()
    } else {
        format!("expected {argument}")
    };
    if value.is_empty() {
        format!("{option} needs a value: {expected}")
    } else {
        format!("{option} is {value:?}: {expected}")
    }
}

fn conflict(error: &Error, argument: &str) -> String {
    let option = short_name(argument);
    let others = texts(error, ContextKind::PriorArg);
    if others == [argument] {
        return format!("{option} is given twice: expected it once");
    }
    let others: Vec<_> = others.iter().map(|other| short_name(other)).collect();
    format!(
        "{option} excludes {}: expected one of them",
        others.join(" and ")
    )
}

/// The sentence on arguments that are missing, of the command or of the last option that was typed.
fn missing(error: &Error, command: &Command, words: &[OsString]) -> String {
    let missing = texts(error, ContextKind::InvalidArg).join(" and ");
    let mut needs_it = None;
    if missing.starts_with("--") {
        for word in words {
            let word = word.to_string_lossy();
            if word == "--" {
                break;
            }
            if word.starts_with("--") {
                needs_it = Some(word);
            }
        }
    }
    if let Some(option) = needs_it {
        let name = option.split('=').next().unwrap_or_default();
        return format!("{name} also needs {missing}");
    }
    let name = command.get_bin_name().unwrap_or("acegate");
    if missing.starts_with("<IMPLEMENTATION|") {
        let last = if missing.contains("|--all") {
            ", --one-shot TEMPLATE or --all"
        } else {
            " or --one-shot TEMPLATE"
        };
        return format!(
            "{name} needs an implementation: a name that `acegate implementations` lists, the path of a \
             manifest, --cmd COMMAND{last}"
        );
    }
    format!("{name} needs {missing}")
}

fn unknown(argument: &str, place: &Place<'_>) -> String {
    let command = place.command;
    let name = command.get_bin_name().unwrap_or("acegate");
    if !argument.starts_with('-') {
        let hint = if has_argument(command, "cmd") {
            "; a command with its words is one word: --cmd \"COMMAND WORD\""
        } else if has_argument(command, "input") {
            "; an input with spaces is one word in quotes"
        } else {
            ""
        };
        return format!("{name} takes no further word, found {argument:?}{hint}");
    }
    let mut longs = Vec::new();
    for argument in shown_arguments(command) {
        if let Some(long) = argument.get_long() {
            longs.push(format!("--{long}"));
        }
    }
    let owners = owners(argument, place);
    let letters = argument.trim_start_matches('-');
    let mut near = if argument.starts_with("--") {
        did_you_mean(argument, longs.iter().map(String::as_str))
    } else {
        long_for(letters, &longs)
    };
    if !owners.is_empty() {
        near = format!("; it is one of {}", owners.join(" and "));
    } else if near.is_empty() && has_argument(command, "input") {
        near = format!("; to pass it as the input, write -- {argument}");
    }
    let mut of = name.to_owned();
    if place.is_of_codec
        && let Some(codec) = place.positional.first()
    {
        of += &format!(" {codec}");
    }
    format!("{of} has no option {argument}{near}")
}

/// The arguments that the help shows.
fn shown_arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set())
}

fn has_argument(command: &Command, id: &str) -> bool {
    shown_arguments(command).any(|argument| argument.get_id() == id)
}

/// The end of a sentence on a short option that does not exist: the long one that is meant. `-o` is an option for
/// output in many programs.
fn long_for(letters: &str, longs: &[String]) -> String {
    let Some(letter) = letters.chars().next() else {
        return String::new();
    };
    if letter == 'o' {
        let output = longs
            .iter()
            .find(|long| ["--output", "--out"].contains(&long.as_str()));
        if let Some(long) = output {
            return format!("; did you mean {long}?");
        }
    }
    let mut candidates = longs
        .iter()
        .filter(|long| long.trim_start_matches('-').starts_with(letter));
    match (candidates.next(), candidates.next()) {
        (Some(long), None) => format!("; did you mean {long}?"),
        _ => String::new(),
    }
}

/// The operations of the named codec, or else the other codecs, that have this parameter.
fn owners(option: &str, place: &Place<'_>) -> Vec<&'static str> {
    let name = option.trim_start_matches("--");
    let mut operations = Vec::new();
    if let Some(codec) = place.positional.iter().find_map(|word| codec(word)) {
        for operation in codec.operations() {
            if has_parameter(operation, name) {
                operations.push(operation.name);
            }
        }
    }
    if !operations.is_empty() || !place.is_of_codec {
        return operations;
    }
    let mut others = Vec::new();
    for codec in codecs() {
        let mut operations = codec.operations().iter();
        if operations.any(|operation| has_parameter(operation, name)) {
            others.push(codec.id());
        }
    }
    others
}

fn has_parameter(operation: &Operation, name: &str) -> bool {
    operation.parameters.iter().any(|spec| spec.name == name)
}

/// The first text of this kind in the error; empty if it has none.
fn text(error: &Error, kind: ContextKind) -> String {
    texts(error, kind).into_iter().next().unwrap_or_default()
}

fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// An argument without its value: `--jobs` of `--jobs <N>`, `CODEC` of `<CODEC>`.
fn short_name(argument: &str) -> String {
    let first = argument.split(' ').next().unwrap_or_default();
    first.trim_matches(['<', '>', '[', ']', '.']).to_owned()
}
