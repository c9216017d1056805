//! Encoding a label with few insertions: one number after the other.
//!
//! What the lanes take to get started is longer than a few numbers take. Here, too, no branch
//! depends on the code points: they are compared each with each, and all digits that a number can
//! have are computed.

use super::MOST;
use super::bias::{SHIFT, adapted_bias};
use super::encode::{DIGITS, Work};
use crate::bootstring::ParameterSet;

impl<const KEYS: usize, const SORTED: usize, const CODE: usize> Work<KEYS, SORTED, CODE> {
    /// Appends the numbers of at most `FEW` keys, a power of two; gives their end.
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
            self.code.get_mut(at..)?.first_chunk_mut().map(|to| *to = word.to_le_bytes())?;
            at += length;
            bias = u32::from(adapted_bias(delta, points, number == 0));
        }
        Some(at)
    }
}

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

/// In keys and insertions, the bits below the code point.
const INDEX_BITS: u32 = MOST.trailing_zeros();

/// What is inserted, in this order, each as `code_point << 6 | index`.
#[inline(always)]
fn insertions<const FEW: usize>(keys: &[i32; FEW]) -> [u32; FEW] {
    let mut ranks = [0; FEW];
    let mut indices = [0; FEW];
    for (this, &key) in keys.iter().enumerate() {
        // A greater one to the left is not there yet.
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

/// The characters of a number, the first one lowest, and how many there are, if [`DIGITS`] are
/// enough.
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
    // Zeros follow the letters.
    let decimals = ((word + EACH * (0x80 - LETTERS)) >> 7) & EACH;
    Some((word + EACH * A - decimals * (A + LETTERS - ZERO), length))
}

/// The threshold of a digit, the first one of which has the place 1.
#[inline(always)]
fn threshold(place: u32, bias: u32) -> u32 {
    (PUNYCODE.base * place).saturating_sub(bias).clamp(PUNYCODE.t_min, PUNYCODE.t_max)
}

const LETTERS: u64 = 26;
const A: u64 = b'a' as u64;
const ZERO: u64 = b'0' as u64;

/// One in each octet.
const EACH: u64 = 0x0101_0101_0101_0101;

/// For each threshold what is multiplied by to divide by the rest of the base, in units of
/// `1 << SHIFT`.
static RECIPROCALS: [u64; 32] = {
    let mut reciprocals = [0; 32];
    let mut threshold = 0;
    while threshold < reciprocals.len() {
        reciprocals[threshold] = (1_u64 << SHIFT).div_ceil(PUNYCODE.base as u64 - threshold as u64);
        threshold += 1;
    }
    reciprocals
};
