//! UTF-16 by the rule of its definition (RFC 2781, sections 2.1 and 2.2).

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The code units of a text.
pub(super) fn units_of(text: &str) -> Vec<u32> {
    let mut units = Vec::new();
    for u in text.chars().map(u32::from) {
        if u < 0x1_0000 {
            units.push(u);
        } else {
            units.push(0xD800 + (u - 0x1_0000) / 0x400);
            units.push(0xDC00 + (u - 0x1_0000) % 0x400);
        }
    }
    units
}

/// Appends the text of code units that were read at the positions beside them.
///
/// # Errors
///
/// [`Surrogate`](ErrorKind::Surrogate) at the first unpaired surrogate.
pub(super) fn text_of(units: &[(u16, usize)], text: &mut String) -> Result<(), Error> {
    let mut rest = units;
    while let [(unit, position), after @ ..] = rest {
        let w1 = u32::from(*unit);
        let w2 = after.first().map(|&(unit, _)| u32::from(unit));
        let (scalar, used) = match (w1, w2) {
            (0xD800..=0xDBFF, Some(w2 @ 0xDC00..=0xDFFF)) => {
                (0x1_0000 + (w1 - 0xD800) * 0x400 + (w2 - 0xDC00), 2)
            }
            _ => (w1, 1),
        };
        match char::from_u32(scalar) {
            Some(scalar) => text.push(scalar),
            None => return Err(Error::new(ErrorKind::Surrogate, *position)),
        }
        rest = &rest[used..];
    }
    Ok(())
}
