//! Encoding a label: all numbers of the code at once, a lane for each, unless they are [few].
//!
//! The delta of a code point follows from how many smaller ones stand to its left and how many
//! there are in the text at all. Both are counted by comparing every code point with every other,
//! which takes no branch that depends on them. Bias and digits of a number depend on its delta and
//! the one before alone, so the lanes do not wait for each other.
//!
//! The lanes count in `f32`, which every vector unit can divide. What they count is below
//! [`LIMIT`], so that all of it is exact; a text that reaches it is left to the general encoder.
//!
//! [few]: super::few

use super::MOST;
use super::lanes::Lanes;
use crate::bootstring::Parameters;

/// What a text of at most [`MOST`] code points is read into, of which at most `KEYS` are inserted.
///
/// `KEYS` is at least 16 and a multiple of 8, `SORTED` eight more or over. `CODE` has room for
/// [`MOST`] literals and a delimiter, [`DIGITS`] digits for each key, and eight octets, because
/// numbers are written in words.
#[repr(C, align(64))]
pub(super) struct Work<const KEYS: usize, const SORTED: usize, const CODE: usize> {
    /// The code points to be inserted: `code_point << 6 | position`, in the order of the text.
    pub(super) keys: [i32; KEYS],
    /// One place for the state in which the encoder begins, the keys in the order in which they
    /// are inserted, each as `code_point << 7 | index + 1`, and places that are not used.
    sorted: [i32; SORTED],
    pub(super) code: [u8; CODE],
    pub(super) count: usize,
    /// The number of basic code points, which stand at the start of the code.
    pub(super) literals: usize,
}

/// A text of at most 64 octets.
pub(super) type Small = Work<32, 48, 256>;

/// Any text of at most [`MOST`] code points.
pub(super) type Large = Work<64, 80, 448>;

impl<const KEYS: usize, const SORTED: usize, const CODE: usize> Work<KEYS, SORTED, CODE> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        let mut sorted = [0; SORTED];
        sorted[0] = (PUNYCODE.initial_n << 7) as i32;
        Self { keys: [i32::MAX; KEYS], count: 0, literals: 0, code: [0; CODE], sorted }
    }

    /// Reads a text, unless it is too long.
    #[inline(always)]
    pub(super) fn read(&mut self, characters: impl Iterator<Item = u32>) -> bool {
        // Where they are counted in memory, each character waits for the one before.
        let (mut count, mut literals) = (0, 0);
        for code_point in characters {
            if count + literals == MOST {
                return false;
            }
            if code_point < PUNYCODE.basic {
                self.code[literals] = code_point as u8;
                literals += 1;
            } else {
                let Some(key) = self.keys.get_mut(count) else { return false };
                *key = (code_point << 6) as i32 | (count + literals) as i32;
                count += 1;
            }
        }
        (self.count, self.literals) = (count, literals);
        true
    }

    /// Writes the delimiter and the numbers; gives the length of the code.
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

    /// Puts the code points to be inserted in the order in which they are.
    #[inline(always)]
    fn sort<L: Lanes, const BLOCKS: usize>(&mut self) {
        let mut keys = [L::splat(0); BLOCKS];
        for (block, keys) in keys.iter_mut().enumerate() {
            *keys = L::load(eight(&self.keys, block * 8));
        }
        // The number of smaller keys, and 256 times the number of those of them to the left.
        let mut ranks = [L::splat(0); BLOCKS];
        let count = self.count.min(BLOCKS * 8);
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
            // Unused lanes have the greatest key and stand behind all others.
            for (place, value) in places.into_iter().zip(values) {
                if let Some(sorted) = self.sorted.get_mut(place as usize + 1) {
                    *sorted = value;
                }
            }
        }
    }

    /// Appends the numbers; gives their end.
    #[inline(always)]
    fn write_numbers<L: Lanes>(&mut self, at: usize) -> Option<usize> {
        let mut at = at;
        let mut last_biases = L::splat_f(INITIAL_BIAS);
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
            let damping = if block == 0 { &FIRST_DAMPING } else { &DAMPING };
            let biases = adapted_biases::<L>(deltas, there, damping);
            let (words, ends, misfit) = digits::<L>(deltas, L::shift(biases, last_biases));
            last_biases = biases;
            misfits = L::or(misfits, L::and(misfit, used));
            for number in L::pairs(words, L::and(ends, used)) {
                *self.code.get_mut(at..)?.first_chunk_mut()? = number.to_le_bytes();
                at += (number >> 40) as usize;
            }
        }
        if L::any(misfits) { None } else { Some(at) }
    }
}

const PUNYCODE: Parameters<'static> = Parameters::PUNYCODE;
const BASE: f32 = PUNYCODE.base as f32;
const T_MIN: f32 = PUNYCODE.t_min as f32;
const T_MAX: f32 = PUNYCODE.t_max as f32;
const SKEW: f32 = PUNYCODE.skew as f32;
const INITIAL_BIAS: f32 = PUNYCODE.initial_bias as f32;

/// Deltas are below: then they and all that is computed from them, halves included, are exact.
const LIMIT: f32 = (1 << 22) as f32;

/// The most digits that a lane writes; a text with a longer number is left to the general encoder.
pub(super) const DIGITS: usize = 5;

/// What a key is to a greater one by the distance of their lanes, from one to the right of it on.
static WEIGHTS: [i32; 2 * MOST] = {
    let mut weights = [1; 2 * MOST];
    let mut lane = MOST;
    while lane < weights.len() {
        weights[lane] = 1 + 256;
        lane += 1;
    }
    weights
};

/// The numbers of the lanes.
static NUMBERS: [i32; MOST] = {
    let mut numbers = [0; MOST];
    let mut lane = 0;
    while lane < MOST {
        numbers[lane] = lane as i32;
        lane += 1;
    }
    numbers
};

/// Eight neighbours, the first one at `from`.
#[inline(always)]
fn eight<T, const N: usize>(numbers: &[T; N], from: usize) -> &[T; 8] {
    let Some(eight) = numbers.get(from..).and_then(<[T]>::first_chunk) else {
        unreachable!("blocks end where the array does")
    };
    eight
}

/// What is subtracted from deltas and what they are multiplied by to damp them.
static DAMPING: [[f32; 8]; 2] = [[divisor(2.0)[0]; 8], [divisor(2.0)[1]; 8]];

/// The same for the lanes of which the first has the first delta.
static FIRST_DAMPING: [[f32; 8]; 2] = {
    let mut damping = DAMPING;
    [damping[0][0], damping[1][0]] = divisor(PUNYCODE.damp as f32);
    damping
};

/// What is subtracted, so that rounding to the nearest rounds down, and multiplied, to divide.
const fn divisor(by: f32) -> [f32; 2] {
    [(by - 1.0) / 2.0, 1.0 / by]
}

/// The biases after deltas that made so many code points (section 6.1).
#[inline(always)]
fn adapted_biases<L: Lanes>(deltas: L::F, there: L::F, damping: &[[f32; 8]; 2]) -> L::F {
    const SPAN: u32 = PUNYCODE.base - PUNYCODE.t_min;
    const MOST_AT: [u32; 3] = {
        let most = SPAN * PUNYCODE.t_max / 2;
        let second = (most + 1) * SPAN - 1;
        [most, second, (second + 1) * SPAN - 1]
    };
    const POWERS: [[f32; 2]; 3] =
        [divisor(SPAN as f32), divisor((SPAN * SPAN) as f32), divisor((SPAN * SPAN * SPAN) as f32)];
    let delta = L::sub_f(deltas, L::load_f(&damping[0]));
    let delta = round::<L>(L::mul_f(delta, L::load_f(&damping[1])));
    let delta = L::add_f(delta, quotient::<L>(delta, there));
    let (mut k, mut less, mut times) = (L::splat_f(0.0), L::splat_f(0.0), L::splat_f(1.0));
    let mut before = 0.0;
    for step in 0..MOST_AT.len() {
        let more = L::reaches(delta, L::splat_f((MOST_AT[step] + 1) as f32));
        k = L::add_f(k, L::keep(more, L::splat_f(BASE)));
        less = L::add_f(less, L::keep(more, L::splat_f(POWERS[step][0] - before)));
        before = POWERS[step][0];
        times = L::select(more, L::splat_f(POWERS[step][1]), times);
    }
    let rest = round::<L>(L::mul_f(L::sub_f(delta, less), times));
    let skewed = L::add_f(rest, L::splat_f(SKEW));
    L::add_f(k, quotient::<L>(L::mul_f(rest, L::splat_f((SPAN + 1) as f32)), skewed))
}

/// The integer part of the quotient of integers.
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

/// Where integers are all that an `f32` can hold, so that adding rounds to the nearest one.
const INTEGERS: f32 = (3 << 22) as f32;

/// The first four digits of numbers, the first one lowest; the fifth and 256 times how many there
/// are; and whether that is not all.
#[inline(always)]
fn digits<L: Lanes>(numbers: L::F, biases: L::F) -> (L::I, L::I, L::I) {
    let mut weights = L::splat_f(1.0);
    let mut bounds = L::splat_f(0.0);
    let mut quotients = numbers;
    let mut lengths = L::splat(1);
    let mut words = L::splat(0);
    for place in 1..DIGITS {
        let thresholds = thresholds::<L>(place, biases);
        let spans = L::sub_f(L::splat_f(BASE), thresholds);
        // A number goes on behind this digit if it is not below.
        bounds = L::add_f(bounds, L::mul_f(thresholds, weights));
        weights = L::mul_f(weights, spans);
        let next = quotient::<L>(L::sub_f(numbers, bounds), weights);
        let next = L::max_f(next, L::splat_f(0.0));
        let octet = octets::<L>(L::sub_f(quotients, L::mul_f(spans, next)));
        words = L::or(
            words,
            match place {
                1 => octet,
                2 => L::shl::<8>(octet),
                3 => L::shl::<16>(octet),
                _ => L::shl::<24>(octet),
            },
        );
        lengths = L::sub(lengths, L::reaches(numbers, bounds));
        quotients = next;
    }
    bounds = L::add_f(bounds, L::mul_f(thresholds::<L>(DIGITS, biases), weights));
    let misfits = L::reaches(numbers, L::min_f(bounds, L::splat_f(LIMIT)));
    (words, L::or(octets::<L>(quotients), L::shl::<8>(lengths)), misfits)
}

#[inline(always)]
fn thresholds<L: Lanes>(place: usize, biases: L::F) -> L::F {
    let thresholds = L::sub_f(L::splat_f(BASE * place as f32), biases);
    L::min_f(L::max_f(thresholds, L::splat_f(T_MIN)), L::splat_f(T_MAX))
}

/// The characters of digits.
#[inline(always)]
fn octets<L: Lanes>(digits: L::F) -> L::I {
    const LETTERS: f32 = 26.0;
    let decimal = L::reaches(digits, L::splat_f(LETTERS));
    // Zeros follow the letters.
    let less = L::keep(decimal, L::splat_f(LETTERS + b'a' as f32 - b'0' as f32));
    let first = L::sub_f(L::splat_f(b'a' as f32 + INTEGERS), less);
    L::and(L::bits(L::add_f(digits, first)), L::splat(0xFF))
}
