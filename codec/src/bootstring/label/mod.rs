//! Punycode of label size, fast.
//!
//! A label has at most 63 octets, so that the state of either procedure fits a few registers. What
//! is larger or unusual in another way (long numbers, errors) is left to the general procedures,
//! which also say what is wrong and where.

#[cfg(any(test, not(all(feature = "simd", target_arch = "x86_64"))))]
mod any;
mod bias;
mod decode;
mod encode;
mod few;
mod lanes;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod sse2;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod v3;

use alloc::string::String;

use crate::level::Level;
use encode::{Large, Small, Work};
use lanes::Lanes;

/// The most code points of a text and the most octets of a code.
pub(super) const MOST: usize = 64;

/// Appends the code of a text, or leaves that to the general encoder.
#[inline]
pub(crate) fn encode_str(text: &str, out: &mut String, level: Level) -> bool {
    match level {
        Level::Portable => encode_str_portable(text, out),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Level::V3 => v3::encode_str(text, out),
        #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
        Level::V3 => encode_str_portable(text, out),
    }
}

#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
type Portable = any::Any;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
type Portable = sse2::Sse2;

fn encode_str_portable(text: &str, out: &mut String) -> bool {
    encode_str_with::<Portable>(text, out)
}

#[inline(always)]
fn encode_str_with<L: Lanes>(text: &str, out: &mut String) -> bool {
    if text.len() <= 64 {
        let mut work = Small::new();
        work.read(text.chars().map(u32::from)) && finish::<L, _, _, _>(&mut work, out)
    } else {
        let mut work = Large::new();
        work.read(text.chars().map(u32::from)) && finish::<L, _, _, _>(&mut work, out)
    }
}

// No closures: they would not be compiled for the instructions of the caller.
#[inline(always)]
fn finish<L: Lanes, const KEYS: usize, const SORTED: usize, const CODE: usize>(
    work: &mut Work<KEYS, SORTED, CODE>,
    out: &mut String,
) -> bool {
    let Some(length) = work.write::<L>() else { return false };
    push(out, &work.code, length);
    true
}

/// Appends the text of a code of at most [`MOST`] octets, or leaves that to the general decoder.
#[inline]
pub(crate) fn decode_str(code: &[u8], out: &mut String, level: Level) -> bool {
    match level {
        Level::Portable => decode_str_portable(code, out),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Level::V3 => v3::decode_str(code, out),
        #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
        Level::V3 => decode_str_portable(code, out),
    }
}

fn decode_str_portable(code: &[u8], out: &mut String) -> bool {
    decode_str_with::<Portable>(code, out)
}

#[inline(always)]
fn decode_str_with<L: Lanes>(code: &[u8], out: &mut String) -> bool {
    if code.len() <= 32 {
        decode_with::<L, _, _, _>(decode::Small::new(), code, out)
    } else {
        decode_with::<L, _, _, _>(decode::Large::new(), code, out)
    }
}

#[inline(always)]
fn decode_with<L: Lanes, const LENGTH: usize, const ROOM: usize, const UTF8: usize>(
    mut work: decode::Work<LENGTH, ROOM, UTF8>,
    code: &[u8],
    out: &mut String,
) -> bool {
    let copied = copy(code, &mut work.code).is_some();
    let length = if copied { work.decode::<L>(code.len()) } else { None };
    let Some(length) = length else { return false };
    push(out, &work.utf8, length);
    true
}

/// Copies octets in blocks of one size, which overlap: calling a general procedure takes as long as
/// all of them do. Nothing where there is no room.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8]) -> Option<()> {
    match from.len() {
        0 => Some(()),
        1 => copy_blocks::<1>(from, to),
        2..=3 => copy_blocks::<2>(from, to),
        4..=7 => copy_blocks::<4>(from, to),
        8..=32 => copy_words(from, to),
        _ => copy_blocks::<32>(from, to),
    }
}

/// Copies 8 to 32 octets, the usual number, without a branch that depends on it.
#[inline(always)]
fn copy_words(from: &[u8], to: &mut [u8]) -> Option<()> {
    for place in [0, 8, 16, 24] {
        let place = place.min(from.len() - 8);
        *to.get_mut(place..)?.first_chunk_mut::<8>()? = *from.get(place..)?.first_chunk()?;
    }
    Some(())
}

/// Copies a block to two.
#[inline(always)]
fn copy_blocks<const BLOCK: usize>(from: &[u8], to: &mut [u8]) -> Option<()> {
    *to.first_chunk_mut::<BLOCK>()? = *from.first_chunk()?;
    *to.get_mut(..from.len())?.last_chunk_mut::<BLOCK>()? = *from.last_chunk()?;
    Some(())
}

/// Appends the first octets of a buffer, which are UTF-8.
#[cfg(feature = "simd")]
#[inline(always)]
fn push<const ROOM: usize>(out: &mut String, buffer: &[u8; ROOM], length: usize) {
    const STEP: usize = 64;
    // SAFETY: the encoder writes ASCII, and the decoder the UTF-8 of scalar values.
    #[expect(unsafe_code, reason = "checking costs as much as writing")]
    let out = unsafe { out.as_mut_vec() };
    if length > STEP {
        out.extend_from_slice(&buffer[..length]);
        return;
    }
    // As many octets each time, so that the processor need not guess the length.
    out.reserve(STEP);
    let end = out.len() + length;
    // SAFETY: there is room for so many octets, and the buffer has more.
    #[expect(unsafe_code, reason = "a vector has no other way to be written beyond its length")]
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        core::ptr::copy_nonoverlapping(buffer.as_ptr(), to, STEP);
        out.set_len(end);
    }
}

#[cfg(not(feature = "simd"))]
fn push<const ROOM: usize>(out: &mut String, buffer: &[u8; ROOM], length: usize) {
    out.push_str(core::str::from_utf8(&buffer[..length]).unwrap_or_default());
}
