//! RACE with a field for each known fault.

use super::base32::Base32;
use super::label::{Payload, text_of, units};

/// The encoding. Each field that differs from [`RIGHT`](Self::RIGHT) is a fault.
#[expect(clippy::struct_excessive_bools, reason = "each is a fault by itself")]
pub(super) struct Race {
    /// The Base32 of the octets.
    pub(super) base32: Base32,
    /// The modes that refuse U+0099.
    pub(super) u0099: U0099,
    /// Escapes FF in the row of the header.
    pub(super) escaped: bool,
    /// Writes row 0 beside another row in one-octet mode.
    pub(super) mixed: bool,
    /// Writes one-octet mode.
    pub(super) one_octet: bool,
    /// Refuses the rows from D9 to this one as a header.
    pub(super) last_surrogate_row: u8,
    /// Refuses unpaired surrogates.
    pub(super) pairs: bool,
    /// Refuses a header without a character after it.
    pub(super) body: bool,
    /// Refuses FF at the end.
    pub(super) escape_at_end: bool,
    /// Refuses an odd number of octets in two-octet mode.
    pub(super) odd: bool,
    /// The modes in which the octets are compared with those that compression gives.
    pub(super) compared: Compared,
}

/// The modes that refuse U+0099.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum U0099 {
    InOneOctetMode,
    Everywhere,
    Nowhere,
}

/// The modes in which the octets are compared with those that compression gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    All,
    /// Only this mode.
    OneOctetMode,
    TwoOctetMode,
    Nothing,
}

impl Race {
    /// The encoding without a fault.
    pub(super) const RIGHT: Self = Self {
        base32: Base32::Right,
        u0099: U0099::InOneOctetMode,
        escaped: true,
        mixed: true,
        one_octet: true,
        last_surrogate_row: 0xDF,
        pairs: true,
        body: true,
        escape_at_end: true,
        odd: true,
        compared: Compared::All,
    };

    fn compress(&self, label: &[u32]) -> Option<Vec<u8>> {
        if self.u0099 == U0099::Everywhere && label.contains(&0x99) {
            return None;
        }
        let units: Vec<[u8; 2]> = units(label).into_iter().map(u16::to_be_bytes).collect();
        let mut rows: Vec<u8> = units.iter().map(|[row, _]| *row).collect();
        rows.sort_unstable();
        rows.dedup();
        let row = match *rows {
            [row] if self.one_octet => row,
            [0, row] if self.mixed && self.one_octet => row,
            _ => {
                let mut octets = vec![0xD8];
                octets.extend(units.into_iter().flatten());
                return Some(octets);
            }
        };
        let mut octets = vec![row];
        for [high, low] in units {
            match (high, low) {
                (0, 0x99) if self.u0099 != U0099::Nowhere => return None,
                (high, 0xFF) if high == row && self.escaped => octets.extend([0xFF, 0x99]),
                (high, low) if high == row => octets.push(low),
                (_, low) => octets.extend([0xFF, low]),
            }
        }
        Some(octets)
    }

    fn decompress(&self, octets: &[u8]) -> Option<Vec<u32>> {
        let (&row, rest) = octets.split_first()?;
        if rest.is_empty() && self.body {
            return None;
        }
        if row == 0xD8 {
            if rest.len() % 2 == 1 && self.odd {
                return None;
            }
            let units: Vec<u16> = rest.chunks_exact(2).map(unit).collect();
            return text_of(&units, !self.pairs);
        }
        if (0xD9..=self.last_surrogate_row).contains(&row) {
            return None;
        }
        let mut units = Vec::new();
        let mut lows = rest.iter();
        while let Some(&low) = lows.next() {
            units.push(match (low, row) {
                (0xFF, _) => match lows.next() {
                    Some(0x99) => unit(&[row, 0xFF]),
                    Some(&low) => u16::from(low),
                    None if self.escape_at_end => return None,
                    None => unit(&[row, 0xFF]),
                },
                (0x99, 0) if self.u0099 != U0099::Nowhere => return None,
                _ => unit(&[row, low]),
            });
        }
        text_of(&units, true)
    }
}

impl Payload for Race {
    fn encode(&self, label: &[u32]) -> Option<String> {
        Some(self.base32.encode(&self.compress(label)?))
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        let octets = self.base32.decode(payload)?;
        let text = self.decompress(&octets)?;
        if self.u0099 == U0099::Everywhere && text.contains(&0x99) {
            return None;
        }
        let compared = match self.compared {
            Compared::All => true,
            Compared::OneOctetMode => octets.first() != Some(&0xD8),
            Compared::TwoOctetMode => octets.first() == Some(&0xD8),
            Compared::Nothing => false,
        };
        (!compared || self.compress(&text).as_ref() == Some(&octets)).then_some(text)
    }
}

fn unit(octets: &[u8]) -> u16 {
    octets.iter().fold(0, |unit, &octet| unit << 8 | u16::from(octet))
}
