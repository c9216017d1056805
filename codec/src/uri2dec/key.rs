//! The key: the alignment of the vector to octal digits, and the checks of a key (section 5.4).
//!
//! The vector of `alice` has nine significant bits. With the two bits of LL that makes 11, so one
//! extra zero makes 12, four digits. The alignment is the extra zero and LL = 01.

use core::ops::Range;

use super::{Profile, Strictness};
use crate::error::{Error, ErrorKind};

/// The number of bits of LL, which every nonzero key has below the vector.
const LL_BITS: u32 = 2;
/// The number of bits of an octal digit.
const TRIAD: usize = 3;

/// The bits below the vector, which are the extra zeros and LL.
pub(super) struct Alignment {
    /// The number of digits of the key: for the vector, the extra zeros and LL.
    pub(super) digits: usize,
    /// LL, the number of extra zeros that bring the vector and the two bits of LL to whole digits.
    pub(super) extra: u32,
}

impl Alignment {
    /// The alignment of a vector with this number of bits up to its highest 1; 0 for the zero vector.
    pub(super) const fn of(significant: usize) -> Self {
        if significant == 0 {
            // Section 5.6: an alignment of the zero vector would give the digit 1.
            return Self {
                digits: 1,
                extra: 0,
            };
        }
        let digits = (significant + LL_BITS as usize).div_ceil(TRIAD);
        Self {
            digits,
            extra: (digits * TRIAD - significant) as u32 - LL_BITS,
        }
    }

    /// The bits as the octet that follows the lowest octet of the vector, with zeros below them. For
    /// LL = 1 they are 001, so the octet is 20 in hexadecimal.
    pub(super) const fn octet(&self) -> u8 {
        (self.extra << (u8::BITS - LL_BITS - self.extra)) as u8
    }
}

/// The digits of a key that passed [`check`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'a> {
    /// The digits from the first nonzero one on.
    pub(super) digits: &'a [u8],
    /// The digit of the profile for three zero bits.
    pub(super) zero: u8,
    /// The number of bits below the vector.
    pub(super) alignment: u32,
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
    // A loop without an early exit is faster for valid keys.
    if digits
        .iter()
        .fold(false, |fault, digit| fault | foreign(digit))
    {
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

/// Checks a key whose characters are all digits of the profile. `zeros` is the number of leading zero
/// digits.
///
/// It looks at three digits at most, so that reading a number in many ways takes linear time.
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
        return Ok(Key {
            digits,
            zero,
            alignment: 0,
        });
    };
    let low = digits.iter().rev().take(2).enumerate();
    let low = low.fold(0, |low, (at, digit)| {
        low | u32::from(digit - zero) << (TRIAD * at)
    });
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
    // A key may have the bits of the alignment only. Only the lenient reader accepts such a key.
    let significant = (rest.len() * TRIAD + highest_bits).saturating_sub(alignment as usize);
    if significant > capacity {
        return Err(ErrorKind::KeyTooLong);
    }
    Ok(Key {
        digits,
        zero,
        alignment,
    })
}
