//! The kernels of the packing core for [`Backend::V3`](crate::simd::Backend::V3), and a fast path
//! that keeps short addresses and keys in registers.
//!
//! Shuffles look up 32 symbols or digits at once. PEXT collects the position codes of symbols into
//! adjacent bits, and PDEP distributes the bits of a key to the symbols. AMD processors before
//! Zen 3 have slow PEXT and PDEP, so they are slower here.
//!
//! `alice` in a register:
//!
//! | | a | l | i | c | e |
//! | --- | --- | --- | --- | --- | --- |
//! | place: position code and key | 12 | 25 | 24 | 02 | 13 |
//! | codes of two symbols in an octet: first + 4 * second | 1 + 4 * 2 = 09 | | 2 + 4 * 0 = 02 | | 01 |
//! | mask of their bits | 0F | | 0F | | 03 |
//!
//! PEXT of the codes 010209 by the masks 030F0F is 129, the vector. Back, PDEP of 129 by the masks
//! 03 03 03 03 03 of the hash digits 25423 gives the codes 01 02 02 00 01. (All in hexadecimal.)

mod long;
mod short;
mod table;
mod vector;

use super::Profile;

/// Packs an address in registers. Returns the number of key digits, or `None` if the general
/// procedure must do it.
///
/// All functions here may run only if [`Backend::V3`](crate::simd::Backend::V3) is available.
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
        short::pack(address, profile, hash, key)
    }
}

/// Unpacks a hash and a key in registers. Returns `None` if the general procedure must do it.
#[inline]
pub(super) fn unpack(hash: &[u8], key: &[u8], profile: Profile, address: &mut [u8]) -> Option<()> {
    let address = address.first_chunk_mut()?;
    // SAFETY: As in `pack`.
    #[expect(unsafe_code, reason = "runs instructions of the backend")]
    unsafe {
        short::unpack(hash, key, profile, address)
    }
}

/// The kernels for any length. The function of the same name in the [packing core](super) says what each
/// does.
macro_rules! kernels {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        pub(super) fn $name($($argument: $type),*) $(-> $result)? {
            // SAFETY: As in `pack`.
            #[expect(unsafe_code, reason = "runs instructions of the backend")]
            unsafe {
                long::$name($($argument),*)
            }
        }
    )*};
}

kernels! {
    capacity(hash: &[u8]) -> usize;
    gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize>;
    // The first `unused` bits of `bits` are skipped.
    spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]);
    join(digits: &[u8], zero: u8, out: &mut [u8]);
    scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize;
}
