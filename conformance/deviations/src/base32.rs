//! Wrong Base32 for RACE and LACE: the codec's Base32, with digits translated before it reads them and
//! after it has written them.

use acegate_codec::base32;

/// Base32 with one fault or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base32 {
    Right,
    /// The digits are `a` to `z` and `3` to `8`.
    From3,
    /// A character that is not a digit is read as 31.
    ForeignAs31,
    /// The filling bits of the last digit are not checked.
    LeftOverBits,
    /// The last digit is dropped if no octets give so many; filling bits are not checked.
    AnyLength,
}

const DIGITS: &str = "abcdefghijklmnopqrstuvwxyz234567";

impl Base32 {
    pub(super) fn encode(self, octets: &[u8]) -> String {
        let next = |c: char| {
            if c.is_ascii_digit() {
                char::from(c as u8 + 1)
            } else {
                c
            }
        };
        let digits = base32::encode(octets);
        if self == Self::From3 {
            digits.chars().map(next).collect()
        } else {
            digits
        }
    }

    pub(super) fn decode(self, payload: &[u32]) -> Option<Vec<u8>> {
        let mut digits: String = payload
            .iter()
            .map(|&c| self.digit(c))
            .collect::<Option<_>>()?;
        if self == Self::AnyLength && matches!(digits.len() % 8, 1 | 3 | 6) {
            digits.pop();
        }
        if matches!(self, Self::LeftOverBits | Self::AnyLength) {
            let left_over = digits.len() * 5 % 8;
            let last = digits.pop().and_then(|last| DIGITS.find(last));
            digits.extend(last.and_then(|last| DIGITS.chars().nth(last >> left_over << left_over)));
        }
        base32::decode(&digits).ok()
    }

    /// The right digit for a character.
    fn digit(self, c: u32) -> Option<char> {
        let c = char::from_u32(c).unwrap_or_default().to_ascii_lowercase();
        match (self, c) {
            (_, 'a'..='z') => Some(c),
            (Self::From3, '3'..='8') => Some(char::from(c as u8 - 1)),
            (Self::From3, _) => None,
            (_, '2'..='7') => Some(c),
            (Self::ForeignAs31, _) => Some('7'),
            _ => None,
        }
    }
}
