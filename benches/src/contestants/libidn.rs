//! GNU libidn and libidn2, loaded when the program runs.
//!
//! Their functions are declared here, so that neither headers nor libraries are needed to build. A
//! library that is not there, or is of a version whose functions are not known to be these, does
//! not take part.
#![expect(unsafe_code, reason = "C functions can only be called so")]

use std::ffi::{CStr, c_char, c_int, c_uchar, c_void};
use std::{mem, ptr};

use libloading::os::unix::Library;

use super::Label;
use crate::contest::{Contestant, Origin};

/// The encoder and the decoder of each library that is there.
pub(super) fn peers() -> impl Iterator<Item = [Contestant<Label>; 2]> {
    [libidn(), libidn2()].into_iter().flatten()
}

/// A library by its function, which receives pointers to the length and to the output.
fn encoder(
    name: &str,
    encode: impl Fn(&[u32], *mut usize, *mut u8) -> c_int + 'static,
) -> Contestant<Label> {
    Contestant::new(
        name,
        Origin::Peer,
        move |label: &Label, out: &mut Vec<u8>| {
            fill(out, 8 * label.points.len() + 64, |length, out| {
                encode(label.points, length, out)
            })
        },
    )
}

fn decoder(
    name: &str,
    decode: impl Fn(&str, *mut usize, *mut u32) -> c_int + 'static,
) -> Contestant<Label> {
    Contestant::new(
        name,
        Origin::Peer,
        move |label: &Label, out: &mut Vec<u32>| {
            fill(out, label.code.len(), |length, out| {
                decode(label.code, length, out)
            })
        },
    )
}

/// In libidn: length, input, flags, room and length of the output, output.
type Encode =
    unsafe extern "C" fn(usize, *const u32, *const c_uchar, *mut usize, *mut c_char) -> c_int;
/// The same with the flags last.
type Decode =
    unsafe extern "C" fn(usize, *const c_char, *mut usize, *mut u32, *mut c_uchar) -> c_int;
/// In libidn2, the same without flags.
type Encode2 = unsafe extern "C" fn(usize, *const u32, *mut usize, *mut c_char) -> c_int;
type Decode2 = unsafe extern "C" fn(usize, *const c_char, *mut usize, *mut u32) -> c_int;

type CheckVersion = unsafe extern "C" fn(*const c_char) -> *const c_char;

fn libidn() -> Option<[Contestant<Label>; 2]> {
    let library = open("libidn.so.12")?;
    is_version(&library, b"stringprep_check_version\0", "1.").then_some(())?;
    // SAFETY: the functions have had these types since libidn 0.1, and the ABI version of the file
    // name says that they still do.
    let (encode, decode): (Encode, Decode) = unsafe {
        let library = &library.library;
        (
            *library.get(b"punycode_encode\0").ok()?,
            *library.get(b"punycode_decode\0").ok()?,
        )
    };
    Some([
        encoder("libidn", move |points, length, out| {
            // SAFETY: the input has that many code points and no flags are set; the function writes
            // no more than `*length` octets from `out` on, which has room for them (libidn, punycode.h).
            unsafe {
                encode(
                    points.len(),
                    points.as_ptr(),
                    ptr::null(),
                    length,
                    out.cast(),
                )
            }
        }),
        decoder("libidn", move |code, length, out| {
            // SAFETY: the input has that many octets and no flags are set; the function writes no
            // more than `*length` code points from `out` on, which has room for them (libidn,
            // punycode.h).
            unsafe {
                decode(
                    code.len(),
                    code.as_ptr().cast(),
                    length,
                    out,
                    ptr::null_mut(),
                )
            }
        }),
    ])
}

fn libidn2() -> Option<[Contestant<Label>; 2]> {
    let library = open("libidn2.so.0")?;
    // Before 2.1 the functions took flags.
    is_version(&library, b"idn2_check_version\0", "2.3.").then_some(())?;
    let encode = hidden(&library, c"_idn2_punycode_encode")?;
    let decode = hidden(&library, c"_idn2_punycode_decode")?;
    // SAFETY: the functions have these types in all versions 2.3, one of which this is, and an
    // address of data is as wide as one of a function on systems with shared libraries.
    let (encode, decode) = unsafe {
        let encode = mem::transmute::<*mut c_void, Encode2>(encode);
        (encode, mem::transmute::<*mut c_void, Decode2>(decode))
    };
    Some([
        encoder("libidn2", move |points, length, out| {
            // SAFETY: as in libidn, for the same function without flags, which is what libidn2 2.3 has
            // under this name.
            unsafe { encode(points.len(), points.as_ptr(), length, out.cast()) }
        }),
        decoder("libidn2", move |code, length, out| {
            // SAFETY: as in libidn, for the same function without flags.
            unsafe { decode(code.len(), code.as_ptr().cast(), length, out) }
        }),
    ])
}

/// Loads a library for as long as the program runs.
fn open(name: &str) -> Option<Loaded> {
    // SAFETY: both libraries are plain C without anything that runs when they are loaded.
    let handle = unsafe { Library::new(name) }.ok()?.into_raw();
    // SAFETY: the handle was just given, and is never closed, because this value is never dropped.
    let library = mem::ManuallyDrop::new(unsafe { Library::from_raw(handle) });
    Some(Loaded { library, handle })
}

/// A library that is never closed.
struct Loaded {
    library: mem::ManuallyDrop<Library>,
    handle: *mut c_void,
}

/// The address of a function that libidn2 keeps only for old programs. It is found only with
/// its version.
fn hidden(library: &Loaded, name: &CStr) -> Option<*mut c_void> {
    unsafe extern "C" {
        fn dlvsym(handle: *mut c_void, name: *const c_char, version: *const c_char) -> *mut c_void;
    }
    // SAFETY: the function has this type in glibc and keeps none of the strings, and the handle is
    // of a library that is never closed.
    let address = unsafe { dlvsym(library.handle, name.as_ptr(), c"IDN2_0.0.0".as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// Whether the version that the library reports begins with the expected one.
fn is_version(library: &Loaded, function: &[u8], prefix: &str) -> bool {
    // SAFETY: in both libraries the function takes a version to compare with, or null, and gives
    // its own version as a string that is never freed.
    unsafe {
        let Ok(check) = library.library.get::<CheckVersion>(function) else {
            return false;
        };
        let version = check(ptr::null());
        let text = if version.is_null() {
            c""
        } else {
            CStr::from_ptr(version)
        };
        text.to_str()
            .is_ok_and(|version| version.starts_with(prefix))
    }
}

/// Lets a C function write up to `room` elements into the empty `out`. Returns `false` if it fails.
///
/// The function receives a pointer to the length, which holds the room before and what was written
/// after, and a pointer to the first element.
fn fill<T: Copy>(
    out: &mut Vec<T>,
    room: usize,
    write: impl FnOnce(*mut usize, *mut T) -> c_int,
) -> bool {
    out.reserve(room);
    let mut length = room;
    if write(&raw mut length, out.as_mut_ptr()) != 0 || length > room {
        return false;
    }
    // SAFETY: the capacity is at least `room`, and the function says that it wrote the first
    // `length` elements.
    unsafe { out.set_len(length) };
    true
}
