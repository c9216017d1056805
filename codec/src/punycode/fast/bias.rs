//! Biases by table, without a division.

use super::MOST;
use crate::bootstring::ParameterSet;

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

/// What a product with a reciprocal is shifted by.
pub(super) const SHIFT: u32 = 33;

/// For a number of code points what a delta is multiplied by to add the share of one to it, in
/// units of `1 << 32`, and what `i` is multiplied by to divide it, in units of `1 << SHIFT`.
pub(super) static SHARES: [(u64, u64); 2 * MOST] = {
    let mut shares = [(0, 0); 2 * MOST];
    let mut points = 1;
    while points < shares.len() {
        let by = points as u64;
        shares[points] = ((1 << 32) + (1_u64 << 32).div_ceil(by), (1_u64 << SHIFT).div_ceil(by));
        points += 1;
    }
    shares
};

const SPAN: u32 = PUNYCODE.base - PUNYCODE.t_min;

/// The bias after a delta of at most 28 bits that made so many code points (section 6.1).
#[inline(always)]
pub(super) fn adapted_bias(delta: u32, points: usize, first: bool) -> u8 {
    let damped = if first { delta / PUNYCODE.damp } else { delta / 2 };
    let (more, _) = SHARES[points % SHARES.len()];
    bias_of(((u64::from(damped) * more) >> 32) as u32)
}

/// The bias after a damped delta to which its share is added (section 6.1), of at most 28 bits:
/// then it is below 256.
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

/// The biases after small deltas.
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
