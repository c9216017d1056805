//! Processes on Windows: a job object holds each tree.
//!
//! A job ends its processes when its last handle is closed, which the system does at any end of acegate. No
//! process leaves it. A process can start others before it is put into the job, so the guard waits for one
//! octet on its input, which acegate writes when the guard is in the job.

mod guard;
mod job;
mod pipes;
mod tree;

use std::collections::BTreeSet;
use std::os::windows::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};

use crate::supervisor::order::Order;

pub(crate) use guard::main as guard;
pub(crate) use job::thread_time;
pub(crate) use pipes::{Input, Output, wait};
pub(crate) use tree::Tree;

/// A sentence on what a program can do here that it cannot on Linux; `None` if nothing.
pub(crate) const NOT_HELD: Option<&str> = Some(
    "contained as on Windows, not as on Linux: a program that waits for a free processor counts \
        as idle; only Ctrl-C in the console ends a run, and no other signal",
);

/// The status of a program that Ctrl-C has ended at once: 128 and the number of that signal, as in a shell.
const INTERRUPTED: i32 = 130;

/// The running program.
pub(crate) fn own_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "acegate.exe".into())
}

/// Gives a process its own hidden console, and with it keeps Ctrl-C from it.
pub(crate) fn prepare(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP);
}

/// Starts a child of acegate itself.
pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Child> {
    command.spawn()
}

/// Forgets nothing: there is no list of children here.
pub(crate) const fn forget(_: &Child) {}

/// Prepares nothing: there are no signals here whose action another program may have set.
pub(crate) const fn prepare_self() {}

/// Becomes no program: a guard starts it.
pub(crate) fn become_program(order: &Order) -> ExitCode {
    guard(order)
}

/// Memory with a name: none is found here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedMemory {}

/// A sentence on each part that is still there.
pub(crate) const fn show_left(_: &BTreeSet<NamedMemory>) -> Vec<String> {
    Vec::new()
}

/// Adopts nothing: no process leaves its job.
pub(crate) const fn adopt_strays() {}

/// Leaves nothing: [`prepare`] has given the process its own console.
pub(crate) const fn leave_terminal() {}

/// The path that these octets are, as [`as_encoded_bytes`](std::ffi::OsStr::as_encoded_bytes) gives them.
/// A name that is no Unicode is not found again.
pub(crate) fn path(octets: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&octets).into_owned().into()
}

/// Has Ctrl-C and Ctrl-Break set the flag. A second one ends the process at once. Nothing stops a process
/// here that something would let continue.
pub(crate) fn end_on_signals(wish: &Arc<AtomicBool>, _: &Arc<AtomicBool>) {
    let wish = wish.clone();
    // If the handler cannot be set, Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(move || {
        if wish.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
}
