//! A signal to one process, and to no later one with the same number.

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::stat::Stat;

/// Sends a signal to the process with this number and start time, and to no other.
pub(crate) fn signal(pid: Pid, stat: &Stat, signal: Signal) {
    // A handle keeps the number from passing to another process, where the kernel has handles.
    let handle = pidfd_open(pid, PidfdFlags::empty());
    if Stat::of(pid).is_some_and(|now| now.started == stat.started) {
        // A process that ends meanwhile needs no signal.
        let _ = match handle {
            Ok(handle) => pidfd_send_signal(&handle, signal),
            Err(_) => kill_process(pid, signal),
        };
    }
}
