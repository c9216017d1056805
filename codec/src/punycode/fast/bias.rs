//! The adapted bias (RFC 3492, section 6.1), from tables instead of divisions.
//!
//! For example, the delta 3000, which is not the first and makes ten code points: it is halved to
//! 1500, and its tenth is added: 1650. That is above 455, so 1650 / 35 = 47 and k = 36. The bias is
//! 36 + 36 * 47 / (47 + 38) = 55. Here `SHARES[10]` holds the factor 1 + 1/10, and `BIASES[1650]`
//! is 55.
//!
//! The first delta of `bücher`, 745, makes six code points: 745 / 700 = 1, and 1 + 1/6 is 1. Its
//! bias is `BIASES[1]`, 0 + 36 * 1 / (1 + 38) = 0.

use super::MOST;
use crate::bootstring::ParameterSet;

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

/// The number of bits by which a product with a reciprocal is shifted: x / 6 is
/// `x * (2^33 / 6, rounded up) >> 33`.
pub(super) const SHIFT: u32 = 33;

/// Two factors for each number of code points. The first is 1 + 1 / points, in units of `1 << 32`:
/// times a delta, it adds the share of one code point to it. The second is 1 / points, in units of
/// `1 << SHIFT`: times `i`, it divides `i` by the number of code points.
pub(super) static SHARES: [(u64, u64); 2 * MOST] = {
    let mut shares = [(0, 0); 2 * MOST];
    let mut points = 1;
    while points < shares.len() {
        let by = points as u64;
        shares[points] = (
            (1 << 32) + (1_u64 << 32).div_ceil(by),
            (1_u64 << SHIFT).div_ceil(by),
        );
        points += 1;
    }
    shares
};

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
    let (more, _) = SHARES[points % SHARES.len()];
    bias_of(((u64::from(damped) * more) >> 32) as u32)
}

/// The bias after a delta that is damped and has its share added (section 6.1). The delta has at
/// most 28 bits, so the bias is below 256.
#[inline(always)]
fn bias_of(delta: u32) -> u8 {
    if let Some(&bias) = BIASES.get(delta as usize) {
        return bias;
    }
    let (mut delta, mut k) = (delta, 0);
    while delta as usize >= BIASES.len() {
        delta /= SPAN;
        k += PUNYCODE.base as u8;
    }
    k + BIASES[delta as usize]
}

/// The biases after damped deltas below 8192.
static BIASES: [u8; 8192] = {
    let mut biases = [0; 8192];
    let mut delta = 0;
    while delta < biases.len() {
        let (mut rest, mut k) = (delta as u32, 0);
        while rest > SPAN * PUNYCODE.t_max / 2 {
            rest /= SPAN;
            k += PUNYCODE.base;
        }
        biases[delta] = (k + (SPAN + 1) * rest / (rest + PUNYCODE.skew)) as u8;
        delta += 1;
    }
    biases
};
