//! The end of a libFuzzer program at a violation: it writes the signature and panics, so that libFuzzer
//! keeps the input.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Target;

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

/// The libFuzzer program of the target with its name.
#[macro_export]
macro_rules! program {
    () => {
        libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
            $crate::libfuzzer::judge(env!("CARGO_BIN_NAME"), octets)
        });
    };
}

/// Runs a target as libFuzzer's test of one input.
///
/// # Panics
///
/// There is no target with this name, or its property does not hold. The message then begins with the
/// number of executions so far and the signature.
pub fn judge(name: &str, octets: &[u8]) {
    let target = Target::named(name).expect("the program is named as its target");
    let executions = EXECUTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    if let Err(violation) = target.judge(octets) {
        panic!("property broken after {executions} executions: {violation}");
    }
}

/// In place of the C library's: hash tables of dependencies are keyed by it, and what libFuzzer sees
/// of them must be the same in every run with one seed.
#[cfg(feature = "libfuzzer")]
// SAFETY: the name and the types come from the C library, and nothing else here defines them.
#[expect(
    unsafe_code,
    reason = "a function replaces one of the C library by its name alone"
)]
#[unsafe(no_mangle)]
extern "C" fn getrandom(buffer: *mut u8, length: usize, _flags: u32) -> isize {
    // SAFETY: callers pass a buffer of `length` writable octets.
    #[expect(unsafe_code, reason = "the caller is C, or a test in its place")]
    unsafe {
        buffer.write_bytes(0x5A, length);
    }
    length as isize
}
