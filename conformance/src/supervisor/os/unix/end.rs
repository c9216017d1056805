//! The end of a tree of processes.
//!
//! In: the root of the tree and a time. Out: whether every process below the root has ended. A
//! signal goes to a process by its number and start time, so never to a later process with the same
//! number.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::system::{LOOKS, Stat, descendants, session, signal};

/// The most rounds of stopping. A tree that still grows after them is killed as it is.
const ROUNDS: usize = 50;

/// Kills every process below `root`, but not `root` itself. Returns whether none is left after
/// `limit`.
///
/// All are stopped before the first is killed. So a process that starts others as fast as they end
/// cannot escape.
pub(crate) fn end_descendants(root: Pid, token: &str, limit: Duration) -> bool {
    end_all(|| descendants(root, token), limit)
}

/// Kills every process of a session except its leader. Returns whether none is left after `limit`.
///
/// The end of the leader must not have been read: its number could then belong to another session.
pub(crate) fn end_session(leader: Pid, token: &str, limit: Duration) -> bool {
    end_all(|| session(leader, token), limit)
}

/// Kills every process that `find` finds. Returns whether none is left after `limit`.
pub(crate) fn end_all(find: impl Fn() -> Vec<(Pid, Stat)>, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    let mut stopped = 0;
    for _ in 0..ROUNDS {
        let found = find();
        for (pid, stat) in &found {
            if !stat.is_stopped() {
                signal(*pid, stat, Signal::STOP);
            }
        }
        if found.len() <= stopped {
            break;
        }
        stopped = found.len();
    }
    let mut looks = 0;
    loop {
        let found = find();
        looks = if found.is_empty() { looks + 1 } else { 0 };
        if looks == LOOKS {
            return true;
        }
        // Even if stopping took all of the time, no process is left stopped.
        for (pid, stat) in &found {
            signal(*pid, stat, Signal::KILL);
        }
        if Instant::now() >= deadline {
            return found.is_empty();
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_tree_is_ended_whatever_it_does_even_when_no_time_is_left() {
        // The shell itself is not ended. It becomes a program that starts no other.
        let stubborn = "trap '' TERM HUP INT; setsid sh -c 'trap \"\" TERM; sleep 61 & wait' & \
                        sleep 61 & echo up; wait; exec sleep 61";
        for (script, count, limit) in [
            (stubborn, 3, Duration::from_secs(10)),
            ("sleep 61 & echo up; wait", 1, Duration::ZERO),
        ] {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).stdout(Stdio::null());
            let mut shell = shell.spawn().expect("there is a shell");
            let root = Pid::from_child(&shell);
            let begun = Instant::now();
            let wait_until = |is_done: &dyn Fn(usize) -> bool| {
                while !is_done(descendants(root, "").len()) {
                    assert!(
                        begun.elapsed() < Duration::from_secs(20),
                        "{:?}",
                        descendants(root, "")
                    );
                    std::thread::sleep(Duration::from_millis(5));
                }
            };
            wait_until(&|found| found >= count);
            let is_ended = end_descendants(root, "", limit);
            assert!(is_ended || limit.is_zero());
            if limit.is_zero() {
                wait_until(&|found| found == 0);
            }
            assert_eq!(descendants(root, ""), []);
            shell.kill().expect("it is our child");
            shell.wait().expect("it is our child");
        }
    }

    #[test]
    fn a_process_that_started_at_another_time_gets_no_signal() {
        let mut child = Command::new("sleep").arg("61").spawn().expect("it runs");
        let pid = Pid::from_child(&child);
        let stat = Stat::of(pid).expect("it lives");
        signal(
            pid,
            &Stat {
                started: stat.started + 1,
                ..stat
            },
            Signal::KILL,
        );
        std::thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().expect("it is our child").is_none());
        signal(pid, &stat, Signal::KILL);
        child.wait().expect("it is our child");
    }
}
