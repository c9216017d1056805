//! UTF-5: every character as a number whose first digit is one of `G` to `V` and whose others are
//! hexadecimal, without leading zeros (draft-jseng-utf5-01, Seng, Dürst and Tan, 2000).
//!
//! It has no prefix, no separators and no rules for hosts: any text is encoded as a whole, and
//! nothing in it stands for itself.
//!
//! # Readings
//!
//! - Only upper case is written and read.
//! - Zero is `G`, though the formula of section 2.3, log16(U + 1) rounded up, gives it no digit.
//!   Nothing follows a `G` in its number, so that there is one form only (section 2.5).
//! - Numbers are scalar values: of section 2.4's two ways to read four octets, UTF-16 is refused,
//!   and the 31 bits of the year 2000 have become 10FFFF.
//!
//! # Positions
//!
//! Byte offsets. `bad-digit` stands at the character; what is wrong with a number stands at its
//! first digit. The numbers are taken from left to right: the first error wins.

use alloc::string::String;

use crate::codec::{Codec, Failure, Operation, Parameters, Value};
use crate::error::{Error, ErrorKind};
use crate::text_request::{apply_decoder, apply_encoder};

/// Decodes a text.
///
/// What is accepted is exactly what [`encode`] writes.
///
/// # Errors
///
/// [`BadDigit`](ErrorKind::BadDigit) for a character that is neither a first digit nor a
/// hexadecimal one after a first digit; [`NotCanonical`](ErrorKind::NotCanonical) for `G` with a
/// digit after it; [`OutOfRange`](ErrorKind::OutOfRange) for a number above 10FFFF;
/// [`Surrogate`](ErrorKind::Surrogate).
///
/// # Examples
///
/// ```
/// use acegate_codec::{Error, ErrorKind, utf5};
///
/// assert_eq!(utf5::decode("M5E5M72COA9E").as_deref(), Ok("日本語"));
/// assert_eq!(utf5::decode("K1G0"), Err(Error::new(ErrorKind::NotCanonical, 2)));
/// ```
pub fn decode(digits: &str) -> Result<String, Error> {
    let octets = digits.as_bytes();
    // No character has more octets in UTF-8 than digits here.
    let mut text = String::with_capacity(octets.len());
    let mut start = 0;
    while let Some(&first) = octets.get(start) {
        if !matches!(first, b'G'..=b'V') {
            return Err(Error::new(ErrorKind::BadDigit, start));
        }
        let mut number = u32::from(first - b'G');
        let mut end = start + 1;
        while let Some(digit) = octets.get(end).copied().and_then(next_digit) {
            if number == 0 {
                return Err(Error::new(ErrorKind::NotCanonical, start));
            }
            number = number * 16 + digit;
            if number > 0x10_FFFF {
                return Err(Error::new(ErrorKind::OutOfRange, start));
            }
            end += 1;
        }
        let scalar = char::from_u32(number).ok_or(Error::new(ErrorKind::Surrogate, start))?;
        text.push(scalar);
        start = end;
    }
    Ok(text)
}

/// Encodes a text. Every text can be expressed; the empty one is empty.
///
/// # Examples
///
/// ```
/// use acegate_codec::utf5;
///
/// assert_eq!(utf5::encode("日本語"), "M5E5M72COA9E");
/// ```
#[must_use]
pub fn encode(text: &str) -> String {
    let mut digits = String::with_capacity(text.len() * 2);
    for number in text.chars().map(u32::from) {
        let highest = (31 - (number | 1).leading_zeros()) / 4;
        let nibble = |at: u32| (number >> (4 * at) & 0xF) as usize;
        digits.push(char::from(FIRST_DIGITS[nibble(highest)]));
        for at in (0..highest).rev() {
            digits.push(char::from(NEXT_DIGITS[nibble(at)]));
        }
    }
    digits
}

/// The entry for the harness. The plain model brings other functions.
pub(crate) struct Utf5Codec {
    pub(crate) encode: fn(&str) -> String,
    pub(crate) decode: fn(&str) -> Result<String, Error>,
}

pub(crate) const CODEC: Utf5Codec = Utf5Codec { encode, decode };

impl Codec for Utf5Codec {
    fn id(&self) -> &'static str {
        "utf5"
    }

    fn document(&self) -> &'static str {
        "draft-jseng-utf5-01"
    }

    fn operations(&self) -> &'static [Operation] {
        &[
            Operation { name: "encode", inverse: Some("decode"), parameters: &[] },
            Operation { name: "decode", inverse: Some("encode"), parameters: &[] },
        ]
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        match Operation::select(self.operations(), op, parameters)?.operation.name {
            "encode" => apply_encoder(input, |text| Ok((self.encode)(text))),
            _ => apply_decoder(input, self.decode),
        }
    }
}

const FIRST_DIGITS: &[u8; 16] = b"GHIJKLMNOPQRSTUV";
const NEXT_DIGITS: &[u8; 16] = b"0123456789ABCDEF";

fn next_digit(octet: u8) -> Option<u32> {
    match octet {
        b'0'..=b'9' => Some(u32::from(octet - b'0')),
        b'A'..=b'F' => Some(u32::from(octet - b'A') + 10),
        _ => None,
    }
}
