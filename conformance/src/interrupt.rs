//! Signals that acegate received, as flags: the wish to end the run, which every wait reads, and that a
//! guard let acegate go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the run was interrupted.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// The flag, for the program to set. A library leaves its user's signals alone.
pub(crate) fn flag() -> Arc<AtomicBool> {
    REQUESTED.clone()
}

static CONTINUED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A remark if acegate was sent SIGCONT, as its guard does if acegate is stopped.
#[must_use]
pub(crate) fn continued() -> Option<String> {
    if !CONTINUED.load(Ordering::Relaxed) {
        return None;
    }
    let remark = "acegate received SIGCONT, which its guard sends when a process, perhaps the program, \
                  has stopped acegate or traces it";
    Some(remark.to_owned())
}

/// The flag, for the program to set.
pub(crate) fn continued_flag() -> Arc<AtomicBool> {
    CONTINUED.clone()
}
