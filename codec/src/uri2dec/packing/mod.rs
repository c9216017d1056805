//! The packing core: symbols to hash digits and key digits and back (sections 5.1 and 5.4), into
//! the caller's buffers, for addresses of any length.
//!
//! The digits of the key begin with the highest, and where the highest is shows only when all
//! symbols are read. So packing goes through the bits of the vector: they are gathered at the end of
//! the buffer of the key, lowest last, and then spread to digits from its beginning on. Eight digits
//! take the place of three octets of bits, and the digits never reach the bits that are still to
//! be read, because the buffer has an octet for every three bits. Unpacking takes the digits from
//! the last on, some hundred at a time, through a buffer of bits on the stack.
//!
//! What is written here has a portable form and one for [`Backend::V3`]; they differ in time only.

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

/// The most digits that a key of so many symbols has: each symbol takes three bits or fewer, and a
/// digit holds three.
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

/// Writes the hash digits of an address to the beginning of `hash`, its key digits to the beginning
/// of `key`, and gives the number of the latter; of the former there is one for each symbol.
///
/// The hash is that of the address itself ([`Form::Direct`](super::Form::Direct)), and the first
/// symbol stands in the low bits of the key
/// ([`Packing::NaturalLsb`](super::Packing::NaturalLsb)). Nothing is allocated. What the buffers
/// hold behind the digits, and after an error all that they hold, is left open.
///
/// With 64 octets or more in both buffers, short addresses take less time.
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

/// Writes the address of hash digits and key digits to the beginning of `address`, one symbol for
/// each hash digit.
///
/// Undoes [`pack_into`]. Nothing is allocated. What the buffer holds behind the symbols, and after
/// an error all that it holds, is left open.
///
/// With 64 octets or more in the buffer, short addresses take less time.
///
/// # Errors
///
/// - `hash-empty`; `hash-digit` at the first octet of `hash` that is none.
/// - Positions in `key`: `key-empty`, `key-digit`, `key-leading-zero`, `key-ll-reserved`,
///   `key-spare-bits`, `key-misaligned`, `key-too-long`: the first that holds, in this order, as in
///   [`decode`](super::decode).
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

/// [`pack_into`] at a backend that is available.
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

/// What is wrong with an address that cannot be packed.
#[cold]
pub(super) fn fault(address: &[u8]) -> Error {
    match address.iter().position(|&symbol| Place::of(symbol).is_none()) {
        Some(at) => Error::new(ErrorKind::SymbolNotInTable, at),
        None => Error::new(ErrorKind::AddressEmpty, 0),
    }
}

/// [`unpack_into`] at a backend that is available.
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

/// Refuses what is no hash. `first` is the position of the first digit.
///
/// Whether there is a fault is asked first and where it is after: the loop without a way out is the
/// faster one.
pub(super) fn check_hash(hash: &[u8], first: usize) -> Result<(), Error> {
    if hash.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, first));
    }
    if hash.iter().fold(false, |fault, digit| fault | !digit.is_ascii_digit()) {
        let at = hash.iter().position(|digit| !digit.is_ascii_digit()).unwrap_or_default();
        return Err(Error::new(ErrorKind::HashDigit, first + at));
    }
    Ok(())
}

/// The number of bits that the position codes of these hash digits take together.
fn capacity(backend: Backend, hash: &[u8]) -> usize {
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::capacity(hash),
        _ => portable::capacity(hash),
    }
}

/// The symbols that are packed through a buffer of their own.
const SHORT: usize = 64;
/// Buffers of so many octets have room for short addresses without care for the end.
pub(super) const ROOM: usize = 64;
/// The octets of bits of so many symbols, and eight more, so that octets are written eight at a time.
const SHORT_BITS: usize = SHORT * 3 / 8 + 8;
/// The digits that are spread, and the symbols that are unpacked, through one buffer of bits.
const BLOCK: usize = 512;
/// The octets of bits of so many digits, or the most of so many symbols.
const BLOCK_BITS: usize = BLOCK * 3 / 8;
/// What a buffer of bits holds above those, so that octets are read and written many at a time.
const ABOVE: usize = 32;

/// Packs an address of any length, with its fault if it has one.
#[inline(never)]
fn pack_any(
    backend: Backend,
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Result<usize, Error> {
    let length = address.len();
    assert!(hash.len() >= length && key.len() >= key_room(length), "short buffer");
    if backend != Backend::Portable && length < ROOM && hash.len().min(key.len()) < ROOM {
        // What wants more room than the caller has gets it here.
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

/// Nothing where a symbol is not in the table.
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

/// Nothing where a symbol is not in the table.
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
        // A block may begin within an octet, and so end within another one.
        let octets = (end - start).min(BLOCK_BITS + 1);
        bits[..octets].copy_from_slice(&key[start..start + octets]);
        bits[octets] = alignment.octet();
        bits[octets + 1..].fill(0);
        let out = &mut key[digit..alignment.digits.min(digit + BLOCK)];
        spread(backend, &bits, significant, profile, out);
        start = end.min(start + BLOCK_BITS);
    }
    Some(alignment.digits)
}

/// Writes the hash digits, and the bits of the vector to the end of `bits`, the lowest in the last
/// octet, and gives the number of octets that they take. Eight octets more than the bits need are
/// overwritten.
fn gather(backend: Backend, address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::gather(address, hash, bits),
        _ => portable::gather(address, hash, bits),
    }
}

/// The number of bits of the vector up to its highest one, 0 for the zero vector.
fn significant_bits(bits: &[u8]) -> usize {
    match bits.iter().position(|&octet| octet != 0) {
        Some(top) => (bits.len() - top) * 8 - bits[top].leading_zeros() as usize,
        None => 0,
    }
}

/// Writes digits of three bits each, the highest bits first. `bits` begins with the octet that holds
/// the highest of the `significant` bits of the whole vector, or with one a multiple of
/// [`BLOCK_BITS`] below it.
fn spread(backend: Backend, bits: &[u8], significant: usize, profile: Profile, out: &mut [u8]) {
    let unused = (significant.next_multiple_of(8) - significant) as u32;
    let zero = profile.zero() as u8;
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::spread(bits, unused, zero, out),
        _ => portable::spread(bits, unused, zero, out),
    }
}

/// Unpacks a hash and a key of any length, with their fault if they have one.
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
        // What wants more room than the caller has gets it here.
        let mut wide = [0; ROOM];
        unpack_at(backend, hash, key, profile, strictness, &mut wide)?;
        address[..hash.len()].copy_from_slice(&wide[..hash.len()]);
        return Ok(());
    }
    let address = &mut address[..hash.len()];
    check_hash(hash, 0)?;
    let key = key::check(key, 0..key.len(), profile, capacity(backend, hash), strictness)?;
    unpack(backend, hash, &key, address);
    Ok(())
}

/// Writes the symbols of a hash, of digits only, and its key.
fn unpack(backend: Backend, hash: &[u8], key: &Key<'_>, address: &mut [u8]) {
    let mut rest = key.digits;
    let mut bits = [0; FILLED + JOINED_BITS + ABOVE];
    // The bits below `used` are read, the octets from `filled` on are zero.
    let mut used = key.alignment as usize;
    let mut filled = 0_usize;
    for (hash, address) in hash.chunks(BLOCK).zip(address.chunks_mut(BLOCK)) {
        bits.copy_within(used / 8.., 0);
        filled = filled.saturating_sub(used / 8);
        used %= 8;
        bits[filled..].fill(0);
        while filled < FILLED && !rest.is_empty() {
            let groups = (FILLED - filled).div_ceil(JOINED_BITS).min(rest.len() / JOINED);
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

/// The digits that are joined together, and the octets of their bits.
const JOINED: usize = 32;
const JOINED_BITS: usize = JOINED * 3 / 8;
/// The octets of bits that are there before a block is unpacked, if the key has them: those of the
/// block, and eight because octets are read eight at a time.
const FILLED: usize = BLOCK_BITS + 16;

/// Writes the bits of groups of [`JOINED`] digits, the lowest in the first octet. [`ABOVE`] octets
/// more than the bits need may be overwritten.
fn join(backend: Backend, digits: &[u8], zero: u8, out: &mut [u8]) {
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::join(digits, zero, out),
        _ => portable::join(digits, zero, out),
    }
}

/// Writes the symbols of at most [`BLOCK`] digits by the bits from `used` on, the lowest in the
/// lowest of the first octet, and gives the place of the first bit that is left.
fn scatter(backend: Backend, hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::scatter(hash, bits, used, address),
        _ => portable::scatter(hash, bits, used, address),
    }
}
