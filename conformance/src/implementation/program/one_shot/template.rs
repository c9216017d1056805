//! The template of a one-shot command: words, some with places for the request.
//!
//! In: `tool --{op} {in:text}` and the request to decode `bcher-kva`. Out: the words `tool`,
//! `--decode`, `bcher-kva`. The input is always one word or part of one, whatever it holds.

use std::ffi::OsString;

use acegate_codec::Text;
use data_encoding::HEXLOWER;

use super::form::scalar;
use crate::implementation::program::command_line;
use crate::nearest::did_you_mean;
use crate::protocol::{Request, code_point_words};

/// A command as words, with places for the operation and the input.
///
/// The words are split by the shell's quoting rules, but no shell is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    words: Vec<String>,
}

/// The places, which are named in braces.
const PLACES: [&str; 5] = ["{op}", "{codec}", "{in:text}", "{in:hex}", "{in:cps}"];

/// The longest argument that Linux takes, in bytes, with the NUL at its end.
const LONGEST_WORD: usize = 128 << 10;

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// A sentence on the fault: an open quote, no command, or a place that does not exist.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = command_line::split(text)?;
        if words.is_empty() {
            return Err("the one-shot command is empty".into());
        }
        for word in &words {
            replaced(word, |_| Ok(String::new()))?;
        }
        Ok(Self { words })
    }

    /// The words, the first of which is the program.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether a word contains this place.
    #[must_use]
    pub fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// Whether the input is passed as an argument.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        self.has("{in:")
    }

    pub(super) fn fill(&self, request: &Request, text: &Text) -> Result<Vec<OsString>, String> {
        let mut argv = Vec::new();
        for word in &self.words {
            let word = replaced(word, |place| text_for(place, request, text))?;
            let length = word.len();
            if word.contains('\0') {
                return Err("an argument cannot contain NUL".into());
            }
            if length >= LONGEST_WORD {
                return Err(format!(
                    "an argument of {length} bytes is longer than Linux takes: {LONGEST_WORD} bytes with its NUL"
                ));
            }
            argv.push(word.into());
        }
        Ok(argv)
    }
}

/// A sentence on the first text in braces, from `at` on, that is no place.
fn unknown_place(word: &str, at: usize) -> String {
    let rest = &word[at..];
    let end = rest.find('}').map_or(rest.len(), |brace| brace + 1);
    let asked = &rest[..end];
    let mut near = did_you_mean(asked, PLACES);
    if near.is_empty() && asked.starts_with("{in") {
        near = "; did you mean {in:text}?".to_owned();
    }
    format!(
        "unknown place in {word:?}: expected one of {}{near}",
        PLACES.join(" ")
    )
}

/// The word with the text for each of its places.
fn replaced(
    word: &str,
    text_for: impl Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        let place = PLACES
            .iter()
            .find(|place| rest[at..].starts_with(**place))
            .ok_or_else(|| unknown_place(word, word.len() - rest.len() + at))?;
        out += &rest[..at];
        out += &text_for(place)?;
        rest = &rest[at + place.len()..];
    }
    Ok(out + rest)
}

fn text_for(place: &str, request: &Request, text: &Text) -> Result<String, String> {
    Ok(match place {
        "{op}" => request.op.clone(),
        "{codec}" => request.codec.clone(),
        "{in:hex}" => HEXLOWER.encode(scalar(text)?.as_bytes()),
        "{in:cps}" => code_point_words(text),
        _ => scalar(text)?,
    })
}
