//! Eight lanes in one register of AVX2, for the backend V3.

use core::arch::x86_64::*;

use super::Procedure;
use super::lanes::Lanes;

pub(super) fn run(procedure: impl Procedure) -> bool {
    #[expect(
        unsafe_code,
        reason = "the compiler does not know that the instructions are there"
    )]
    // SAFETY: the backend is chosen only if the processor has its instructions.
    unsafe {
        run_v3(procedure)
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_v3(procedure: impl Procedure) -> bool {
    procedure.run::<V3>()
}

/// Eight lanes in one register.
#[derive(Clone, Copy)]
struct V3;

/// An instruction of AVX2.
macro_rules! instruction {
    ($call:expr) => {{
        #[expect(
            unsafe_code,
            reason = "a function of a trait cannot ask for instructions"
        )]
        // SAFETY: the lanes are used only in functions that are compiled for AVX2, and pointers
        // come from references to as many octets as are moved.
        unsafe {
            $call
        }
    }};
}

/// Operations on two vectors, each by one instruction.
macro_rules! operations {
    ($($name:ident: $vector:ident = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(a: Self::$vector, b: Self::$vector) -> Self::$vector {
            instruction!($instruction(a, b))
        }
    )*};
}

impl Lanes for V3 {
    type I = __m256i;
    type F = __m256;
    type Octets = __m256i;

    operations! {
        add: I = _mm256_add_epi32;
        sub: I = _mm256_sub_epi32;
        and: I = _mm256_and_si256;
        or: I = _mm256_or_si256;
        greater: I = _mm256_cmpgt_epi32;
        greater_octets: I = _mm256_cmpgt_epi8;
        add_f: F = _mm256_add_ps;
        sub_f: F = _mm256_sub_ps;
        mul_f: F = _mm256_mul_ps;
        div_f: F = _mm256_div_ps;
        min_f: F = _mm256_min_ps;
        max_f: F = _mm256_max_ps;
    }

    #[inline(always)]
    fn load(from: &[i32; 8]) -> Self::I {
        instruction!(_mm256_loadu_si256(from.as_ptr().cast()))
    }
    #[inline(always)]
    fn store(numbers: Self::I, to: &mut [i32; 8]) {
        instruction!(_mm256_storeu_si256(to.as_mut_ptr().cast(), numbers));
    }
    #[inline(always)]
    fn splat(number: i32) -> Self::I {
        instruction!(_mm256_set1_epi32(number))
    }
    #[inline(always)]
    fn shl<const BY: i32>(a: Self::I) -> Self::I {
        instruction!(_mm256_slli_epi32::<BY>(a))
    }
    #[inline(always)]
    fn shr<const BY: i32>(a: Self::I) -> Self::I {
        instruction!(_mm256_srai_epi32::<BY>(a))
    }
    #[inline(always)]
    fn pairs(low: Self::I, high: Self::I) -> [u64; 8] {
        let mut pairs = [0; 8];
        let to = pairs.as_mut_ptr().cast::<__m256i>();
        instruction!({
            // Unpacking works within the halves of a register.
            let (low, high) = (
                _mm256_unpacklo_epi32(low, high),
                _mm256_unpackhi_epi32(low, high),
            );
            _mm256_storeu_si256(to, _mm256_permute2x128_si256::<0x20>(low, high));
            _mm256_storeu_si256(to.add(1), _mm256_permute2x128_si256::<0x31>(low, high));
        });
        pairs
    }
    #[inline(always)]
    fn any(a: Self::I) -> bool {
        instruction!(_mm256_testz_si256(a, a)) == 0
    }
    #[inline(always)]
    fn splat_f(number: f32) -> Self::F {
        instruction!(_mm256_set1_ps(number))
    }
    #[inline(always)]
    fn float(a: Self::I) -> Self::F {
        instruction!(_mm256_cvtepi32_ps(a))
    }
    #[inline(always)]
    fn bits(a: Self::F) -> Self::I {
        instruction!(_mm256_castps_si256(a))
    }
    #[inline(always)]
    fn reaches(a: Self::F, b: Self::F) -> Self::I {
        instruction!(_mm256_castps_si256(_mm256_cmp_ps::<_CMP_GE_OQ>(a, b)))
    }
    #[inline(always)]
    fn octets(words: [u64; 4]) -> Self::Octets {
        let [a, b, c, d] = words.map(|word| word as i64);
        instruction!(_mm256_set_epi64x(d, c, b, a))
    }
    #[inline(always)]
    fn load_octets(from: &[u8; 32]) -> Self::Octets {
        instruction!(_mm256_loadu_si256(from.as_ptr().cast()))
    }
    #[inline(always)]
    fn store_octets(octets: Self::Octets, to: &mut [u8; 32]) {
        instruction!(_mm256_storeu_si256(to.as_mut_ptr().cast(), octets));
    }
    #[inline(always)]
    fn splat_octet(octet: u8) -> Self::Octets {
        instruction!(_mm256_set1_epi8(octet as i8))
    }
    #[inline(always)]
    fn high_bits(octets: Self::Octets) -> u32 {
        instruction!(_mm256_movemask_epi8(octets)) as u32
    }
    #[inline(always)]
    fn insert(octets: Self::Octets, here: Self::Octets, which: Self::Octets) -> Self::Octets {
        instruction!({
            let by = _mm256_andnot_si256(_mm256_cmpgt_epi8(here, octets), which);
            _mm256_blendv_epi8(_mm256_add_epi8(octets, by), here, which)
        })
    }
}
