//! UTF-5: every character is a hexadecimal number without leading zeros, whose first digit is one of
//! `G` to `V` (draft-jseng-utf5-01, Seng, Dürst and Tan, 2000).
//!
//! It has no prefix, no separators and no rules for host names. Any text is encoded as a whole, and
//! no character is written as itself.
//!
//! # Readings
//!
//! - Digits are written and read in uppercase only.
//! - Zero is `G`, although the formula of section 2.3, log16(U + 1) rounded up, gives it no digit.
//!   No digit follows a `G` in its number, so that each number has one form (section 2.5).
//! - Numbers are scalar values. Section 2.4 names two ways to read four octets: pairs of UTF-16 units
//!   are refused, and the limit of 31 bits is 10FFFF today.
//!
//! # Positions
//!
//! Positions are byte offsets. The position of `bad-digit` is the character, the position of the other errors
//! is the first digit of the number. Numbers are read from left to right, and the first error is
//! reported.

pub mod model;

use alloc::string::String;

use self::model::Utf5;
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::facts::{Effect, Family, Verb};
use crate::text_request::{apply_decoder, apply_encoder};
use crate::utf16::{numbers, string};

/// Decodes a text.
///
/// It accepts only the outputs of [`encode`].
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
    Ok(string(&Utf5::DRAFT.decode(digits)?))
}

/// Encodes a text. Every text can be encoded. The code of the empty text is empty.
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
    // The draft has digits for every character.
    Utf5::DRAFT.encode(&numbers(text)).unwrap_or_default()
}

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "utf5",
    title: "UTF-5",
    family: Family::Texts,
    prefix: None,
    digits: "G-V for the first digit of a character, 0-9 or A-F for the others",
    document: "draft-jseng-utf5-01",
    operations: &[
        Operation::new(Verb::Encode, "any text", "its digits"),
        Operation::new(Verb::Decode, "digits", "the text"),
    ],
};

/// UTF-5 as a [`Codec`].
pub(crate) struct Utf5Codec;

pub(crate) const CODEC: Utf5Codec = Utf5Codec;

impl Codec for Utf5Codec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(ABOUT.operations, op, parameters)?;
        match arguments.operation.effect() {
            Effect::Writes => apply_encoder(input, |text| Ok(encode(text))),
            Effect::Reads | Effect::Changes => apply_decoder(input, decode),
        }
    }
}
