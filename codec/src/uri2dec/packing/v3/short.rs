//! Short addresses and keys, in registers from the first octet to the last.

use core::arch::x86_64::*;

use super::super::super::key::Alignment;
use super::super::SHORT;
use super::table::{FACTORS, PAIRS_OF_NUMBER};
use super::vector::{
    LANES, bits as bits_of, digits as digits_of, joined, keys, load, load_first, load_last,
    load_pairs, masks, octal, places, store_beginning, symbols,
};

/// See [`pack_short`](super::pack_short).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn pack(address: &[u8], zero: u8, hash: &mut [u8], key: &mut [u8]) -> Option<usize> {
    if address.is_empty() || address.len() > SHORT {
        return None;
    }
    // The symbol 1 takes no bits.
    let (first, mut faults) = places(load_first(address, b'1'));
    store_beginning(hash, digits_of(first));
    let [(low, low_length), (high, high_length)] = bits_of(first);
    let mut vector = u128::from(low) | u128::from(high) << low_length;
    if let (Some(address), Some(hash)) = (address.get(LANES..), hash.get_mut(LANES..)) {
        let (second, wrong) = places(load_first(address, b'1'));
        faults = _mm256_or_si256(faults, wrong);
        store_beginning(hash, digits_of(second));
        let before = low_length + high_length;
        let [(low, low_length), (high, high_length)] = bits_of(second);
        if before + low_length + high_length > u128::BITS {
            return None;
        }
        vector |= (u128::from(low) | u128::from(high) << low_length) << before;
    }
    let alignment = Alignment::of((u128::BITS - vector.leading_zeros()) as usize);
    if _mm256_movemask_epi8(faults) != 0 || alignment.digits > LANES {
        return None;
    }
    store_beginning(key, octal_digits(vector, zero));
    // The alignment is below the digits that the vector fills, all but the last bit of it.
    let last = if alignment.extra == 0 { (vector as u8 & 1) << 2 } else { alignment.extra as u8 };
    *key.get_mut(alignment.digits - 1)? = zero + last;
    Some(alignment.digits)
}

/// The digits of a number from its highest bit on, with zeros behind them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn octal_digits(number: u128, zero: u8) -> __m256i {
    let (high, low) = ((number >> 64) as u64, number as u64);
    let (high, low) = if high == 0 { (low, 0) } else { (high, low) };
    let above = high.leading_zeros() % u64::BITS;
    // Two shifts, because none can be by 64.
    let top = (high << above) | (low >> 1 >> (u64::BITS - 1 - above));
    let octets = _mm_set_epi64x(top as i64, (low << above) as i64);
    let (pairs, factors) = (load(&PAIRS_OF_NUMBER), load_pairs(&FACTORS[0]));
    octal(octets, pairs, factors, _mm256_set1_epi8(zero as i8))
}

/// See [`unpack_short`](super::unpack_short).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn unpack(hash: &[u8], key: &[u8], zero: u8, address: &mut [u8]) -> Option<()> {
    if hash.is_empty() || hash.len() > SHORT || key.is_empty() || key.len() > LANES {
        return None;
    }
    let values = _mm256_sub_epi8(load_last(key, zero), _mm256_set1_epi8(zero as i8));
    let wrong_values = _mm256_adds_epu8(values, _mm256_set1_epi8(i8::MAX - 7));
    let mut vector = vector_of(joined(values), key.len())?;

    // The key 1 takes no bits.
    let (first, wrong) = keys(load_first(hash, b'1'));
    let mut faults = _mm256_or_si256(wrong_values, wrong);
    let masks_of_first = masks(first);
    store_beginning(address, symbols(first, codes(&mut vector, masks_of_first)));
    if let (Some(hash), Some(address)) = (hash.get(LANES..), address.get_mut(LANES..)) {
        let (second, wrong) = keys(load_first(hash, b'1'));
        faults = _mm256_or_si256(faults, wrong);
        let masks_of_second = masks(second);
        store_beginning(address, symbols(second, codes(&mut vector, masks_of_second)));
    }
    // What is left of the vector is too much.
    (_mm256_movemask_epi8(faults) == 0 && vector == 0).then_some(())
}

/// The vector of a key of so many digits, if it is canonical.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vector_of(joined: __m128i, digits: usize) -> Option<u128> {
    let number = |pair: i64| {
        let pair = pair as u64;
        (pair << 24 | pair >> 32) & 0xffff_ffff_ffff
    };
    let high = number(_mm_extract_epi64::<0>(joined));
    let low = number(_mm_extract_epi64::<1>(joined));
    let key = u128::from(high) << 48 | u128::from(low);
    let extra = key as u32 & 3;
    let spare = (key as u32 >> 2) & ((1 << extra) - 1);
    let length = (u128::BITS - key.leading_zeros()) as usize;
    let canonical = length == 3 * digits || (length == 0 && digits == 1);
    (canonical && extra != 3 && spare == 0).then_some(key >> (2 + extra))
}

/// The position codes of 32 symbols, which are taken from the low bits of the vector.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn codes(vector: &mut u128, masks: [u64; 4]) -> [u64; 4] {
    let mut half = |first: u64, second: u64| {
        let bits = *vector as u64;
        let (length, length_of_second) = (first.count_ones(), second.count_ones());
        *vector >>= length + length_of_second;
        [_pdep_u64(bits, first), _pdep_u64(bits >> length, second)]
    };
    let [first, second] = half(masks[0], masks[1]);
    let [third, fourth] = half(masks[2], masks[3]);
    [first, second, third, fourth]
}
