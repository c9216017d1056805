//! Decoding a label: number by number, then all places at once.
//!
//! A number cannot be read before the one in front of it, because that says with which bias. So
//! that chain is kept short: the digits of a number are compared with their thresholds in one
//! word, what follows from a bias stands in a table, and so does nearly every bias. Where the code
//! points stand in the end follows from all insertions, in vectors.

use super::MOST;
use super::bias::{SHARES, SHIFT, bias_of};
use super::lanes::Lanes;
use crate::bootstring::Parameters;

/// A code of at most `LENGTH` octets, and the text that it stands for.
///
/// `LENGTH` is 32 or 64, `VALUES` eight more, because digits are read in words, and `TEXT` eight
/// more than four times as many.
#[repr(C, align(64))]
pub(super) struct Work<const LENGTH: usize, const VALUES: usize, const TEXT: usize> {
    /// The octets of the code, zeros behind it.
    pub(super) code: [u8; LENGTH],
    /// The values of its digits, for all that is no digit [`NO_DIGIT`].
    values: [u8; VALUES],
    /// The places of the literal part, and then those where the others are inserted.
    places: [i8; LENGTH],
    code_points: [i32; LENGTH],
    /// The text.
    text: [i32; LENGTH],
    /// The same in UTF-8.
    pub(super) utf8: [u8; TEXT],
}

/// A code of at most 32 octets.
pub(super) type Small = Work<32, 40, 136>;

/// A code of at most [`MOST`] octets.
pub(super) type Large = Work<MOST, 72, 264>;

impl<const LENGTH: usize, const VALUES: usize, const TEXT: usize> Work<LENGTH, VALUES, TEXT> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            code: [0; LENGTH],
            values: [NO_DIGIT; VALUES],
            places: [0; LENGTH],
            code_points: [0; LENGTH],
            text: [0; LENGTH],
            utf8: [0; TEXT],
        }
    }

    /// Reads the first `length` octets of the code; gives the number of code points in the text.
    #[inline(always)]
    pub(super) fn read<L: Lanes>(&mut self, length: usize) -> Option<usize> {
        let (mut foreign, mut behind) = (0, 0);
        for place in 0..LENGTH {
            let octet = self.code[place];
            let letter = (octet | 0x20).wrapping_sub(b'a');
            let decimal = octet.wrapping_sub(b'0');
            let value = if decimal < 10 { decimal + 26 } else { NO_DIGIT };
            self.values[place] = if letter < 26 { letter } else { value };
            foreign |= octet;
            let delimiter = if octet == PUNYCODE.delimiter as u8 { place as u8 + 1 } else { 0 };
            behind = if delimiter > behind { delimiter } else { behind };
        }
        let mut at = usize::from(behind);
        if foreign >= 0x80 || at == 1 {
            return None;
        }
        let literals = at.saturating_sub(1);
        for place in 0..literals {
            self.code_points[place % LENGTH] = i32::from(self.code[place % LENGTH]);
            self.places[place % LENGTH] = place as i8;
        }
        let mut points = literals;
        let mut bias = PUNYCODE.initial_bias as usize;
        let (mut n, mut i) = (PUNYCODE.initial_n, 0);
        while at < length {
            let row = ROWS.get(bias)?;
            let word = u64::from_le_bytes(*self.values.get(at..)?.first_chunk()?);
            // A digit ends the number if it is under its threshold: its borrow takes the high bit.
            let ends = !((word | HIGH) - row.thresholds) & HIGH;
            if ends == 0 {
                return None;
            }
            at += ends.trailing_zeros() as usize / 8 + 1;
            let digits = word & (ends ^ (ends - 1));
            if digits & NONE != 0 {
                return None;
            }
            let digit = |place: u32| (digits >> (8 * place)) as u32 & 0xFF;
            let [one, two, three, four, five] = row.weights;
            let mut delta = digit(0) + digit(1) * one + digit(2) * two + digit(3) * three;
            if digits >> 32 != 0 {
                delta += digit(4) * four + digit(5) * five;
            }
            let damped = if points == literals { delta / PUNYCODE.damp } else { delta / 2 };
            points += 1;
            let (more, share) = SHARES.get(points)?;
            bias = bias_of(((u64::from(damped) * more) >> 32) as u32);
            i += delta;
            if i >= LIMIT {
                return None;
            }
            let steps = ((u64::from(i) * share) >> SHIFT) as u32;
            n += steps;
            if n > 0x10_FFFF || n.wrapping_sub(0xD800) < 0x800 {
                return None;
            }
            let index = i - steps * points as u32;
            *self.code_points.get_mut(points - 1)? = n as i32;
            *self.places.get_mut(points - 1)? = index as i8;
            i = index + 1;
        }
        if LENGTH == 32 || points <= 32 {
            self.place::<L, 1>(literals, points);
        } else {
            self.place::<L, 2>(literals, points);
        }
        Some(points)
    }

    /// Puts the code points where they stand in the text.
    #[inline(always)]
    fn place<L: Lanes, const BLOCKS: usize>(&mut self, literals: usize, points: usize) {
        let mut places = [L::splat_octet(0); BLOCKS];
        for (block, places) in places.iter_mut().enumerate() {
            *places = L::load_octets(block32(&self.places, 32 * block));
        }
        // An insertion moves what stands at its place or to the right of it by one.
        for insertion in literals..points {
            let before = L::splat_octet(self.places[insertion % LENGTH] - 1);
            for (block, places) in places.iter_mut().enumerate() {
                let earlier = MOST - insertion % MOST + 32 * block;
                let earlier = L::load_octets(block32(&EARLIER, earlier));
                *places = L::move_octets(*places, before, earlier);
            }
        }
        let mut stand = [0_i8; LENGTH];
        for (&places, stand) in places.iter().zip(stand.chunks_exact_mut(32)) {
            let Some(stand) = stand.first_chunk_mut() else { return };
            L::store_octets(places, stand);
        }
        for (&place, &code_point) in stand.iter().zip(&self.code_points).take(points) {
            self.text[place as usize % LENGTH] = code_point;
        }
    }
}

const PUNYCODE: Parameters<'static> = Parameters::PUNYCODE;

/// In place of a digit value, above all of them: the character is no digit.
const NO_DIGIT: u8 = 0x7F;

/// The bit that only [`NO_DIGIT`] has, in each octet.
const NONE: u64 = 0x4040_4040_4040_4040;

/// The highest bit of each octet that can hold a digit. Six digits cannot overflow.
const HIGH: u64 = 0x0000_8080_8080_8080;

/// Beyond this `i` no code point is left, as few as there are code points in the text.
const LIMIT: u32 = 1 << 27;

#[inline(always)]
fn block32<const N: usize>(octets: &[i8; N], from: usize) -> &[i8; 32] {
    let Some(block) = octets.get(from..).and_then(<[i8]>::first_chunk) else {
        unreachable!("blocks end where the array does")
    };
    block
}

/// -1 in the first half, then 0.
static EARLIER: [i8; 2 * MOST] = {
    let mut earlier = [0; 2 * MOST];
    let mut lane = 0;
    while lane < MOST {
        earlier[lane] = -1;
        lane += 1;
    }
    earlier
};

/// What follows from a bias.
#[derive(Clone, Copy)]
struct Row {
    /// The thresholds of the first digits, the first one lowest.
    thresholds: u64,
    /// The weights of the second and later digits.
    weights: [u32; 5],
}

/// The rows of all biases.
static ROWS: [Row; 256] = {
    let mut rows = [Row { thresholds: 0, weights: [0; 5] }; 256];
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

impl<const LENGTH: usize, const VALUES: usize, const TEXT: usize> Work<LENGTH, VALUES, TEXT> {
    /// Writes the first so many code points in UTF-8; gives the length.
    #[inline(always)]
    pub(super) fn write<L: Lanes>(&mut self, points: usize) -> usize {
        let mut at = 0;
        let points = points.min(LENGTH);
        for (block, code_points) in self.text.chunks_exact(8).enumerate().take(points.div_ceil(8)) {
            let Some(code_points) = code_points.first_chunk() else { return at };
            let all = L::load(code_points);
            let sixty_three = L::splat(0x3F);
            let (low, middle) = (L::and(all, sixty_three), L::and(L::shr::<6>(all), sixty_three));
            let two = L::add(L::splat(0x80C0), L::add(L::shr::<6>(all), L::shl::<8>(low)));
            let three = L::add(
                L::add(L::splat(0x80_80E0), L::shr::<12>(all)),
                L::add(L::shl::<8>(middle), L::shl::<16>(low)),
            );
            let four = L::add(
                L::add(L::splat(0x8080_80F0_u32 as i32), L::shr::<18>(all)),
                L::add(
                    L::shl::<8>(L::and(L::shr::<12>(all), sixty_three)),
                    L::add(L::shl::<16>(middle), L::shl::<24>(low)),
                ),
            );
            let (over_one, over_two, over_three) = (
                L::greater(all, L::splat(0x7F)),
                L::greater(all, L::splat(0x7FF)),
                L::greater(all, L::splat(0xFFFF)),
            );
            let words = L::add(
                L::add(all, L::and(over_one, L::sub(two, all))),
                L::add(
                    L::and(over_two, L::sub(three, two)),
                    L::and(over_three, L::sub(four, three)),
                ),
            );
            let lengths = L::sub(L::sub(L::splat(1), over_one), L::add(over_two, over_three));
            let lanes = L::load(&[0, 1, 2, 3, 4, 5, 6, 7]);
            let used = L::greater(L::splat(points as i32 - 8 * block as i32), lanes);
            for character in L::pairs(words, L::and(lengths, used)) {
                let Some(to) = self.utf8.get_mut(at..).and_then(<[u8]>::first_chunk_mut) else {
                    return at;
                };
                *to = (character as u32).to_le_bytes();
                at += (character >> 32) as usize;
            }
        }
        at
    }
}
