//! The packing core: symbols to hash digits and key digits and back (sections 5.1 and 5.4), into
//! the caller's buffers, for addresses of any length.
//!
//! `alice` is packed in two steps, `gather` and `spread`:
//!
//! | symbol | a | l | i | c | e |
//! | --- | --- | --- | --- | --- | --- |
//! | hash digit (the key on the keypad) | 2 | 5 | 4 | 2 | 3 |
//! | position code on that key, two bits | 01 | 10 | 10 | 00 | 01 |
//!
//! - `gather` writes the hash, 25423, and the *vector*: all position codes in one number, the first
//!   symbol in the low bits. Here it is 01 00 10 10 01 = 1 0010 1001 = 129 in hexadecimal, the
//!   octets 01 29.
//! - The vector has nine significant bits. The *alignment* is appended below them: as many zero bits
//!   as make whole digits (one here), and their number in two bits. `spread` writes
//!   100 101 001 0+01 as the octal digits 4511.
//!
//! Unpacking goes back: `join` turns the digits into bits, `scatter` takes the bits of each symbol.
//! The hash digit of a symbol decides how many bits it has.
//!
//! The digits of the key begin with the highest, which is known only when all symbols are read. So
//! the bits are gathered at the end of the buffer of the key, the lowest last, and are then spread
//! to digits from the beginning of the same buffer. Eight digits take the place of three octets of
//! bits. The digits never reach bits that are still to be read, because the buffer has one octet for
//! every three bits. Unpacking goes from the last digit to the first, some hundred at a time, through
//! a buffer of bits on the stack.
//!
//! `gather`, `spread`, `join` and `scatter` have a portable form and one for [`Backend::V3`]. Only
//! their time differs.

mod portable;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod v3;

use super::key::{self, Alignment, Key};
use super::keypad::Place;
use super::{Profile, Strictness};
use crate::error::{Error, ErrorKind};
use crate::simd::{self, Backend};

/// The largest number of digits of a key for this number of symbols. Each symbol has at most three
/// bits, and a digit holds three.
///
/// # Examples
///
/// ```
/// // Section 5.4: the five symbols of "alice" take 10 bits, their key is 4511.
/// assert_eq!(acegate_codec::uri2dec::key_room(5), 6);
/// ```
#[must_use]
pub const fn key_room(symbols: usize) -> usize {
    symbols.saturating_add(1)
}

/// Writes the hash digits of an address to the beginning of `hash` and its key digits to the
/// beginning of `key`. Returns the number of key digits. There is one hash digit for each symbol.
///
/// The hash is computed from the address itself ([`Form::Direct`](super::Form::Direct)), and the first
/// symbol is in the low bits of the key ([`Packing::NaturalLsb`](super::Packing::NaturalLsb)).
/// Nothing is allocated. The contents of the buffers after the digits are unspecified, and all of
/// their contents after an error.
///
/// Short addresses take less time if both buffers have at least 64 octets.
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Panics
///
/// If `hash` is shorter than the address or `key` shorter than its [`key_room`].
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Profile, pack_into};
///
/// let (mut hash, mut key) = ([0; 64], [0; 64]);
/// let digits = pack_into(b"alice", Profile::Octal, &mut hash, &mut key)?;
/// assert_eq!((&hash[..5], &key[..digits]), (&b"25423"[..], &b"4511"[..]));
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[inline]
pub fn pack_into(
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Result<usize, Error> {
    pack_at(simd::current(), address, profile, hash, key)
}

/// Writes the address of a hash and a key to the beginning of `address`, one symbol for each hash
/// digit. This is the inverse of [`pack_into`].
///
/// Nothing is allocated. The contents of the buffer after the symbols are unspecified, and all of
/// its contents after an error.
///
/// Short addresses take less time if the buffer has at least 64 octets.
///
/// # Errors
///
/// - `hash-empty`; `hash-digit` at the first octet of `hash` that is not a decimal digit.
/// - With positions in `key`: the first that applies, in this order, of `key-empty`, `key-digit`,
///   `key-leading-zero`, `key-ll-reserved`, `key-spare-bits`, `key-misaligned`, `key-too-long`, as
///   in [`decode`](super::decode).
///
/// # Panics
///
/// If `address` is shorter than the hash.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Profile, Strictness, unpack_into};
///
/// let mut address = [0; 64];
/// unpack_into(b"25423", b"5622", Profile::Shifted, Strictness::Strict, &mut address)?;
/// assert_eq!(&address[..5], b"alice");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[inline]
pub fn unpack_into(
    hash: &[u8],
    key: &[u8],
    profile: Profile,
    strictness: Strictness,
    address: &mut [u8],
) -> Result<(), Error> {
    unpack_at(simd::current(), hash, key, profile, strictness, address)
}

/// [`pack_into`] on a backend, which must be available.
#[inline]
pub(super) fn pack_at(
    backend: Backend,
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Result<usize, Error> {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if backend == Backend::V3
        && let Some(digits) = v3::pack(address, profile, hash, key)
    {
        return Ok(digits);
    }
    pack_any(backend, address, profile, hash, key)
}

/// The error of an address that cannot be packed.
#[cold]
pub(super) fn fault(address: &[u8]) -> Error {
    match address
        .iter()
        .position(|&symbol| Place::of(symbol).is_none())
    {
        Some(at) => Error::new(ErrorKind::SymbolNotInTable, at),
        None => Error::new(ErrorKind::AddressEmpty, 0),
    }
}

/// [`unpack_into`] on a backend, which must be available.
#[inline]
pub(super) fn unpack_at(
    backend: Backend,
    hash: &[u8],
    key: &[u8],
    profile: Profile,
    strictness: Strictness,
    address: &mut [u8],
) -> Result<(), Error> {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if backend == Backend::V3 && v3::unpack(hash, key, profile, address).is_some() {
        return Ok(());
    }
    unpack_any(backend, hash, key, profile, strictness, address)
}

/// The kernel of a backend.
macro_rules! on {
    ($backend:expr, $name:ident($($argument:expr),*)) => {
        match $backend {
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Backend::V3 => v3::$name($($argument),*),
            _ => portable::$name($($argument),*),
        }
    };
}

/// Refuses a hash that is empty or has a character that is not a digit. `first` is the position of
/// its first digit.
///
/// The first loop only finds whether there is an error, because a loop without an early exit is
/// faster. The second loop finds the position.
pub(super) fn check_hash(hash: &[u8], first: usize) -> Result<(), Error> {
    if hash.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, first));
    }
    if hash
        .iter()
        .fold(false, |fault, digit| fault | !digit.is_ascii_digit())
    {
        let at = hash
            .iter()
            .position(|digit| !digit.is_ascii_digit())
            .unwrap_or_default();
        return Err(Error::new(ErrorKind::HashDigit, first + at));
    }
    Ok(())
}

/// The number of bits of the position codes of these hash digits together. The digits 25423 have
/// two bits each: 10.
fn capacity(backend: Backend, hash: &[u8]) -> usize {
    on!(backend, capacity(hash))
}

/// The largest number of symbols that are packed through a buffer of bits on the stack.
const SHORT: usize = 64;
/// The size of buffers into which short addresses can be written as whole registers.
pub(super) const ROOM: usize = 64;
/// The number of octets for the bits of [`SHORT`] symbols, and eight more, because eight octets are
/// written at a time.
const SHORT_BITS: usize = SHORT * 3 / 8 + 8;
/// The number of digits, or of symbols, that pass through one buffer of bits.
const BLOCK: usize = 512;
/// The number of octets for the bits of [`BLOCK`] digits or symbols.
const BLOCK_BITS: usize = BLOCK * 3 / 8;
/// The number of octets at the end of a buffer of bits that are read or written beyond its bits.
const ABOVE: usize = 32;

/// Packs an address of any length, and reports the error if it has one.
#[inline(never)]
fn pack_any(
    backend: Backend,
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Result<usize, Error> {
    let length = address.len();
    assert!(
        hash.len() >= length && key.len() >= key_room(length),
        "short buffer"
    );
    if backend != Backend::Portable && length < ROOM && hash.len().min(key.len()) < ROOM {
        // The fast path needs wider buffers than the caller has.
        let (mut wide_hash, mut wide_key) = ([0; ROOM], [0; ROOM]);
        let digits = pack_at(backend, address, profile, &mut wide_hash, &mut wide_key)?;
        hash[..length].copy_from_slice(&wide_hash[..length]);
        key[..digits].copy_from_slice(&wide_key[..digits]);
        return Ok(digits);
    }
    let hash = &mut hash[..length];
    let key = &mut key[..key_room(length)];
    let digits = match length {
        0 => None,
        1..=SHORT => pack_short(backend, address, profile, hash, key),
        _ => pack_long(backend, address, profile, hash, key),
    };
    digits.ok_or_else(|| fault(address))
}

/// Packs an address of at most [`SHORT`] symbols. Returns the number of key digits; `None` if a
/// symbol is not in the table.
fn pack_short(
    backend: Backend,
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Option<usize> {
    let mut bits = [0; SHORT_BITS + ABOVE];
    gather(backend, address, hash, &mut bits[..SHORT_BITS])?;
    let significant = significant_bits(&bits[..SHORT_BITS]);
    let alignment = Alignment::of(significant);
    let start = SHORT_BITS - significant.div_ceil(8);
    bits[SHORT_BITS] = alignment.octet();
    let out = &mut key[..alignment.digits];
    spread(backend, &bits[start..], significant, profile, out);
    Some(alignment.digits)
}

/// Packs a longer address. Returns the number of key digits; `None` if a symbol is not in the table.
fn pack_long(
    backend: Backend,
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Option<usize> {
    let end = key.len();
    let gathered = gather(backend, address, hash, key)?;
    let significant = significant_bits(&key[end - gathered..]);
    let alignment = Alignment::of(significant);
    let mut start = end - significant.div_ceil(8);
    let mut bits = [0; BLOCK_BITS + ABOVE];
    for digit in (0..alignment.digits).step_by(BLOCK) {
        // A block may begin inside an octet, and then it ends inside another one.
        let octets = (end - start).min(BLOCK_BITS + 1);
        bits[..octets].copy_from_slice(&key[start..start + octets]);
        bits[octets] = alignment.octet();
        let out = &mut key[digit..alignment.digits.min(digit + BLOCK)];
        spread(backend, &bits, significant, profile, out);
        start = end.min(start + BLOCK_BITS);
    }
    Some(alignment.digits)
}

/// Writes the hash digits, and the vector to the end of `bits`, with its lowest bits in the last
/// octet. Returns the number of octets of the vector; `None` if a symbol is not in the table. Up to
/// eight octets before the vector are overwritten.
///
/// For `alice`: the hash 25423 and the two octets 01 29.
fn gather(backend: Backend, address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    on!(backend, gather(address, hash, bits))
}

/// The number of bits of the vector up to its highest 1; 0 for the zero vector. For 01 29 it is 9.
fn significant_bits(bits: &[u8]) -> usize {
    match bits.iter().position(|&octet| octet != 0) {
        Some(top) => (bits.len() - top) * 8 - bits[top].leading_zeros() as usize,
        None => 0,
    }
}

/// Writes digits of three bits each, from the highest bits down. `bits` begins with the octet that
/// holds the highest of the `significant` bits of the whole vector, or with one that is a multiple
/// of [`BLOCK_BITS`] octets below it.
///
/// For `alice` the octets are 01 29 and, for the alignment 001, 20. Without the 16 - 9 = 7 unused
/// bits these are 100 101 001 001: in the profile octal the digits 4511.
fn spread(backend: Backend, bits: &[u8], significant: usize, profile: Profile, out: &mut [u8]) {
    let unused = (significant.next_multiple_of(8) - significant) as u32;
    let zero = profile.zero() as u8;
    on!(backend, spread(bits, unused, zero, out));
}

/// Unpacks a hash and a key of any length, and reports the error if they have one.
#[inline(never)]
fn unpack_any(
    backend: Backend,
    hash: &[u8],
    key: &[u8],
    profile: Profile,
    strictness: Strictness,
    address: &mut [u8],
) -> Result<(), Error> {
    assert!(address.len() >= hash.len(), "short buffer");
    if backend != Backend::Portable && hash.len() < ROOM && address.len() < ROOM {
        // The fast path needs a wider buffer than the caller has.
        let mut wide = [0; ROOM];
        unpack_at(backend, hash, key, profile, strictness, &mut wide)?;
        address[..hash.len()].copy_from_slice(&wide[..hash.len()]);
        return Ok(());
    }
    let address = &mut address[..hash.len()];
    check_hash(hash, 0)?;
    let key = key::check(
        key,
        0..key.len(),
        profile,
        capacity(backend, hash),
        strictness,
    )?;
    unpack(backend, hash, &key, address);
    Ok(())
}

/// Writes the symbols of a hash and its key, which are valid.
fn unpack(backend: Backend, hash: &[u8], key: &Key<'_>, address: &mut [u8]) {
    let mut rest = key.digits;
    let mut bits = [0; FILLED + JOINED_BITS + ABOVE];
    // The bits below `used` are already read. The octets from `filled` on are zero.
    let mut used = key.alignment as usize;
    let mut filled = 0_usize;
    for (hash, address) in hash.chunks(BLOCK).zip(address.chunks_mut(BLOCK)) {
        bits.copy_within(used / 8.., 0);
        filled = filled.saturating_sub(used / 8);
        used %= 8;
        bits[filled..].fill(0);
        while filled < FILLED && !rest.is_empty() {
            let groups = (FILLED - filled)
                .div_ceil(JOINED_BITS)
                .min(rest.len() / JOINED);
            let (before, digits) = rest.split_at(rest.len() - groups * JOINED);
            join(backend, digits, key.zero, &mut bits[filled..]);
            filled += groups * JOINED_BITS;
            rest = before;
            if rest.len() < JOINED && filled < FILLED {
                let mut group = [key.zero; JOINED];
                group[JOINED - rest.len()..].copy_from_slice(rest);
                join(backend, &group, key.zero, &mut bits[filled..]);
                filled += JOINED_BITS;
                rest = &[];
            }
        }
        used = scatter(backend, hash, &bits, used, address);
    }
}

/// The number of digits that are joined together.
const JOINED: usize = 32;
/// The number of octets for the bits of [`JOINED`] digits.
const JOINED_BITS: usize = JOINED * 3 / 8;
/// The number of octets that are filled with bits before a block is unpacked, if the key has them:
/// those of the block, and some more because eight octets are read at a time.
const FILLED: usize = BLOCK_BITS + 16;

/// Writes the bits of groups of [`JOINED`] digits, from the last group to the first, with the lowest
/// bits in the first octet. Up to [`ABOVE`] octets after the bits may be overwritten.
///
/// For example, 28 zeros and 4511: octal 4511 is 949 in hexadecimal, the octets 49 09 00 and so on.
fn join(backend: Backend, digits: &[u8], zero: u8, out: &mut [u8]) {
    on!(backend, join(digits, zero, out));
}

/// Writes the symbols of at most [`BLOCK`] hash digits, whose position codes are the bits from `used`
/// on. The lowest bit of the first octet is bit 0. Returns the number of the first bit that is not
/// used.
///
/// For the hash 25423 and the octets 49 09 with the three bits of the alignment used: 949 >> 3 is
/// 129. The codes are 01, 10, 10, 00, 01 from its low end, so the symbols are `alice`, and the next
/// bit is 3 + 10 = 13.
fn scatter(backend: Backend, hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    on!(backend, scatter(hash, bits, used, address))
}
