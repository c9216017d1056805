//! Punycode for Rust strings, and host names written with it.

use alloc::string::String;
use alloc::vec::Vec;

use super::fast;
use super::points::PUNYCODE;
use crate::error::Error;
use crate::host::{self, LabelRules};
use crate::simd;

/// The prefix of every encoded label, in any letter case (RFC 3490, section 5).
pub const PREFIX: &str = "xn--";

/// Punycode as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: false,
    encode: encode_into,
    decode: decode_into,
};

/// The code of a text.
///
/// # Errors
///
/// `overflow` at the byte of the character whose delta does not fit 32 bits. `too-long` at the first
/// character after `u32::MAX` characters.
///
/// # Complexity
///
/// O(n log n).
pub fn encode(text: &str) -> Result<String, Error> {
    let mut out = String::new();
    encode_into(text, &mut out)?;
    Ok(out)
}

/// Appends the code of a text to `out`.
///
/// # Errors
///
/// The errors of [`encode`]. After an error, `out` is unchanged.
pub fn encode_into(text: &str, out: &mut String) -> Result<(), Error> {
    if text.len() <= 4 * SHORT && fast::encode_str(text, out, simd::current()) {
        return Ok(());
    }
    encode_any(text, out)
}

/// The text of a code.
///
/// # Errors
///
/// The errors of [`decode_points`](super::decode_points), with positions in bytes.
///
/// # Complexity
///
/// O(n log n).
pub fn decode(code: &str) -> Result<String, Error> {
    let mut out = String::new();
    decode_into(code, &mut out)?;
    Ok(out)
}

/// Appends the text of a code to `out`.
///
/// # Errors
///
/// The errors of [`decode`]. After an error, `out` is unchanged.
pub fn decode_into(code: &str, out: &mut String) -> Result<(), Error> {
    if fast::decode_str(code, out, simd::current()) {
        return Ok(());
    }
    decode_any(code, out)
}

/// A host name in ASCII: labels with other characters than letters, digits and hyphens are encoded.
///
/// # Errors
///
/// The errors of [`host::to_ascii`], with positions in bytes.
pub fn to_ascii(name: &str) -> Result<String, Error> {
    host::to_ascii(name, &RULES)
}

/// A host name with its encoded labels decoded.
///
/// A label is refused if its text is empty, has letters, digits and hyphens only, or is encoded in
/// another way.
///
/// # Errors
///
/// The errors of [`host::to_unicode`], with positions in bytes.
pub fn to_unicode(name: &str) -> Result<String, Error> {
    host::to_unicode(name, &RULES)
}

/// The number of code points up to which no memory is needed besides the result. A label has 63.
const SHORT: usize = 64;

/// Encodes a text that the fast path left.
#[inline(never)]
fn encode_any(text: &str, out: &mut String) -> Result<(), Error> {
    if text.is_ascii() && u32::try_from(text.len()).is_ok() {
        out.push_str(text);
        out.extend((!text.is_empty()).then_some('-'));
        return Ok(());
    }
    let mut buffer = [0; SHORT];
    let mut long = Vec::new();
    let code_points = if text.len() <= 4 * SHORT && text.chars().count() <= SHORT {
        let filled = buffer.iter_mut().zip(text.chars());
        let length = filled
            .map(|(place, character)| *place = u32::from(character))
            .count();
        &buffer[..length]
    } else {
        long.extend(text.chars().map(u32::from));
        &long
    };
    let encoded = PUNYCODE.append(code_points, None, out);
    encoded.map_err(|error| {
        let at = text
            .char_indices()
            .nth(error.position)
            .map_or(text.len(), |(at, _)| at);
        Error {
            position: at,
            ..error
        }
    })
}

/// Decodes a code that the fast path left.
#[inline(never)]
fn decode_any(code: &str, out: &mut String) -> Result<(), Error> {
    let octets = code.as_bytes();
    if octets.len() <= SHORT {
        let mut buffer = [0; SHORT];
        append(PUNYCODE.decode_short(octets, &mut buffer)?, out);
    } else {
        append(&PUNYCODE.decode(octets)?, out);
    }
    Ok(())
}

/// Appends code points. All of them are scalar values, because Bootstring refuses other numbers.
fn append(code_points: &[u32], out: &mut String) {
    out.reserve(code_points.len());
    out.extend(
        code_points
            .iter()
            .filter_map(|&code_point| char::from_u32(code_point)),
    );
}
