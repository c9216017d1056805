//! Base32 as RACE and LACE write it: `a` to `z` and `2` to `7`, five bits each, no padding
//! characters (draft-ietf-idn-race-03 and draft-ietf-idn-lace-01, sections 2.5).
//!
//! It is lower case when written and either case when read, and the bits that fill the last digit
//! must be zero. These are the rules of the `data-encoding` crate's case-insensitive alphabet
//! without padding; only the order in which faults are reported is the drafts': characters first.

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
/// In this order: [`BadDigit`](ErrorKind::BadDigit) at the first character that is none;
/// [`BadLength`](ErrorKind::BadLength) at the end where the digits are 1, 3 or 6 more than a
/// multiple of eight, for no octets give that many; [`BadPadding`](ErrorKind::BadPadding) at the
/// last digit where the bits that it has too many are not zero.
pub fn decode(digits: &str) -> Result<Vec<u8>, Error> {
    BASE32_NOPAD_NOCASE.decode(digits.as_bytes()).map_err(|error| {
        let foreign = digits.bytes().position(|octet| !is_digit(octet));
        match (foreign, error.kind) {
            (Some(position), _) => Error::new(ErrorKind::BadDigit, position),
            (None, DecodeKind::Trailing) => Error::new(ErrorKind::BadPadding, digits.len() - 1),
            (None, _) => Error::new(ErrorKind::BadLength, digits.len()),
        }
    })
}

/// Moves the position of a fault in the octets to the digit in which that octet begins, and the
/// end of the octets to the end of the digits.
pub(crate) fn at_digit(error: Error, octets: usize, digits: usize) -> Error {
    let position = if error.position < octets { error.position * 8 / 5 } else { digits };
    Error::new(error.kind, position)
}

fn is_digit(octet: u8) -> bool {
    matches!(octet, b'a'..=b'z' | b'A'..=b'Z' | b'2'..=b'7')
}
