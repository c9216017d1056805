//! Short addresses and keys, which stay in registers from load to store.
//!
//! The vector of `alice` is 129 in hexadecimal, with nine significant bits. `WRITINGS[9]` has the
//! shuffles that turn it into the digits 4 5 1 0, the number of digits, 4, and what the alignment
//! adds to the last digit, 1: 4511. The way back: the key 4511 has twelve bits, the lowest two are 01,
//! so one more is skipped, and the hash 25423 uses ten: 2 + 1 + 10 = 13 are at least 12, so no bit of
//! the key is left over.

use core::arch::x86_64::*;

use super::super::super::Profile;
use super::super::ROOM;
use super::table::{WRITINGS, ZEROS_BEFORE};
use super::vector::{
    LANES, codes, digits as digits_of, joined, keys, load, load_from, load_last, load_pairs, masks,
    octal, places, store, symbols,
};

/// Packs an address. Returns the number of key digits.
///
/// This and the next function return `None` in unusual cases, which the general procedures handle:
/// another length, an error, a key of more than 32 digits, and a key that only the lenient reader
/// accepts.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn pack(
    address: &[u8],
    profile: Profile,
    hash: &mut [u8; ROOM],
    key: &mut [u8; LANES],
) -> Option<usize> {
    match address.len() {
        ..4 | ROOM.. => None,
        4..=LANES => write(&gather_one(address, hash)?, profile, key),
        _ => write(&gather_two(address, hash)?, profile, key),
    }
}

/// Unpacks a hash and a key.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn unpack(
    hash: &[u8],
    key: &[u8],
    profile: Profile,
    address: &mut [u8; ROOM],
) -> Option<()> {
    match hash.len() {
        ..4 | ROOM.. => None,
        4..=LANES => scatter_one(hash, read(key, profile)?, address),
        _ => scatter_two(hash, read(key, profile)?, address),
    }
}

/// Writes the key digits of a vector, and returns their number. Returns `None` if they are more than
/// 32.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn write(vector: &Vector, profile: Profile, key: &mut [u8; LANES]) -> Option<usize> {
    let significant = u128::BITS - vector.0.leading_zeros();
    let writing = WRITINGS.get(significant as usize)?;
    let octets = _mm_set_epi64x((vector.0 >> 64) as i64, vector.0 as i64);
    let zeros = _mm256_set1_epi8(profile.zero() as i8);
    let zeros = _mm256_add_epi8(zeros, load(&writing.last));
    store(
        key,
        octal(
            octets,
            load(&writing.pairs),
            load_pairs(&writing.factors),
            zeros,
        ),
    );
    Some(usize::from(writing.digits))
}

/// Writes the hash digits of up to 32 symbols. Returns their vector; `None` if one is not a symbol.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn gather_one(address: &[u8], hash: &mut [u8; ROOM]) -> Option<Vector> {
    let (places, faults) = places(load_from(address, 0)?);
    store(hash.first_chunk_mut()?, digits_of(places));
    if any(faults, address.len()) {
        return None;
    }
    Some(Vector::of(codes(places)).0)
}

/// Writes the hash digits of more than 32 symbols. Returns their vector; `None` if one is not a
/// symbol or the vector has more than 128 bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn gather_two(address: &[u8], hash: &mut [u8; ROOM]) -> Option<Vector> {
    let (hash, more_hash) = hash.split_first_chunk_mut()?;
    let (first, wrong) = places(load(address.first_chunk()?));
    let (second, more_wrong) = places(load_from(address, LANES)?);
    store(hash, digits_of(first));
    store(more_hash.first_chunk_mut()?, digits_of(second));
    if any(wrong, LANES) || any(more_wrong, address.len() - LANES) {
        return None;
    }
    let (low, length) = Vector::of(codes(first));
    let (high, more) = Vector::of(codes(second));
    (length + more <= u128::BITS).then_some(Vector(low.0 | high.0 << length))
}

/// The vector of an address: its position codes, the first symbol in the low bits.
struct Vector(u128);

impl Vector {
    /// The vector of 32 symbols from their [`codes`], and the number of its bits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn of([first, first_mask, second, second_mask]: [u64; 4]) -> (Self, u32) {
        let (length, more) = (first_mask.count_ones(), second_mask.count_ones());
        let first = _pext_u64(first, first_mask);
        let second = _pext_u64(second, second_mask);
        let low = first | second << length;
        // Two shifts, because one shift cannot be by 64 bits.
        let high = second >> 1 >> (u64::BITS - 1 - length);
        (
            Self(u128::from(high) << 64 | u128::from(low)),
            length + more,
        )
    }
}

/// Reads a key of 4 to 32 digits. Returns `None` if it is not canonical, or is zero.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn read(key: &[u8], profile: Profile) -> Option<Bits> {
    if !(4..=LANES).contains(&key.len()) {
        return None;
    }
    let zero = profile.zero() as u8;
    let before = &ZEROS_BEFORE[usize::from(zero == ZEROS_BEFORE[1][0])];
    let values = _mm256_sub_epi8(load_last(key, before)?, _mm256_set1_epi8(zero as i8));
    let faults = _mm256_adds_epu8(values, _mm256_set1_epi8(i8::MAX - 7));
    // The highest bit of the first digit must be 1.
    if key.first()?.wrapping_sub(zero) < 4 {
        return None;
    }
    let bits = Bits::of(joined(values), key.len())?;
    (_mm256_movemask_epi8(faults) == 0).then_some(bits)
}

/// Writes the symbols of up to 32 hash digits. Returns `None` if one is not a digit, or the key has
/// more bits than they use.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn scatter_one(hash: &[u8], mut bits: Bits, address: &mut [u8; ROOM]) -> Option<()> {
    let (keys, faults) = keys(load_from(hash, 0)?);
    store(
        address.first_chunk_mut()?,
        symbols(keys, bits.codes(masks(keys))),
    );
    (!any(faults, hash.len()) && bits.used >= bits.significant).then_some(())
}

/// Writes the symbols of more than 32 hash digits. Returns `None` if one is not a digit, or the key
/// has more bits than they use.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn scatter_two(hash: &[u8], mut bits: Bits, address: &mut [u8; ROOM]) -> Option<()> {
    let (address, more_address) = address.split_first_chunk_mut()?;
    let (first, wrong) = keys(load(hash.first_chunk()?));
    let (second, more_wrong) = keys(load_from(hash, LANES)?);
    store(address, symbols(first, bits.codes(masks(first))));
    let mut rest = bits.rest();
    store(
        more_address.first_chunk_mut()?,
        symbols(second, rest.codes(masks(second))),
    );
    let faults = any(wrong, LANES) || any(more_wrong, hash.len() - LANES);
    (!faults && rest.used >= rest.significant).then_some(())
}

/// Whether the highest bit of one of the first `count` octets is set. The octets after them are
/// zeros: not symbols and not digits, and without bits in the vector.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn any(octets: __m256i, count: usize) -> bool {
    _bzhi_u32(_mm256_movemask_epi8(octets) as u32, count as u32) != 0
}

/// The 96 bits of 32 key digits, or of the digits that are left.
struct Bits {
    /// The lower 52 bits. 16 symbols have at most 48 bits and the alignment at most four, so the bits
    /// of the next 16 symbols begin in this part.
    low: u64,
    /// The upper 44 bits.
    high: u64,
    /// The number of bits that are used, from the lowest on.
    used: u32,
    /// The number of bits of the key.
    significant: u32,
}

/// The number of bits in the lower part.
const LOW: u32 = 52;

impl Bits {
    /// The bits of a key, with the alignment marked as used. Returns `None` if the alignment is wrong.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn of(joined: __m128i, digits: usize) -> Option<Self> {
        const NUMBERS: u64 = 0x00ff_ffff_00ff_ffff;
        let high = _pext_u64(_mm_extract_epi64::<0>(joined) as u64, NUMBERS);
        let low = _pext_u64(_mm_extract_epi64::<1>(joined) as u64, NUMBERS);
        let low = low | high << 48 & ((1 << LOW) - 1);
        let extra = low as u32 & 3;
        let spare = _bzhi_u32(low as u32 >> 2, extra);
        let bits = Self {
            low,
            high: high >> (LOW - 48),
            used: 2 + extra,
            significant: 3 * digits as u32,
        };
        (spare == 0 && extra != 3).then_some(bits)
    }

    /// The unused bits, at least 48 of them. At most 52 bits may be used.
    #[inline]
    fn next(&self) -> u64 {
        self.low >> self.used | self.high << (LOW - self.used)
    }

    /// The unused bits, as separate bits.
    #[inline]
    fn rest(&self) -> Self {
        let rest = (u128::from(self.high) << LOW | u128::from(self.low)) >> self.used;
        Self {
            low: rest as u64 & ((1 << LOW) - 1),
            high: (rest >> LOW) as u64,
            used: 0,
            significant: self.significant.saturating_sub(self.used),
        }
    }

    /// The position codes of 32 symbols, one in an octet. `masks` are the bits that the codes have.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn codes(&mut self, masks: [u64; 4]) -> [u64; 4] {
        let mut half = |first: u64, second: u64| {
            let bits = self.next();
            let length = first.count_ones();
            self.used += length + second.count_ones();
            [_pdep_u64(bits, first), _pdep_u64(bits >> length, second)]
        };
        let [first, second] = half(masks[0], masks[1]);
        let [third, fourth] = half(masks[2], masks[3]);
        [first, second, third, fourth]
    }
}
