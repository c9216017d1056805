//! The labels that the contestants of Punycode take, and their interfaces.

use super::memory;

/// The types of input and output. Only contestants with the same interface are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// UTF-8 to ASCII.
    EncodeText,
    /// Code points to ASCII.
    EncodePoints,
    /// ASCII to UTF-8.
    DecodeText,
    /// ASCII to code points.
    DecodePoints,
}

impl Interface {
    /// All interfaces.
    pub const ALL: [Self; 4] =
        [Self::EncodeText, Self::EncodePoints, Self::DecodeText, Self::DecodePoints];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EncodeText => "encode-text",
            Self::EncodePoints => "encode-points",
            Self::DecodeText => "decode-text",
            Self::DecodePoints => "decode-points",
        }
    }
}

/// A text and its code, in every form that a contestant takes.
///
/// So the conversion is not measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text.
    pub text: &'static str,
    /// Its code points.
    pub points: &'static [u32],
    /// The text as characters.
    pub chars: &'static [char],
    /// Its code.
    pub code: &'static str,
}

impl Label {
    /// The labels of texts whose codes are known, each form of them side by side in memory.
    #[must_use]
    pub fn all(texts_and_codes: impl IntoIterator<Item = (String, String)>) -> Vec<Self> {
        let (texts, codes): (Vec<_>, Vec<_>) = texts_and_codes.into_iter().unzip();
        let (texts, codes) = (memory::texts(&texts), memory::texts(&codes));
        let chars: Vec<Vec<_>> = texts.iter().map(|text| text.chars().collect()).collect();
        let points: Vec<Vec<_>> =
            chars.iter().map(|chars| chars.iter().copied().map(u32::from).collect()).collect();
        let (chars, points) = (memory::lists(&chars), memory::lists(&points));
        let forms = texts.into_iter().zip(points).zip(chars).zip(codes);
        forms.map(|(((text, points), chars), code)| Self { text, points, chars, code }).collect()
    }
}
