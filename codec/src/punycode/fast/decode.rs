//! The decoder: it reads number by number, and moves all places at once in vectors.
//!
//! A number can be read only when the number before it is known, because that decides the bias. This
//! chain of steps is kept short. All digits of a number are compared with their thresholds in one
//! word, and multiplied by their weights meanwhile. The thresholds and weights of a bias are in a
//! table, and so is nearly every bias. The moving of places is not part of the chain.
//!
//! The code `bcher-kva` has the literals `bcher` and the digits `k` `v` `a`, with the values 10, 21
//! and 0. The row of the bias 72 has the thresholds 1, 1, 26 and the weights 35, 1225. Only the
//! third digit is below its threshold, so it ends the number: 10 + 21 * 35 + 0 * 1225 = 745. With
//! six code points there, 745 / 6 = 124 and 745 - 124 * 6 = 1: the code point is 128 + 124 = 252,
//! U+00FC, at index 1. The places of `b` `c` `h` `e` `r`, before 0 1 2 3 4, become 0 2 3 4 5, and
//! the place of `ü` is 1.

use core::array;

use super::MOST;
use super::bias::{SHIFT, TABLES, adapted_bias};
use super::lanes::{Lanes, lane_numbers};
use crate::bootstring::ParameterSet;

/// The state for a code of at most `LENGTH` octets.
///
/// `LENGTH` is 32 * `BLOCKS`. `ROOM` is eight more, because digits are read as whole words.
#[repr(C, align(64))]
pub(super) struct Work<const BLOCKS: usize, const LENGTH: usize, const ROOM: usize> {
    length: usize,
    /// The octets of the code. The octets after them have no meaning.
    code: [u8; LENGTH],
    /// The digit value of each octet; [`NO_DIGIT`] if the octet is not a digit.
    values: [u8; ROOM],
    /// The places of the code points in the text.
    pub(super) places: [u8; LENGTH],
    /// The code points: first those of the literal part, then the inserted ones in their order.
    pub(super) code_points: [i32; LENGTH],
}

/// The state between two numbers.
#[derive(Clone, Copy)]
struct State<L: Lanes, const BLOCKS: usize> {
    /// The octets of the code that are read.
    at: usize,
    /// The number of code points that are there.
    points: usize,
    n: u32,
    i: u32,
    bias: u8,
    places: [L::Octets; BLOCKS],
}

impl<const BLOCKS: usize, const LENGTH: usize, const ROOM: usize> Work<BLOCKS, LENGTH, ROOM> {
    /// Takes a code. Returns `None` if it has more than `LENGTH` octets.
    #[inline(always)]
    pub(super) fn new<L: Lanes>(code: &[u8]) -> Option<Self> {
        if code.len() > LENGTH {
            return None;
        }
        let mut octets = [0; LENGTH];
        for (block, to) in octets.as_chunks_mut().0.iter_mut().enumerate() {
            // Through registers: what is stored word by word cannot be loaded as a vector at once.
            let words = array::from_fn(|lane| word(code, 4 * block + lane));
            L::store_octets(L::octets(words), to);
        }
        let mut values = [NO_DIGIT; ROOM];
        for (value, octet) in values.iter_mut().zip(octets) {
            *value = value_of(octet);
        }
        Some(Self {
            length: code.len(),
            code: octets,
            values,
            places: [0; LENGTH],
            code_points: octets.map(i32::from),
        })
    }

    /// Decodes the code. Returns the number of code points in the text, or `None` if the general
    /// decoder must do it.
    #[inline(always)]
    pub(super) fn decode<L: Lanes>(&mut self) -> Option<usize> {
        let length = self.length;
        let (mut foreign, mut others) = (0, 0);
        for block in 0..BLOCKS {
            let code = L::load_octets(self.code.get(32 * block..)?.first_chunk()?);
            let values = L::load_octets(self.values.get(32 * block..)?.first_chunk()?);
            foreign |= L::high_bits(code);
            others |= u64::from(L::high_bits(values)) << (32 * block);
        }
        // The last octet that is not a digit must be the delimiter.
        others &= u64::MAX.checked_shr(64 - length as u32).unwrap_or(0);
        let at = 64 - others.leading_zeros() as usize;
        let literals = at.saturating_sub(1);
        if foreign != 0 || at == 1 || (at > 1 && *self.code.get(literals)? != DELIMITER) {
            return None;
        }
        let mut state = State::<L, BLOCKS> {
            at,
            points: literals,
            n: PUNYCODE.initial_n,
            i: 0,
            bias: PUNYCODE.initial_bias as u8,
            places: [L::splat_octet(0); BLOCKS],
        };
        for (block, places) in state.places.iter_mut().enumerate() {
            *places = L::load_octets(IN_ORDER[32 * block..].first_chunk()?);
        }
        if at < length {
            state = self.number::<L, true>(state)?;
        }
        while state.at < length {
            state = self.number::<L, false>(state)?;
        }
        // The last number must end where the code does.
        if state.at > length || state.n > 0x10_FFFF {
            return None;
        }
        for (block, places) in state.places.into_iter().enumerate() {
            L::store_octets(
                places,
                self.places.get_mut(32 * block..)?.first_chunk_mut()?,
            );
        }
        Some(state.points)
    }

    /// Reads a number, and inserts its code point.
    #[inline(always)]
    fn number<L: Lanes, const IS_FIRST: bool>(
        &mut self,
        state: State<L, BLOCKS>,
    ) -> Option<State<L, BLOCKS>> {
        let State {
            at,
            points: place,
            n,
            i,
            bias,
            mut places,
        } = state;
        // There is room for one more, because every number has at least one digit.
        let code_point = self.code_points.get_mut(place)?;
        let around = TABLES.around.get(place)?;
        let word = u64::from_le_bytes(*self.values.get(at..)?.first_chunk()?);
        // A digit below its threshold ends the number: the subtraction clears its high bit.
        let ends = !((word | HIGH) - TABLES.thresholds[usize::from(bias)]) & HIGH;
        let delta = delta(word, ends, bias)?;
        let i = i.wrapping_add(delta);
        if i >= LIMIT {
            return None;
        }
        let points = place + 1;
        let share = TABLES.shares[points % TABLES.shares.len()];
        let steps = ((u64::from(i) * share) >> SHIFT) as u32;
        let n = n + steps;
        let index = i - steps * points as u32;
        *code_point = n as i32;
        // The places at the index and to the right of it move by one.
        let here = L::splat_octet(index as u8);
        for (block, places) in places.iter_mut().enumerate() {
            let around = L::load_octets(around[32 * block..].first_chunk()?);
            *places = L::insert(*places, here, around);
        }
        Some(State {
            at: at + ends.trailing_zeros() as usize / 8 + 1,
            points,
            n,
            i: index + 1,
            bias: adapted_bias(delta, points, IS_FIRST),
            places,
        })
    }
}

/// The number whose digits begin this word. `ends` has the high bit of each digit that ends a number.
///
/// All digits are multiplied by their weights before it is known which of them belong to the number, so
/// that the multiplications need not wait for the comparison with the thresholds. Only a number that the
/// code does not end, whose result is not used, can be too large for 32 bits.
#[inline(always)]
fn delta(word: u64, ends: u64, bias: u8) -> Option<u32> {
    let one = product(word, 1, bias);
    let two = product(word, 2, bias);
    let three = product(word, 3, bias);
    let one = if ends & 0x80 == 0 { one } else { 0 };
    let two = if ends & 0x8080 == 0 { two } else { 0 };
    let three = if ends & 0x80_8080 == 0 { three } else { 0 };
    let mut delta = u32::from(word as u8) + one + two + three;
    if ends & 0x8080_8080 != 0 {
        return Some(delta);
    }
    delta = delta.wrapping_add(product(word, 4, bias));
    if ends & 0x80_0000_0000 == 0 {
        delta = delta.wrapping_add(product(word, 5, bias));
    }
    (ends != 0).then_some(delta)
}

/// A digit of a word, counted from 0, times its weight. The first digit has no weight.
#[inline(always)]
fn product(word: u64, place: usize, bias: u8) -> u32 {
    let digit = u32::from((word >> (8 * place)) as u8);
    digit.wrapping_mul(TABLES.weights[place - 1][usize::from(bias)])
}

/// The octets of a code from 8 * `place` on, the first in the lowest octet of the word. What stands in the
/// octets after the end of the code has no meaning.
///
/// The last word of a code is read from its last eight octets, and shifted. For example the second word of
/// eleven octets is read from the fourth octet on, and the first five are shifted out.
#[inline(always)]
fn word(code: &[u8], place: usize) -> u64 {
    let Some(last) = code.len().checked_sub(8) else {
        return if place == 0 { short_word(code) } else { 0 };
    };
    let start = last.min(8 * place);
    let Some(eight) = code.get(start..).and_then(<[u8]>::first_chunk) else {
        unreachable!("eight octets begin there")
    };
    // 8 * (8 * place - start). The shift uses its lowest six bits.
    u64::from_le_bytes(*eight).wrapping_shr((8 * start as u32).wrapping_neg())
}

/// The octets of a code of less than eight.
fn short_word(code: &[u8]) -> u64 {
    let mut word = 0;
    for &octet in code.iter().rev() {
        word = word << 8 | u64::from(octet);
    }
    word
}

/// The value of a digit; [`NO_DIGIT`] for any other octet.
#[inline(always)]
const fn value_of(octet: u8) -> u8 {
    let letter = (octet | 0x20).wrapping_sub(b'a');
    let decimal = octet.wrapping_sub(b'0');
    let value = if decimal < 10 { decimal + 26 } else { NO_DIGIT };
    if letter < 26 { letter } else { value }
}

/// A code of at most 32 octets.
pub(super) type Small = Work<1, 32, 40>;

/// A code of at most [`MOST`] octets.
pub(super) type Large = Work<2, MOST, 72>;

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;
const DELIMITER: u8 = PUNYCODE.delimiter as u8;

/// The value for an octet that is not a digit. It is above all thresholds, and only this value has
/// the highest bit.
const NO_DIGIT: u8 = 0xFF;

/// The highest bit of the six octets that hold digits. A number of six digits cannot overflow.
const HIGH: u64 = 0x0000_8080_8080_8080;

/// The bound of `i`. A greater `i`, divided by at most 64 code points, is above U+10FFFF.
const LIMIT: u32 = 1 << 27;

/// The places of a text without insertions: 0, 1, 2, and so on.
static IN_ORDER: [u8; MOST] = lane_numbers!(u8);
