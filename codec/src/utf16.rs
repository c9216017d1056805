//! Texts as the numbers of their characters, and as UTF-16 by the rule of its definition (RFC 2781,
//! sections 2.1 and 2.2).

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// A code unit, or a number in the place of one, and the position at which it was read.
pub type Placed = (u32, usize);

/// The numbers of the characters of a text.
pub(crate) fn numbers(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// The text of these characters. Numbers that are not characters are left out.
pub(crate) fn string(numbers: &[u32]) -> String {
    numbers.iter().filter_map(|&c| char::from_u32(c)).collect()
}

/// The code units of a text. A number that is not a character is a unit as it is, cut to 16 bits.
#[must_use]
pub fn units_of(text: &[u32]) -> Vec<u32> {
    let mut units = Vec::new();
    for &u in text {
        if (0x1_0000..=0x10_FFFF).contains(&u) {
            units.push(0xD800 + (u - 0x1_0000) / 0x400);
            units.push(0xDC00 + (u - 0x1_0000) % 0x400);
        } else {
            units.push(u % 0x1_0000);
        }
    }
    units
}

/// The code units of a text as two octets, the upper first.
#[must_use]
pub fn pairs_of(text: &[u32]) -> Vec<[u8; 2]> {
    units_of(text)
        .into_iter()
        .map(|unit| (unit as u16).to_be_bytes())
        .collect()
}

/// The code unit of two octets.
pub(super) fn unit_of(upper: u8, lower: u8) -> u32 {
    u16::from_be_bytes([upper, lower]).into()
}

/// The text of code units that were read at the positions next to them. Unpaired surrogates are kept or
/// refused.
///
/// # Errors
///
/// [`Surrogate`](ErrorKind::Surrogate) at the first unpaired surrogate.
pub fn text_of(units: &[Placed], keeps_unpaired: bool) -> Result<Vec<u32>, Error> {
    let mut text = Vec::new();
    let mut rest = units;
    while let [(unit, position), after @ ..] = rest {
        let w1 = unit % 0x1_0000;
        let w2 = after.first().map(|&(unit, _)| unit % 0x1_0000);
        let (scalar, used) = match (w1, w2) {
            (0xD800..=0xDBFF, Some(w2 @ 0xDC00..=0xDFFF)) => {
                (0x1_0000 + (w1 - 0xD800) * 0x400 + (w2 - 0xDC00), 2)
            }
            _ => (w1, 1),
        };
        if (0xD800..=0xDFFF).contains(&scalar) && !keeps_unpaired {
            return Err(Error::new(ErrorKind::Surrogate, *position));
        }
        text.push(scalar);
        rest = &rest[used..];
    }
    Ok(text)
}
