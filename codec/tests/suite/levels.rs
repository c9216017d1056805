//! The instruction levels of this machine, one after the other.

use std::sync::{Mutex, PoisonError};

use acegate_codec::level::{self, Level};

/// Runs a check at every level. The level is that of the whole process, so that only one such test
/// runs at a time; what the others compute meanwhile is the same at every level.
pub(crate) fn at_every_level(check: impl Fn(Level)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for level in Level::ALL {
        if level::limit(level) == level {
            check(level);
        }
    }
    level::limit(Level::V3);
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // The generator of Marsaglia, "Xorshift RNGs", with the shifts 13, 7 and 17.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
