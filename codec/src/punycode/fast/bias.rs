//! The tables of the encoder and the decoder, and the adapted bias (RFC 3492, section 6.1), from tables
//! instead of divisions.
//!
//! For example, the delta 3000, which is not the first and makes ten code points: it is halved to
//! 1500, and its tenth is added: 1650. That is above 455, so 1650 / 35 = 47 and k = 36. The bias is
//! 36 + 36 * 47 / (47 + 38) = 55. Here `growths[10]` holds the factor 1 + 1/10, and `biases[1650]`
//! is 55.
//!
//! The first delta of `bücher`, 745, makes six code points: 745 / 700 = 1, and 1 + 1/6 is 1. Its
//! bias is `biases[1]`, 0 + 36 * 1 / (1 + 38) = 0.

use super::MOST;
use crate::bootstring::ParameterSet;

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

/// The number of bits by which a product with a reciprocal is shifted: x / 6 is
/// `x * (2^33 / 6, rounded up) >> 33`.
pub(super) const SHIFT: u32 = 33;

/// All tables of the fast paths, in one static, so that one register holds the address of them all.
#[repr(C)]
pub(super) struct Tables {
    /// By bias: the thresholds of the first six digits, the first in the lowest octet.
    pub(super) thresholds: [u64; 256],
    /// By place and bias: the weights of the second to sixth digit.
    pub(super) weights: [[u32; 256]; 5],
    /// By number of code points: 1 + 1 / points, in units of `1 << 32`. Times a delta, it adds the share
    /// of one code point to it.
    growths: [u64; 2 * MOST],
    /// By number of code points: 1 / points, in units of `1 << SHIFT`. Times `i`, it divides `i` by the
    /// number of code points.
    pub(super) shares: [u64; 2 * MOST],
    /// By place of an insertion: the argument `which` of [`Lanes::insert`](super::lanes::Lanes::insert),
    /// which is 1 for each earlier lane, 80 for its own, 0 for each later lane.
    pub(super) around: [[u8; MOST]; MOST],
    /// The biases after damped deltas below 8192.
    biases: [u8; 8192],
}

/// With the bias 72, the thresholds are 1, 1, 26, 26, 26, 26 and the weights 35, 1225, 12250, 122500,
/// 1225000.
pub(super) static TABLES: Tables = {
    let mut tables = Tables {
        thresholds: [0; 256],
        weights: [[0; 256]; 5],
        growths: [0; 2 * MOST],
        shares: [0; 2 * MOST],
        around: [[0; MOST]; MOST],
        biases: [0; 8192],
    };
    let mut bias = 0;
    while bias < 256 {
        let (mut weight, mut place) = (1, 0);
        while place < 6 {
            let threshold = threshold(place as u32, bias as u32);
            tables.thresholds[bias] |= (threshold as u64) << (8 * place);
            if place < 5 {
                weight *= PUNYCODE.base - threshold;
                tables.weights[place][bias] = weight;
            }
            place += 1;
        }
        bias += 1;
    }
    let mut points = 1;
    while points < 2 * MOST {
        let by = points as u64;
        tables.growths[points] = (1 << 32) + (1_u64 << 32).div_ceil(by);
        tables.shares[points] = (1_u64 << SHIFT).div_ceil(by);
        points += 1;
    }
    let mut place = 0;
    while place < MOST {
        let mut lane = 0;
        while lane < place {
            tables.around[place][lane] = 1;
            lane += 1;
        }
        tables.around[place][place] = 0x80;
        place += 1;
    }
    let mut delta = 0;
    while delta < tables.biases.len() {
        let (mut rest, mut k) = (delta as u32, 0);
        while rest > SPAN * PUNYCODE.t_max / 2 {
            rest /= SPAN;
            k += PUNYCODE.base;
        }
        tables.biases[delta] = (k + (SPAN + 1) * rest / (rest + PUNYCODE.skew)) as u8;
        delta += 1;
    }
    tables
};

/// The threshold of a digit, counted from 0.
const fn threshold(place: u32, bias: u32) -> u32 {
    let distance = (PUNYCODE.base * (place + 1)).saturating_sub(bias);
    if distance < PUNYCODE.t_min {
        PUNYCODE.t_min
    } else if distance > PUNYCODE.t_max {
        PUNYCODE.t_max
    } else {
        distance
    }
}

const SPAN: u32 = PUNYCODE.base - PUNYCODE.t_min;

/// The bias after a delta of at most 28 bits (section 6.1). `points` counts the code points that are
/// there after the insertion.
#[inline(always)]
pub(super) fn adapted_bias(delta: u32, points: usize, first: bool) -> u8 {
    let damped = if first {
        delta / PUNYCODE.damp
    } else {
        delta / 2
    };
    let growth = TABLES.growths[points % TABLES.growths.len()];
    bias_of(((u64::from(damped) * growth) >> 32) as u32)
}

/// The bias after a delta that is damped and has its share added (section 6.1). The delta has at
/// most 28 bits, so the bias is below 256.
#[inline(always)]
fn bias_of(delta: u32) -> u8 {
    if let Some(&bias) = TABLES.biases.get(delta as usize) {
        return bias;
    }
    let (mut delta, mut k) = (delta, 0);
    while delta as usize >= TABLES.biases.len() {
        delta /= SPAN;
        k += PUNYCODE.base as u8;
    }
    k + TABLES.biases[delta as usize]
}
