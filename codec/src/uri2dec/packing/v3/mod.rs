//! The kernels of the packing core for [`Level::V3`](crate::level::Level::V3), and short addresses
//! and keys in registers alone.
//!
//! Shuffles look up 32 symbols or digits at once. PEXT takes the position codes of eight symbols
//! out of their places on the keypad, PDEP puts the bits of a key to eight symbols. (Processors of
//! this level that have PEXT and PDEP in microcode, AMD before Zen 3, are slower here.)

mod long;
mod short;
mod table;
mod vector;

use super::Profile;

/// Packs an address of up to 64 symbols whose vector fits into a machine word of 128 bits. Gives up
/// where anything else is the matter, be it a fault or only the length.
///
/// As all functions here, it may run only where [`Level::V3`](crate::level::Level::V3) is available.
pub(super) fn pack_short(
    address: &[u8],
    profile: Profile,
    hash: &mut [u8],
    key: &mut [u8],
) -> Option<usize> {
    // SAFETY: The level is available: `level::current` and the tests have asked the processor.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        short::pack(address, profile.zero() as u8, hash, key)
    }
}

/// Unpacks a hash of up to 64 digits and its canonical key of up to 32. Gives up where anything
/// else is the matter, be it a fault or only the length.
pub(super) fn unpack_short(hash: &[u8], key: &[u8], profile: Profile, address: &mut [u8]) -> bool {
    // SAFETY: As in `pack_short`.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        short::unpack(hash, key, profile.zero() as u8, address).is_some()
    }
}

/// See [`gather`](super::gather).
pub(super) fn gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    // SAFETY: As in `pack_short`.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        long::gather(address, hash, bits)
    }
}

/// See [`spread`](super::spread). The first `unused` bits of `bits` are left out.
pub(super) fn spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]) {
    // SAFETY: As in `pack_short`.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        long::spread(bits, unused, zero, out);
    }
}

/// See [`join`](super::join).
pub(super) fn join(digits: &[u8], zero: u8, out: &mut [u8]) {
    // SAFETY: As in `pack_short`.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        long::join(digits, zero, out);
    }
}

/// See [`scatter`](super::scatter).
pub(super) fn scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    // SAFETY: As in `pack_short`.
    #[expect(unsafe_code, reason = "runs instructions of the level")]
    unsafe {
        long::scatter(hash, bits, used, address)
    }
}
