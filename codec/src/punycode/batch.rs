//! Many texts or codes at once.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::text::{decode_into, encode_into};
use crate::error::Error;

/// The results for many inputs, one after the other in one buffer.
///
/// A batch that is cleared and used again keeps its memory.
///
/// # Examples
///
/// ```
/// use acegate_codec::punycode::Batch;
///
/// let mut codes = Batch::new();
/// codes.encode(["bücher", "münchen", "example"])?;
/// assert_eq!(codes.iter().collect::<Vec<_>>(), ["bcher-kva", "mnchen-3ya", "example-"]);
///
/// let error = codes.decode(["bcher-kva", "bcher-kv"]).unwrap_err();
/// assert_eq!((error.index, error.error.code(), error.error.position), (1, "truncated", 8));
/// assert_eq!(codes.get(3), Some("bücher"));
/// # Ok::<(), acegate_codec::punycode::BatchError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    text: String,
    ends: Vec<usize>,
}

/// The first wrong input of a batch, and its error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BatchError {
    /// The index of the input, counted from 0.
    pub index: usize,
    /// The error of the input.
    pub error: Error,
}

impl Batch {
    /// An empty batch.
    #[must_use]
    pub const fn new() -> Self {
        Self { text: String::new(), ends: Vec::new() }
    }

    /// Appends the code of each text.
    ///
    /// # Errors
    ///
    /// The error of [`encode`](super::encode) for the first text that has one. The codes of the
    /// texts before it are appended, and no others.
    pub fn encode<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), BatchError> {
        self.append(texts.into_iter(), encode_into)
    }

    /// Appends the text of each code.
    ///
    /// # Errors
    ///
    /// The error of [`decode`](super::decode) for the first code that has one. The texts of the
    /// codes before it are appended, and no others.
    pub fn decode<'a>(
        &mut self,
        codes: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), BatchError> {
        self.append(codes.into_iter(), decode_into)
    }

    /// The number of results.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no results.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The result with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..end)
    }

    /// The results, in the order of the inputs.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Removes the results and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn append<'a>(
        &mut self,
        inputs: impl Iterator<Item = &'a str>,
        one: fn(&str, &mut String) -> Result<(), Error>,
    ) -> Result<(), BatchError> {
        for (index, input) in inputs.enumerate() {
            one(input, &mut self.text).map_err(|error| BatchError { index, error })?;
            self.ends.push(self.text.len());
        }
        Ok(())
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input {}: {}", self.index, self.error)
    }
}

impl core::error::Error for BatchError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::error::ErrorKind;
    use crate::punycode;

    /// Texts for the fast path, and between them texts that it leaves: long ones, and one with a
    /// number of more digits than it writes.
    const TEXTS: [&str; 7] = [
        "",
        "a",
        "b\u{FC}cher",
        "\u{434}\u{43E}\u{43C}",
        "x\u{1F600}x\u{4E00}\u{10FFFF}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u{FC}",
        "\u{4E00}\u{4E8C}",
    ];

    #[test]
    fn results_are_those_of_single_calls() {
        let mut batch = Batch::new();
        assert!(batch.is_empty());
        let codes: Vec<String> = TEXTS.iter().map(|text| punycode::encode(text).unwrap()).collect();
        batch.encode(TEXTS).unwrap();
        assert_eq!(batch.len(), TEXTS.len());
        assert!(!batch.is_empty() && batch.iter().eq(codes.iter().map(String::as_str)));
        batch.decode(codes.iter().map(String::as_str)).unwrap();
        assert!(batch.iter().skip(TEXTS.len()).eq(TEXTS));
        assert_eq!(batch.get(2 * TEXTS.len()), None);
        batch.clear();
        assert_eq!(batch, Batch::new());
    }

    #[test]
    fn names_the_first_wrong_input_and_keeps_the_results_before_it() {
        let mut batch = Batch::new();
        batch.encode(["b\u{FC}cher"]).unwrap();
        let codes = ["tda", "a-", "b\u{E9}", "tda"];
        let error = batch.decode(codes).unwrap_err();
        assert_eq!(error, BatchError { index: 2, error: Error::new(ErrorKind::NotBasic, 1) });
        assert_eq!(batch.iter().collect::<Vec<_>>(), ["bcher-kva", "\u{FC}", "a"]);
        assert_eq!(error.to_string(), alloc::format!("input 2: {}", error.error));
        batch.decode([]).unwrap();
        assert_eq!(batch.len(), 3);
    }
}
