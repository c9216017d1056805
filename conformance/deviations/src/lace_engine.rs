//! LACE with a field for each known fault.

use super::base32::Base32;
use super::label::{Payload, text_of, units};

/// The encoding. Each field that differs from [`RIGHT`](Self::RIGHT) is a fault.
#[expect(clippy::struct_excessive_bools, reason = "each is a fault by itself")]
pub(super) struct Lace {
    /// The Base32 of the octets.
    pub(super) base32: Base32,
    /// The number of octets by which runs may be longer than the UTF-16.
    pub(super) surplus: isize,
    /// Takes only adjacent units into a run.
    pub(super) adjacent: bool,
    /// The number of units that are skipped after a run.
    pub(super) skipped: usize,
    /// Refuses a run of length 0; otherwise reads it as one of length 1.
    pub(super) zero: bool,
    /// Refuses a run that is longer than the octets; otherwise ends it with them.
    pub(super) past_end: bool,
    /// Refuses fewer octets than a form needs.
    pub(super) short: bool,
    /// Refuses an odd number of octets after FF.
    pub(super) odd: bool,
    /// Reads runs.
    pub(super) runs: bool,
    /// Refuses unpaired surrogates.
    pub(super) pairs: bool,
    /// The test of whether the form is due.
    pub(super) compared: Compared,
}

/// The test of whether the form in which a text was written is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    /// The octets equal those that compression gives.
    Octets,
    /// The form is the shorter one.
    Lengths,
    /// The form is the shorter one, but for runs the longer one.
    LengthsTheWrongWay,
    /// The octets equal those that compression gives; runs are not tested.
    OctetsAfterMarker,
    /// None.
    Nothing,
}

impl Lace {
    /// The encoding without a fault.
    pub(super) const RIGHT: Self = Self {
        base32: Base32::Right,
        surplus: 0,
        adjacent: true,
        skipped: 0,
        zero: true,
        past_end: true,
        short: true,
        odd: true,
        runs: true,
        pairs: true,
        compared: Compared::Octets,
    };

    fn runs(&self, units: &[[u8; 2]]) -> Option<Vec<u8>> {
        let mut octets = Vec::new();
        let mut rest = units;
        while let Some(&[row, _]) = rest.first() {
            let of_row = |[high, _]: &&[u8; 2]| *high == row;
            let run: Vec<u8> = if self.adjacent {
                rest.iter().take_while(of_row).map(|[_, low]| *low).collect()
            } else {
                rest.iter().filter(of_row).map(|[_, low]| *low).collect()
            };
            octets.push(u8::try_from(run.len()).ok().filter(|&length| length < 0xFF)?);
            octets.push(row);
            octets.extend(&run);
            rest = rest.get(run.len() + self.skipped..).unwrap_or_default();
        }
        Some(octets)
    }

    fn compress(&self, text: &[u32]) -> Option<Vec<u8>> {
        let units: Vec<[u8; 2]> = units(text).into_iter().map(u16::to_be_bytes).collect();
        let runs = self.runs(&units)?;
        if runs.len() as isize <= 2 * units.len() as isize + self.surplus {
            return Some(runs);
        }
        let mut octets = vec![0xFF];
        octets.extend(units.into_iter().flatten());
        Some(octets)
    }

    fn decompress(&self, octets: &[u8]) -> Option<Vec<u16>> {
        let (&first, rest) = octets.split_first()?;
        if first == 0xFF {
            let refused = rest.is_empty() && self.short || rest.len() % 2 == 1 && self.odd;
            return (!refused).then(|| rest.chunks_exact(2).map(unit).collect());
        }
        let mut units = Vec::new();
        let mut rest = octets;
        while let Some((&length, behind)) = rest.split_first() {
            let Some((&row, lows)) = behind.split_first() else {
                return (!self.short).then_some(units);
            };
            if length == 0 && self.zero || lows.is_empty() && self.short || !self.runs {
                return None;
            }
            let length = usize::from(length.max(1));
            if length > lows.len() && self.past_end {
                return None;
            }
            let (run, after) = lows.split_at(length.min(lows.len()));
            units.extend(run.iter().map(|&low| unit(&[row, low])));
            rest = after;
        }
        Some(units)
    }

    fn is_due(&self, octets: &[u8], text: &[u32]) -> bool {
        let marked = octets.first() == Some(&0xFF);
        let utf16 = 2 * units(text).len();
        let runs = || {
            let units: Vec<[u8; 2]> = units(text).into_iter().map(u16::to_be_bytes).collect();
            self.runs(&units).map_or(usize::MAX, |runs| runs.len())
        };
        match self.compared {
            Compared::OctetsAfterMarker if !marked => true,
            Compared::Octets | Compared::OctetsAfterMarker => {
                self.compress(text).as_deref() == Some(octets)
            }
            Compared::Lengths if !marked => octets.len() <= utf16,
            Compared::LengthsTheWrongWay if !marked => utf16 <= octets.len(),
            Compared::Lengths | Compared::LengthsTheWrongWay => runs() > utf16,
            Compared::Nothing => true,
        }
    }
}

impl Payload for Lace {
    fn encode(&self, label: &[u32]) -> Option<String> {
        Some(self.base32.encode(&self.compress(label)?))
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        let octets = self.base32.decode(payload)?;
        let text = text_of(&self.decompress(&octets)?, !self.pairs)?;
        self.is_due(&octets, &text).then_some(text)
    }
}

fn unit(octets: &[u8]) -> u16 {
    octets.iter().fold(0, |unit, &octet| unit << 8 | u16::from(octet))
}
