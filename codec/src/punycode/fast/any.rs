//! Eight lanes in arrays, for any processor. The compiler may turn them into vectors.

use super::lanes::Lanes;

/// Eight lanes in arrays.
#[derive(Clone, Copy)]
pub(super) struct Any;

#[inline(always)]
fn each<T: Copy, U: Copy + Default>(a: [T; 8], with: impl Fn(T) -> U) -> [U; 8] {
    let mut out = [U::default(); 8];
    for lane in 0..8 {
        out[lane] = with(a[lane]);
    }
    out
}

#[inline(always)]
fn both<T: Copy, U: Copy + Default>(a: [T; 8], b: [T; 8], with: impl Fn(T, T) -> U) -> [U; 8] {
    let mut out = [U::default(); 8];
    for lane in 0..8 {
        out[lane] = with(a[lane], b[lane]);
    }
    out
}

/// Operations on two vectors, each by its function of one lane.
macro_rules! lane_by_lane {
    ($($name:ident: $operand:ident -> $result:ident = $with:expr;)*) => {$(
        #[inline(always)]
        fn $name(a: Self::$operand, b: Self::$operand) -> Self::$result {
            both(a, b, $with)
        }
    )*};
}

impl Lanes for Any {
    type I = [i32; 8];
    type F = [f32; 8];
    type Octets = [u8; 32];

    lane_by_lane! {
        add: I -> I = i32::wrapping_add;
        sub: I -> I = i32::wrapping_sub;
        and: I -> I = |a, b| a & b;
        or: I -> I = |a, b| a | b;
        greater: I -> I = |a, b| -i32::from(a > b);
        add_f: F -> F = |a, b| a + b;
        sub_f: F -> F = |a, b| a - b;
        mul_f: F -> F = |a, b| a * b;
        div_f: F -> F = |a, b| a / b;
        min_f: F -> F = |a, b| if a < b { a } else { b };
        max_f: F -> F = |a, b| if a > b { a } else { b };
        reaches: F -> I = |a, b| -i32::from(a >= b);
    }

    #[inline(always)]
    fn load(from: &[i32; 8]) -> Self::I {
        *from
    }
    #[inline(always)]
    fn store(numbers: Self::I, to: &mut [i32; 8]) {
        *to = numbers;
    }
    #[inline(always)]
    fn splat(number: i32) -> Self::I {
        [number; 8]
    }
    #[inline(always)]
    fn greater_octets(a: Self::I, b: Self::I) -> Self::I {
        both(a, b, |a, b| {
            let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
            let mut greater = [0; 4];
            for octet in 0..4 {
                greater[octet] = if a[octet] as i8 > b[octet] as i8 {
                    0xFF
                } else {
                    0
                };
            }
            i32::from_le_bytes(greater)
        })
    }
    #[inline(always)]
    fn shl<const BY: i32>(a: Self::I) -> Self::I {
        each(a, |a| a << BY)
    }
    #[inline(always)]
    fn shr<const BY: i32>(a: Self::I) -> Self::I {
        each(a, |a| a >> BY)
    }
    #[inline(always)]
    fn pairs(low: Self::I, high: Self::I) -> [u64; 8] {
        both(low, high, |low, high| {
            u64::from(low as u32) | u64::from(high as u32) << 32
        })
    }
    #[inline(always)]
    fn any(a: Self::I) -> bool {
        a.into_iter().fold(0, |any, a| any | a) != 0
    }
    #[inline(always)]
    fn splat_f(number: f32) -> Self::F {
        [number; 8]
    }
    #[inline(always)]
    fn float(a: Self::I) -> Self::F {
        each(a, |a| a as f32)
    }
    #[inline(always)]
    fn bits(a: Self::F) -> Self::I {
        each(a, |a| a.to_bits() as i32)
    }
    #[inline(always)]
    fn octets(words: [u64; 4]) -> Self::Octets {
        let mut octets = [0; 32];
        for (to, word) in octets.chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        octets
    }
    #[inline(always)]
    fn load_octets(from: &[u8; 32]) -> Self::Octets {
        *from
    }
    #[inline(always)]
    fn store_octets(octets: Self::Octets, to: &mut [u8; 32]) {
        *to = octets;
    }
    #[inline(always)]
    fn splat_octet(octet: u8) -> Self::Octets {
        [octet; 32]
    }
    #[inline(always)]
    fn high_bits(octets: Self::Octets) -> u32 {
        octets
            .iter()
            .rev()
            .fold(0, |bits, octet| bits << 1 | u32::from(octet >> 7))
    }
    #[inline(always)]
    fn insert(octets: Self::Octets, here: Self::Octets, which: Self::Octets) -> Self::Octets {
        let mut inserted = here;
        for lane in 0..32 {
            let by = if octets[lane] >= here[lane] {
                which[lane]
            } else {
                0
            };
            inserted[lane] = if which[lane] < 0x80 {
                octets[lane] + by
            } else {
                here[lane]
            };
        }
        inserted
    }
}
