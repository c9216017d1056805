//! The wish to end the run, as a flag that every wait reads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the run was asked to end.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// The flag, for the program to set. A library leaves its user's signals alone.
pub(crate) fn flag() -> Arc<AtomicBool> {
    REQUESTED.clone()
}
