//! Why a request cannot be passed to a one-shot command, and why its output is no value.

use std::error::Error;
use std::fmt::{self, Display};

/// The longest argument that Linux takes, in bytes, with the NUL at its end.
pub(super) const LONGEST_ARGUMENT: usize = 128 << 10;

/// Why an input cannot be passed to the command in the form that it reads. The request is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unrepresentable {
    /// The text has no UTF-8.
    NoUtf8,
    /// The text contains what ends a line.
    LineEnd,
    /// A value in the list is not text.
    NotTextInLines,
    /// The input is a list, and the command does not read lines.
    List,
    /// The input is octets.
    Octets,
    /// The argument would contain NUL.
    Nul,
    /// The argument would be longer than [`LONGEST_ARGUMENT`].
    TooLong {
        /// Its length in bytes, without a NUL.
        length: usize,
    },
}

impl Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoUtf8 => "surrogates and numbers above 10FFFF have no UTF-8",
            Self::LineEnd => "a line cannot contain a newline or NUL",
            Self::NotTextInLines => "only text can be a line",
            Self::List => "a list is passed as lines of standard input",
            Self::Octets => "only text can be passed",
            Self::Nul => "an argument cannot contain NUL",
            Self::TooLong { length } => {
                return write!(
                    f,
                    "an argument of {length} bytes is longer than Linux allows: \
                     {LONGEST_ARGUMENT} bytes with its NUL"
                );
            }
        })
    }
}

impl Error for Unrepresentable {}

/// Why the output of a command that ended with status 0 is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnexpectedOutput {
    /// It is not hexadecimal digits.
    NotHex,
    /// It is not `U+` numbers.
    NotCodePoints,
}

impl Display for UnexpectedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotHex => "expected pairs of hexadecimal digits on standard output",
            Self::NotCodePoints => "expected U+ numbers on standard output",
        })
    }
}

impl Error for UnexpectedOutput {}
