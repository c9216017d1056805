//! The guard, the streams and the end of a tree, as Linux and the other Unix systems share them.

pub(crate) mod end;
mod guard;
mod pipes;
mod tree;

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use super::system;

pub(crate) use guard::main as guard;
pub(crate) use pipes::{Input, Output, wait};
pub(crate) use tree::{Tree, adopt_strays, forget, spawn};

/// Gives a process that acegate starts of itself the name of acegate.
pub(crate) fn prepare(command: &mut Command) {
    command.arg0("acegate");
}

/// The processor time of this thread so far.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The path that these octets are, as [`as_encoded_bytes`](std::ffi::OsStr::as_encoded_bytes) gives them.
pub(crate) fn path(octets: Vec<u8>) -> PathBuf {
    OsString::from_vec(octets).into()
}

/// Leaves the terminal and the group of the process that started this one, and their signals with them.
pub(crate) fn leave_terminal() {
    let _ = rustix::process::setsid();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // Without a handler, a signal to this process ends it, and acegate does its work.
        let _ = flag::register(signal, Arc::<AtomicBool>::default());
    }
}

/// Has Ctrl-C, SIGTERM and SIGHUP set the flag. A second one ends the process at once.
///
/// A signal that is ignored stays ignored: `nohup` starts a program that ignores SIGHUP.
pub(crate) fn end_on_signals(wish: &Arc<AtomicBool>) {
    let ignored = system::ignored_signals();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // If a handler cannot be set, the signal ends the program at once.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, wish.clone());
        let _ = flag::register(signal, wish.clone());
    }
}
