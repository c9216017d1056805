//! The words of a command line with an input: which of them are input, and which codec they name.
//!
//! A code such as `-9uc` begins with a hyphen and is not an option. So a word with one hyphen is
//! input, unless all its letters are options. A word with two hyphens is always an option: a misspelt
//! one must not become input. After `--` every word is input.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

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
