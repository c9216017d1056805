//! Ctrl-C, SIGTERM and SIGHUP as a flag that every wait reads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the run was asked to end.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Lets Ctrl-C, SIGTERM and SIGHUP end the run in order instead of at once. A second one ends it at
/// once.
///
/// The signals in the mask `ignored` stay ignored: bit 0 is signal 1. `nohup` starts a program that
/// ignores SIGHUP. Only the program calls this; a library leaves its user's signals alone.
pub(crate) fn listen(ignored: u64) {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // If a handler cannot be set, the signal ends the program at once.
        let status = 128 + signal;
        let _ = signal_hook::flag::register_conditional_shutdown(signal, status, REQUESTED.clone());
        let _ = signal_hook::flag::register(signal, REQUESTED.clone());
    }
}
