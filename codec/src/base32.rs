//! Base32 as RACE and LACE write it: `a` to `z` and `2` to `7`, five bits each, no padding
//! characters (draft-ietf-idn-race-03 and draft-ietf-idn-lace-01, sections 2.5).
//!
//! Digits are written in lowercase and read in either case. The bits that fill up the last digit
//! must be zero. The crate `data-encoding` does this. Only the order of the errors is that of the
//! drafts: wrong characters first.

use alloc::string::String;
use alloc::vec::Vec;

use data_encoding::{BASE32_NOPAD, BASE32_NOPAD_NOCASE, DecodeKind};

use crate::error::{Error, ErrorKind};

/// Writes octets as digits.
///
/// # Examples
///
/// ```
/// use acegate_codec::base32;
///
/// assert_eq!(base32::encode(&[0x3A, 0x27, 0x0F, 0x93]), "hitq7ey");
/// ```
#[must_use]
pub fn encode(octets: &[u8]) -> String {
    let mut digits = BASE32_NOPAD.encode(octets);
    digits.make_ascii_lowercase();
    digits
}

/// Reads digits, in any case, as octets.
///
/// # Errors
///
/// In this order: [`BadDigit`](ErrorKind::BadDigit) at the first character that is not a digit;
/// [`BadLength`](ErrorKind::BadLength) at the end if the number of digits is 1, 3 or 6 above a
/// multiple of eight, because no octets give such a number; [`BadPadding`](ErrorKind::BadPadding) at
/// the last digit if its unused bits are not zero.
pub fn decode(digits: &str) -> Result<Vec<u8>, Error> {
    BASE32_NOPAD_NOCASE
        .decode(digits.as_bytes())
        .map_err(|error| {
            let foreign = digits.bytes().position(|octet| !is_digit(octet));
            match (foreign, error.kind) {
                (Some(position), _) => Error::new(ErrorKind::BadDigit, position),
                (None, DecodeKind::Trailing) => Error::new(ErrorKind::BadPadding, digits.len() - 1),
                (None, _) => Error::new(ErrorKind::BadLength, digits.len()),
            }
        })
}

/// Appends the text that `decompress` reads from the octets of a payload. An octet of an error becomes
/// the digit in which it begins, and the end of the octets becomes the end of the digits.
pub(crate) fn push_text(
    payload: &str,
    text: &mut String,
    decompress: fn(&[u8]) -> Result<String, Error>,
) -> Result<(), Error> {
    let octets = decode(payload)?;
    let decompressed = decompress(&octets).map_err(|Error { kind, position }| {
        let digit = if position < octets.len() {
            position * 8 / 5
        } else {
            payload.len()
        };
        Error::new(kind, digit)
    })?;
    text.push_str(&decompressed);
    Ok(())
}

fn is_digit(octet: u8) -> bool {
    matches!(octet, b'a'..=b'z' | b'A'..=b'Z' | b'2'..=b'7')
}
