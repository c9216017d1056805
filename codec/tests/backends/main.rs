//! The public functions on every SIMD backend of this machine, compared with the models.
//!
//! The backend is chosen for the whole process, so these tests run in a process of their own.

mod punycode;

use std::sync::{Mutex, PoisonError};

use acegate_codec::simd::{self, Backend};

/// Runs a check on every backend, one check at a time.
fn on_every_backend(check: impl Fn(Backend)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for backend in Backend::ALL {
        if simd::limit(backend) == backend {
            assert_eq!(simd::current(), backend);
            check(backend);
        }
    }
    simd::limit(Backend::V3);
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

#[test]
fn levels_have_names_and_are_there_with_their_instructions() {
    assert_eq!(Backend::ALL.map(Backend::name), ["portable", "v3"]);
    assert!(Backend::Portable.is_available());
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        assert_eq!(Backend::V3.is_available(), all);
    }
    on_every_backend(|backend| assert!(backend.is_available()));
}
