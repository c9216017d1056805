//! All code that is special to an operating system: starts a program, moves its octets, finds, measures
//! and ends its processes.
//!
//! In: a command. Out: a [`Tree`], its three streams, its [`Usage`], and the fact that none of its
//! processes is left. The rest of the supervisor asks no system for anything, and a test checks that.
//!
//! `linux` finds and measures processes. `unix` has what another Unix could share: the guard, the streams, the
//! tree and its end.

#[cfg(not(target_os = "linux"))]
compile_error!(
    "acegate runs on Linux: it ends and measures the processes of a program through /proc and \
     prctl (conformance/src/supervisor/os). The crate acegate-codec builds anywhere, and acegate \
     without the feature `process`."
);

mod linux;
mod unix;

use linux as system;

pub(crate) use linux::own_program;
pub(crate) use unix::{
    Input, Output, Tree, adopt_strays, end_on_signals, forget, guard, leave_terminal, path,
    prepare, spawn, thread_time, wait,
};

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
