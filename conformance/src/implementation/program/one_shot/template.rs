//! The template of a one-shot command: words, some with places for the request.
//!
//! In: `tool --{op} {in:text}` and the request to decode `bcher-kva`. Out: the words `tool`,
//! `--decode`, `bcher-kva`. The input is always one word or part of one, whatever it contains.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display};

use acegate_codec::Text;
use data_encoding::HEXLOWER;

use super::error::{LONGEST_ARGUMENT, Unrepresentable};
use super::form::scalar;
use crate::implementation::program::command_line::{self, CommandLineError};
use crate::nearest::did_you_mean;
use crate::protocol::{Request, code_point_words};

/// A command as words, with places for the operation and the input.
///
/// The words are split by the shell's quoting rules, but no shell is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The first word is the program.
    words: Vec<Word>,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// [`TemplateError`]: an open quote, what needs a shell, no command, or a place that does not exist.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let texts = command_line::split(text).map_err(TemplateError::Command)?;
        if texts.is_empty() {
            return Err(TemplateError::Empty);
        }
        let mut words = Vec::new();
        for text in texts {
            words.push(Word::parse(text)?);
        }
        Ok(Self { words })
    }

    /// The program: the first word as it was written.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.words[0].text
    }

    /// The words as they were written, the program first.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.text.as_str())
    }

    /// Whether the operation is passed as an argument.
    #[must_use]
    pub fn takes_operation(&self) -> bool {
        self.has(&Place::Operation)
    }

    /// Whether the input is passed as an argument.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        [Place::InputText, Place::InputHex, Place::InputCodePoints]
            .iter()
            .any(|place| self.has(place))
    }

    fn has(&self, place: &Place) -> bool {
        let mut parts = self.words.iter().flat_map(|word| &word.parts);
        parts.any(|part| matches!(part, Part::Place(found) if found == place))
    }

    /// The arguments for a request, with the program first.
    pub(super) fn fill(
        &self,
        request: &Request,
        text: &Text,
    ) -> Result<Vec<OsString>, Unrepresentable> {
        let mut argv = Vec::new();
        for word in &self.words {
            let argument = word.fill(request, text)?;
            let length = argument.len();
            if argument.contains('\0') {
                return Err(Unrepresentable::Nul);
            }
            if length >= LONGEST_ARGUMENT {
                return Err(Unrepresentable::TooLong { length });
            }
            argv.push(argument.into());
        }
        Ok(argv)
    }
}

/// Why a text is no template of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    /// It cannot be split into words.
    Command(CommandLineError),
    /// It has no word.
    Empty,
    /// A word has a brace that begins none of the places.
    UnknownPlace {
        /// The word.
        word: String,
        /// The place that was probably meant, as the end of a sentence; empty if none is near.
        near: String,
    },
}

impl Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(error) => error.fmt(f),
            Self::Empty => f.write_str("the one-shot command is empty"),
            Self::UnknownPlace { word, near } => {
                let places = Place::ALL.map(Place::as_written).join(" ");
                write!(
                    f,
                    "unknown placeholder in {word:?}: expected one of {places}{near}"
                )
            }
        }
    }
}

impl Error for TemplateError {}

/// One word of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    /// The word as it was written.
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Place(Place),
}

/// The position of a part of the request in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Operation,
    Codec,
    InputText,
    InputHex,
    InputCodePoints,
}

impl Word {
    fn parse(text: String) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find('{') {
            let (before, from_brace) = rest.split_at(at);
            let Some(place) = Place::at_start(from_brace) else {
                return Err(unknown_place(&text, from_brace));
            };
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Place(place));
            rest = &from_brace[place.as_written().len()..];
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Self { text, parts })
    }

    /// The word with the parts of a request in their places.
    fn fill(&self, request: &Request, input: &Text) -> Result<String, Unrepresentable> {
        let mut filled = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => filled += text,
                Part::Place(Place::Operation) => filled += &request.op,
                Part::Place(Place::Codec) => filled += &request.codec,
                Part::Place(Place::InputText) => filled += &scalar(input)?,
                Part::Place(Place::InputHex) => {
                    filled += &HEXLOWER.encode(scalar(input)?.as_bytes());
                }
                Part::Place(Place::InputCodePoints) => filled += &code_point_words(input),
            }
        }
        Ok(filled)
    }
}

impl Place {
    const ALL: [Self; 5] = [
        Self::Operation,
        Self::Codec,
        Self::InputText,
        Self::InputHex,
        Self::InputCodePoints,
    ];

    const fn as_written(self) -> &'static str {
        match self {
            Self::Operation => "{op}",
            Self::Codec => "{codec}",
            Self::InputText => "{in:text}",
            Self::InputHex => "{in:hex}",
            Self::InputCodePoints => "{in:cps}",
        }
    }

    fn at_start(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|place| text.starts_with(place.as_written()))
    }
}

/// The error for a word with a brace that begins no place. The rest of the word begins with the brace.
fn unknown_place(word: &str, rest: &str) -> TemplateError {
    let end = rest.find('}').map_or(rest.len(), |brace| brace + 1);
    let written = &rest[..end];
    let mut near = did_you_mean(written, Place::ALL.map(Place::as_written));
    if near.is_empty() && written.starts_with("{in") {
        near = "; did you mean {in:text}?".to_owned();
    }
    TemplateError::UnknownPlace {
        word: word.to_owned(),
        near,
    }
}
