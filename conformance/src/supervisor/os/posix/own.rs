//! Settings that acegate and its guard ask for themselves, where the system has them.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustix::process::Pid;

use super::list::MARK;

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

/// Gives up no privileges, which only Linux has, and asks for no signal at the end of the parent:
/// [`LOOK_FOR_PARENT`] is for that.
pub(crate) const fn prepare_guard() {}

/// Limits nothing: a process can only limit itself, and the guard does.
pub(crate) const fn limit_memory(_: Pid, _: u64) {}

/// The signals that this process ignores, as a mask: bit 0 is signal 1.
#[expect(unsafe_code, reason = "no safe crate asks for the action of a signal without setting it")]
pub(crate) fn ignored_signals() -> u64 {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let is_ignored = |signal: &i32| {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: with a null pointer for the new action, the call only writes the present one, and zeroes
        // are one if it fails.
        let action = unsafe {
            libc::sigaction(*signal, std::ptr::null(), action.as_mut_ptr());
            action.assume_init()
        };
        action.sa_sigaction == libc::SIG_IGN
    };
    let ignored = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(is_ignored);
    ignored.fold(0, |mask, signal| mask | 1 << (signal - 1))
}
