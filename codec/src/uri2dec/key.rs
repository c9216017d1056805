//! The packing core: position codes to octal digits and back (section 5.4), for keys of any length.
//!
//! Both directions run once over the symbols, lowest first, through a 64-bit accumulator: eight
//! symbols take at most 24 bits, and 24 bits are eight digits.

use alloc::vec::Vec;
use core::ops::Range;

use super::keypad::Place;
use super::{Profile, Strictness};
use crate::{Error, ErrorKind};

/// The bits that every nonzero key carries below the vector: the count of extra zeros.
const LL_BITS: u32 = 2;
/// The bits of an octal digit.
const TRIAD: usize = 3;
/// The symbols, and the digits, that pass through the accumulator together.
const GROUP: usize = 8;
/// The bits of a group of digits, and the most that a group of symbols takes.
const GROUP_BITS: u32 = 24;
/// A one in every octet of a group of digits.
const EACH: u64 = 0x0101_0101_0101_0101;

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
    let mut end = out.len();
    let mut bits = Accumulator { value: u64::from(extra), length: LL_BITS + extra };
    for group in lowest_first.chunks(GROUP) {
        for place in group {
            bits.put(place.code(), place.bits());
        }
        if bits.length >= GROUP_BITS {
            if end - start < GROUP {
                break;
            }
            let digits = spread(bits.take(GROUP_BITS)) + EACH * u64::from(zero);
            out[end - GROUP..end].copy_from_slice(&digits.to_be_bytes());
            end -= GROUP;
        }
    }
    for digit in out[start..end].iter_mut().rev() {
        *digit = zero + bits.take(TRIAD as u32) as u8;
    }
}

/// 24 bits as eight octets of three, the lowest in the lowest.
const fn spread(bits: u64) -> u64 {
    let halves = (bits | bits << 20) & 0x0000_0fff_0000_0fff;
    let quarters = (halves | halves << 10) & 0x003f_003f_003f_003f;
    (quarters | quarters << 5) & 0x0707_0707_0707_0707
}

/// Undoes [`spread`].
const fn join(octets: u64) -> u64 {
    let quarters = (octets | octets >> 5) & 0x003f_003f_003f_003f;
    let halves = (quarters | quarters >> 10) & 0x0000_0fff_0000_0fff;
    (halves | halves >> 20) & 0x00ff_ffff
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
        let mut rest = self.digits;
        let mut bits = Accumulator { value: 0, length: 0 };
        self.fill(&mut bits, &mut rest);
        bits.take(self.alignment);
        for group in lowest_first.chunks_mut(GROUP) {
            self.fill(&mut bits, &mut rest);
            for place in group {
                *place = place.at(bits.take(place.bits()));
            }
        }
    }

    /// Brings the accumulator to the bits of a group, or to the end of the key, above which stand
    /// the zeros that were not written.
    fn fill(&self, bits: &mut Accumulator, rest: &mut &[u8]) {
        while bits.length < GROUP_BITS {
            if let Some((before, group)) = rest.split_last_chunk::<GROUP>() {
                let digits = u64::from_be_bytes(*group) - EACH * u64::from(self.zero);
                bits.put(join(digits), GROUP_BITS);
                *rest = before;
            } else if let Some((digit, before)) = rest.split_last() {
                bits.put(u64::from(digit - self.zero), TRIAD as u32);
                *rest = before;
            } else {
                return;
            }
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
    let foreign = |digit: &u8| digit.wrapping_sub(zero) >= 8;
    // Counting without a way out is the faster loop where nothing is wrong.
    if digits.iter().filter(|digit| foreign(digit)).count() > 0 {
        let at = digits.iter().position(foreign).unwrap_or_default();
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
    fn groups_of_digits_are_the_octal_digits() {
        assert_eq!(spread(0o76543210), 0x0706_0504_0302_0100);
        for bits in (0..1 << 24).step_by(997) {
            assert_eq!(join(spread(bits)), bits);
        }
    }

    #[test]
    fn alignment_is_zero_to_two_zeros() {
        // Section 5.4: 10 bits would need none, 9 need one; section 5.5: 38 need two.
        assert_eq!([10, 9, 38].map(extra_zeros), [0, 1, 2]);
    }
}
