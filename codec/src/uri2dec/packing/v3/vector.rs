//! Loads, stores and the look-ups that short and long inputs share.

use core::arch::x86_64::*;

use super::table::{BASES, CODES, LOW_CODES, PLACES, SYMBOLS, Table};

/// The octets of a register.
pub(super) const LANES: usize = 32;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load(octets: &[u8; LANES]) -> __m256i {
    // SAFETY: The octets are there.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    unsafe {
        _mm256_loadu_si256(octets.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_half(octets: &[u8; LANES / 2]) -> __m128i {
    // SAFETY: The octets are there.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    unsafe {
        _mm_loadu_si128(octets.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_pairs(pairs: &[u16; LANES / 2]) -> __m256i {
    // SAFETY: The pairs are there.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    unsafe {
        _mm256_loadu_si256(pairs.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn store(octets: &mut [u8; LANES], value: __m256i) {
    // SAFETY: There is room for the octets.
    #[expect(unsafe_code, reason = "stores through a pointer")]
    unsafe {
        _mm256_storeu_si256(octets.as_mut_ptr().cast(), value);
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn store_half(octets: &mut [u8; LANES / 2], value: __m128i) {
    // SAFETY: There is room for the octets.
    #[expect(unsafe_code, reason = "stores through a pointer")]
    unsafe {
        _mm_storeu_si128(octets.as_mut_ptr().cast(), value);
    }
}

/// Stores to the beginning of `out`: all octets if there is room for them, else as many as there
/// is.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn store_beginning(out: &mut [u8], value: __m256i) {
    if let Some(room) = out.first_chunk_mut() {
        store(room, value);
    } else {
        let mut octets = [0; LANES];
        store(&mut octets, value);
        out.copy_from_slice(&octets[..out.len()]);
    }
}

/// Octets with `fill` behind them. Of more than 32 octets the first.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_first(octets: &[u8], fill: u8) -> __m256i {
    let length = octets.len();
    if let Some(octets) = octets.first_chunk() {
        return load(octets);
    }
    let (words, in_word) = (length / 4, length % 4);
    let last = match octets.last_chunk() {
        Some(last) => u64::from(u32::from_le_bytes(*last)) >> (32 - 8 * in_word),
        None => few(octets),
    };
    let index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let words = _mm256_set1_epi32(words as i32);
    let whole = _mm256_cmpgt_epi32(words, index);
    // SAFETY: Only words that lie within the octets are read.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    let value = unsafe { _mm256_maskload_epi32(octets.as_ptr().cast(), whole) };
    let last = _mm256_and_si256(_mm256_cmpeq_epi32(words, index), _mm256_set1_epi32(last as i32));
    let inside = _mm256_cmpgt_epi8(_mm256_set1_epi8(length as i8), octet_index());
    let fill = _mm256_andnot_si256(inside, _mm256_set1_epi8(fill as i8));
    _mm256_or_si256(_mm256_or_si256(value, last), fill)
}

/// At most 32 octets with `fill` before them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load_last(octets: &[u8], fill: u8) -> __m256i {
    let length = octets.len();
    let (words, in_word) = (length / 4, length % 4);
    let first = match octets.first_chunk() {
        Some(first) => u64::from(u32::from_le_bytes(*first)) << (32 - 8 * in_word),
        None => few(octets) << (32 - 8 * in_word),
    };
    let index = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    let words = _mm256_set1_epi32(words as i32);
    let whole = _mm256_cmpgt_epi32(words, index);
    let start = octets.as_ptr_range().end.wrapping_sub(LANES);
    // SAFETY: Only words that lie within the octets are read.
    #[expect(unsafe_code, reason = "loads through a pointer")]
    let value = unsafe { _mm256_maskload_epi32(start.cast(), whole) };
    let first = _mm256_and_si256(_mm256_cmpeq_epi32(words, index), _mm256_set1_epi32(first as i32));
    let outside = _mm256_cmpgt_epi8(_mm256_set1_epi8((LANES - length) as i8), octet_index());
    let fill = _mm256_and_si256(outside, _mm256_set1_epi8(fill as i8));
    _mm256_or_si256(_mm256_or_si256(value, first), fill)
}

/// Fewer than four octets, the first lowest.
fn few(octets: &[u8]) -> u64 {
    octets.iter().rev().fold(0, |value, &octet| value << 8 | u64::from(octet))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn octet_index() -> __m256i {
    const INDEX: [u8; LANES] = {
        let mut index = [0; LANES];
        let mut at = 0;
        while at < LANES {
            index[at] = at as u8;
            at += 1;
        }
        index
    };
    load(&INDEX)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn look_up(table: &Table, index: __m256i) -> __m256i {
    _mm256_shuffle_epi8(load(table), index)
}

/// The places of symbols, and octets with the highest bit set where there is none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn places(symbols: __m256i) -> (__m256i, __m256i) {
    let [row_2, row_3, row_4, row_5] = [&PLACES[0], &PLACES[1], &PLACES[2], &PLACES[3]]
        .map(|table| _mm256_shuffle_epi8(load(table), symbols));
    // Bit 4 says which row of two it is, bit 6 which two; bit 5 is the difference of capital and
    // small letters.
    let odd = _mm256_slli_epi16(symbols, 3);
    let low = _mm256_blendv_epi8(row_2, row_3, odd);
    let high = _mm256_blendv_epi8(row_4, row_5, odd);
    let place = _mm256_blendv_epi8(low, high, _mm256_slli_epi16(symbols, 1));
    let control = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), symbols);
    let no_letter = _mm256_or_si256(
        _mm256_cmpeq_epi8(symbols, _mm256_set1_epi8(0x60)),
        _mm256_cmpeq_epi8(symbols, _mm256_set1_epi8(0x7f)),
    );
    (place, _mm256_or_si256(_mm256_or_si256(place, control), no_letter))
}

/// The hash digits of places.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn digits(places: __m256i) -> __m256i {
    let keys = _mm256_and_si256(places, _mm256_set1_epi8(0x0f));
    _mm256_or_si256(keys, _mm256_set1_epi8(b'0' as i8))
}

/// The bits of 16 symbols twice, and how many they are.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn bits(places: __m256i) -> [(u64, u32); 2] {
    let (places, masks) = (words(places), words(look_up(&CODES, places)));
    let half = |first: usize| {
        let low = _pext_u64(places[first], masks[first]);
        let high = _pext_u64(places[first + 1], masks[first + 1]);
        let length = masks[first].count_ones();
        (low | high << length, length + masks[first + 1].count_ones())
    };
    [half(0), half(2)]
}

/// The keys of hash digits, and octets with the highest bit set where there is none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn keys(digits: __m256i) -> (__m256i, __m256i) {
    let keys = _mm256_xor_si256(digits, _mm256_set1_epi8(b'0' as i8));
    (keys, _mm256_adds_epu8(keys, _mm256_set1_epi8(i8::MAX - 9)))
}

/// Where eight symbols of these keys take their position codes, four times.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn masks(keys: __m256i) -> [u64; 4] {
    words(look_up(&LOW_CODES, keys))
}

/// The symbols on these keys at the position codes.
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
    _mm256_blendv_epi8(narrow, look_up(&SYMBOLS[2], index), _mm256_slli_epi16(index, 2))
}

/// 32 digits of 96 bits, the octets of which stand in a register as the tables of `unused` say.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn octal(bits: __m128i, pairs: __m256i, factors: __m256i, zeros: __m256i) -> __m256i {
    let bits = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bits), pairs);
    let bits = _mm256_mullo_epi16(bits, factors);
    // The first digit of two is in the three highest bits and comes to the first octet.
    let first = _mm256_srli_epi16(bits, 13);
    let second = _mm256_and_si256(_mm256_srli_epi16(bits, 2), _mm256_set1_epi16(0x0700));
    _mm256_add_epi8(_mm256_or_si256(first, second), zeros)
}

/// The bits of 32 octal digits as four numbers of 24, the highest in the lowest 32 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn joined(values: __m256i) -> __m128i {
    let pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0108));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_0040));
    let fours = _mm256_packus_epi32(fours, fours);
    let eights = _mm256_madd_epi16(fours, _mm256_set1_epi32(0x0001_1000));
    _mm_unpacklo_epi64(_mm256_castsi256_si128(eights), _mm256_extracti128_si256::<1>(eights))
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
