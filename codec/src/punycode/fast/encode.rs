//! The encoder for five insertions or more: all numbers of the code at once, one lane for each.
//! Fewer insertions are left to [`few`](super::few).
//!
//! The insertions go by code point. `привет` is inserted as `в` 432, `е` 435, `и` 438, `п` 43F,
//! `р` 440, `т` 442. Each delta follows from the insertion and the one before it:
//!
//! | insertion | index | code points there | delta |
//! | --- | --- | --- | --- |
//! | `в` 432 | 0 | 1 | (432 - 80) * 1 + 0 - 0 = 946 |
//! | `е` 435 | 1 | 2 | (435 - 432) * 2 + 1 - 1 = 6 |
//! | `и` 438 | 0 | 3 | (438 - 435) * 3 + 0 - 2 = 7 |
//! | `п` 43F | 0 | 4 | (43F - 438) * 4 + 0 - 1 = 27 |
//! | `р` 440 | 1 | 5 | (440 - 43F) * 5 + 1 - 1 = 5 |
//! | `т` 442 | 5 | 6 | (442 - 440) * 6 + 5 - 2 = 15 |
//!
//! (Code points are hexadecimal, the other numbers decimal. The last number of a row is 1 more than
//! the index of the row before; 0 in the first row.) The digits of these numbers are `b1a`, `g`, `h`, `1a`, `f`, `p`.
//!
//! The order and the indices come from comparing every code point with every other, so no branch
//! depends on them. A bias depends only on the delta before, and the digits of a number only on its
//! delta and bias. So no lane waits for the digits of another.
//!
//! The lanes count in `f32`, because every vector unit can divide those. All numbers are below
//! [`LIMIT`], so they are exact. A text with a greater number is left to the general encoder.

use super::MOST;
use super::bias::adapted_bias;
use super::lanes::{Lanes, lane_numbers};
use crate::bootstring::ParameterSet;

/// The state for a text of at most [`MOST`] code points. At most `KEYS` of them are inserted.
///
/// `KEYS` is at least 16 and a multiple of 8. `SORTED` is greater by at least eight. `CODE` has room
/// for [`MOST`] literals, a delimiter, and the words in which numbers are written. A longer code is
/// left to the general encoder.
#[repr(C, align(64))]
pub(super) struct Work<const KEYS: usize, const SORTED: usize, const CODE: usize> {
    /// The code points to be inserted: `code_point << 6 | position`, in the order of the text.
    pub(super) keys: [i32; KEYS],
    /// The states of the encoder, each as `n << 7 | i`: first the initial one, then the one after
    /// each insertion, `code_point << 7 | index + 1`. The rest is unused.
    sorted: [i32; SORTED],
    pub(super) code: [u8; CODE],
    pub(super) count: usize,
    /// The number of basic code points, which are the start of the code.
    pub(super) literals: usize,
}

/// A text of at most 64 octets.
pub(super) type Small = Work<32, 48, 128>;

/// Any text of at most [`MOST`] code points.
pub(super) type Large = Work<64, 80, 256>;

impl<const KEYS: usize, const SORTED: usize, const CODE: usize> Work<KEYS, SORTED, CODE> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        let mut sorted = [0; SORTED];
        sorted[0] = (PUNYCODE.initial_n << 7) as i32;
        Self {
            keys: [i32::MAX; KEYS],
            count: 0,
            literals: 0,
            code: [0; CODE],
            sorted,
        }
    }

    /// Reads a text of scalar values. Returns `false` if it is too long.
    #[inline(always)]
    pub(super) fn read(&mut self, code_points: impl Iterator<Item = u32>) -> bool {
        // Local variables: counters in memory would make each code point wait for the one before.
        let (mut count, mut position) = (0, 0);
        for code_point in code_points {
            // A text for `Small` has at most 64 octets, so only `Large` needs this test.
            if KEYS == MOST && position == MOST {
                return false;
            }
            if code_point < PUNYCODE.basic {
                let Some(code) = self.code.get_mut(position - count) else {
                    return false;
                };
                *code = code_point as u8;
            } else {
                let Some(key) = self.keys.get_mut(count) else {
                    return false;
                };
                *key = (code_point << 6) as i32 | position as i32;
                count += 1;
            }
            position += 1;
        }
        (self.count, self.literals) = (count, position - count);
        true
    }

    /// Writes the delimiter and the numbers. Returns the length of the code, or `None` if a number
    /// is too long.
    #[inline(always)]
    pub(super) fn write<L: Lanes>(&mut self) -> Option<usize> {
        let mut at = self.literals;
        if at > 0 {
            self.code[at] = PUNYCODE.delimiter as u8;
            at += 1;
        }
        match self.count {
            0 => return Some(at),
            1 => return self.write_few::<1>(at),
            2 => return self.write_few::<2>(at),
            3..=4 => return self.write_few::<4>(at),
            _ => {}
        }
        match self.count.div_ceil(8) {
            1 => self.sort::<L, 1>(),
            2 => self.sort::<L, 2>(),
            3 if KEYS >= 24 => self.sort::<L, 3>(),
            4 if KEYS >= 32 => self.sort::<L, 4>(),
            _ if KEYS >= 64 => self.sort::<L, 8>(),
            _ => return None,
        }
        self.write_numbers::<L>(at)
    }

    /// Sorts the keys into the order of insertion, and computes their indices.
    ///
    /// Each lane counts the keys that are smaller than its key, and how many of them are to its left. In
    /// `привет` the key of `р` (lane 1) is greater than `п` to its left and than `и`, `в`, `е` to
    /// its right. Its rank word is 257 + 1 + 1 + 1 = 260 = 104 in hexadecimal: four keys are
    /// smaller, one of them to the left. So `р` is the insertion 4, counted from 0, and its index is
    /// 1 (and the number of literals before it).
    #[inline(always)]
    fn sort<L: Lanes, const BLOCKS: usize>(&mut self) {
        let mut keys = [L::splat(0); BLOCKS];
        for (block, keys) in keys.iter_mut().enumerate() {
            *keys = L::load(eight(&self.keys, block * 8));
        }
        // The number of smaller keys, plus 256 times the number of smaller keys to the left.
        let mut ranks = [L::splat(0); BLOCKS];
        // Unused keys are the greatest. They need not be compared with the others.
        let count = if BLOCKS == 1 {
            8
        } else {
            self.count.min(BLOCKS * 8)
        };
        for place in 0..count {
            let key = L::splat(self.keys[place]);
            for block in 0..BLOCKS {
                let weights = L::load(eight(&WEIGHTS, MOST - 1 - place + block * 8));
                let weights = L::and(weights, L::greater(keys[block], key));
                ranks[block] = L::add(ranks[block], weights);
            }
        }
        for block in 0..BLOCKS {
            let (key, rank) = (keys[block], ranks[block]);
            let lane = L::load(eight(&NUMBERS, block * 8));
            let literals_before = L::sub(L::and(key, L::splat(63)), lane);
            let index = L::add(L::add(L::shr::<8>(rank), literals_before), L::splat(1));
            let (mut places, mut values) = ([0; 8], [0; 8]);
            L::store(L::and(rank, L::splat(255)), &mut places);
            L::store(L::add(L::shl::<7>(L::shr::<6>(key)), index), &mut values);
            // Unused lanes have the greatest key and come after all others.
            for (place, value) in places.into_iter().zip(values) {
                if let Some(sorted) = self.sorted.get_mut(place as usize + 1) {
                    *sorted = value;
                }
            }
        }
    }

    /// Appends the numbers. Returns the end of the code, or `None` if a number is too long.
    ///
    /// A lane subtracts two neighbours of `sorted`. For the first number of `привет` these are
    /// `0x80 << 7 | 0` and `0x432 << 7 | 1`: the delta is (432 - 80) * 1 + (1 - 0) - 1 = 946.
    #[inline(always)]
    fn write_numbers<L: Lanes>(&mut self, at: usize) -> Option<usize> {
        let mut at = at;
        let mut bias = PUNYCODE.initial_bias as i32;
        let mut misfits = L::splat(0);
        for block in 0..self.count.div_ceil(8) {
            let lane = L::add(L::load(eight(&NUMBERS, 0)), L::splat(block as i32 * 8));
            let used = L::greater(L::splat(self.count as i32), lane);
            let there = L::float(L::add(lane, L::splat(self.literals as i32 + 1)));
            let this = L::load(eight(&self.sorted, block * 8 + 1));
            let last = L::load(eight(&self.sorted, block * 8));
            let indices = L::sub(L::and(this, L::splat(127)), L::and(last, L::splat(127)));
            let code_points = L::sub(L::shr::<7>(this), L::shr::<7>(last));
            let deltas = L::add_f(
                L::mul_f(L::float(code_points), there),
                L::float(L::sub(indices, L::splat(1))),
            );
            // A delta that loses bits here is at least `LIMIT`, and `digits` reports it as a misfit.
            let cut = L::and(integers::<L>(deltas), L::splat(LIMIT as i32 - 1));
            let (mut numbers, mut biases) = ([0; 8], [0; 8]);
            L::store(L::and(cut, used), &mut numbers);
            for lane in 0..8 {
                biases[lane] = bias;
                let points = self.literals + block * 8 + lane + 1;
                let first = block == 0 && lane == 0;
                bias = i32::from(adapted_bias(numbers[lane] as u32, points, first));
            }
            let (words, ends, misfit) = digits::<L>(deltas, L::float(L::load(&biases)));
            misfits = L::or(misfits, L::and(misfit, used));
            for number in L::pairs(words, L::and(ends, used)) {
                *self.code.get_mut(at..)?.first_chunk_mut()? = number.to_le_bytes();
                at += (number >> 40) as usize;
            }
        }
        if L::any(misfits) { None } else { Some(at) }
    }
}

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;
const BASE: f32 = PUNYCODE.base as f32;
const T_MIN: f32 = PUNYCODE.t_min as f32;
const T_MAX: f32 = PUNYCODE.t_max as f32;

/// The bound of all deltas. Below it, they and all that is computed from them are exact in `f32`,
/// halves included.
const LIMIT: f32 = (1 << 22) as f32;

/// The most digits that a lane writes; a text with a longer number is left to the general encoder.
pub(super) const DIGITS: usize = 5;

/// The weights of a smaller key in the rank word of a key `d` lanes to its right: `WEIGHTS[63 + d]`
/// is 1, and 256 more if `d > 0`. So the low octet of a rank word counts the smaller keys, and the
/// rest counts how many of them are to the left.
static WEIGHTS: [i32; 2 * MOST] = {
    let mut weights = [1; 2 * MOST];
    let mut lane = MOST;
    while lane < weights.len() {
        weights[lane] = 1 + 256;
        lane += 1;
    }
    weights
};

/// The numbers of the lanes: 0, 1, 2, and so on.
static NUMBERS: [i32; MOST] = lane_numbers!(i32);

/// The eight elements from `from` on.
#[inline(always)]
fn eight<T, const N: usize>(numbers: &[T; N], from: usize) -> &[T; 8] {
    let Some(eight) = numbers.get(from..).and_then(<[T]>::first_chunk) else {
        unreachable!("blocks end where the array does")
    };
    eight
}

/// The integer part of a quotient of integers.
///
/// Rounding gives the nearest integer, so half of `by - 1` is subtracted first. 945 / 35 is 27:
/// (945 - 17) / 35 = 26.51 rounds to 27. 944 / 35 is 26: (944 - 17) / 35 = 26.49 rounds to 26.
#[inline(always)]
fn quotient<L: Lanes>(number: L::F, by: L::F) -> L::F {
    let less = L::mul_f(L::sub_f(by, L::splat_f(1.0)), L::splat_f(0.5));
    round::<L>(L::div_f(L::sub_f(number, less), by))
}

/// The nearest integers.
#[inline(always)]
fn round<L: Lanes>(numbers: L::F) -> L::F {
    let integers = L::splat_f(INTEGERS);
    L::sub_f(L::add_f(numbers, integers), integers)
}

/// 1.5 * 2^23. An `f32` of this size has no fraction bits, so adding it rounds to the nearest
/// integer.
const INTEGERS: f32 = (3 << 22) as f32;

/// The characters of eight numbers: the first four in one word, the first lowest; the fifth, and
/// above it the number of digits; and whether a number does not fit five digits or [`LIMIT`].
///
/// A number has a digit after the place `p` if it reaches the bound of that place, which is the sum
/// of threshold times weight over the places up to `p`. For example 946 with the bias 72:
///
/// | place | threshold | weight | bound | quotient after it | digit |
/// | --- | --- | --- | --- | --- | --- |
/// | 1 | 1 | 1 | 1 | (946 - 1) / 35 = 27 | 946 - 35 * 27 = 1, `b` |
/// | 2 | 1 | 35 | 1 + 35 = 36 | (946 - 36) / 1225 = 0 | 27 - 35 * 0 = 27, `1` |
/// | 3 | 26 | 1225 | 36 + 26 * 1225 = 31886 | 0 | 0, `a` |
///
/// 946 reaches two bounds and not the third, so it has three digits.
#[inline(always)]
fn digits<L: Lanes>(numbers: L::F, biases: L::F) -> (L::I, L::I, L::I) {
    let mut weights = L::splat_f(1.0);
    let mut bounds = L::splat_f(0.0);
    let mut quotients = numbers;
    let mut lengths = L::splat(1);
    let mut digits = [L::splat_f(0.0); DIGITS - 1];
    for (place, digit) in digits.iter_mut().enumerate() {
        let thresholds = thresholds::<L>(place + 1, biases);
        let spans = L::sub_f(L::splat_f(BASE), thresholds);
        // A number has a digit after this one if it is not below the bound.
        bounds = L::add_f(bounds, L::mul_f(thresholds, weights));
        weights = L::mul_f(weights, spans);
        let next = quotient::<L>(L::sub_f(numbers, bounds), weights);
        let next = L::max_f(next, L::splat_f(0.0));
        *digit = L::sub_f(quotients, L::mul_f(spans, next));
        lengths = L::sub(lengths, L::reaches(numbers, bounds));
        quotients = next;
    }
    bounds = L::add_f(bounds, L::mul_f(thresholds::<L>(DIGITS, biases), weights));
    let misfits = L::reaches(numbers, L::min_f(bounds, L::splat_f(LIMIT)));
    let [first, second, third, fourth] = digits;
    let low = L::and(pair::<L>(first, second), L::splat(0xFFFF));
    let words = L::or(low, L::shl::<16>(pair::<L>(third, fourth)));
    let fifth = L::and(integers::<L>(quotients), L::splat(0xFF));
    let ends = L::or(fifth, L::shl::<8>(lengths));
    (
        characters::<L>(words, 0x0101_0101),
        characters::<L>(ends, 1),
        misfits,
    )
}

/// The first digit plus 256 times the second, in the low bits of the `f32`.
#[inline(always)]
fn pair<L: Lanes>(first: L::F, second: L::F) -> L::I {
    integers::<L>(L::add_f(first, L::mul_f(second, L::splat_f(256.0))))
}

/// Integers of up to 22 bits, in the low bits of the `f32`.
#[inline(always)]
fn integers<L: Lanes>(numbers: L::F) -> L::I {
    L::bits(L::add_f(numbers, L::splat_f(INTEGERS)))
}

#[inline(always)]
fn thresholds<L: Lanes>(place: usize, biases: L::F) -> L::F {
    let thresholds = L::sub_f(L::splat_f(BASE * place as f32), biases);
    L::min_f(L::max_f(thresholds, L::splat_f(T_MIN)), L::splat_f(T_MAX))
}

/// The characters of digit values, in the octets in which `each` is 1.
#[inline(always)]
fn characters<L: Lanes>(digits: L::I, each: i32) -> L::I {
    const LAST_LETTER: i32 = 25;
    let decimal = L::greater_octets(digits, L::splat(each * LAST_LETTER));
    // The digit values 26 to 35 are the characters 0 to 9.
    let less = L::and(
        decimal,
        L::splat(each * (LAST_LETTER + 1 + (b'a' - b'0') as i32)),
    );
    L::sub(L::add(digits, L::splat(each * b'a' as i32)), less)
}
