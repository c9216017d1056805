//! A signal to one process, and to no later one with the same number.

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::stat::Stat;

/// Sends a signal to the process with this number and start time, and to no other.
pub(crate) fn signal(pid: Pid, stat: &Stat, signal: Signal) {
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else {
        // The kernel has no handles, or the process has ended.
        if Stat::of(pid).is_some_and(|now| now.started == stat.started) {
            let _ = kill_process(pid, signal);
        }
        return;
    };
    // The handle keeps the number from passing to another process.
    if Stat::of(pid).is_some_and(|now| now.started == stat.started) {
        // A process that ends meanwhile needs no signal.
        let _ = pidfd_send_signal(&handle, signal);
    }
}
