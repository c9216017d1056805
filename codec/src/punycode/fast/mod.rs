//! The fast path of Punycode, for inputs of the size of a label.
//!
//! A label has at most 63 octets, so the whole state of the encoder or decoder fits a few
//! registers. Longer inputs, long numbers and inputs with an error are left to the general
//! encoder and decoder ([`crate::bootstring`]), which also report the error and its position.
//!
//! The modules show their arithmetic on two examples: `bücher`, whose code is `bcher-kva`, and
//! `привет`, whose code is `b1agh1afp`.
//!
//! | module | holds |
//! | --- | --- |
//! | `encode` | the encoder for five insertions or more: one lane for each number of the code |
//! | `few` | the encoder for up to four insertions: one number after the other |
//! | `decode` | the decoder |
//! | `place` | the last step of the decoder: each code point to its place in the text |
//! | `bias` | the tables, and the adapted bias from them |
//! | `lanes` | the vector operations; `any`, `sse2` and `v3` implement them |

#[cfg(any(test, not(all(feature = "simd", target_arch = "x86_64"))))]
mod any;
mod bias;
mod decode;
mod encode;
mod few;
mod lanes;
mod place;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod sse2;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod v3;

use alloc::string::String;
use alloc::vec::Vec;

use crate::simd::Backend;
use lanes::Lanes;
use place::{Points, Utf8};

/// The largest number of code points of a text, and of octets of a code.
pub(super) const MOST: usize = 64;

/// Appends the code of a text. Returns `false`, with `out` unchanged, if the general encoder must do
/// it.
#[inline]
pub(crate) fn encode_str(text: &str, out: &mut String, backend: Backend) -> bool {
    at(
        backend,
        Encode {
            text: text.chars().map(u32::from),
            is_small: text.len() <= 64,
            out,
        },
    )
}

/// Does the same for a text given as code points.
#[inline]
pub(crate) fn encode(text: &[u32], out: &mut Vec<u8>, backend: Backend) -> bool {
    text.len() <= MOST
        && text
            .iter()
            .all(|&code_point| char::from_u32(code_point).is_some())
        && at(
            backend,
            Encode {
                text: text.iter().copied(),
                is_small: text.len() <= 32,
                out,
            },
        )
}

/// Does the same for a string. The encoder is compiled for octets alone.
#[cfg(all(feature = "uts46", feature = "simd"))]
#[inline]
pub(crate) fn encode_onto(text: &[u32], out: &mut String, backend: Backend) -> bool {
    // SAFETY: the encoder writes ASCII.
    #[expect(unsafe_code, reason = "checking costs as much as writing")]
    let octets = unsafe { out.as_mut_vec() };
    encode(text, octets, backend)
}

#[cfg(all(feature = "uts46", not(feature = "simd")))]
pub(crate) fn encode_onto(text: &[u32], out: &mut String, backend: Backend) -> bool {
    let mut octets = Vec::new();
    let is_done = encode(text, &mut octets, backend);
    out.push_str(core::str::from_utf8(&octets).unwrap_or_default());
    is_done
}

/// Appends the text of a code. Returns `false`, with `out` unchanged, if the general decoder must do
/// it.
#[inline]
pub(crate) fn decode_str(code: &str, out: &mut String, backend: Backend) -> bool {
    code.len() <= MOST && at(backend, DecodeStr { code, out })
}

/// Does the same for a text wanted as code points.
///
/// Only the copying of the code is generic, so that little is compiled again for each `C`.
#[inline]
pub(crate) fn decode<C: Copy + Into<u32>>(
    code: &[C],
    out: &mut Vec<u32>,
    backend: Backend,
) -> bool {
    let mut octets = [0; MOST];
    let Some(octets) = octets.get_mut(..code.len()) else {
        return false;
    };
    for (octet, &element) in octets.iter_mut().zip(code) {
        *octet = element.into().min(FOREIGN) as u8;
    }
    decode_octets(octets, out, backend)
}

fn decode_octets(code: &[u8], out: &mut Vec<u32>, backend: Backend) -> bool {
    at(backend, Decode { code, out })
}

/// The octet for an element that is not ASCII.
const FOREIGN: u32 = 0x80;

/// A task that is compiled once for the instructions of each backend.
///
/// It is a trait and not a closure, because closures are not compiled for the instructions of the
/// function that calls them.
trait Procedure {
    /// Runs the task. Returns `false`, with no effect, if the general procedure must do it.
    fn run<L: Lanes>(self) -> bool;
}

#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
type Portable = any::Any;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
type Portable = sse2::Sse2;

#[inline]
fn at(backend: Backend, procedure: impl Procedure) -> bool {
    match backend {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        Backend::V3 => v3::run(procedure),
        // A page loads the module, so that its size counts more than the time of a label.
        _ => !cfg!(target_family = "wasm") && run_portable(procedure),
    }
}

/// Runs a task on the portable backend. A separate function, so that its stack frame costs the
/// other backend nothing.
#[inline(never)]
fn run_portable(procedure: impl Procedure) -> bool {
    procedure.run::<Portable>()
}

struct Encode<'a, T, O> {
    /// The code points.
    text: T,
    /// Whether [`encode::Small`] has room for all code points outside ASCII.
    is_small: bool,
    out: &'a mut O,
}

impl<T: Iterator<Item = u32>, O: Output> Procedure for Encode<'_, T, O> {
    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        if self.is_small {
            self.run_with::<L, _, _, _>(encode::Small::new())
        } else {
            self.run_with::<L, _, _, _>(encode::Large::new())
        }
    }
}

impl<T: Iterator<Item = u32>, O: Output> Encode<'_, T, O> {
    #[inline(always)]
    fn run_with<L: Lanes, const KEYS: usize, const SORTED: usize, const CODE: usize>(
        self,
        mut work: encode::Work<KEYS, SORTED, CODE>,
    ) -> bool {
        if !work.read(self.text) {
            return false;
        }
        let Some(length) = work.write::<L>() else {
            return false;
        };
        self.out.push_first(&work.code, length);
        true
    }
}

struct DecodeStr<'a> {
    code: &'a str,
    out: &'a mut String,
}

impl Procedure for DecodeStr<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let code = self.code.as_bytes();
        if code.len() <= 32 {
            self.write::<L, _, _, _, _>(decode::Small::new::<L>(code), Utf8::<32, 136>::new())
        } else {
            self.write::<L, _, _, _, _>(decode::Large::new::<L>(code), Utf8::<MOST, 264>::new())
        }
    }
}

impl DecodeStr<'_> {
    #[inline(always)]
    fn write<
        L: Lanes,
        const BLOCKS: usize,
        const LENGTH: usize,
        const ROOM: usize,
        const UTF8: usize,
    >(
        self,
        work: Option<decode::Work<BLOCKS, LENGTH, ROOM>>,
        mut text: Utf8<LENGTH, UTF8>,
    ) -> bool {
        let Some(mut work) = work else {
            return false;
        };
        let Some(points) = work.decode::<L>() else {
            return false;
        };
        let Some(length) = text.write::<L, _, _>(&work, points) else {
            return false;
        };
        self.out.push_first(&text.octets, length);
        true
    }
}

struct Decode<'a> {
    code: &'a [u8],
    out: &'a mut Vec<u32>,
}

impl Procedure for Decode<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        if self.code.len() <= 32 {
            let work = decode::Small::new::<L>(self.code);
            self.write::<L, _, _, _>(work)
        } else {
            let work = decode::Large::new::<L>(self.code);
            self.write::<L, _, _, _>(work)
        }
    }
}

impl Decode<'_> {
    #[inline(always)]
    fn write<L: Lanes, const BLOCKS: usize, const LENGTH: usize, const ROOM: usize>(
        self,
        work: Option<decode::Work<BLOCKS, LENGTH, ROOM>>,
    ) -> bool {
        let Some(mut work) = work else {
            return false;
        };
        let mut text = Points::<LENGTH>::new();
        let Some(points) = work.decode::<L>() else {
            return false;
        };
        if text.write::<L, _, _>(&work, points).is_none() {
            return false;
        }
        push(self.out, &text.points, points);
        true
    }
}

/// Appends the first elements of a buffer.
#[cfg(feature = "simd")]
#[inline(always)]
fn push<T: Copy, const ROOM: usize>(out: &mut Vec<T>, buffer: &[T; ROOM], length: usize) {
    let step = ROOM.min(MOST);
    if length > step {
        out.extend_from_slice(&buffer[..length]);
        return;
    }
    // Always `step` elements are copied, so that the processor need not predict the length.
    out.reserve(step);
    let end = out.len() + length;
    #[expect(
        unsafe_code,
        reason = "a vector has no other way to be written beyond its length"
    )]
    // SAFETY: `reserve` made room for `step` elements, and the buffer has as many.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        core::ptr::copy_nonoverlapping(buffer.as_ptr(), to, step);
        out.set_len(end);
    }
}

#[cfg(not(feature = "simd"))]
fn push<T: Copy, const ROOM: usize>(out: &mut Vec<T>, buffer: &[T; ROOM], length: usize) {
    out.extend_from_slice(&buffer[..length]);
}

/// A string or vector to which the first octets of a buffer are appended. They are valid UTF-8.
trait Output {
    fn push_first<const ROOM: usize>(&mut self, buffer: &[u8; ROOM], length: usize);
}

impl Output for Vec<u8> {
    #[inline(always)]
    fn push_first<const ROOM: usize>(&mut self, buffer: &[u8; ROOM], length: usize) {
        push(self, buffer, length);
    }
}

impl Output for String {
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn push_first<const ROOM: usize>(&mut self, buffer: &[u8; ROOM], length: usize) {
        // SAFETY: the encoder writes ASCII, and the decoder the UTF-8 of scalar values.
        #[expect(unsafe_code, reason = "checking costs as much as writing")]
        let octets = unsafe { self.as_mut_vec() };
        push(octets, buffer, length);
    }

    #[cfg(not(feature = "simd"))]
    fn push_first<const ROOM: usize>(&mut self, buffer: &[u8; ROOM], length: usize) {
        self.push_str(core::str::from_utf8(&buffer[..length]).unwrap_or_default());
    }
}
