//! The words of a command line with an input: which of them are input, and which codec they name.
//!
//! A code such as `-9uc` begins with a hyphen and is not an option. So a word with one hyphen is
//! input, unless all its letters are options. A word with two hyphens is always an option: a misspelt
//! one must not become input. After `--` every word is input.
//!
//! Its faults are told in our own words: what was typed, what is expected, and the nearest right word. In: the
//! error of clap on `--jobs many`. Out: `--jobs is "many": expected a whole number from 1 to 256`.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use acegate_codec::{Operation, codec, codecs};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

use super::output::Output;
use crate::judge::ExitStatus;
use crate::nearest::{did_you_mean, expected_one_of};

/// The commands that take the parameters of the codecs.
pub(super) const COMMANDS: [&str; 4] = ["encode", "decode", "apply", "explain"];

/// The words of a command of codecs, sorted out.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) command: String,
    /// The words that are neither an option nor the value of one, nor input that begins with a hyphen.
    pub(super) positional: Vec<String>,
    /// The command line with all input that begins with a hyphen after `--`.
    pub(super) arranged: Vec<OsString>,
}

impl Words {
    /// Sorts the words of the command line; `None` if its command does not take the parameters of a codec.
    pub(super) fn sort(command: &Command, words: &[OsString]) -> Option<Self> {
        let Place {
            command: options,
            name,
            is_of_codec: true,
            ..
        } = place(command, words)
        else {
            return None;
        };
        let global = command.get_arguments();
        let arguments: Vec<_> = options.get_arguments().chain(global).collect();
        let (mut arranged, mut inputs) = (words[..=name].to_vec(), Vec::new());
        let mut positional = Vec::new();
        let mut rest = words[name + 1..].iter();
        while let Some(word) = rest.next() {
            let text = word.to_string_lossy();
            if text == "--" {
                inputs.extend(rest.by_ref().cloned());
            } else if text.starts_with("--") {
                arranged.push(word.clone());
                if takes_next(&arguments, &text) {
                    arranged.extend(rest.next().cloned());
                }
            } else if is_input(&arguments, &text) {
                inputs.push(word.clone());
            } else {
                arranged.push(word.clone());
                if !text.starts_with('-') {
                    positional.push(text.into_owned());
                }
            }
        }
        if !inputs.is_empty() {
            arranged.push("--".into());
            arranged.extend(inputs);
        }
        Some(Self {
            command: options.get_name().to_owned(),
            positional,
            arranged,
        })
    }
}

pub(super) fn whole<T: FromStr + PartialOrd + Display + Copy>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |word| {
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        })
    }
}

/// The command line in which a value that begins with a hyphen and a digit is joined to its option:
/// `--jobs -1` is `--jobs=-1`. The message is then about the value `-1`, not about an option of this name.
pub(super) fn with_negative_values(command: &Command, words: &[OsString]) -> Vec<OsString> {
    let Place { command: own, .. } = place(command, words);
    let arguments: Vec<_> = own.get_arguments().chain(command.get_arguments()).collect();
    let mut joined: Vec<OsString> = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.to_string_lossy();
        let value = rest.as_slice().first().filter(|value| {
            let value = value.to_string_lossy();
            value
                .strip_prefix('-')
                .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        });
        let mut word = word.clone();
        if let Some(value) = value.filter(|_| takes_next(&arguments, &option)) {
            rest.next();
            word.push("=");
            word.push(value);
        }
        joined.push(word);
        if option == "--" {
            joined.extend(rest.by_ref().cloned());
        }
    }
    joined
}

/// The innermost command that a command line names.
struct Place<'a> {
    command: &'a Command,
    /// The index of its name among the words; 0 for the program.
    name: usize,
    /// The words after its name that are not options.
    positional: Vec<String>,
    is_of_codec: bool,
}

fn place<'a>(command: &'a Command, words: &[OsString]) -> Place<'a> {
    let global: Vec<_> = command.get_arguments().collect();
    let (mut inner, mut name, mut positional) = (command, 0, Vec::new());
    let words = words
        .iter()
        .map(|word| word.to_string_lossy())
        .enumerate()
        .skip(1);
    let mut rest = words.take_while(|(_, word)| word != "--");
    while let Some((at, word)) = rest.next() {
        if takes_next(&global, &word) {
            rest.next();
        } else if !word.starts_with('-') && word != "help" {
            match inner
                .find_subcommand(&*word)
                .filter(|_| positional.is_empty())
            {
                Some(found) => (inner, name) = (found, at),
                None => positional.push(word.into_owned()),
            }
        }
    }
    let is_of_codec = COMMANDS.contains(&inner.get_name());
    Place {
        command: inner,
        name,
        positional,
        is_of_codec,
    }
}

/// Whether the next word is the value of the option, long or short.
fn takes_next(arguments: &[&Arg], option: &str) -> bool {
    let is_it = |argument: &&&Arg| match option.strip_prefix("--") {
        Some(long) => argument.get_long() == Some(long),
        None => argument
            .get_short()
            .is_some_and(|letter| option == format!("-{letter}")),
    };
    arguments
        .iter()
        .find(is_it)
        .is_some_and(|it| it.get_action().takes_values())
}

/// Whether a word with one hyphen, or without, is input: it is, unless all its letters are options.
fn is_input(arguments: &[&Arg], word: &str) -> bool {
    let is_option = |letter: char| {
        matches!(letter, 'h' | 'V') || arguments.iter().any(|it| it.get_short() == Some(letter))
    };
    match word.strip_prefix('-') {
        None | Some("") => false,
        Some(letters) => !letters.chars().all(is_option),
    }
}

/// Prints the fault of the command line, or the help that it asks for.
pub(super) fn report_usage(error: &Error, command: &mut Command, words: &[OsString]) -> ExitStatus {
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
    let is_unknown = |word: &OsString| {
        unknown
            .as_ref()
            .is_some_and(|it| word.to_string_lossy().starts_with(it))
    };
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
    let commands = command
        .get_subcommands()
        .map(Command::get_name)
        .filter(|it| *it != "help");
    let inner = command
        .get_subcommands()
        .filter(|it| it.find_subcommand(asked).is_some());
    let inner = inner
        .filter(|it| it.get_name() != "help")
        .map(Command::get_name)
        .next();
    match (inner, command.has_subcommands()) {
        (Some(inner), _) => {
            format!("{name} has no command {asked:?}; did you mean {inner} {asked}?")
        }
        (_, true) => {
            format!(
                "{name} has no command {asked:?}: {}",
                expected_one_of(asked, commands)
            )
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
                format!(
                    "{option} excludes {}: expected one of them",
                    priors.join(" and ")
                )
            }
        },
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(error, ContextKind::InvalidArg).join(" and ");
            let typed = words.iter().map(|word| word.to_string_lossy());
            let typed = typed.take_while(|word| word != "--");
            match typed
                .filter(|it| it.starts_with("--") && missing.starts_with("--"))
                .last()
            {
                Some(last) => {
                    let name = last.split('=').next().unwrap_or_default();
                    format!("{name} needs {missing} beside it")
                }
                None => format!("{name} needs {missing}"),
            }
        }
        ErrorKind::TooManyValues => {
            format!(
                "{option} takes no value, found {:?}",
                text(ContextKind::InvalidValue)
            )
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
    let arguments = || {
        command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set())
    };
    let has = |id: &str| arguments().any(|argument| argument.get_id() == id);
    if !argument.starts_with('-') {
        let hint = match has("cmd") {
            true => "; a command with its words is one word: --cmd \"COMMAND WORD\"",
            false if has("input") => "; an input with spaces is one word in quotes",
            false => "",
        };
        return format!("{name} takes no further word, found {argument:?}{hint}");
    }
    let longs = arguments()
        .filter_map(Arg::get_long)
        .map(|long| format!("--{long}"));
    let longs: Vec<_> = longs.collect();
    let mut near = did_you_mean(argument, longs.iter().map(String::as_str));
    if let Some(letter) = argument
        .strip_prefix('-')
        .filter(|rest| !rest.starts_with('-'))
    {
        near = long_for(letter, &longs);
    }
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

/// The end of a sentence on a short option that does not exist: the long one that is meant. `-o` is an option for
/// output in many programs.
fn long_for(letters: &str, longs: &[String]) -> String {
    let Some(letter) = letters.chars().next() else {
        return String::new();
    };
    let usual = longs
        .iter()
        .find(|long| letter == 'o' && matches!(long.as_str(), "--output" | "--out"));
    let begins = |long: &&String| long.trim_start_matches('-').starts_with(letter);
    let candidates: Vec<_> = longs.iter().filter(begins).collect();
    match (usual, candidates.as_slice()) {
        (Some(long), _) => format!("; did you mean {long}?"),
        (None, [long]) => format!("; did you mean {long}?"),
        _ => String::new(),
    }
}

/// The operations of the named codec, or else the other codecs, that have this parameter.
fn owners(option: &str, place: &Place<'_>) -> Vec<&'static str> {
    let name = option.trim_start_matches("--");
    let has = |operation: &&Operation| operation.parameters.iter().any(|spec| spec.name == name);
    let own = place.positional.iter().find_map(|word| codec(word));
    let own: Vec<_> = own
        .iter()
        .flat_map(|it| it.operations())
        .filter(has)
        .map(|it| it.name)
        .collect();
    if !own.is_empty() || !place.is_of_codec {
        return own;
    }
    let others = codecs()
        .iter()
        .filter(|codec| codec.operations().iter().any(|it| has(&it)));
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
