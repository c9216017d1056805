//! The kernels for inputs of any length, 32 symbols or digits at a time.
//!
//! `gather` of `alice` looks up the places, writes the hash 25423, and appends PEXT(010209, 030F0F) =
//! 129 (hexadecimal) to the bits: ten of them, the octets 01 29. `scatter` of the octets 49 09, the
//! digits 4511, skips the three bits of the alignment, 949 >> 3 = 129, and PDEP by 0303030303 gives
//! the codes 01 02 02 00 01.

use core::arch::x86_64::*;

use super::table::{FACTORS, JOINED, PAIRS, WIDTHS};
use super::vector::{
    LANES, codes, digits as digits_of, joined, keys, load, load_half, load_pairs, look_up, masks,
    octal, places, store, store_half, symbols, words,
};

/// See [`capacity`](super::capacity).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn capacity(hash: &[u8]) -> usize {
    let mut sums = _mm256_setzero_si256();
    for digits in hash.chunks(LANES) {
        let (keys, _) = keys(load_beginning(digits));
        let widths = look_up(&WIDTHS, keys);
        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(widths, _mm256_setzero_si256()));
    }
    words(sums).iter().sum::<u64>() as usize
}

/// See [`gather`](super::gather).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    let mut faults = _mm256_setzero_si256();
    let mut end = bits.len();
    let (mut value, mut length) = (0, 0);
    for (symbols, hash) in address.chunks(LANES).zip(hash.chunks_mut(LANES)) {
        let (places, wrong) = places(load_beginning(symbols));
        faults = _mm256_or_si256(faults, wrong);
        store_beginning(hash, digits_of(places));
        let [first, first_mask, second, second_mask] = codes(places);
        for (codes, mask) in [(first, first_mask), (second, second_mask)] {
            value |= _pext_u64(codes, mask) << length;
            length += mask.count_ones();
            *bits[..end].last_chunk_mut()? = value.to_be_bytes();
            end -= length as usize / 8;
            value >>= length & !7;
            length %= 8;
        }
    }
    let octets = bits.len() - end + (length as usize).div_ceil(8);
    (_mm256_movemask_epi8(faults) == 0).then_some(octets)
}

/// See [`spread`](super::spread).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]) {
    let pairs = load(&PAIRS[unused as usize % 8]);
    let factors = load_pairs(&FACTORS[unused as usize % 8]);
    let zeros = _mm256_set1_epi8(zero as i8);
    let mut bits = bits;
    for digits in out.chunks_mut(LANES) {
        let Some(octets) = bits.first_chunk() else {
            return;
        };
        store_beginning(digits, octal(load_half(octets), pairs, factors, zeros));
        bits = &bits[super::super::JOINED_BITS..];
    }
}

/// See [`join`](super::join).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn join(digits: &[u8], zero: u8, out: &mut [u8]) {
    let zeros = _mm256_set1_epi8(zero as i8);
    let order = load_half(&JOINED);
    let mut at = 0;
    for digits in digits.rchunks_exact(LANES) {
        let (Some(digits), Some(out)) = (
            digits.first_chunk(),
            out.get_mut(at..).and_then(|out| out.first_chunk_mut()),
        ) else {
            return;
        };
        let bits = joined(_mm256_sub_epi8(load(digits), zeros));
        store_half(out, _mm_shuffle_epi8(bits, order));
        at += super::super::JOINED_BITS;
    }
}

/// See [`scatter`](super::scatter).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    let mut used = used;
    for (digits, address) in hash.chunks(LANES).zip(address.chunks_mut(LANES)) {
        let (keys, _) = keys(load_beginning(digits));
        let masks = masks(keys);
        let mut codes = [0; 4];
        for half in 0..2 {
            let Some(octets) = bits.get(used / 8..).and_then(|bits| bits.first_chunk()) else {
                return used;
            };
            let value = u64::from_le_bytes(*octets) >> (used % 8);
            let (low, high) = (masks[2 * half], masks[2 * half + 1]);
            codes[2 * half] = _pdep_u64(value, low);
            codes[2 * half + 1] = _pdep_u64(value >> low.count_ones(), high);
            used += (low.count_ones() + high.count_ones()) as usize;
        }
        store_beginning(address, symbols(keys, codes));
    }
    used
}

/// The first 32 symbols or digits. Missing ones are filled up with `1`, which has no bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn load_beginning(octets: &[u8]) -> __m256i {
    if let Some(octets) = octets.first_chunk() {
        return load(octets);
    }
    let mut padded = [b'1'; LANES];
    padded[..octets.len()].copy_from_slice(octets);
    load(&padded)
}

/// Stores the first octets, as many as `out` has.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn store_beginning(out: &mut [u8], value: __m256i) {
    if let Some(out) = out.first_chunk_mut() {
        return store(out, value);
    }
    let mut octets = [0; LANES];
    store(&mut octets, value);
    out.copy_from_slice(&octets[..out.len()]);
}
