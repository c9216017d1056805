//! The kernels of the packing core for [`Backend::V3`](crate::simd::Backend::V3), and short addresses
//! and keys in registers alone.
//!
//! Shuffles look up 32 symbols or digits at once. PEXT takes the position codes of eight symbols
//! out of their places on the keypad, PDEP puts the bits of a key to eight symbols. (Processors of
//! this backend that have PEXT and PDEP in microcode, AMD before Zen 3, are slower here.)

mod long;
mod short;
mod table;
mod vector;

use super::Profile;

/// Packs an address in registers, or leaves that to the general procedure.
///
/// As all functions here, it may run only where [`Backend::V3`](crate::simd::Backend::V3) is available.
#[inline]
pub(super) fn pack(
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Option<usize> {
    let (hash, key) = (hash.first_chunk_mut()?, key.first_chunk_mut()?);
    // SAFETY: The backend is available: `simd::current` and the tests have asked the processor.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        if short::ONE.contains(&address.len()) {
            short::pack_one(address, profile, hash, key)
        } else if short::TWO.contains(&address.len()) {
            short::pack_two(address, profile, hash, key)
        } else {
            None
        }
    }
}

/// Unpacks a hash and a key in registers, or leaves that to the general procedure.
#[inline]
pub(super) fn unpack(hash: &[u8], key: &[u8], profile: Profile, address: &mut [u8]) -> Option<()> {
    let address = address.first_chunk_mut()?;
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        if short::ONE.contains(&hash.len()) {
            short::unpack_one(hash, key, profile, address)
        } else if short::TWO.contains(&hash.len()) {
            short::unpack_two(hash, key, profile, address)
        } else {
            None
        }
    }
}

/// See [`capacity`](super::capacity).
pub(super) fn capacity(hash: &[u8]) -> usize {
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        long::capacity(hash)
    }
}

/// See [`gather`](super::gather).
pub(super) fn gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        long::gather(address, hash, bits)
    }
}

/// See [`spread`](super::spread). The first `unused` bits of `bits` are left out.
pub(super) fn spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]) {
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        long::spread(bits, unused, zero, out);
    }
}

/// See [`join`](super::join).
pub(super) fn join(digits: &[u8], zero: u8, out: &mut [u8]) {
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        long::join(digits, zero, out);
    }
}

/// See [`scatter`](super::scatter).
pub(super) fn scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        long::scatter(hash, bits, used, address)
    }
}
