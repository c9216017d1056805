//! The decoder: it reads number by number, and moves all places at once in vectors.
//!
//! A number can be read only when the number before it is known, because that decides the bias. This
//! chain of steps is kept short. All digits of a number are compared with their thresholds in one
//! word. The thresholds and weights of a bias are in a table, and so is nearly every bias. The
//! moving of places is not part of the chain.
//!
//! The code `bcher-kva` has the literals `bcher` and the digits `k` `v` `a`, with the values 10, 21
//! and 0. The row of the bias 72 has the thresholds 1, 1, 26 and the weights 35, 1225. Only the
//! third digit is below its threshold, so it ends the number: 10 + 21 * 35 + 0 * 1225 = 745. With
//! six code points there, 745 / 6 = 124 and 745 - 124 * 6 = 1: the code point is 128 + 124 = 252,
//! U+00FC, at index 1. The places of `b` `c` `h` `e` `r`, before 0 1 2 3 4, become 0 2 3 4 5, and
//! the place of `ü` is 1.

use super::bias::{SHARES, SHIFT, adapted_bias};
use super::lanes::{Lanes, lane_numbers};
use super::{CodeElement, MOST};
use crate::bootstring::ParameterSet;

/// The state for a code of at most `LENGTH` elements.
///
/// `LENGTH` is 32 or 64. `ROOM` is eight more, because digits are read as whole words.
#[repr(C, align(64))]
pub(super) struct Work<const LENGTH: usize, const ROOM: usize> {
    /// The octets of the code, and zeros after them.
    code: [u8; LENGTH],
    length: usize,
    /// The digit value of each octet; [`NO_DIGIT`] if the octet is not a digit.
    values: [u8; ROOM],
    /// The places of the code points in the text.
    pub(super) places: [u8; LENGTH],
    /// The code points: first those of the literal part, then the inserted ones in their order.
    pub(super) code_points: [i32; LENGTH],
}

/// A code of at most 32 elements.
pub(super) type Small = Work<32, 40>;

/// A code of at most [`MOST`] elements.
pub(super) type Large = Work<MOST, 72>;

impl<const LENGTH: usize, const ROOM: usize> Work<LENGTH, ROOM> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            code: [0; LENGTH],
            length: 0,
            values: [NO_DIGIT; ROOM],
            places: [0; LENGTH],
            code_points: [0; LENGTH],
        }
    }

    /// Copies a code. Returns `None` if it has more than `LENGTH` elements.
    #[inline(always)]
    pub(super) fn fill<C: CodeElement>(&mut self, code: &[C]) -> Option<()> {
        self.length = code.len();
        copy(code, &mut self.code)
    }

    /// Decodes the code. Returns the number of code points in the text, or `None` if the general
    /// decoder must do it.
    #[inline(always)]
    pub(super) fn decode<L: Lanes>(&mut self) -> Option<usize> {
        if LENGTH == 32 {
            self.read::<L, 1>(self.length)
        } else {
            self.read::<L, 2>(self.length)
        }
    }

    /// Decodes the first `length` octets of the code. The text has at most 32 * `BLOCKS` code points.
    #[inline(always)]
    fn read<L: Lanes, const BLOCKS: usize>(&mut self, length: usize) -> Option<usize> {
        for place in 0..LENGTH {
            let octet = self.code[place];
            let letter = (octet | 0x20).wrapping_sub(b'a');
            let decimal = octet.wrapping_sub(b'0');
            let value = if decimal < 10 { decimal + 26 } else { NO_DIGIT };
            self.values[place] = if letter < 26 { letter } else { value };
        }
        let (mut foreign, mut others) = (0, 0);
        for block in 0..BLOCKS {
            let code = L::load_octets(self.code.get(32 * block..)?.first_chunk()?);
            let values = L::load_octets(self.values.get(32 * block..)?.first_chunk()?);
            foreign |= L::high_bits(code);
            others |= u64::from(L::high_bits(values)) << (32 * block);
        }
        // The last octet that is not a digit must be the delimiter.
        others &= u64::MAX.checked_shr(64 - length as u32).unwrap_or(0);
        let mut at = 64 - others.leading_zeros() as usize;
        let literals = at.saturating_sub(1);
        if foreign != 0 || at == 1 || (at > 1 && *self.code.get(literals)? != DELIMITER) {
            return None;
        }
        // The octets after the literal part are overwritten by insertions.
        for place in 0..LENGTH {
            self.code_points[place] = i32::from(self.code[place]);
        }
        let mut places = [L::splat_octet(0); BLOCKS];
        for (block, places) in places.iter_mut().enumerate() {
            *places = L::load_octets(IN_ORDER[32 * block..].first_chunk()?);
        }
        let mut points = literals;
        let mut bias = PUNYCODE.initial_bias as u8;
        let (mut n, mut i) = (PUNYCODE.initial_n, 0);
        while at < length {
            let place = points;
            // There is room for one more, because every number has at least one digit.
            let code_point = self.code_points.get_mut(place)?;
            let row = &ROWS[usize::from(bias)];
            let word = u64::from_le_bytes(*self.values.get(at..)?.first_chunk()?);
            // A digit below its threshold ends the number: the subtraction clears its high bit.
            let ends = !((word | HIGH) - row.thresholds) & HIGH;
            if ends == 0 {
                return None;
            }
            at += ends.trailing_zeros() as usize / 8 + 1;
            let digits = word & (ends ^ (ends - 1));
            let digit = |place: u32| u32::from((digits >> (8 * place)) as u8);
            let [one, two, three, four, five] = row.weights;
            let mut delta = digit(0) + digit(1) * one + digit(2) * two + digit(3) * three;
            if digits >> 32 != 0 {
                delta += digit(4) * four + digit(5) * five;
            }
            i += delta;
            if i >= LIMIT {
                return None;
            }
            let first = points == literals;
            points += 1;
            bias = adapted_bias(delta, points, first);
            let (_, share) = SHARES[points % SHARES.len()];
            let steps = ((u64::from(i) * share) >> SHIFT) as u32;
            n += steps;
            let index = i - steps * points as u32;
            *code_point = n as i32;
            // The places at the index and to the right of it move by one.
            let here = L::splat_octet(index as u8);
            for (block, places) in places.iter_mut().enumerate() {
                let lanes = MOST - place + 32 * block;
                let around = L::load_octets(AROUND[lanes..].first_chunk()?);
                *places = L::insert(*places, here, around);
            }
            i = index + 1;
        }
        if n > 0x10_FFFF {
            return None;
        }
        for block in 0..BLOCKS {
            let places = places[block];
            L::store_octets(
                places,
                self.places.get_mut(32 * block..)?.first_chunk_mut()?,
            );
        }
        Some(points)
    }
}

/// Copies elements in blocks of one size, which overlap. A call of the general copy would take as
/// long as all of them. Returns `None` if there is no room.
///
/// For example five elements are copied as the first four and the last four.
#[inline(always)]
fn copy<C: CodeElement>(from: &[C], to: &mut [u8]) -> Option<()> {
    match from.len() {
        0 => Some(()),
        1 => copy_ends::<C, 1>(from, to),
        2..=3 => copy_ends::<C, 2>(from, to),
        4..=7 => copy_ends::<C, 4>(from, to),
        8..=32 => copy_words(from, to),
        _ => copy_ends::<C, 32>(from, to),
    }
}

/// Copies 8 to 32 elements, the usual number, without a branch that depends on the number.
#[inline(always)]
fn copy_words<C: CodeElement>(from: &[C], to: &mut [u8]) -> Option<()> {
    for place in [0, 8, 16, 24] {
        let place = place.min(from.len() - 8);
        *to.get_mut(place..)?.first_chunk_mut::<8>()? = octets(from.get(place..)?.first_chunk()?);
    }
    Some(())
}

/// Copies as many elements as one or two blocks: the first block and the last one.
#[inline(always)]
fn copy_ends<C: CodeElement, const BLOCK: usize>(from: &[C], to: &mut [u8]) -> Option<()> {
    *to.first_chunk_mut::<BLOCK>()? = octets(from.first_chunk()?);
    *to.get_mut(..from.len())?.last_chunk_mut::<BLOCK>()? = octets(from.last_chunk()?);
    Some(())
}

/// The elements as octets; [`FOREIGN`] for each element that is not ASCII.
#[inline(always)]
fn octets<C: CodeElement, const BLOCK: usize>(elements: &[C; BLOCK]) -> [u8; BLOCK] {
    let mut octets = [0; BLOCK];
    for lane in 0..BLOCK {
        octets[lane] = elements[lane].into().min(FOREIGN) as u8;
    }
    octets
}

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;
const DELIMITER: u8 = PUNYCODE.delimiter as u8;

/// The octet for an element that is not ASCII. Only this one has the highest bit.
const FOREIGN: u32 = 0x80;

/// The value for an octet that is not a digit. It is above all thresholds, and only this value has
/// the highest bit.
const NO_DIGIT: u8 = 0xFF;

/// The highest bit of the six octets that hold digits. A number of six digits cannot overflow.
const HIGH: u64 = 0x0000_8080_8080_8080;

/// The bound of `i`. A greater `i`, divided by at most 64 code points, is above U+10FFFF.
const LIMIT: u32 = 1 << 27;

/// The places of a text without insertions: 0, 1, 2, and so on.
static IN_ORDER: [u8; MOST] = lane_numbers!(u8);

/// The argument `which` of [`Lanes::insert`], with the lane of the insertion in the middle: 1 for
/// each earlier lane, 80 for its own, 0 for each later lane.
static AROUND: [u8; 2 * MOST] = {
    let mut around = [0; 2 * MOST];
    let mut lane = 0;
    while lane < MOST {
        around[lane] = 1;
        lane += 1;
    }
    around[MOST] = 0x80;
    around
};

/// The thresholds and weights that follow from a bias.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row {
    /// The thresholds of the first six digits, the first in the lowest octet.
    thresholds: u64,
    /// The weights of the second to sixth digit.
    weights: [u32; 5],
}

/// The rows of all biases. `ROWS[72]` has the thresholds 1, 1, 26, 26, 26, 26 and the weights 35,
/// 1225, 12250, 122500, 1225000.
static ROWS: [Row; 256] = {
    let mut rows = [Row {
        thresholds: 0,
        weights: [0; 5],
    }; 256];
    let mut bias = 0;
    while bias < rows.len() {
        let (mut weight, mut place) = (1, 0);
        while place < 6 {
            let k = PUNYCODE.base * (place as u32 + 1);
            let distance = k.saturating_sub(bias as u32);
            let threshold = if distance < PUNYCODE.t_min {
                PUNYCODE.t_min
            } else if distance > PUNYCODE.t_max {
                PUNYCODE.t_max
            } else {
                distance
            };
            rows[bias].thresholds |= (threshold as u64) << (8 * place);
            if place < 5 {
                weight *= PUNYCODE.base - threshold;
                rows[bias].weights[place] = weight;
            }
            place += 1;
        }
        bias += 1;
    }
    rows
};
