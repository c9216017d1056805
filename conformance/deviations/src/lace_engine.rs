//! LACE with a switch for every known fault.

use super::base32::Base32;
use super::label::{Payload, text_of, units};

/// The encoding, right but for the switches.
#[expect(clippy::struct_excessive_bools, reason = "each switch is thrown by itself")]
pub(super) struct Lace {
    /// Base32.
    pub(super) base32: Base32,
    /// How many octets more than the UTF-16 the runs may take.
    pub(super) surplus: isize,
    /// The units of a run are adjacent.
    pub(super) adjacent: bool,
    /// How many units are skipped after a run.
    pub(super) passed_over: usize,
    /// A run of length zero is refused; if not, it is one of length 1.
    pub(super) zero: bool,
    /// A run that is longer than the octets is refused; if not, it ends with them.
    pub(super) past_end: bool,
    /// Fewer octets than a form needs are refused.
    pub(super) short: bool,
    /// An odd number of octets is refused after FF.
    pub(super) odd: bool,
    /// Runs are read.
    pub(super) runs: bool,
    /// Unpaired surrogates are refused.
    pub(super) pairs: bool,
    /// How it is told whether the form is the due one.
    pub(super) compared: Compared,
}

/// How it is told whether a text was written in the form that is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    /// It is compressed once more.
    Octets,
    /// By the lengths of both forms.
    Lengths,
    /// By the lengths, of which the wrong one must be greater.
    LengthsTheWrongWay,
    /// By compressing once more, but only after FF.
    OctetsBehindMarker,
    /// Not at all.
    Nothing,
}

impl Lace {
    /// Nothing wrong.
    pub(super) const RIGHT: Self = Self {
        base32: Base32::Right,
        surplus: 0,
        adjacent: true,
        passed_over: 0,
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
            rest = rest.get(run.len() + self.passed_over..).unwrap_or_default();
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
            Compared::OctetsBehindMarker if !marked => true,
            Compared::Octets | Compared::OctetsBehindMarker => {
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
