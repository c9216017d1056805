//! Processes by the list of them that every Unix has: macOS, the BSDs, and Linux when it is built with
//! `--cfg acegate_posix`, as the tests of this folder are.
//!
//! No kernel but that of Linux gives a process the descendants that lose their parent. So each process
//! of a program carries the token of its tree in its environment, and is found by its parent, by its
//! session or by that token. A process that leaves its parent and its session and clears its
//! environment is lost.

mod list;
mod own;

/// How often in a row a list must have no process of a tree: one that is started while the list is read is not
/// on it.
pub(crate) const LOOKS: usize = 5;

pub(crate) use list::{Stat, descendants, descendants as session, signal, usage};
pub(crate) use own::{
    LOOK_FOR_PARENT, become_reaper, children, ignored_signals, limit_memory, mark, own_program,
    prepare_guard,
};

/// A sentence on what a program can do here that it cannot on Linux; `None` if nothing.
pub(crate) const NOT_HELD: Option<&str> = Some(
    "supervised as on any Unix, not as on Linux: a process that leaves its parent and its session and \
     clears its environment is not ended, and processes that end while the list is read may start others \
     that live on; files in memory and the CPU time of processes that have ended \
     are not counted; a program that waits for a free processor counts as idle",
);
