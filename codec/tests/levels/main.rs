//! The public functions at every instruction level of this machine, beside the plain twins.
//!
//! The level is that of the whole process, so that these tests have a process of their own.

mod punycode;
mod uri2dec;

use std::sync::{Mutex, PoisonError};

use acegate_codec::level::{self, Level};

/// Runs a check at every level, one check at a time.
fn at_every_level(check: impl Fn(Level)) {
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
struct Numbers(u64);

impl Numbers {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        // The generator of Marsaglia, "Xorshift RNGs", with the shifts 13, 7 and 17.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
