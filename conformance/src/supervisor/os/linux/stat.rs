//! The processes below another, the line about each in `/proc`, and a signal to that process only.
//!
//! In: the number of a process. Out: its line, its children, all its living descendants, or the
//! processes of its session.

use std::fs;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

/// The fields of `/proc/PID/stat` that acegate needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// The state of the main thread: `R`, `S`, `D`, `T`, `Z` and others.
    pub(crate) state: u8,
    pub(crate) parent: i32,
    pub(crate) session: i32,
    /// The CPU time of the process and of the children that it has waited for, in clock ticks.
    pub(crate) ticks: u64,
    pub(crate) threads: u64,
    /// When it started, in clock ticks since the machine did. Number and start time together name
    /// one process for ever.
    pub(crate) started: u64,
}

impl Stat {
    /// The line of this process; `None` if there is no such process.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?)
    }

    /// Reads a line; `None` if a field is missing.
    ///
    /// In `17 (a) R (b c) S 5 17 …` the program is named `a) R (b c`, so the fields are counted from
    /// the last parenthesis: state `S`, parent 5.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let (_, rest) = line.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        Some(Self {
            state: *fields.first()?.as_bytes().first()?,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            ticks: number(&fields, 14)?
                + number(&fields, 15)?
                + number(&fields, 16)?
                + number(&fields, 17)?,
            threads: number(&fields, 20)?,
            started: number(&fields, 22)?,
        })
    }

    /// Whether a signal or a debugger has stopped the process.
    pub(crate) const fn is_stopped(&self) -> bool {
        matches!(self.state, b'T' | b't')
    }

    /// Whether the process has ended and its parent has not read its status yet. In state `Z` with
    /// several threads, only the main thread has ended.
    pub(crate) const fn has_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X') && self.threads <= 1
    }
}

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

/// The living processes below `root`, without `root` itself, nearest first.
///
/// A process that starts meanwhile may be missed. A caller that must not miss one lists them again. The kernel
/// keeps a tree together, so its token is not needed.
pub(crate) fn descendants(root: Pid, _: &str) -> Vec<(Pid, Stat)> {
    let mut found: Vec<(Pid, Stat)> = Vec::new();
    let mut next = children(root);
    while !next.is_empty() {
        let mut below = Vec::new();
        for pid in next {
            let Some(stat) = Stat::of(pid) else { continue };
            if found.iter().any(|(known, _)| *known == pid) {
                continue;
            }
            below.extend(children(pid));
            if !stat.has_ended() {
                found.push((pid, stat));
            }
        }
        next = below;
    }
    found
}

/// The children of all threads of a process.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let number = pid.as_raw_pid();
    let mut listed = false;
    let mut found = Vec::new();
    for thread in threads(pid) {
        let list = fs::read_to_string(format!("/proc/{number}/task/{thread}/children"));
        if let Ok(list) = list {
            listed = true;
            let pids = list.split_whitespace().filter_map(|word| word.parse().ok());
            found.extend(pids.filter_map(Pid::from_raw));
        }
    }
    if listed {
        found
    } else {
        children_by_parent(number)
    }
}

pub(crate) fn threads(pid: Pid) -> Vec<i32> {
    numbers(&format!("/proc/{}/task", pid.as_raw_pid()))
}

/// The living processes of a session, except its leader.
pub(crate) fn session(leader: Pid, _: &str) -> Vec<(Pid, Stat)> {
    let found = numbers("/proc")
        .into_iter()
        .filter_map(Pid::from_raw)
        .filter(|pid| *pid != leader);
    let found = found.filter_map(|pid| Some((pid, Stat::of(pid)?)));
    found
        .filter(|(_, stat)| stat.session == leader.as_raw_pid() && !stat.has_ended())
        .collect()
}

/// The children of a process, found by the parent of each process: for kernels without lists of
/// children.
fn children_by_parent(parent: i32) -> Vec<Pid> {
    numbers("/proc")
        .into_iter()
        .filter_map(Pid::from_raw)
        .filter(|pid| Stat::of(*pid).is_some_and(|stat| stat.parent == parent))
        .collect()
}

/// The entries of a folder whose names are numbers.
fn numbers(folder: &str) -> Vec<i32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// The number in a field of a line, where these are the state and everything after it. proc_pid_stat(5) counts from 1,
/// and the state is its field 3.
fn number(fields: &[&str], field: usize) -> Option<u64> {
    fields.get(field - 3)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_hides_no_field() {
        let line = "17 (a) R (b c) S 5 17 16 0 -1 4194560 9 8 7 6 100 20 3 4 20 0 2 0 12345 1 2 3";
        let stat = Stat::parse(line).expect("a line");
        let expected = Stat {
            state: b'S',
            parent: 5,
            session: 16,
            ticks: 127,
            threads: 2,
            started: 12345,
        };
        assert_eq!(stat, expected);
        for cut_off in ["17 (a) S 5 17", ""] {
            assert_eq!(Stat::parse(cut_off), None);
        }
    }

    #[test]
    fn a_zombie_with_threads_is_alive() {
        let stat = |state, threads| Stat {
            state,
            parent: 1,
            session: 1,
            ticks: 0,
            threads,
            started: 0,
        };
        assert!(stat(b'Z', 1).has_ended());
        assert!(!stat(b'Z', 2).has_ended());
        assert!(!stat(b'S', 1).has_ended());
    }

    #[test]
    fn both_ways_to_list_children_agree() {
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .expect("it runs");
        let own = rustix::process::getpid();
        let pid = Pid::from_child(&child);
        assert!(children(own).contains(&pid));
        assert!(children_by_parent(own.as_raw_pid()).contains(&pid));
        assert!(descendants(own, "").iter().any(|(found, _)| *found == pid));
        child.kill().expect("it runs still");
        child.wait().expect("it is our child");
        assert!(!children(own).contains(&pid));
    }
}
