//! All code that is special to Linux: finds, measures and ends the processes below another.
//!
//! In: the number of a process. Out: its descendants, their CPU time and memory, or the fact that
//! none of them is left. The facts come from `/proc`; without that file system a tree looks empty.
//! The rest of acegate needs only Unix, and a test checks that. To run on another system, acegate
//! needs only another version of this folder.

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
    limit_memory, thread_time,
};
pub(crate) use stat::{Stat, children};
pub(crate) use usage::{Usage, usage};
