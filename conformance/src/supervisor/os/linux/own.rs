//! Settings that acegate and its guard ask of Linux for themselves.
//!
//! A process of acegate becomes the reaper of its descendants, ends with its parent, gives up new
//! privileges, or limits another process. If a kernel refuses one of these, one safeguard is missing:
//! `end` finds and ends the processes without them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, prlimit, set_child_subreaper,
    set_parent_process_death_signal,
};
use rustix::thread::set_no_new_privs;

/// The running program. The link leads to it even if its file was replaced.
pub(crate) fn own_program() -> PathBuf {
    "/proc/self/exe".into()
}

/// How often a guard looks whether acegate lives. Never: [`prepare_guard`] has the kernel tell it.
pub(crate) const LOOK_FOR_PARENT: Option<Duration> = None;

/// Marks nothing: the kernel keeps a tree together.
pub(crate) const fn mark(_: &mut Command, _: &str) {}

/// Makes this process the parent of every descendant whose own parent ends. Returns whether the
/// kernel does so.
pub(crate) fn become_reaper() -> bool {
    set_child_subreaper(Some(getpid())).is_ok()
}

/// Makes a guard a reaper, which gives up the right to new privileges, for itself and all that it starts,
/// and is sent SIGTERM when its parent ends.
pub(crate) fn prepare_guard() {
    become_reaper();
    let _ = set_no_new_privs(true);
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
}

/// Limits the writable memory of another process, which it cannot raise.
pub(crate) fn limit_memory(pid: Pid, bytes: u64) {
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // A process that has ended by now needs no limit.
    let _ = prlimit(Some(pid), Resource::Data, limit);
}

/// The signals that this process ignores, as a mask: bit 0 is signal 1.
pub(crate) fn ignored_signals() -> u64 {
    fs::read_to_string("/proc/self/status").map_or(0, |status| ignored_in(&status))
}

fn ignored_in(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        // SIGHUP is signal 1 and SIGPIPE is signal 13: bits 0 and 12.
        assert_eq!(ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"), 0x1001);
        assert_eq!(ignored_in(""), 0);
    }
}
