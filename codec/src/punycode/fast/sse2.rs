//! Eight lanes in two registers of SSE2, which every x86-64 has.

use core::arch::x86_64::*;

use super::lanes::Lanes;

/// Eight lanes in two registers.
#[derive(Clone, Copy)]
pub(super) struct Sse2;

/// Instructions of SSE2.
macro_rules! instruction {
    ($call:expr) => {{
        // SAFETY: x86-64 has SSE2, and pointers come from references to as many octets as are moved.
        #[allow(unused_unsafe, reason = "newer compilers ask for it with pointers only")]
        #[allow(unsafe_code, reason = "moving vectors takes pointers")]
        unsafe {
            $call
        }
    }};
}

/// An instruction for both registers.
macro_rules! both {
    ($instruction:ident, $a:expr, $b:expr) => {{
        let ([a, b], [c, d]) = ($a, $b);
        instruction!([$instruction(a, c), $instruction(b, d)])
    }};
}

/// Operations on two vectors, each by one instruction for both registers.
macro_rules! operations {
    ($($name:ident: $vector:ident = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(a: Self::$vector, b: Self::$vector) -> Self::$vector {
            both!($instruction, a, b)
        }
    )*};
}

impl Lanes for Sse2 {
    type I = [__m128i; 2];
    type F = [__m128; 2];
    type Octets = [__m128i; 2];

    operations! {
        add: I = _mm_add_epi32;
        sub: I = _mm_sub_epi32;
        and: I = _mm_and_si128;
        or: I = _mm_or_si128;
        greater: I = _mm_cmpgt_epi32;
        greater_octets: I = _mm_cmpgt_epi8;
        add_f: F = _mm_add_ps;
        sub_f: F = _mm_sub_ps;
        mul_f: F = _mm_mul_ps;
        div_f: F = _mm_div_ps;
        min_f: F = _mm_min_ps;
        max_f: F = _mm_max_ps;
    }

    #[inline(always)]
    fn load(from: &[i32; 8]) -> Self::I {
        let at = from.as_ptr().cast::<__m128i>();
        instruction!([_mm_loadu_si128(at), _mm_loadu_si128(at.add(1))])
    }
    #[inline(always)]
    fn store(numbers: Self::I, to: &mut [i32; 8]) {
        let at = to.as_mut_ptr().cast::<__m128i>();
        instruction!({
            _mm_storeu_si128(at, numbers[0]);
            _mm_storeu_si128(at.add(1), numbers[1]);
        });
    }
    #[inline(always)]
    fn splat(number: i32) -> Self::I {
        [instruction!(_mm_set1_epi32(number)); 2]
    }
    #[inline(always)]
    fn shl<const BY: i32>([a, b]: Self::I) -> Self::I {
        instruction!([_mm_slli_epi32::<BY>(a), _mm_slli_epi32::<BY>(b)])
    }
    #[inline(always)]
    fn shr<const BY: i32>([a, b]: Self::I) -> Self::I {
        instruction!([_mm_srai_epi32::<BY>(a), _mm_srai_epi32::<BY>(b)])
    }
    #[inline(always)]
    fn pairs([a, b]: Self::I, [c, d]: Self::I) -> [u64; 8] {
        let mut pairs = [0; 8];
        let to = pairs.as_mut_ptr().cast::<__m128i>();
        instruction!({
            _mm_storeu_si128(to, _mm_unpacklo_epi32(a, c));
            _mm_storeu_si128(to.add(1), _mm_unpackhi_epi32(a, c));
            _mm_storeu_si128(to.add(2), _mm_unpacklo_epi32(b, d));
            _mm_storeu_si128(to.add(3), _mm_unpackhi_epi32(b, d));
        });
        pairs
    }
    #[inline(always)]
    fn any([a, b]: Self::I) -> bool {
        instruction!(_mm_movemask_epi8(_mm_or_si128(a, b))) != 0
    }
    #[inline(always)]
    fn splat_f(number: f32) -> Self::F {
        [instruction!(_mm_set1_ps(number)); 2]
    }
    #[inline(always)]
    fn float([a, b]: Self::I) -> Self::F {
        instruction!([_mm_cvtepi32_ps(a), _mm_cvtepi32_ps(b)])
    }
    #[inline(always)]
    fn bits([a, b]: Self::F) -> Self::I {
        instruction!([_mm_castps_si128(a), _mm_castps_si128(b)])
    }
    #[inline(always)]
    fn reaches(a: Self::F, b: Self::F) -> Self::I {
        Self::bits(both!(_mm_cmpge_ps, a, b))
    }
    #[inline(always)]
    fn octets(words: [u64; 4]) -> Self::Octets {
        let [a, b, c, d] = words.map(|word| word as i64);
        instruction!([_mm_set_epi64x(b, a), _mm_set_epi64x(d, c)])
    }
    #[inline(always)]
    fn load_octets(from: &[u8; 32]) -> Self::Octets {
        let at = from.as_ptr().cast::<__m128i>();
        instruction!([_mm_loadu_si128(at), _mm_loadu_si128(at.add(1))])
    }
    #[inline(always)]
    fn store_octets(octets: Self::Octets, to: &mut [u8; 32]) {
        let at = to.as_mut_ptr().cast::<__m128i>();
        instruction!({
            _mm_storeu_si128(at, octets[0]);
            _mm_storeu_si128(at.add(1), octets[1]);
        });
    }
    #[inline(always)]
    fn splat_octet(octet: u8) -> Self::Octets {
        [instruction!(_mm_set1_epi8(octet as i8)); 2]
    }
    #[inline(always)]
    fn high_bits([a, b]: Self::Octets) -> u32 {
        instruction!(_mm_movemask_epi8(a) | _mm_movemask_epi8(b) << 16) as u32
    }
    #[inline(always)]
    fn insert(octets: Self::Octets, here: Self::Octets, which: Self::Octets) -> Self::Octets {
        let mut inserted = here;
        for half in 0..2 {
            let (octets, here, which) = (octets[half], here[half], which[half]);
            inserted[half] = instruction!({
                let moved = _mm_add_epi8(
                    octets,
                    _mm_andnot_si128(_mm_cmpgt_epi8(here, octets), which),
                );
                let this = _mm_cmpgt_epi8(_mm_setzero_si128(), which);
                _mm_or_si128(_mm_andnot_si128(this, moved), _mm_and_si128(this, here))
            });
        }
        inserted
    }
}
