//! The words of a command line with an input: which of them are input, and which codec they name.
//!
//! A code such as `-9uc` begins with a hyphen and is not an option. So a word with one hyphen is
//! input, unless all its letters are options. A word with two hyphens is always an option: a misspelt
//! one must not become input. After `--` every word is input.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgAction, Command};

/// The commands that take the parameters of the codecs.
pub(super) const COMMANDS: [&str; 4] = ["encode", "decode", "apply", "explain"];

/// The words of a command of codecs, sorted out.
#[derive(Debug)]
pub(super) struct Words {
    /// The name of the command.
    pub(super) command: String,
    /// The words that are neither an option nor the value of one, nor input that begins with a hyphen.
    pub(super) positional: Vec<String>,
    /// The command line with all input that begins with a hyphen after `--`.
    pub(super) arranged: Vec<OsString>,
}

impl Words {
    /// Sorts the words of the command line; `None` if it is not one of these commands.
    pub(super) fn sort(command: &Command, names: &[&str], words: &[OsString]) -> Option<Self> {
        let global: Vec<_> = command.get_arguments().collect();
        let name = command_at(&global, words)?;
        let options = command.find_subcommand(words[name].to_str()?)?;
        if !names.contains(&options.get_name()) {
            return None;
        }
        let arguments: Vec<_> = options.get_arguments().chain(global).collect();
        let (mut arranged, mut inputs) = (words[..=name].to_vec(), Vec::new());
        let mut positional = Vec::new();
        let mut rest = words[name + 1..].iter();
        while let Some(word) = rest.next() {
            let text = word.to_string_lossy();
            if text == "--" {
                inputs.extend(rest.by_ref().cloned());
            } else if let Some(option) = text.strip_prefix("--") {
                arranged.push(word.clone());
                if takes_next_word(&arguments, option) {
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
        Some(Self { command: options.get_name().to_owned(), positional, arranged })
    }
}

/// The parser of a whole number of this range.
pub(super) fn whole<T: FromStr + PartialOrd + Display + Copy>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |word| {
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// A positive number of seconds that a [`Duration`] can hold.
pub(super) fn seconds(word: &str) -> Result<f64, String> {
    let is_time = |seconds: &f64| {
        Duration::try_from_secs_f64(*seconds).is_ok_and(|duration| !duration.is_zero())
    };
    let seconds = word.parse().ok().filter(is_time);
    seconds.ok_or_else(|| "expected a positive number of seconds, such as 2 or 0.5".to_owned())
}

/// The command line in which a value that begins with a hyphen and a digit is joined to its option:
/// `--jobs -1` is `--jobs=-1`. The value is then refused as one, instead of as an option.
pub(super) fn with_negative_values(command: &Command, words: &[OsString]) -> Vec<OsString> {
    let Place { command: own, .. } = place(command, words);
    let arguments: Vec<_> = own.get_arguments().chain(command.get_arguments()).collect();
    let mut joined: Vec<OsString> = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.to_string_lossy();
        let value = rest.as_slice().first().filter(|value| {
            let value = value.to_string_lossy();
            value.strip_prefix('-').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
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

/// The command that a command line names, the innermost one.
pub(super) struct Place<'a> {
    pub(super) command: &'a Command,
    /// The words after its name that are no options.
    pub(super) positional: Vec<String>,
    /// Whether it takes the parameters of a codec.
    pub(super) is_of_codec: bool,
}

/// The innermost command that the words name.
pub(super) fn place<'a>(command: &'a Command, words: &[OsString]) -> Place<'a> {
    let global: Vec<_> = command.get_arguments().collect();
    let (mut inner, mut positional) = (command, Vec::new());
    let words: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let mut rest = words.iter().take_while(|word| *word != "--");
    while let Some(word) = rest.next() {
        if takes_next(&global, word) {
            rest.next();
        } else if !word.starts_with('-') && word != "help" {
            match inner.find_subcommand(word.as_ref()).filter(|_| positional.is_empty()) {
                Some(found) => inner = found,
                None => positional.push(word.to_string()),
            }
        }
    }
    let is_of_codec = COMMANDS.contains(&inner.get_name());
    Place { command: inner, positional, is_of_codec }
}

/// Whether the value of the option, long or short, is the next word.
fn takes_next(arguments: &[&Arg], option: &str) -> bool {
    match option.strip_prefix("--") {
        Some(long) => takes_next_word(arguments, long),
        None => option.strip_prefix('-').is_some_and(|letter| {
            let short =
                |argument: &&&Arg| argument.get_short().is_some_and(|it| letter == it.to_string());
            arguments.iter().find(short).is_some_and(|it| it.get_action().takes_values())
        }),
    }
}

/// The place of the command's name: the first word that is not an option; `None` if there is none.
fn command_at(global: &[&Arg], words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = words.get(at)?.to_string_lossy();
        match word.strip_prefix("--") {
            Some(option) if takes_next_word(global, option) => at += 2,
            None if !word.starts_with('-') => return Some(at),
            _ => at += 1,
        }
    }
}

/// Whether the value of the long option is the next word.
fn takes_next_word(arguments: &[&Arg], option: &str) -> bool {
    let found = arguments.iter().find(|argument| argument.get_long() == Some(option));
    found
        .is_some_and(|argument| matches!(argument.get_action(), ArgAction::Set | ArgAction::Append))
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
