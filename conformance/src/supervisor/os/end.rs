//! The end of a tree of processes.

use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::stat::{Stat, descendants, session};

/// How often a tree that is still growing is stopped before it is ended as it is.
const ROUNDS: usize = 50;

/// Ends every process below `root`, but not `root` itself, and says whether none is left.
///
/// All are stopped before the first is ended, so that a process that starts others as fast as they
/// end does not get away. Whoever is left after `limit` is left.
pub(crate) fn end_descendants(root: Pid, limit: Duration) -> bool {
    end_all(|| descendants(root), limit)
}

/// Ends every process of a session, but for the one that it is named after, and says whether none
/// is left. The leader must not have been waited for, so that its number is no other session's.
pub(crate) fn end_session(leader: Pid, limit: Duration) -> bool {
    end_all(|| session(leader), limit)
}

fn end_all(find: impl Fn() -> Vec<(Pid, Stat)>, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    let mut stopped = 0;
    for _ in 0..ROUNDS {
        let found = find();
        for (pid, stat) in &found {
            if !matches!(stat.state, b'T' | b't') {
                signal(*pid, stat, Signal::STOP);
            }
        }
        if found.len() <= stopped {
            break;
        }
        stopped = found.len();
    }
    loop {
        let found = find();
        if found.is_empty() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        for (pid, stat) in &found {
            signal(*pid, stat, Signal::KILL);
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Sends a signal to the process with this line, and to no other that has its number by now.
pub(crate) fn signal(pid: Pid, stat: &Stat, signal: Signal) {
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else {
        // A kernel without handles, or the process has ended.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_tree_that_ignores_signals_and_has_sessions_of_its_own_is_ended() {
        let script = "trap '' TERM HUP INT; setsid sh -c 'trap \"\" TERM; sleep 61 & wait' & \
                      sleep 61 & echo up; wait; sleep 61";
        let mut shell = Command::new("sh")
            .args(["-c", script])
            .stdout(Stdio::null())
            .spawn()
            .expect("there is a shell");
        let root = Pid::from_child(&shell);
        let begun = Instant::now();
        while descendants(root).len() < 3 {
            assert!(begun.elapsed() < Duration::from_secs(20), "the tree does not grow");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(end_descendants(root, Duration::from_secs(10)));
        assert_eq!(descendants(root), []);
        shell.kill().expect("it is our child");
        shell.wait().expect("it is our child");
    }

    #[test]
    fn a_process_that_started_at_another_time_gets_no_signal() {
        let mut child = Command::new("sleep").arg("61").spawn().expect("it runs");
        let pid = Pid::from_child(&child);
        let stat = Stat::of(pid).expect("it lives");
        signal(pid, &Stat { started: stat.started + 1, ..stat }, Signal::KILL);
        std::thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().expect("it is our child").is_none());
        signal(pid, &stat, Signal::KILL);
        child.wait().expect("it is our child");
    }
}
