//! Ctrl-C, SIGTERM and SIGHUP as a flag that every wait looks at.

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
/// A signal that was ignored when the program started, as `nohup` does with SIGHUP, stays ignored.
/// Only the program calls this; a library user's signals stay as they are.
pub(crate) fn listen() {
    let ignored = std::fs::read_to_string("/proc/self/status").map_or(0, |text| ignored_in(&text));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // Where a handler cannot be set, the signal ends the program as it always did.
        let status = 128 + signal;
        let _ = signal_hook::flag::register_conditional_shutdown(signal, status, REQUESTED.clone());
        let _ = signal_hook::flag::register(signal, REQUESTED.clone());
    }
}

/// The signals that `/proc/PID/status` says are ignored: bit 0 is signal 1.
fn ignored_in(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        // SIGHUP is signal 1 and SIGPIPE is signal 13: bits 0 and 12.
        assert_eq!(ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"), 0x1001);
        assert_eq!(ignored_in(""), 0);
    }
}
