//! UTF-16 code units (RFC 2781, section 2), for the encodings that are defined on them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The code units of a text as two octets, the upper first, and the byte offset of the character of each.
pub(crate) fn units_of(text: &str) -> (Vec<[u8; 2]>, Vec<usize>) {
    let unit = |(at, c): (usize, char)| {
        let (units, mut buffer) = (c.len_utf16(), [0; 2]);
        c.encode_utf16(&mut buffer);
        buffer.into_iter().take(units).map(move |unit| (unit.to_be_bytes(), at))
    };
    text.char_indices().flat_map(unit).unzip()
}

/// The text of code units, of which each was read at the position beside it.
///
/// # Errors
///
/// [`Surrogate`](ErrorKind::Surrogate) at the position of the first unpaired surrogate.
pub(crate) fn text_of(units: &[(u16, usize)]) -> Result<String, Error> {
    let mut read = 0;
    let decoded = char::decode_utf16(units.iter().map(|&(unit, _)| unit));
    let character = |decoded: Result<char, _>| {
        let position = units.get(read).map_or(0, |&(_, position)| position);
        read += decoded.as_ref().map_or(1, |character| character.len_utf16());
        decoded.map_err(|_| Error::new(ErrorKind::Surrogate, position))
    };
    decoded.map(character).collect()
}
