//! UTF-6 with a field for each known fault.

use super::label::{HYPHEN, Payload, text_of, units};

/// The transformation. Each field that differs from [`RIGHT`](Self::RIGHT) is a fault.
#[expect(clippy::struct_excessive_bools, reason = "each is a fault by itself")]
pub(super) struct Utf6 {
    /// The first digits, from 0 on.
    pub(super) first_digits: &'static str,
    /// Writes a digit for zero.
    pub(super) zero: bool,
    /// Writes headers and digits in lower case.
    pub(super) small: bool,
    /// Reads upper-case letters like lower-case ones.
    pub(super) capitals: bool,
    /// Rejects letters after `v` as first digits.
    pub(super) first_digits_tested: bool,
    /// Writes a hyphen as itself.
    pub(super) literal_hyphen: bool,
    /// Compares units with the first that counts, not with the first of all.
    pub(super) first_that_counts: bool,
    /// The least number of units with a header.
    pub(super) least: usize,
    /// Writes the header `z`.
    pub(super) nibbles: bool,
    /// The number of bits by which a unit is shifted for the number after `z`.
    pub(super) nibble_shift: u32,
    /// Writes a header even if the label is not shorter with it.
    pub(super) always: bool,
    /// Writes UTF-16 units, not scalar values.
    pub(super) utf16: bool,
    /// Keeps 16 bits of a number instead of refusing one that is too large.
    pub(super) wraps: bool,
    /// Limits the number of a header.
    pub(super) header_limit: bool,
    /// Refuses a header without a character after it.
    pub(super) body: bool,
    /// Refuses unpaired surrogates.
    pub(super) pairs: bool,
    /// Reads a hyphen as itself alone.
    pub(super) hyphen_alone: bool,
}

impl Utf6 {
    /// The encoding without a fault.
    pub(super) const RIGHT: Self = Self {
        first_digits: "ghijklmnopqrstuv",
        zero: true,
        small: true,
        capitals: true,
        first_digits_tested: true,
        literal_hyphen: true,
        first_that_counts: true,
        least: 2,
        nibbles: true,
        nibble_shift: 12,
        always: true,
        utf16: true,
        wraps: false,
        header_limit: true,
        body: true,
        pairs: true,
        hyphen_alone: true,
    };

    /// The header and the mask of the bits that are still written.
    fn header(&self, numbers: &[u32]) -> Option<(String, u32)> {
        let counted: Vec<u32> = numbers.iter().copied().filter(|&n| n != HYPHEN).collect();
        let plain = Some((String::new(), u32::MAX));
        if counted.len() < self.least {
            return plain;
        }
        let first = if self.first_that_counts { counted.first() } else { numbers.first() };
        let Some(&first) = first else {
            return plain;
        };
        let shared = |shift: u32| counted.iter().all(|n| n >> shift == first >> shift);
        let row = (8, 'y', first >> 8, 0xFF);
        let nibble = (12, 'z', first >> self.nibble_shift, 0xFFF);
        for (shift, letter, number, mask) in [row, nibble] {
            if !shared(shift) || letter == 'z' && !self.nibbles {
                continue;
            }
            let mut header = String::from(letter);
            self.push_number(number, &mut header)?;
            return Some((header, mask));
        }
        plain
    }

    fn body(&self, numbers: &[u32], mask: u32) -> Option<String> {
        let mut body = String::new();
        for &number in numbers {
            if number == HYPHEN && self.literal_hyphen {
                body.push('-');
            } else {
                self.push_number(number & mask, &mut body)?;
            }
        }
        Some(body)
    }

    fn push_number(&self, number: u32, payload: &mut String) -> Option<()> {
        if number == 0 && !self.zero {
            return Some(());
        }
        let digits = format!("{number:x}");
        let first = digits.chars().next()?.to_digit(16)?;
        payload.push(self.first_digits.chars().nth(first as usize)?);
        payload.push_str(&digits[1..]);
        Some(())
    }

    /// Reads one number from the start.
    fn number(&self, rest: &mut &[u8], limit: u64) -> Option<u64> {
        let (&letter, mut after) = rest.split_first()?;
        let place = self.first_digits.find(char::from(letter));
        let untested = (!self.first_digits_tested && letter.is_ascii_lowercase())
            .then(|| usize::from(letter).checked_sub(usize::from(b'g')))
            .flatten();
        let mut number = place.or(untested)? as u64;
        while let Some(digit) = after.first().and_then(|&c| char::from(c).to_digit(16)) {
            after = &after[1..];
            number = (number * 16 + u64::from(digit)).min(1 << 32);
            if self.wraps {
                number &= 0xFFFF;
            }
        }
        *rest = after;
        (number <= limit).then_some(number)
    }

    fn read(&self, payload: &[u8]) -> Option<Vec<u32>> {
        let any = u64::MAX;
        let whole = if self.utf16 { 0xFFFF } else { 0x10_FFFF };
        let mut rest = payload;
        let header = match payload.first() {
            Some(b'y') => Some((if self.header_limit { 0xFF } else { any }, 8, 0xFF)),
            Some(b'z') => Some((if self.header_limit { 0xF } else { any }, 12, 0xFFF)),
            _ => None,
        };
        let (mut common, mut limit) = (0, whole);
        if let Some((largest, shift, part)) = header {
            rest = &rest[1..];
            common = self.number(&mut rest, largest)? << shift;
            limit = part;
            if rest.is_empty() && self.body {
                return None;
            }
        }
        let mut numbers = Vec::new();
        let mut last = 0;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix(b"-") {
                rest = after;
                numbers.push(HYPHEN);
                if self.hyphen_alone {
                    continue;
                }
            } else {
                last = self.number(&mut rest, limit)?;
            }
            numbers.push(common.wrapping_add(last) as u32);
        }
        Some(numbers)
    }
}

impl Payload for Utf6 {
    fn encode(&self, label: &[u32]) -> Option<String> {
        let numbers: Vec<u32> = if self.utf16 {
            units(label).into_iter().map(u32::from).collect()
        } else {
            label.to_vec()
        };
        let (header, mask) = self.header(&numbers)?;
        let payload = header + &self.body(&numbers, mask)?;
        let plain = self.body(&numbers, u32::MAX)?;
        let payload = if !self.always && plain.len() <= payload.len() { plain } else { payload };
        Some(if self.small { payload } else { payload.to_ascii_uppercase() })
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        let octets: Option<Vec<u8>> = payload.iter().map(|&c| u8::try_from(c).ok()).collect();
        let mut octets = octets?;
        if self.capitals {
            octets.make_ascii_lowercase();
        }
        let numbers = self.read(&octets)?;
        if self.utf16 {
            let units: Vec<u16> = numbers.into_iter().map(|number| number as u16).collect();
            return text_of(&units, !self.pairs);
        }
        numbers.iter().all(|&c| char::from_u32(c).is_some()).then_some(numbers)
    }
}
