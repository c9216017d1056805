//! The steps of the encoder, as an explanation for people.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{PREFIX, encode, encode_bare};
use crate::error::Error;
use crate::plain::utf6::{Header, Utf6};
use crate::plain::utf16::{numbers, units_of};

/// The steps of encoding a text: the units, the mode, and the digits of each unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelTrace {
    /// The UTF-16 code units in order.
    pub units: Vec<UnitTrace>,
    /// The mode chosen.
    pub mode: Mode,
    /// The first two units, hyphens aside, that are of different rows.
    pub rows_differ: Option<(usize, usize)>,
    /// The first two units, hyphens aside, whose upper nibbles differ.
    pub nibbles_differ: Option<(usize, usize)>,
    /// The header, empty in plain mode.
    pub header: String,
    /// The header and the digits of all units.
    pub payload: String,
    /// The label with its prefix, or the error of the rules for host names.
    pub label: Result<String, Error>,
}

/// One code unit and its digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTrace {
    /// The code unit.
    pub unit: u16,
    /// The byte offset of its character in the text; both halves of a surrogate pair have the same.
    pub position: usize,
    /// The upper octet.
    pub row: u8,
    /// Is true for the hyphen, which is written as itself and does not count for the mode.
    pub hyphen: bool,
    /// The bits of the unit that are written.
    pub masked: u16,
    /// The digits, or the hyphen.
    pub digits: String,
}

/// Shows how a text is encoded, by the bare transformation and as a host label.
///
/// # Errors
///
/// [`Empty`](crate::ErrorKind::Empty) for the empty text.
///
/// # Examples
///
/// ```
/// use acegate_codec::utf6::{self, Mode};
///
/// let trace = utf6::explain("مو-")?;
/// assert_eq!(trace.mode, Mode::Row(0x06));
/// assert_eq!(trace.to_string(), "all 2 units besides hyphens are of row 06");
/// assert_eq!(trace.units[1].digits, "k8");
/// assert_eq!(trace.payload, "ymk5k8-");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn explain(text: &str) -> Result<LabelTrace, Error> {
    let label = encode_bare(text)?;
    let header = (Utf6::DRAFT.header)(&units_of(&numbers(text)));
    let mask = header.map_or(u32::MAX, |header| header.mask);
    let mut units = Vec::new();
    for (position, character) in text.char_indices() {
        for unit in units_of(&[character.into()]) {
            let hyphen = character == '-';
            units.push(UnitTrace {
                unit: unit as u16,
                position,
                row: (unit >> 8) as u8,
                hyphen,
                masked: if hyphen { unit } else { unit & mask } as u16,
                digits: Utf6::DRAFT.numbers(&[unit], mask)?,
            });
        }
    }
    let payload = String::from(&label[PREFIX.len()..]);
    let written: usize = units.iter().map(|unit| unit.digits.len()).sum();
    Ok(LabelTrace {
        rows_differ: first_difference(&units, 8),
        nibbles_differ: first_difference(&units, 12),
        units,
        mode: Mode::of(header),
        header: String::from(&payload[..payload.len() - written]),
        payload,
        label: encode(text),
    })
}

/// The bits that all units of a label, hyphens aside, share (section 2.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The units share neither row nor nibble, or there are fewer than two. There is no header.
    Plain,
    /// The units share the upper octet. The header is `y` and this number.
    Row(u8),
    /// The units share the upper nibble. The header is `z` and this number.
    Nibble(u8),
}

impl Mode {
    fn of(header: Option<Header>) -> Self {
        match header {
            None => Self::Plain,
            Some(Header { letter: 'y', number, .. }) => Self::Row(number as u8),
            Some(Header { number, .. }) => Self::Nibble(number as u8),
        }
    }
}

impl fmt::Display for LabelTrace {
    /// Writes in one line why this mode was chosen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = self.units.iter().filter(|unit| !unit.hyphen).count();
        match (self.mode, self.rows_differ, self.nibbles_differ) {
            (Mode::Row(row), _, _) => {
                write!(f, "all {counted} units besides hyphens are of row {row:02X}")
            }
            (Mode::Nibble(nibble), Some((first, other)), _) => write!(
                f,
                "rows differ ({:02X} and {:02X} at units {first} and {other}), \
                 but all {counted} upper nibbles are {nibble:X}",
                self.units[first].row, self.units[other].row
            ),
            (_, _, Some((first, other))) => write!(
                f,
                "upper nibbles differ ({:X} and {:X} at units {first} and {other})",
                self.units[first].row >> 4,
                self.units[other].row >> 4
            ),
            _ => write!(f, "fewer than two units besides hyphens"),
        }
    }
}

/// The first unit that is not a hyphen, and the first one after it that differs from it above the
/// lowest `shift` bits.
fn first_difference(units: &[UnitTrace], shift: u32) -> Option<(usize, usize)> {
    let mut counted = units.iter().enumerate().filter(|(_, unit)| !unit.hyphen);
    let (first, start) = counted.next()?;
    let (other, _) = counted.find(|(_, unit)| unit.unit >> shift != start.unit >> shift)?;
    Some((first, other))
}
