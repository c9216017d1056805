//! The words of a command line with an input: which of them are input, and which codec they name.
//!
//! A code such as `-9uc` begins with a hyphen and is not an option. So a word with one hyphen is
//! input, unless all its letters are options. A word with two hyphens is always an option: a misspelt
//! one must not become input. After `--` every word is input.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::{Arg, Command};

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
        let mut arranged = words[..=name].to_vec();
        let mut inputs = Vec::new();
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
        let mut word = word.clone();
        if let Some(value) = rest.as_slice().first()
            && is_negative(&value.to_string_lossy())
            && takes_next(&arguments, &option)
        {
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

fn is_negative(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next() == Some('-') && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// The innermost command that a command line names.
pub(super) struct Place<'a> {
    pub(super) command: &'a Command,
    /// The index of its name among the words; 0 for the program.
    name: usize,
    /// The words after its name that are not options.
    pub(super) positional: Vec<String>,
    pub(super) is_of_codec: bool,
}

pub(super) fn place<'a>(command: &'a Command, words: &[OsString]) -> Place<'a> {
    let global: Vec<_> = command.get_arguments().collect();
    let mut inner = command;
    let mut name = 0;
    let mut positional = Vec::new();
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
            match inner.find_subcommand(&*word) {
                Some(found) if positional.is_empty() => {
                    inner = found;
                    name = at;
                }
                _ => positional.push(word.into_owned()),
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
    for argument in arguments {
        if is_called(argument, option) {
            return argument.get_action().takes_values();
        }
    }
    false
}

/// Whether this word, such as `--jobs` or `-j`, is the name of the option.
fn is_called(argument: &Arg, word: &str) -> bool {
    if let Some(long) = word.strip_prefix("--") {
        return argument.get_long() == Some(long);
    }
    match argument.get_short() {
        Some(letter) => word == format!("-{letter}"),
        None => false,
    }
}

/// Whether a word with one hyphen, or without, is input: it is, unless all its letters are options.
fn is_input(arguments: &[&Arg], word: &str) -> bool {
    match word.strip_prefix('-') {
        None | Some("") => false,
        Some(letters) => letters.chars().any(|letter| !is_option(arguments, letter)),
    }
}

fn is_option(arguments: &[&Arg], letter: char) -> bool {
    // The options for help and version are not arguments before the command is built.
    matches!(letter, 'h' | 'V')
        || arguments
            .iter()
            .any(|argument| argument.get_short() == Some(letter))
}
