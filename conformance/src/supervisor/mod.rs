//! Keeping a foreign program in check: a session of its own, limits on all its processes, and an end
//! in every case.
//!
//! A program is started through a guard. Its three streams are served by one loop in the
//! caller's thread ([`Process`]). The time that it has is counted by what its processes do, not by
//! the clock on the wall ([`Limits`]). Its files are in a [`TemporaryFolder`] where acegate carries
//! them.

mod buffer;
pub mod child;
mod guard;
mod keeper;
mod launcher;
mod limits;
mod order;
mod os;
mod patience;
mod process;

pub use keeper::TemporaryFolder;
pub(crate) use launcher::guard_by_self;
pub use launcher::use_guard;
pub use limits::{Limits, Program};
pub use process::{Exchange, Process};
