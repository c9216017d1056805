//! All code that is special to an operating system: starts a program, moves its octets, finds, measures
//! and ends its processes.
//!
//! In: a command. Out: a [`Tree`], its three streams, its [`Usage`], and the fact that none of its
//! processes is left. The rest of the supervisor calls no system directly, and a test checks that.
//!
//! `unix` has what every Unix shares: the guard, the streams, the tree and its end. `linux` and `posix` find
//! and measure processes, each in its way. `windows` is a system by itself.

#[cfg(all(target_os = "linux", not(acegate_posix)))]
mod linux;
#[cfg(all(unix, any(not(target_os = "linux"), acegate_posix)))]
mod posix;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(all(target_os = "linux", not(acegate_posix)))]
use linux as system;
#[cfg(all(unix, any(not(target_os = "linux"), acegate_posix)))]
use posix as system;
#[cfg(unix)]
use unix as streams_and_trees;
#[cfg(windows)]
use windows as streams_and_trees;
#[cfg(windows)]
use windows as system;

pub(crate) use streams_and_trees::{
    Input, Output, Tree, adopt_strays, become_program, end_on_signals, forget, guard,
    leave_terminal, path, prepare, prepare_self, spawn, thread_time, wait,
};
pub(crate) use system::{NOT_HELD, NamedMemory, own_program, show_left};

/// The use of a tree of processes at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The CPU time so far: of the living processes, and of those whose status was read.
    pub(crate) cpu: std::time::Duration,
    /// Resident memory in bytes, and the size of open files that are kept in memory. A page that
    /// several processes share counts once for each.
    pub(crate) memory: u64,
    /// Whether any thread runs, could run, or waits for a disk.
    pub(crate) busy: bool,
}
