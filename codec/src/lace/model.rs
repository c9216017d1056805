//! The model of LACE: draft-ietf-idn-lace-01 as a table of its steps, and the procedures that take them in
//! the order of the draft. The [reading](crate::lace) says where a step differs from the text. A known
//! fault is the table with one step changed.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::utf16::{Placed, unit_of};

/// LACE as a table of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Lace {
    /// The lower octets of the run at the beginning of these units: section 2.4.1, steps 3 and 4.
    pub run: fn(&[[u8; 2]]) -> Vec<u8>,
    /// The number of units that are passed over after a run of this length: section 2.4.1, step 5.
    pub advance: fn(usize) -> usize,
    /// Whether runs are written if they have so many octets, and the units so many: section 2.4.1, step 7.
    pub runs_are_due: fn(usize, usize) -> bool,
    /// Whether the octets after the mark FF can be units: section 2.4.2, step 10.
    pub marked: fn(&[u8]) -> Result<(), ErrorKind>,
    /// Reads the run at the beginning of these octets: section 2.4.2, steps 3 to 7.
    pub read: fn(&[u8]) -> Result<Run, Error>,
}

/// Units of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The upper octet of the units.
    pub row: u8,
    /// Their lower octets.
    pub lowers: Vec<u8>,
    /// The number of octets that were read.
    pub length: usize,
}

impl Lace {
    /// The steps of the draft.
    pub const DRAFT: Self = Self {
        run: |units| {
            let first = units.first().map(|[row, _]| *row);
            units
                .iter()
                .take_while(|[row, _]| Some(*row) == first)
                .map(|[_, lower]| *lower)
                .collect()
        },
        advance: |length| length,
        runs_are_due: |runs, units| runs <= units,
        marked: |octets| match octets.len() {
            0 => Err(ErrorKind::Truncated),
            length if length.is_multiple_of(2) => Ok(()),
            _ => Err(ErrorKind::Odd),
        },
        read: |octets| {
            let bad_count = Error::new(ErrorKind::BadCount, 0);
            match *octets {
                [0, ..] => Err(bad_count),
                [count, row, ref lowers @ ..] if !lowers.is_empty() => {
                    let lowers = lowers.get(..count.into()).ok_or(bad_count)?.to_vec();
                    Ok(Run {
                        row,
                        length: 2 + lowers.len(),
                        lowers,
                    })
                }
                _ => Err(Error::new(ErrorKind::Truncated, octets.len())),
            }
        },
    };

    /// Compresses units (section 2.4.1).
    ///
    /// # Errors
    ///
    /// [`Empty`](ErrorKind::Empty); [`TooLong`](ErrorKind::TooLong) at the end if a run has more than
    /// 254 units.
    pub fn compress(&self, units: &[[u8; 2]]) -> Result<Vec<u8>, Error> {
        if units.is_empty() {
            return Err(Error::new(ErrorKind::Empty, 0));
        }
        let runs = self.runs(units)?;
        if (self.runs_are_due)(runs.len(), 2 * units.len()) {
            return Ok(runs);
        }
        Ok([&[MARK], units.concat().as_slice()].concat())
    }

    /// The runs of units, also where they are not due (section 2.4.1, steps 2 to 6), or the error
    /// [`TooLong`](ErrorKind::TooLong) of [`compress`](Self::compress).
    pub fn runs(&self, units: &[[u8; 2]]) -> Result<Vec<u8>, Error> {
        let mut octets = Vec::new();
        let mut rest = units;
        while let [[row, _], ..] = *rest {
            let run = (self.run)(rest);
            // FF would be taken for the mark.
            let count = u8::try_from(run.len()).ok().filter(|&count| count != MARK);
            octets.push(count.ok_or(Error::new(ErrorKind::TooLong, units.len()))?);
            octets.push(row);
            octets.extend(&run);
            rest = rest.get((self.advance)(run.len())..).unwrap_or_default();
        }
        Ok(octets)
    }

    /// Decompresses octets to units, each with its octet: in a run, the lower one (section 2.4.2). The
    /// comparison of steps 9 and 11 compares the label with its encoding.
    ///
    /// # Errors
    ///
    /// [`Empty`](ErrorKind::Empty); those of [`marked`](Self::marked), at the end, and of
    /// [`read`](Self::read).
    pub fn decompress(&self, octets: &[u8]) -> Result<Vec<Placed>, Error> {
        let mut rest = match octets {
            [] => return Err(Error::new(ErrorKind::Empty, 0)),
            [MARK, units @ ..] => {
                (self.marked)(units).map_err(|kind| Error::new(kind, octets.len()))?;
                let pairs = units.chunks_exact(2).zip((1..).step_by(2));
                return Ok(pairs
                    .map(|(pair, at)| (unit_of(pair[0], pair[1]), at))
                    .collect());
            }
            runs => runs,
        };
        let mut units = Vec::new();
        while !rest.is_empty() {
            let at = octets.len() - rest.len();
            let run = (self.read)(rest).map_err(|error| error.shifted_by(at))?;
            let lowers = run.lowers.iter().zip(at + 2..);
            units.extend(lowers.map(|(&lower, position)| (unit_of(run.row, lower), position)));
            rest = &rest[run.length..];
        }
        Ok(units)
    }
}

/// The octet before units that are not written as runs.
pub const MARK: u8 = 0xFF;
