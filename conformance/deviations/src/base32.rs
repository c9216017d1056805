//! Base32 of RACE and LACE with a switch for every way in which it is got wrong.

/// The digits and how they are read.
pub(super) struct Base32 {
    /// The digits, from 0 on.
    pub(super) digits: &'static str,
    /// Any other character is refused; if not, it is 31.
    pub(super) foreign: bool,
    /// Numbers of digits that no octets give are refused.
    pub(super) lengths: bool,
    /// The bits that are left over must be zero.
    pub(super) padding: bool,
}

impl Base32 {
    /// Nothing wrong.
    pub(super) const RIGHT: Self = Self {
        digits: "abcdefghijklmnopqrstuvwxyz234567",
        foreign: true,
        lengths: true,
        padding: true,
    };

    pub(super) fn encode(&self, octets: &[u8]) -> Option<String> {
        let mut bits: Vec<u8> =
            octets.iter().flat_map(|octet| (0..8).rev().map(move |at| octet >> at & 1)).collect();
        bits.resize(bits.len().next_multiple_of(5), 0);
        bits.chunks(5).map(|bits| self.digits.chars().nth(number(bits).into())).collect()
    }

    pub(super) fn decode(&self, payload: &[u32]) -> Option<Vec<u8>> {
        if self.lengths && matches!(payload.len() % 8, 1 | 3 | 6) {
            return None;
        }
        let mut bits = Vec::with_capacity(payload.len() * 5);
        for &c in payload {
            let digit = char::from_u32(c)
                .and_then(|c| self.digits.find(c.to_ascii_lowercase()))
                .or((!self.foreign).then_some(31))?;
            bits.extend((0..5).rev().map(|at| (digit >> at & 1) as u8));
        }
        let (octets, left_over) = bits.split_at(bits.len() / 8 * 8);
        if self.padding && left_over.contains(&1) {
            return None;
        }
        Some(octets.chunks(8).map(number).collect())
    }
}

fn number(bits: &[u8]) -> u8 {
    bits.iter().fold(0, |number, bit| number << 1 | bit)
}
