//! The interfaces of the contestants of Punycode.

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
