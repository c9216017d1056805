//! The packing core: position codes to octal digits and back (section 5.4), for keys of any length.
//!
//! Both directions run once over the symbols, lowest first, through a 64-bit accumulator.

use alloc::vec::Vec;
use core::ops::Range;

use super::keypad::Place;
use super::{Profile, Strictness};
use crate::{Error, ErrorKind};

/// The bits that every nonzero key carries below the vector: the count of extra zeros.
const LL_BITS: u32 = 2;
/// The bits of an octal digit.
const TRIAD: usize = 3;

/// The number of bits that the position codes take together.
pub(super) fn capacity(places: &[Place]) -> usize {
    places.iter().map(|place| place.bits() as usize).sum()
}

/// The number of bits of the vector up to its highest one, 0 for the zero vector.
pub(super) fn significant_bits(lowest_first: &[Place]) -> usize {
    match lowest_first.iter().rposition(|place| place.code() != 0) {
        Some(top) => {
            let code = lowest_first[top].code();
            capacity(&lowest_first[..top]) + (u64::BITS - code.leading_zeros()) as usize
        }
        None => 0,
    }
}

/// LL: how many extra zeros bring the vector and the two bits of LL to whole triads.
pub(super) const fn extra_zeros(significant_bits: usize) -> u32 {
    ((TRIAD - (significant_bits + LL_BITS as usize) % TRIAD) % TRIAD) as u32
}

/// Writes the key digits of the symbols, highest first.
pub(super) fn pack(lowest_first: &[Place], profile: Profile, out: &mut Vec<u8>) {
    let zero = profile.zero() as u8;
    let significant = significant_bits(lowest_first);
    if significant == 0 {
        // Section 5.6: aligning nothing would give the digit 1.
        out.push(zero);
        return;
    }
    let extra = extra_zeros(significant);
    let digits = (significant + (LL_BITS + extra) as usize) / TRIAD;
    let start = out.len();
    out.resize(start + digits, zero);
    let mut places = lowest_first.iter();
    let mut bits = Accumulator { value: u64::from(extra), length: LL_BITS + extra };
    for digit in out[start..].iter_mut().rev() {
        while bits.length < TRIAD as u32 {
            // Above the last symbol stand zeros.
            let Some(place) = places.next() else { break };
            bits.put(place.code(), place.bits());
        }
        *digit = zero + bits.take(TRIAD as u32) as u8;
    }
}

/// The digits of a key that passed [`check`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'a> {
    /// The digits from the first nonzero one on.
    digits: &'a [u8],
    zero: u8,
    /// LL and the extra zeros.
    alignment: u32,
}

impl Key<'_> {
    /// Moves each symbol to the position that the key gives it. The symbols stand at the first
    /// position of their keys before.
    pub(super) fn unpack(&self, lowest_first: &mut [Place]) {
        let mut digits = self.digits.iter().rev().map(|digit| u64::from(digit - self.zero));
        let mut bits = Accumulator { value: 0, length: 0 };
        let mut take = |count| {
            while bits.length < count {
                // Above the highest bit of the key stand the zeros that were not written.
                bits.put(digits.next().unwrap_or(0), TRIAD as u32);
            }
            bits.take(count)
        };
        take(self.alignment);
        for place in lowest_first {
            *place = place.at(take(place.bits()));
        }
    }
}

/// The key in `range` of `number`, checked against the `capacity` of its hash in the order of the
/// document's rules.
pub(super) fn check(
    number: &[u8],
    range: Range<usize>,
    profile: Profile,
    capacity: usize,
    strictness: Strictness,
) -> Result<Key<'_>, Error> {
    let zero = profile.zero() as u8;
    let first = range.start;
    let digits = &number[range];
    if digits.is_empty() {
        return Err(Error::new(ErrorKind::KeyEmpty, first));
    }
    if let Some(at) = digits.iter().position(|digit| !(zero..zero + 8).contains(digit)) {
        return Err(Error::new(ErrorKind::KeyDigit, first + at));
    }
    let zeros = digits.iter().take_while(|&&digit| digit == zero).count();
    check_digits(digits, zeros, zero, capacity, strictness).map_err(|kind| match kind {
        ErrorKind::KeyLlReserved | ErrorKind::KeySpareBits => {
            Error::new(kind, first + digits.len() - 1)
        }
        _ => Error::new(kind, first),
    })
}

/// The rules for digits that are all of the profile. `zeros` is the number of leading zero digits.
///
/// Looks at no more than three digits, so that many readings of one number stay linear.
pub(super) fn check_digits(
    digits: &[u8],
    zeros: usize,
    zero: u8,
    capacity: usize,
    strictness: Strictness,
) -> Result<Key<'_>, ErrorKind> {
    let strict = strictness == Strictness::Strict;
    if strict && zeros > 0 && digits.len() > 1 {
        return Err(ErrorKind::KeyLeadingZero);
    }
    let digits = &digits[zeros..];
    let Some((&highest, rest)) = digits.split_first() else {
        return Ok(Key { digits, zero, alignment: 0 });
    };
    let low = digits.iter().rev().take(2).enumerate();
    let low = low.fold(0, |low, (at, digit)| low | u32::from(digit - zero) << (TRIAD * at));
    let extra = low & 0b11;
    if extra == 3 {
        return Err(ErrorKind::KeyLlReserved);
    }
    if (low >> LL_BITS) & ((1 << extra) - 1) != 0 {
        return Err(ErrorKind::KeySpareBits);
    }
    if strict && highest - zero < 4 {
        return Err(ErrorKind::KeyMisaligned);
    }
    let highest_bits = (u8::BITS - (highest - zero).leading_zeros()) as usize;
    let alignment = LL_BITS + extra;
    // A key that is all alignment has no bits above it, which only the lenient reader meets.
    let significant = (rest.len() * TRIAD + highest_bits).saturating_sub(alignment as usize);
    if significant > capacity {
        return Err(ErrorKind::KeyTooLong);
    }
    Ok(Key { digits, zero, alignment })
}

/// Bits on their way from symbols to digits or back.
struct Accumulator {
    value: u64,
    length: u32,
}

impl Accumulator {
    fn put(&mut self, bits: u64, count: u32) {
        self.value |= bits << self.length;
        self.length += count;
    }

    fn take(&mut self, count: u32) -> u64 {
        let bits = self.value & ((1 << count) - 1);
        self.value >>= count;
        self.length = self.length.saturating_sub(count);
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::super::keypad::read_address;
    use super::*;

    fn octal(address: &str) -> Vec<u8> {
        let mut out = Vec::new();
        pack(&read_address(address.as_bytes()).unwrap(), Profile::Octal, &mut out);
        out
    }

    #[test]
    fn packs_the_example_of_section_5_4() {
        // 01 00 10 10 01 with 001 below: 100 101 001 001.
        assert_eq!(octal("alice"), b"4511");
    }

    #[test]
    fn key_is_not_bounded_by_a_machine_word() {
        // 62 symbols n are 62 times 10, which is 124 bits; with 00 below, 126 bits or 42 digits:
        // the pattern 101 010 again and again, and 000 after the last 10 moved up by two.
        let key = octal(&"n".repeat(62));
        assert_eq!(key.len(), 42);
        assert_eq!(&key[..4], b"5252");
        assert_eq!(&key[38..], b"5250");
    }

    #[test]
    fn alignment_is_zero_to_two_zeros() {
        // Section 5.4: 10 bits would need none, 9 need one; section 5.5: 38 need two.
        assert_eq!([10, 9, 38].map(extra_zeros), [0, 1, 2]);
    }
}
