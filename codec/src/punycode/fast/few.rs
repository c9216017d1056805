//! The encoder for up to four insertions: one number after the other.
//!
//! A few numbers take less time than the vectors of [`encode`](mod@super::encode) take to start. As
//! there, no branch depends on the code points: each is compared with every other, and all five
//! digits that a number can have are computed.
//!
//! `bücher` has one insertion, U+00FC (252) at index 1. Its delta, from the state n = 128, i = 0
//! and with six code points there, is (252 - 128) * 6 + 1 - 0 = 745. With the bias 72 the thresholds
//! are 1, 1, 26, so 745 = 10 + 35 * 21, and the digits are 10, 21, 0: `kva`.

use super::MOST;
use super::bias::{SHIFT, adapted_bias};
use super::encode::{DIGITS, Work};
use crate::bootstring::ParameterSet;

impl<const KEYS: usize, const SORTED: usize, const CODE: usize> Work<KEYS, SORTED, CODE> {
    /// Appends the numbers of at most `FEW` keys, a power of two. Returns the end of the code, or
    /// `None` if a number is too long.
    #[inline(always)]
    pub(super) fn write_few<const FEW: usize>(&mut self, at: usize) -> Option<usize> {
        let mut at = at;
        let insertions = insertions::<FEW>(self.keys.first_chunk()?);
        let (mut n, mut i, mut bias) = (PUNYCODE.initial_n, 0, PUNYCODE.initial_bias);
        for (number, insertion) in insertions.into_iter().enumerate().take(self.count) {
            let points = self.literals + number + 1;
            let (code_point, index) = (insertion >> INDEX_BITS, insertion & (MOST as u32 - 1));
            let delta = (code_point - n) * points as u32 + index - i;
            (n, i) = (code_point, index + 1);
            let (word, length) = digits(delta, bias)?;
            self.code
                .get_mut(at..)?
                .first_chunk_mut()
                .map(|to| *to = word.to_le_bytes())?;
            at += length;
            bias = u32::from(adapted_bias(delta, points, number == 0));
        }
        Some(at)
    }
}

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

/// The number of bits below the code point in a key or an insertion.
const INDEX_BITS: u32 = MOST.trailing_zeros();

/// The insertions in their order, each as `code_point << 6 | index`.
///
/// Insertions go by code point, so the rank of a key is the number of smaller keys. The index of an
/// insertion is the position in the text less the greater keys to the left, which are inserted
/// later. In `éaà` the key of `é` (E9) has the position 0 and the key of `à` (E0) the position 2. `à`
/// comes first, at index 2 - 1 = 1; `é` comes second, at index 0.
#[inline(always)]
fn insertions<const FEW: usize>(keys: &[i32; FEW]) -> [u32; FEW] {
    let mut ranks = [0; FEW];
    let mut indices = [0; FEW];
    for (this, &key) in keys.iter().enumerate() {
        // A greater key to the left is inserted later.
        let mut missing = 0;
        for (left, &other) in keys[..this].iter().enumerate() {
            let greater = u32::from(other > key);
            missing += greater;
            ranks[left] += greater;
        }
        ranks[this] += this as u32 - missing;
        indices[this] = key as u32 - missing;
    }
    let mut insertions = [0; FEW];
    for (rank, index) in ranks.into_iter().zip(indices) {
        insertions[rank as usize % FEW] = index;
    }
    insertions
}

/// The characters of a number, with the first in the lowest octet, and how many they are. `None` if
/// the number has more than [`DIGITS`] digits.
///
/// For example 745 with the bias 72, place by place:
///
/// | place | threshold | rest | next = (rest - threshold) / (36 - threshold) | digit = rest - next * (36 - threshold) |
/// | --- | --- | --- | --- | --- |
/// | 1 | 1 | 745 | 744 / 35 = 21 | 745 - 735 = 10, `k` |
/// | 2 | 1 | 21 | 20 / 35 = 0 | 21, `v` |
/// | 3 | 26 | 0 | 0 | 0, `a` |
///
/// The number ends at the first place where the rest is below the threshold: the third.
#[inline(always)]
fn digits(number: u32, bias: u32) -> Option<(u64, usize)> {
    let mut rest = number;
    let mut word = 0;
    let mut length = 1;
    for place in 1..DIGITS as u32 {
        let threshold = threshold(place, bias);
        let spare = rest.saturating_sub(threshold);
        let next = (u64::from(spare) * RECIPROCALS[threshold as usize]) >> SHIFT;
        let next = next as u32;
        length += usize::from(rest >= threshold);
        word |= u64::from(rest - next * (PUNYCODE.base - threshold)) << (8 * (place - 1));
        rest = next;
    }
    if rest >= threshold(DIGITS as u32, bias) {
        return None;
    }
    word |= u64::from(rest) << (8 * (DIGITS - 1));
    // The digit values 26 to 35 are the characters 0 to 9.
    let decimals = ((word + EACH * (0x80 - LETTERS)) >> 7) & EACH;
    Some((word + EACH * A - decimals * (A + LETTERS - ZERO), length))
}

/// The threshold at a place. The first digit has the place 1.
#[inline(always)]
fn threshold(place: u32, bias: u32) -> u32 {
    (PUNYCODE.base * place)
        .saturating_sub(bias)
        .clamp(PUNYCODE.t_min, PUNYCODE.t_max)
}

const LETTERS: u64 = 26;
const A: u64 = b'a' as u64;
const ZERO: u64 = b'0' as u64;

/// 1 in each octet.
const EACH: u64 = 0x0101_0101_0101_0101;

/// 1 / (36 - threshold) for each threshold, in units of `1 << SHIFT`, rounded up.
static RECIPROCALS: [u64; 32] = {
    let mut reciprocals = [0; 32];
    let mut threshold = 0;
    while threshold < reciprocals.len() {
        reciprocals[threshold] = (1_u64 << SHIFT).div_ceil(PUNYCODE.base as u64 - threshold as u64);
        threshold += 1;
    }
    reciprocals
};
