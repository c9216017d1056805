//! The model of UTF-5: it splits a code into numbers first, and then reads them with the hexadecimal
//! notation of the standard library.

use alloc::format;
use alloc::string::String;

use crate::error::{Error, ErrorKind};
use crate::utf5::Utf5Codec;

pub(crate) const CODEC: Utf5Codec = Utf5Codec { encode, decode };

/// Encodes a text (draft-jseng-utf5-01, section 2.3).
#[must_use]
pub fn encode(text: &str) -> String {
    text.chars().map(|c| with_first_digit(&format!("{:X}", u32::from(c)))).collect()
}

/// Decodes a text (draft-jseng-utf5-01, section 2.4).
///
/// # Errors
///
/// The errors of [`utf5::decode`](crate::utf5::decode).
pub fn decode(digits: &str) -> Result<String, Error> {
    let mut text = String::new();
    let mut rest = digits;
    while !rest.is_empty() {
        let position = digits.len() - rest.len();
        let fault = |kind| Error::new(kind, position);
        if !rest.starts_with(|c: char| matches!(c, 'G'..='V')) {
            return Err(fault(ErrorKind::BadDigit));
        }
        let after = |c: char| !matches!(c, '0'..='9' | 'A'..='F');
        let length = 1 + rest[1..].find(after).unwrap_or(rest.len() - 1);
        let (number, after) = rest.split_at(length);
        if number.len() > 1 && number.starts_with('G') {
            return Err(fault(ErrorKind::NotCanonical));
        }
        // Eight digits are all that 32 bits hold; seven are too many for a character already.
        let value = match number.len() {
            1..=8 => number.chars().fold(0_u64, |value, digit| value * 16 + value_of(digit)),
            _ => u64::MAX,
        };
        if value > 0x10_FFFF {
            return Err(fault(ErrorKind::OutOfRange));
        }
        text.push(char::from_u32(value as u32).ok_or(fault(ErrorKind::Surrogate))?);
        rest = after;
    }
    Ok(text)
}

/// The value of a digit in the alphabet of 32, of which the first digits are the upper half.
fn value_of(digit: char) -> u64 {
    u64::from(digit.to_digit(32).unwrap_or(0) % 16)
}

fn with_first_digit(hexadecimal: &str) -> String {
    let mut digits = hexadecimal.chars();
    let first = digits.next().and_then(|digit| digit.to_digit(16)).unwrap_or(0);
    let first = char::from_digit(16 + first, 32).unwrap_or('g').to_ascii_uppercase();
    format!("{first}{}", digits.as_str())
}
