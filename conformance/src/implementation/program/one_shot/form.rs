//! The forms in which a one-shot command reads and writes values.
//!
//! In: the text `ü`. Out: `ü` and a newline, or the hexadecimal digits `c3bc`, or `U+00FC`. Octets of
//! output go the other way.

use acegate_codec::{Text, Value};
use acegate_vectors::Integer;
use data_encoding::HEXLOWER;

use super::error::{UnexpectedOutput, Unrepresentable};
use crate::observation::AnyValue;
use crate::protocol::{code_point_from_word, code_point_words, octets_from_hex};

/// How the input is written to standard input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum InputForm {
    /// Nothing: the input is an argument.
    None,
    /// UTF-8 text as it is.
    Text,
    /// UTF-8 text and a newline. Text with a newline or NUL cannot be passed: a tool that reads lines
    /// takes either for the end.
    #[default]
    Line,
    /// The UTF-8 octets as hexadecimal digits.
    Hex,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
}

/// How the output is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum OutputForm {
    /// UTF-8 text as it is.
    Text,
    /// UTF-8 text without its last newline.
    #[default]
    Line,
    /// Hexadecimal digits of UTF-8 octets.
    Hex,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
}

impl InputForm {
    /// The octets for standard input.
    pub(super) fn bytes(self, text: &Text) -> Result<Vec<u8>, Unrepresentable> {
        Ok(match self {
            Self::None => Vec::new(),
            Self::Text => scalar(text)?.into_bytes(),
            Self::Line => {
                let mut line = scalar(text)?;
                if line.contains(['\n', '\0']) {
                    return Err(Unrepresentable::LineEnd);
                }
                line.push('\n');
                line.into_bytes()
            }
            Self::Hex => HEXLOWER.encode(scalar(text)?.as_bytes()).into_bytes(),
            Self::Cps => code_point_words(text).into_bytes(),
        })
    }
}

impl OutputForm {
    /// Reads the output. Octets that are not UTF-8 are a value of octets: the program has accepted its
    /// input.
    pub(super) fn value(self, output: &[u8]) -> Result<Value, UnexpectedOutput> {
        match self {
            Self::Text => Ok(text_or_octets(output)),
            Self::Line => Ok(text_or_octets(output.strip_suffix(b"\n").unwrap_or(output))),
            Self::Hex => match octets_from_hex(String::from_utf8_lossy(output).trim()) {
                Ok(octets) => Ok(text_or_octets(&octets)),
                Err(_) => Err(UnexpectedOutput::NotHex),
            },
            Self::Cps => {
                let mut code_points = Vec::new();
                for word in String::from_utf8_lossy(output).split_whitespace() {
                    let Some(code_point) = code_point_from_word(word) else {
                        return Err(UnexpectedOutput::NotCodePoints);
                    };
                    code_points.push(code_point);
                }
                Ok(Value::from_code_points(code_points))
            }
        }
    }

    /// Reads output with a number above 32 bits, which [`Self::value`] does not read; `None` if it is
    /// not such output.
    pub(super) fn large_value(self, output: &[u8]) -> Option<AnyValue> {
        if self != Self::Cps {
            return None;
        }
        let text = std::str::from_utf8(output).ok()?;
        let mut integers = Vec::new();
        for word in text.split_whitespace() {
            let digits = word.strip_prefix("U+")?;
            if digits.len() > Integer::MOST_DIGITS {
                return None;
            }
            integers.push(Integer::from_hex(digits)?);
        }
        Some(AnyValue::text(integers, None))
    }
}

fn text_or_octets(octets: &[u8]) -> Value {
    std::str::from_utf8(octets).map_or_else(|_| Value::Octets(octets.to_vec()), Value::from)
}

pub(super) fn scalar(text: &Text) -> Result<String, Unrepresentable> {
    text.to_scalar_string().ok_or(Unrepresentable::NoUtf8)
}
