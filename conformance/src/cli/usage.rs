//! The faults of a command line in our own words: what was typed, what is expected, and the nearest
//! right word.
//!
//! In: the error of clap on `--jobs many`. Out: `--jobs is "many": expected a whole number from 1 to
//! 256`.

use std::error::Error as _;
use std::ffi::OsString;

use acegate_codec::{Operation, codec, codecs};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

use super::output::Output;
use super::words::{Place, place};
use crate::judge::ExitStatus;
use crate::nearest::{did_you_mean, expected_one_of};

/// Prints the fault of the command line, or the help that it asks for.
pub(super) fn report(error: &Error, command: &mut Command, words: &[OsString]) -> ExitStatus {
    use ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), ErrorKind::DisplayHelp | DisplayVersion) {
        // If the standard streams are closed, the help is lost.
        let _ = error.print();
        return ExitStatus::AsExpected;
    }
    command.build();
    let argument = texts(error, ContextKind::InvalidArg).into_iter().next();
    let unknown = argument.filter(|_| error.kind() == ErrorKind::UnknownArgument);
    // The words before the unknown one say of which command it is.
    let is_unknown =
        |word: &OsString| unknown.as_ref().is_some_and(|it| word.to_string_lossy().starts_with(it));
    let before = words.iter().position(is_unknown).unwrap_or(words.len());
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
    let commands = command.get_subcommands().map(Command::get_name).filter(|it| *it != "help");
    let inner = command.get_subcommands().filter(|it| it.find_subcommand(asked).is_some());
    let inner = inner.filter(|it| it.get_name() != "help").map(Command::get_name).next();
    match (inner, command.has_subcommands()) {
        (Some(inner), _) => {
            format!("{name} has no command {asked:?}; did you mean {inner} {asked}?")
        }
        (_, true) => {
            format!("{name} has no command {asked:?}: {}", expected_one_of(asked, commands))
        }
        (_, false) => format!("{name} has no commands, found {asked:?}"),
    }
}

fn sentence(error: &Error, place: &Place<'_>, words: &[OsString]) -> String {
    let command = place.command;
    let name = command.get_bin_name().unwrap_or("acegate");
    let text = |kind| texts(error, kind).into_iter().next().unwrap_or_default();
    let argument = text(ContextKind::InvalidArg);
    let option = short_name(&argument);
    match error.kind() {
        ErrorKind::InvalidSubcommand => no_command(&text(ContextKind::InvalidSubcommand), command),
        ErrorKind::UnknownArgument => unknown(&argument, place),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let value = text(ContextKind::InvalidValue);
            let expected = match (texts(error, ContextKind::ValidValue), error.source()) {
                (values, _) if !values.is_empty() => {
                    expected_one_of(&value, values.iter().map(String::as_str))
                }
                (_, Some(source)) => source.to_string(),
                _ => format!("expected {argument}"),
            };
            match value.is_empty() {
                true => format!("{option} needs a value: {expected}"),
                false => format!("{option} is {value:?}: {expected}"),
            }
        }
        ErrorKind::ArgumentConflict => match texts(error, ContextKind::PriorArg).as_slice() {
            [prior] if *prior == argument => format!("{option} is given twice: expected it once"),
            priors => {
                let priors: Vec<_> = priors.iter().map(|it| short_name(it)).collect();
                format!("{option} excludes {}: expected one of them", priors.join(" and "))
            }
        },
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(error, ContextKind::InvalidArg).join(" and ");
            let typed = words.iter().map(|word| word.to_string_lossy());
            let typed = typed.take_while(|word| word != "--");
            match typed.filter(|it| it.starts_with("--") && missing.starts_with("--")).last() {
                Some(last) => {
                    let name = last.split('=').next().unwrap_or_default();
                    format!("{name} needs {missing} beside it")
                }
                None => format!("{name} needs {missing}"),
            }
        }
        ErrorKind::TooManyValues => {
            format!("{option} takes no value, found {:?}", text(ContextKind::InvalidValue))
        }
        ErrorKind::InvalidUtf8 => "a word is not UTF-8: expected text".to_owned(),
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
    }
}

fn unknown(argument: &str, place: &Place<'_>) -> String {
    let command = place.command;
    let name = command.get_bin_name().unwrap_or("acegate");
    let arguments = || command.get_arguments().filter(|argument| !argument.is_hide_set());
    let has = |id: &str| arguments().any(|argument| argument.get_id() == id);
    if !argument.starts_with('-') {
        let hint = match has("cmd") {
            true => "; a command with its words is one word: --cmd \"COMMAND WORD\"",
            false if has("input") => "; an input with spaces is one word in quotes",
            false => "",
        };
        return format!("{name} takes no further word, found {argument:?}{hint}");
    }
    let longs = arguments().filter_map(Arg::get_long).map(|long| format!("--{long}"));
    let longs: Vec<_> = longs.collect();
    let mut near = did_you_mean(argument, longs.iter().map(String::as_str));
    let owners = owners(argument, place);
    if !owners.is_empty() {
        near = format!("; it is one of {}", owners.join(" and "));
    } else if near.is_empty() && (has("input") || has("text")) {
        near = format!("; as the input it is written -- {argument}");
    }
    let codec = place.positional.first().filter(|_| place.is_of_codec);
    let codec = codec.map(|codec| format!(" {codec}")).unwrap_or_default();
    format!("{name}{codec} has no option {argument}{near}")
}

/// The operations of the named codec, or else the other codecs, that have this parameter.
fn owners(option: &str, place: &Place<'_>) -> Vec<&'static str> {
    let name = option.trim_start_matches("--");
    let has = |operation: &&Operation| operation.parameters.iter().any(|spec| spec.name == name);
    let own = place.positional.iter().find_map(|word| codec(word));
    let own: Vec<_> =
        own.iter().flat_map(|it| it.operations()).filter(has).map(|it| it.name).collect();
    if !own.is_empty() || !place.is_of_codec {
        return own;
    }
    let others = codecs().iter().filter(|codec| codec.operations().iter().any(|it| has(&it)));
    others.map(|codec| codec.id()).collect()
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
