//! Integers of any size, for answers that do not fit a code point.

use std::fmt;

/// An integer of any size that is not negative.
///
/// RFC 3492 bounds the numbers of a text by the integers of an implementation only, so that a decoder
/// may return numbers of any size.
///
/// # Examples
///
/// ```
/// use acegate_vectors::Integer;
///
/// let integer = Integer::from_decimal("18446744073709551616").ok_or("not an integer")?;
/// assert_eq!(integer.to_hex(), "10000000000000000");
/// assert_eq!(Integer::from_hex("10000000000000000"), Some(integer));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer(pub(crate) String);

impl Integer {
    /// An integer of more digits is not read or written as hexadecimal digits, which takes time that is
    /// quadratic in their number.
    pub const MOST_DIGITS: usize = 256;

    /// The integer that these decimal digits write. `None` if there are none, if another character is
    /// among them, or if a zero leads others.
    #[must_use]
    pub fn from_decimal(digits: &str) -> Option<Self> {
        let has_only_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
        let is_led_by_zero = digits.starts_with('0') && digits != "0";
        if digits.is_empty() || !has_only_digits || is_led_by_zero {
            return None;
        }
        Some(Self(digits.to_owned()))
    }

    /// The integer that these hexadecimal digits write, whatever zeros lead them. `None` if there are
    /// none, or if another character is among them.
    ///
    /// # Complexity
    ///
    /// Quadratic in the number of digits.
    #[must_use]
    pub fn from_hex(digits: &str) -> Option<Self> {
        if digits.is_empty() {
            return None;
        }
        let digits = digits
            .chars()
            .map(|digit| digit.to_digit(16))
            .collect::<Option<Vec<_>>>()?;
        Some(Self(digits_in(&digits, 16, 10)))
    }

    /// The decimal digits.
    #[must_use]
    pub fn as_decimal(&self) -> &str {
        &self.0
    }

    /// The hexadecimal digits, in capitals.
    ///
    /// # Complexity
    ///
    /// Quadratic in the number of digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        let digits: Vec<_> = self
            .0
            .bytes()
            .map(|digit| u32::from(digit - b'0'))
            .collect();
        digits_in(&digits, 10, 16)
    }

    /// The same as a code point; `None` if it does not fit 32 bits.
    #[must_use]
    pub fn to_u32(&self) -> Option<u32> {
        self.0.parse().ok()
    }
}

impl From<u32> for Integer {
    fn from(number: u32) -> Self {
        Self(number.to_string())
    }
}

impl fmt::Display for Integer {
    /// As a code point is written: `U+100000000`. Of an integer of more than [`Integer::MOST_DIGITS`]
    /// decimal digits, the first ones and their number are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.len() {
            0..=Self::MOST_DIGITS => write!(f, "U+{:0>4}", self.to_hex()),
            all => write!(f, "{}… ({all} digits)", &self.0[..Self::MOST_DIGITS / 2]),
        }
    }
}

/// The digits, highest first, of the number that `digits` are in another base, written in `base`.
fn digits_in(digits: &[u32], other: u32, base: u32) -> String {
    let mut lowest_first: Vec<u32> = Vec::new();
    for &digit in digits {
        // The number so far, times the other base, plus the digit.
        let mut carry = digit;
        for place in &mut lowest_first {
            let sum = *place * other + carry;
            *place = sum % base;
            carry = sum / base;
        }
        while carry > 0 {
            lowest_first.push(carry % base);
            carry /= base;
        }
    }
    if lowest_first.is_empty() {
        lowest_first.push(0);
    }
    let highest_first = lowest_first.into_iter().rev();
    highest_first
        .filter_map(|digit| char::from_digit(digit, base))
        .collect::<String>()
        .to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_write_the_same_number() {
        // 2^128 and what 128 bits hold are from their definition; the others from the library.
        let two_to_128 = "340282366920938463463374607431768211456".to_owned();
        let two_to_128 = (two_to_128, "1".to_owned() + &"0".repeat(32));
        let known = [
            0,
            9,
            10,
            0xFC,
            0xFFFF_FFFF,
            1 << 32,
            u128::from(u64::MAX),
            u128::MAX,
        ];
        let known = known.map(|number| (number.to_string(), format!("{number:X}")));
        for (decimal, hex) in known.into_iter().chain([two_to_128]) {
            let integer = Integer::from_decimal(&decimal).unwrap();
            assert_eq!(integer.to_hex(), hex, "{decimal}");
            assert_eq!(integer.as_decimal(), decimal);
            assert_eq!(Integer::from_hex(&hex), Some(integer.clone()), "{decimal}");
            assert_eq!(
                Integer::from_hex(&format!("00{}", hex.to_lowercase())),
                Some(integer)
            );
        }
    }

    #[test]
    fn only_integers_that_are_not_negative_are_read() {
        for wrong in [
            "", "-1", "+1", "01", "00", "1.0", "1e3", "a", " 1", "\u{661}",
        ] {
            assert_eq!(Integer::from_decimal(wrong), None, "{wrong:?}");
        }
        for wrong in ["", "-1", "g", " 1", "\u{661}"] {
            assert_eq!(Integer::from_hex(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn integers_are_shown_as_code_points() {
        let integer = |decimal| Integer::from_decimal(decimal).unwrap();
        assert_eq!(integer("4294967295").to_u32(), Some(u32::MAX));
        assert_eq!(integer("4294967296").to_u32(), None);
        assert_eq!(integer("252").to_string(), "U+00FC");
        assert_eq!(integer("4294967296").to_string(), "U+100000000");
        let most = "9".repeat(Integer::MOST_DIGITS);
        assert!(integer(&most).to_string().starts_with("U+"));
        // In quadratic time, a million digits would take longer than anyone waits.
        let million = integer(&"9".repeat(1_000_000)).to_string();
        assert_eq!(million, format!("{}… (1000000 digits)", &most[..128]));
    }
}
