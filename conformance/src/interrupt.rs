//! Ctrl-C, SIGTERM and SIGHUP as a flag that every wait looks at.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether the run was asked to end.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Lets Ctrl-C, SIGTERM and SIGHUP end the run in order instead of at once.
///
/// Only the program calls this; a library user's signals stay as they are.
pub(crate) fn listen() {
    // A second handler is refused by the crate; the first one then serves.
    let _ = ctrlc::set_handler(|| REQUESTED.store(true, Ordering::Relaxed));
}
