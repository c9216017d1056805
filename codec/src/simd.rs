//! The SIMD backends of the fast paths.
//!
//! Every backend computes the same values, errors and positions; only the time differs. The
//! backend is chosen when the first fast path runs.
//!
//! # Examples
//!
//! ```
//! use acegate_codec::simd::{self, Backend};
//!
//! assert!(simd::current().is_available());
//! assert!(Backend::Portable <= simd::current());
//! ```

use core::sync::atomic::{AtomicU8, Ordering};

use crate::named::named;

named! {
    /// A set of instructions for which fast paths are written; the slowest one is the first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Backend {
        /// The instructions that every processor of the target has.
        Portable = "portable",
        /// x86-64-v3: AVX2, BMI1, BMI2, LZCNT and POPCNT.
        V3 = "v3",
    }
}

impl Backend {
    /// Whether this processor has the instructions.
    ///
    /// Without the feature `std` the processor cannot be asked. A backend is then available if the
    /// crate is compiled for its instructions. Without the feature `simd` only `Portable` is.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::V3 => has_v3(),
        }
    }
}

/// The backend on which fast paths run: the fastest one that is available and within the limit.
#[must_use]
pub fn current() -> Backend {
    match CURRENT.load(Ordering::Relaxed) {
        PORTABLE => Backend::Portable,
        V3 => Backend::V3,
        _ => limit(Backend::V3),
    }
}

/// Limits the fast paths of the whole process to `backend`, until the next call. Returns the
/// backend on which they run from now on: `Portable` if `backend` is not available.
///
/// Tests, fuzzing and benchmarks use it to run every path on one machine.
#[doc(hidden)]
pub fn limit(backend: Backend) -> Backend {
    let chosen = if backend.is_available() {
        backend
    } else {
        Backend::Portable
    };
    CURRENT.store(
        if chosen == Backend::V3 { V3 } else { PORTABLE },
        Ordering::Relaxed,
    );
    chosen
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const V3: u8 = 2;

static CURRENT: AtomicU8 = AtomicU8::new(UNKNOWN);

#[cfg(all(feature = "simd", feature = "std", target_arch = "x86_64"))]
fn has_v3() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

#[cfg(not(all(feature = "simd", feature = "std", target_arch = "x86_64")))]
fn has_v3() -> bool {
    cfg!(all(
        feature = "simd",
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
}
