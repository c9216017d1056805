//! The model of RACE: draft-ietf-idn-race-03 as a table of its steps, and the procedures that take them in
//! the order of the draft. The [reading](crate::race) says where a step differs from the text. A known
//! fault is the table with one step changed.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::utf16::{Placed, unit_of};

/// RACE as a table of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The row that is the header of these units, or `None` for two-octet mode: section 2.4.1, steps 1 to 3.
    pub row: fn(&[[u8; 2]]) -> Option<u8>,
    /// Writes a unit after the header of this row: section 2.4.1, steps 5 to 8.
    pub write: fn(u8, [u8; 2]) -> Result<Vec<u8>, ErrorKind>,
    /// Reads the header: section 2.4.2, step 1, with the test of section 2.4.1, step 4.
    pub header: fn(&[u8]) -> Result<u8, Error>,
    /// Reads the unit at the beginning of these octets, after the header of this row: section 2.4.2,
    /// steps 2 to 7.
    pub read: fn(u8, &[u8]) -> Result<Unit, Error>,
    /// Whether the octets after the header of two-octet mode can be units: section 2.4.2, step 8.
    pub is_whole: fn(&[u8]) -> bool,
}

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The upper and the lower octet.
    pub pair: [u8; 2],
    /// The number of octets that were read.
    pub length: usize,
}

impl Race {
    /// The steps of the draft.
    pub const DRAFT: Self = Self {
        // All upper octets the same, or all either 0 or one other.
        row: |units| {
            let mut others: Vec<u8> = units
                .iter()
                .map(|[upper, _]| *upper)
                .filter(|&u| u != 0)
                .collect();
            others.dedup();
            match others[..] {
                [] => Some(0),
                [row] => Some(row),
                _ => None,
            }
        },
        write: |row, unit| match unit {
            [0, ESCAPED_ESCAPE] => Err(ErrorKind::U0099),
            [upper, ESCAPE] if upper == row => Ok(alloc::vec![ESCAPE, ESCAPED_ESCAPE]),
            [upper, lower] if upper == row => Ok(alloc::vec![lower]),
            [_, lower] => Ok(alloc::vec![ESCAPE, lower]),
        },
        header: |octets| match *octets {
            [] => Err(Error::new(ErrorKind::Empty, 0)),
            [_] => Err(Error::new(ErrorKind::Truncated, 1)),
            [0xD9..=0xDF, ..] => Err(Error::new(ErrorKind::Surrogate, 0)),
            [row, ..] => Ok(row),
        },
        read: |row, octets| match *octets {
            [ESCAPE] => Err(Error::new(ErrorKind::Truncated, 1)),
            [ESCAPE, ESCAPED_ESCAPE, ..] => Ok(Unit {
                pair: [row, ESCAPE],
                length: 2,
            }),
            [ESCAPE, lower, ..] => Ok(Unit {
                pair: [0, lower],
                length: 2,
            }),
            [ESCAPED_ESCAPE, ..] if row == 0 => Err(Error::new(ErrorKind::U0099, 0)),
            [lower, ..] => Ok(Unit {
                pair: [row, lower],
                length: 1,
            }),
            [] => Err(Error::new(ErrorKind::Empty, 0)),
        },
        is_whole: |octets| octets.len().is_multiple_of(2),
    };

    /// Compresses units (section 2.4.1).
    ///
    /// # Errors
    ///
    /// Those of [`write`](Self::write), at the index of the unit.
    pub fn compress(&self, units: &[[u8; 2]]) -> Result<Vec<u8>, Error> {
        let Some(row) = (self.row)(units) else {
            return Ok([&[TWO_OCTETS], units.concat().as_slice()].concat());
        };
        let mut octets = alloc::vec![row];
        for (index, &unit) in units.iter().enumerate() {
            octets.extend((self.write)(row, unit).map_err(|kind| Error::new(kind, index))?);
        }
        Ok(octets)
    }

    /// Decompresses octets to units, each with the octet at which it begins (section 2.4.2). The
    /// comparison of step 9 compares the label with its encoding.
    ///
    /// # Errors
    ///
    /// Those of [`header`](Self::header) and [`read`](Self::read); [`Odd`](ErrorKind::Odd) at the end.
    pub fn decompress(&self, octets: &[u8]) -> Result<Vec<Placed>, Error> {
        let row = (self.header)(octets)?;
        let mut rest = &octets[1..];
        let mut units = Vec::new();
        if row == TWO_OCTETS {
            if !(self.is_whole)(rest) {
                return Err(Error::new(ErrorKind::Odd, octets.len()));
            }
            let pairs = rest.chunks_exact(2).zip((1..).step_by(2));
            return Ok(pairs
                .map(|(pair, at)| (unit_of(pair[0], pair[1]), at))
                .collect());
        }
        while !rest.is_empty() {
            let at = octets.len() - rest.len();
            let unit = (self.read)(row, rest).map_err(|error| error.shifted_by(at))?;
            units.push((unit_of(unit.pair[0], unit.pair[1]), at));
            rest = &rest[unit.length..];
        }
        Ok(units)
    }
}

/// The header of two-octet mode.
pub const TWO_OCTETS: u8 = 0xD8;
/// The octet before a character of row 0.
pub const ESCAPE: u8 = 0xFF;
/// The octet after an escape that makes it a character of the row.
pub const ESCAPED_ESCAPE: u8 = 0x99;
