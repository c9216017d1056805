//! The instructions that the fast paths may use.
//!
//! What they compute is the same at every level: values, errors and positions. The level only
//! decides how fast, and is chosen when the first of them runs.
//!
//! # Examples
//!
//! ```
//! use acegate_codec::simd::{self, Level};
//!
//! assert!(simd::current().is_available());
//! assert!(Level::Portable <= simd::current());
//! ```

use core::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions for which fast paths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// x86-64-v3: AVX2, BMI1, BMI2, LZCNT and POPCNT.
    V3,
}

impl Level {
    /// All levels, the slowest first.
    pub const ALL: [Self; 2] = [Self::Portable, Self::V3];

    /// The name by which programs let their users choose: `portable`, `v3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::V3 => "v3",
        }
    }

    /// Whether this processor has the instructions.
    ///
    /// Without the feature `std` the processor cannot be asked: then a level is available if the
    /// crate is compiled for it. Without the feature `simd`, `Portable` is the only one.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::V3 => has_v3(),
        }
    }
}

/// The level at which fast paths run: the highest available one, up to the limit.
#[must_use]
pub fn current() -> Level {
    match CURRENT.load(Ordering::Relaxed) {
        PORTABLE => Level::Portable,
        V3 => Level::V3,
        _ => limit(Level::V3),
    }
}

/// Keeps the fast paths of the whole process at `level` or below, until the next call, and gives
/// the level at which they run from now on.
///
/// For tests, fuzzing and measurements, which have to see every path on one machine.
#[doc(hidden)]
pub fn limit(level: Level) -> Level {
    let chosen = if level.is_available() { level } else { Level::Portable };
    CURRENT.store(if chosen == Level::V3 { V3 } else { PORTABLE }, Ordering::Relaxed);
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
