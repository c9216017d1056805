//! Processes by the list of them that every Unix has: macOS, the BSDs, and Linux when it is built with
//! `--cfg acegate_posix`, as the tests of this folder are.
//!
//! Only the kernel of Linux gives a process the descendants that lose their parent. So each process
//! of a program carries the token of its tree in its environment, and is found by its parent, by its
//! session or by that token. A process that leaves its parent and its session and clears its
//! environment is lost.

mod list;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustix::process::Pid;

use crate::supervisor::order::Order;

use list::MARK;
pub(crate) use list::{Stat, descendants, descendants as session, signal, usage};

/// How often in a row a list must have no process of a tree: one that is started while the list is read is not
/// on it.
pub(crate) const LOOKS: usize = 5;

/// A sentence on what a program can do here that it cannot on Linux; `None` if nothing.
pub(crate) const NOT_HELD: Option<&str> = Some(
    "contained as on any Unix, not as on Linux: acegate does not kill a process that leaves its \
        parent and its session and clears its environment, and can miss processes that are started while it reads the list of processes; it does not count files in memory or the CPU time of processes that have exited; a program that waits for a free processor counts as idle",
);

/// How often a guard looks whether acegate lives: no signal tells it.
pub(crate) const LOOK_FOR_PARENT: Option<Duration> = Some(Duration::from_millis(100));

/// The running program.
pub(crate) fn own_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "acegate".into())
}

/// Has every process of the tree carry its token, unless it clears its environment.
pub(crate) fn mark(command: &mut Command, token: &str) {
    command.env(MARK, token);
}

/// Makes no process the parent of others: only Linux can. Returns that it did not.
pub(crate) const fn become_reaper() -> bool {
    false
}

/// The children that a reaper has: none, as there is no reaper.
pub(crate) const fn children(_: Pid) -> Vec<Pid> {
    Vec::new()
}

/// Gives up no privileges, which only Linux has, and requests no signal at the end of the parent:
/// [`LOOK_FOR_PARENT`] is for that.
pub(crate) const fn prepare_guard() {}

/// Hides nothing: only Linux can.
pub(crate) const fn hide() {}

/// The command that starts the program of this order, from its guard.
pub(crate) fn program_command(_: &Order, program: &OsStr, arguments: &[OsString]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Asks for nothing: only Linux ends a process with its parent.
pub(crate) const fn end_with_parent() {}

/// Runs `pause`, in which this process is stopped.
pub(crate) fn while_paused(pause: impl FnOnce()) {
    pause();
}

/// Whether a process has been stopped by others: nothing says so here.
pub(crate) const fn is_stopped_by_others(_: Pid) -> bool {
    false
}

/// The process below this one that traces that process: nothing says so here.
pub(crate) const fn tracer_from_below(_: Pid) -> Option<(Pid, Stat)> {
    None
}

/// Memory with a name: none is found here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedMemory {}

/// The memory with a name that a tree uses: nothing says so here.
pub(crate) const fn named_memory(_: Pid, _: &str) -> BTreeSet<NamedMemory> {
    BTreeSet::new()
}

/// A sentence on each part that is still there.
pub(crate) const fn show_left(_: &BTreeSet<NamedMemory>) -> Vec<String> {
    Vec::new()
}

/// Limits nothing: a process can only limit itself, and the guard does.
pub(crate) const fn limit_memory(_: Pid, _: u64) {}

/// The signals that this process ignores, as a mask: bit 0 is signal 1.
pub(crate) fn ignored_signals() -> u64 {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut mask = 0;
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if is_ignored(signal) {
            mask |= 1 << (signal - 1);
        }
    }
    mask
}

#[expect(
    unsafe_code,
    reason = "no safe crate asks for the action of a signal without setting it"
)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with a null pointer for the new action, the call only writes the present one, and zeroes
    // are one if it fails.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}
