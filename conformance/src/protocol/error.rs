//! Why a line, or a value in it, is not what the protocol expects.

use std::error::Error;
use std::fmt::{self, Display};

/// A line that is not the expected message, or a value that is none of the protocol's.
///
/// It is shown as one sentence, which names the field: `expected an array of integers in "u", found 7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError(String);

impl MessageError {
    /// The error with this sentence.
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// The error for something else than what was expected; a long text is shortened.
    pub(super) fn unexpected(expected: impl Display, found: &str) -> Self {
        Self(format!("expected {expected}, found {}", shortened(found)))
    }
}

impl Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for MessageError {}

/// The beginning of a text, as far as a message quotes it.
pub(crate) fn shortened(text: &str) -> String {
    const QUOTED: usize = 60;
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
