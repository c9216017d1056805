//! The input of most contestants.

/// A text and its code, in every form in which a contestant takes them.
///
/// Converting is not part of what is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its code points.
    pub points: Vec<u32>,
    /// The same as characters.
    pub chars: Vec<char>,
    /// Its code.
    pub code: String,
}

impl Label {
    /// The label of a text whose code is known.
    #[must_use]
    pub fn new(text: String, code: String) -> Self {
        let chars: Vec<_> = text.chars().collect();
        let points = chars.iter().copied().map(u32::from).collect();
        Self { text, points, chars, code }
    }
}
