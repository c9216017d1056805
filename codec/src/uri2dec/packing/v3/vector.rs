//! Loads, stores and the look-ups that short and long inputs share.

use core::arch::x86_64::*;

use super::table::{
    BASES, CODES, LOADINGS, LOADINGS_LAST, Margin, PLACES, POSITIONS, SYMBOLS, Table,
};

/// The number of octets of a register.
pub(super) const LANES: usize = 32;

/// Loads of whole arrays.
macro_rules! loads {
    ($($name:ident: [$element:ty; $count:expr] -> $vector:ty = $instruction:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        pub(super) fn $name(elements: &[$element; $count]) -> $vector {
            // SAFETY: The elements are there.
            #[expect(unsafe_code, reason = "loads through a pointer")]
            unsafe {
                $instruction(elements.as_ptr().cast())
            }
        }
    )*};
}

/// Stores to whole arrays.
macro_rules! stores {
    ($($name:ident: [u8; $count:expr] = $vector:ty, $instruction:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        pub(super) fn $name(octets: &mut [u8; $count], value: $vector) {
            // SAFETY: There is room for the octets.
            #[expect(unsafe_code, reason = "stores through a pointer")]
            unsafe {
                $instruction(octets.as_mut_ptr().cast(), value);
            }
        }
    )*};
}

loads! {
    load: [u8; LANES] -> __m256i = _mm256_loadu_si256;
    load_half: [u8; LANES / 2] -> __m128i = _mm_loadu_si128;
    load_words: [u32; LANES / 4] -> __m256i = _mm256_loadu_si256;
    load_pairs: [u16; LANES / 2] -> __m256i = _mm256_loadu_si256;
}

stores! {
    store: [u8; LANES] = __m256i, _mm256_storeu_si256;
    store_half: [u8; LANES / 2] = __m128i, _mm_storeu_si128;
}

/// The octets from `first` on, at most 32, with zeros after them. `None` if there are fewer than four
/// octets in all.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_from(octets: &[u8], first: usize) -> Option<__m256i> {
    let &[.., a, b, c, d] = octets else {
        return None;
    };
    let loading = LOADINGS.get(octets.len().checked_sub(first)?)?;
    // SAFETY: Only words that lie within the octets, from `first` on, are read.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    let whole = unsafe {
        let start = octets.as_ptr().wrapping_add(first);
        _mm256_maskload_epi32(start.cast(), load_words(&loading.whole))
    };
    let word = _mm256_set1_epi32(i32::from_le_bytes([a, b, c, d]));
    Some(_mm256_or_si256(
        whole,
        _mm256_srlv_epi32(word, load_words(&loading.shifts)),
    ))
}

/// Four to 32 octets at the end of the register, with the octets of `fill` before them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_last(octets: &[u8], fill: &Margin) -> Option<__m256i> {
    let &[a, b, c, d, ..] = octets else {
        return None;
    };
    let loading = LOADINGS_LAST.get(octets.len())?;
    let before = fill.get(octets.len()..)?.first_chunk()?;
    let start = octets.as_ptr_range().end.wrapping_sub(LANES);
    // SAFETY: Only words that lie within the octets are read.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    let whole = unsafe { _mm256_maskload_epi32(start.cast(), load_words(&loading.whole)) };
    let word = _mm256_set1_epi32(i32::from_le_bytes([a, b, c, d]));
    let first = _mm256_sllv_epi32(word, load_words(&loading.shifts));
    Some(_mm256_or_si256(_mm256_or_si256(whole, first), load(before)))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn look_up(table: &Table, index: __m256i) -> __m256i {
    _mm256_shuffle_epi8(load(table), index)
}

/// The places of 32 symbols: the key in the low four bits, the position code above. In the second
/// result, an octet has its highest bit set if it is not a symbol. For `alice`: 12 25 24 02 13.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn places(symbols: __m256i) -> (__m256i, __m256i) {
    let (row_2, row_3) = (look_up(&PLACES[0], symbols), look_up(&PLACES[1], symbols));
    let (row_4, row_5) = (look_up(&PLACES[2], symbols), look_up(&PLACES[3], symbols));
    // Bits 6 and 4 of a symbol choose the row. Bit 5 is the letter case.
    let odd = _mm256_slli_epi16(symbols, 3);
    let low = _mm256_blendv_epi8(row_2, row_3, odd);
    let high = _mm256_blendv_epi8(row_4, row_5, odd);
    let place = _mm256_blendv_epi8(low, high, _mm256_slli_epi16(symbols, 1));
    // Only octets from 20 to 7E can be symbols. 60 shares the entry of 40 and is not a symbol.
    let above = _mm256_sub_epi8(symbols, _mm256_set1_epi8(0x20));
    let outside = _mm256_adds_epu8(above, _mm256_set1_epi8(i8::MAX - 0x5e));
    let grave = _mm256_cmpeq_epi8(symbols, _mm256_set1_epi8(0x60));
    (
        place,
        _mm256_or_si256(_mm256_or_si256(place, outside), grave),
    )
}

/// The hash digits of places.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn digits(places: __m256i) -> __m256i {
    let keys = _mm256_and_si256(places, _mm256_set1_epi8(0x0f));
    _mm256_or_si256(keys, _mm256_set1_epi8(b'0' as i8))
}

/// The position codes of 16 symbols, two in an octet, and the mask of their bits; then the same for
/// the next 16. PEXT of codes and mask gives the bits of 16 symbols.
///
/// For `alice` the first symbol counts once and the second four times, because the key of the first
/// has four positions: 1 + 4 * 2 = 09, 2 + 4 * 0 = 02, 01. The masks are 0F, 0F, 03.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn codes(places: __m256i) -> [u64; 4] {
    let one = _mm256_set1_epi16(1);
    // The weight of the first symbol of two is 1. That of the second is the number of positions on
    // the key of the first.
    let positions = look_up(&POSITIONS, places);
    let weights = _mm256_or_si256(_mm256_slli_epi16(positions, 8), one);
    let codes = _mm256_and_si256(_mm256_srli_epi16(places, 4), _mm256_set1_epi8(7));
    let codes = _mm256_maddubs_epi16(codes, weights);
    // An octet that is not a symbol has no positions, and so an empty mask.
    let masks = _mm256_subs_epu8(positions, _mm256_set1_epi8(1));
    let masks = _mm256_maddubs_epi16(masks, weights);
    words(_mm256_packus_epi16(codes, masks))
}

/// The keys of 32 hash digits. In the second result, an octet has its highest bit set if it is not
/// a digit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn keys(digits: __m256i) -> (__m256i, __m256i) {
    let keys = _mm256_sub_epi8(digits, _mm256_set1_epi8(b'0' as i8));
    (keys, _mm256_adds_epu8(keys, _mm256_set1_epi8(i8::MAX - 9)))
}

/// The masks of the position codes of eight symbols on these keys, four times. For the hash 25423:
/// 03 in each of the first five octets.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn masks(keys: __m256i) -> [u64; 4] {
    words(look_up(&CODES, keys))
}

/// The symbols on these keys with these position codes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn symbols(keys: __m256i, codes: [u64; 4]) -> __m256i {
    let [first, second, third, fourth] = codes.map(|codes| codes as i64);
    let codes = _mm256_set_epi64x(fourth, third, second, first);
    let index = _mm256_or_si256(look_up(&BASES, keys), codes);
    let narrow = _mm256_blendv_epi8(
        look_up(&SYMBOLS[0], index),
        look_up(&SYMBOLS[1], index),
        _mm256_slli_epi16(index, 3),
    );
    _mm256_blendv_epi8(
        narrow,
        look_up(&SYMBOLS[2], index),
        _mm256_slli_epi16(index, 2),
    )
}

/// The 32 digits of 96 bits. `pairs` and `factors` are the tables for the number of unused bits.
///
/// For the octets 01 29 20 with seven unused bits, the first pair of digits is in 0129. Times 2^7
/// it is 9480, whose six highest bits are 100 101: the digits 4 and 5. The second pair is in 2920.
/// Times 2^5 it is 2400 in 16 bits, 001 001: the digits 1 and 1.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn octal(bits: __m128i, pairs: __m256i, factors: __m256i, zeros: __m256i) -> __m256i {
    let bits = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bits), pairs);
    let bits = _mm256_mullo_epi16(bits, factors);
    // The first digit of two is in the three highest bits. It goes to the first octet.
    let first = _mm256_srli_epi16(bits, 13);
    let second = _mm256_and_si256(_mm256_srli_epi16(bits, 2), _mm256_set1_epi16(0x0700));
    _mm256_add_epi8(_mm256_or_si256(first, second), zeros)
}

/// The bits of 32 octal digits as four numbers of 24 bits, each in a word of 32: the second and the
/// first in the lower half, the fourth and the third in the upper half.
///
/// Neighbours are joined three times. At the end of the register, the digits 4 5 1 1 become the
/// pairs 4 * 8 + 5 = 37 and 1 * 8 + 1 = 9, then 37 * 64 + 9 = 2377, then 0 * 4096 + 2377.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn joined(values: __m256i) -> __m128i {
    let pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0108));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_0040));
    let fours = _mm256_packus_epi32(fours, fours);
    let eights = _mm256_madd_epi16(fours, _mm256_set1_epi32(0x0001_1000));
    let eights = _mm256_shuffle_epi32::<0b00_01_00_01>(eights);
    _mm_unpacklo_epi64(
        _mm256_castsi256_si128(eights),
        _mm256_extracti128_si256::<1>(eights),
    )
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn words(value: __m256i) -> [u64; 4] {
    [
        _mm256_extract_epi64::<0>(value) as u64,
        _mm256_extract_epi64::<1>(value) as u64,
        _mm256_extract_epi64::<2>(value) as u64,
        _mm256_extract_epi64::<3>(value) as u64,
    ]
}
