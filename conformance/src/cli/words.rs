//! The words of a command line with an input: which of them are input, and which codec they name.
//!
//! A code such as `-9uc` begins with a hyphen and is not an option. So a word with one hyphen is
//! input, unless all its letters are options. A word with two hyphens is always an option: a misspelt
//! one must not become input. After `--` every word is input.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

/// The words of a command of codecs, sorted out.
#[derive(Debug, PartialEq, Eq)]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(words: &[&str]) -> Option<Words> {
        let command = Command::new("acegate")
            .arg(Arg::new("color").long("color").global(true))
            .subcommand(Command::new("check").arg(Arg::new("jobs").short('j')))
            .subcommand(
                Command::new("encode")
                    .arg(Arg::new("cps").short('c').long("code-points").action(ArgAction::SetTrue))
                    .arg(Arg::new("width").long("width")),
            );
        let words: Vec<_> = words.iter().map(OsString::from).collect();
        Words::sort(&command, &["encode"], &words)
    }

    #[test]
    fn the_command_is_the_first_word_that_is_not_an_option() {
        assert_eq!(sorted(&["acegate", "check", "--ops", "encode", "-j", "2"]), None);
        assert_eq!(sorted(&["acegate", "help", "encode"]), None);
        let coloured = ["acegate", "--color", "never", "encode", "punycode"];
        let sorted = sorted(&coloured).expect("a command of codecs");
        assert_eq!(
            (&*sorted.command, &*sorted.positional),
            ("encode", &["punycode".to_owned()][..])
        );
    }

    #[test]
    fn input_comes_last_and_is_neither_an_option_nor_the_value_of_one() {
        for (words, expected) in [
            ("--color never encode punycode", ""),
            ("-h encode punycode", ""),
            ("--color=never encode punycode", ""),
            ("--no-such encode punycode", ""),
            // One hyphen begins input, unless all letters are options.
            ("encode punycode -9uc --width 31", "encode punycode --width 31 -- -9uc"),
            ("encode punycode -c -h -", ""),
            ("encode -cx", "encode -- -cx"),
            // Two hyphens never begin input before the end of the options.
            ("encode punycode --hepl", ""),
            ("encode punycode -- --hepl -9uc", ""),
            ("encode --width -9 punycode", ""),
            ("encode --width=3 -9", "encode --width=3 -- -9"),
        ] {
            let all: Vec<_> = ["acegate"].into_iter().chain(words.split(' ')).collect();
            let arranged = sorted(&all).expect("a command of codecs").arranged;
            let arranged: Vec<_> = arranged.iter().map(|word| word.to_string_lossy()).collect();
            let expected = if expected.is_empty() { words } else { expected };
            assert_eq!(arranged[1..].join(" "), expected);
        }
    }
}
