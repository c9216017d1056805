//! Punycode for code points as integers, so that surrogates and numbers above 10FFFF can be
//! expressed and refused.

#[cfg(feature = "uts46")]
use alloc::string::String;
use alloc::vec::Vec;

use super::fast;
use crate::bootstring::Bootstring;
use crate::error::Error;
use crate::simd;

/// The code of a text.
///
/// The result and the errors are those of [`Bootstring::PUNYCODE`]. A fast path encodes labels.
///
/// # Errors
///
/// The errors of [`Bootstring::encode`].
///
/// # Examples
///
/// ```
/// use acegate_codec::{Error, ErrorKind, punycode};
///
/// assert_eq!(punycode::encode_points(&[0x62, 0xFC])?, b"b-eha");
/// let error = punycode::encode_points(&[0xFC, 0xD800]).unwrap_err();
/// assert_eq!(error, Error::new(ErrorKind::Surrogate, 1));
/// # Ok::<(), Error>(())
/// ```
pub fn encode_points(text: &[u32]) -> Result<Vec<u8>, Error> {
    // Room for the text, a delimiter and the digits of a few numbers, which is enough for many codes.
    let mut out = Vec::with_capacity(text.len().saturating_add(11));
    encode_points_into(text, &mut out)?;
    Ok(out)
}

/// Appends the code of a text to `out`.
///
/// # Errors
///
/// The errors of [`encode_points`]. After an error, `out` is unchanged.
pub fn encode_points_into(text: &[u32], out: &mut Vec<u8>) -> Result<(), Error> {
    if fast::encode(text, out, simd::current()) {
        return Ok(());
    }
    PUNYCODE.encode_into(text, out)
}

/// Appends the code of a text to a string, as [`encode_points_into`].
#[cfg(feature = "uts46")]
pub(crate) fn push_code(text: &[u32], out: &mut String) -> Result<(), Error> {
    if fast::encode_onto(text, out, simd::current()) {
        return Ok(());
    }
    PUNYCODE.append(text, None, out)
}

/// The text of a code, whose elements are code points (`u32`, `char`) or ASCII octets (`u8`).
///
/// The result and the errors are those of [`Bootstring::PUNYCODE`]. A fast path decodes labels.
///
/// # Errors
///
/// The errors of [`Bootstring::decode`].
///
/// # Examples
///
/// ```
/// use acegate_codec::{Error, ErrorKind, punycode};
///
/// assert_eq!(punycode::decode_points(b"B-EHA")?, [0x42, 0xFC]);
/// let error = punycode::decode_points(&['a', 'é']).unwrap_err();
/// assert_eq!(error, Error::new(ErrorKind::NotBasic, 1));
/// # Ok::<(), Error>(())
/// ```
pub fn decode_points<C: Copy + Into<u32>>(code: &[C]) -> Result<Vec<u32>, Error> {
    let mut out = Vec::new();
    decode_points_into(code, &mut out)?;
    Ok(out)
}

/// Appends the text of a code to `out`.
///
/// # Errors
///
/// The errors of [`decode_points`]. After an error, `out` is unchanged.
pub fn decode_points_into<C: Copy + Into<u32>>(
    code: &[C],
    out: &mut Vec<u32>,
) -> Result<(), Error> {
    if fast::decode(code, out, simd::current()) {
        return Ok(());
    }
    PUNYCODE.decode_into(code, out)
}

/// A static and not a constant, which would be built again at each use.
pub(super) static PUNYCODE: Bootstring = Bootstring::PUNYCODE;
