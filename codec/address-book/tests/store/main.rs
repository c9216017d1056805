//! Books on disk: through faults, shared by processes, beside files as they must not be.

mod faults;
mod sharing;
mod troubles;
