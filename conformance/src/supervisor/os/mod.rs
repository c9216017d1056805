//! Everything that acegate asks of Linux: the tree of processes below one, what it uses, and its end.
//!
//! In: the number of a process. Out: its descendants, their CPU time and memory, or the fact that
//! none of them is left. The facts come from `/proc`; without that file system a tree looks empty.
//! The rest of acegate needs no more than Unix, so this folder is the part to write for another
//! system. A test holds the code to that.

#[cfg(not(target_os = "linux"))]
compile_error!(
    "acegate runs on Linux: it ends and measures the processes of a program through /proc and \
     prctl (conformance/src/supervisor/os). The crate acegate-codec builds anywhere."
);

mod end;
mod own;
mod stat;
mod usage;

pub(crate) use end::{end_descendants, end_session, signal};
pub(crate) use own::{
    OWN_PROGRAM, become_reaper, end_with_parent, give_up_new_privileges, ignored_signals,
    limit_memory,
};
pub(crate) use stat::{Stat, children};
pub(crate) use usage::{Usage, usage};
