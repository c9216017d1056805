//! Linux settings that acegate and its guard make for themselves.
//!
//! A process of acegate becomes the reaper of its descendants, ends with its parent, gives up new
//! privileges, keeps other processes of the same user from looking into it, or limits another process. If
//! a kernel refuses one of these, one safeguard is missing: `end` finds and ends the processes without
//! them.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustix::process::{
    DumpableBehavior, Pid, Resource, Rlimit, Signal, getpid, prlimit, set_child_subreaper,
    set_dumpable_behavior, set_parent_process_death_signal,
};
use rustix::thread::set_no_new_privs;

use super::stat::{Stat, descendants};
use crate::supervisor::order::{BECOME, Order, WORD};

/// The running program. The link leads to it even if its file was replaced.
pub(crate) fn own_program() -> PathBuf {
    "/proc/self/exe".into()
}

/// How often a guard looks whether acegate was stopped. That acegate has ended, the kernel tells it.
pub(crate) const LOOK_FOR_PARENT: Option<Duration> = Some(Duration::from_millis(500));

/// Marks nothing: the kernel keeps a tree together.
pub(crate) const fn mark(_: &mut Command, _: &str) {}

/// Makes this process the parent of every descendant whose own parent ends. Returns whether the
/// kernel does so.
pub(crate) fn become_reaper() -> bool {
    set_child_subreaper(Some(getpid())).is_ok()
}

/// Makes a guard a reaper, which gives up the right to new privileges, for itself and all that it starts,
/// and is sent SIGCONT when its parent ends: that signal also wakes a guard that the program has stopped.
pub(crate) fn prepare_guard() {
    become_reaper();
    hide();
    let _ = set_no_new_privs(true);
    let _ = set_parent_process_death_signal(Some(Signal::CONT));
}

/// Keeps processes of the same user from tracing this one, and from reaching its memory and its open files.
/// Root may do so all the same.
pub(crate) fn hide() {
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// The command that starts the program of this order, from its guard: acegate once more, because only the
/// process itself can request the signal at the end of its parent.
pub(crate) fn program_command(order: &Order, program: &OsStr, arguments: &[OsString]) -> Command {
    let mut command = Command::new(own_program());
    command.arg0("acegate");
    let guard = getpid().as_raw_pid().to_string();
    command.args([
        WORD,
        BECOME,
        &guard,
        &order.token,
        &order.memory.to_string(),
    ]);
    command.arg(program).args(arguments);
    command
}

/// Has the kernel kill this process, and the program that it becomes, when its parent ends.
pub(crate) fn end_with_parent() {
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// The name of the main thread of an acegate process that its user has stopped.
const PAUSED: &str = "acegate-paused";

/// Runs `pause`, in which this process is stopped, and tells its guards that the user wants this.
pub(crate) fn while_paused(pause: impl FnOnce()) {
    let name = format!("/proc/self/task/{}/comm", getpid().as_raw_pid());
    let usual = fs::read_to_string(&name);
    // If the name cannot be set, a guard lets the process go on after a second.
    let _ = fs::write(&name, PAUSED);
    pause();
    if let Ok(usual) = usual {
        let _ = fs::write(&name, usual.trim_end());
    }
}

/// Whether a process has been stopped by a signal, and is not paused by its user.
pub(crate) fn is_stopped_by_others(pid: Pid) -> bool {
    let is_stopped = Stat::of(pid).is_some_and(|stat| stat.state == b'T');
    let name = fs::read_to_string(format!("/proc/{}/comm", pid.as_raw_pid()));
    is_stopped && name.is_ok_and(|name| name.trim_end() != PAUSED)
}

/// The process below this one that traces that process, as only root can.
pub(crate) fn tracer_from_below(pid: Pid) -> Option<(Pid, Stat)> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_pid())).ok()?;
    let tracer = tracer_in(&status)?;
    descendants(getpid(), "")
        .into_iter()
        .find(|(found, _)| *found == tracer)
}

fn tracer_in(status: &str) -> Option<Pid> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("TracerPid:"));
    Pid::from_raw(line?.trim().parse().ok()?)
}

/// Limits the writable memory of another process, which it cannot raise.
pub(crate) fn limit_memory(pid: Pid, bytes: u64) {
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    // A process that has ended by now needs no limit.
    let _ = prlimit(Some(pid), Resource::Data, limit);
}

/// The signals that this process ignores, as a mask: bit 0 is signal 1.
pub(crate) fn ignored_signals() -> u64 {
    fs::read_to_string("/proc/self/status").map_or(0, |status| ignored_in(&status))
}

fn ignored_in(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        // SIGHUP is signal 1 and SIGPIPE is signal 13: bits 0 and 12.
        assert_eq!(
            ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"),
            0x1001
        );
        assert_eq!(ignored_in(""), 0);
    }

    #[test]
    fn a_tracer_is_read_from_its_number() {
        assert_eq!(
            tracer_in("Name:\tx\nTracerPid:\t4711\nUid:\t0\n"),
            Pid::from_raw(4711)
        );
        assert_eq!(tracer_in("Name:\tx\nTracerPid:\t0\nUid:\t0\n"), None);
        assert_eq!(tracer_in(""), None);
    }
}
