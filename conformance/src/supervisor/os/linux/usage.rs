//! The CPU time and memory that a tree of processes uses.
//!
//! In: the root of the tree. Out: one [`Usage`], a sum over all its processes, and whether any of
//! them is at work.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use rustix::fs::{FsWord, statfs};
use rustix::process::Pid;

use super::super::Usage;
use super::stat::{Stat, descendants, threads};

/// Measures every process below `root`, and `root` itself if `root_counts`: if it is the program and
/// not its guard.
///
/// A guard with no process below it is about to end, and counts as busy.
pub(crate) fn usage(root: Pid, token: &str, root_counts: bool) -> Usage {
    let own = Stat::of(root);
    let mut tree = descendants(root, token);
    let mut ticks = 0;
    match own {
        Some(stat) if root_counts => tree.push((root, stat)),
        Some(stat) => ticks += stat.ticks,
        None => {}
    }
    let mut usage = Usage {
        busy: tree.is_empty(),
        ..Usage::default()
    };
    let mut files = MemoryFiles::default();
    for (pid, stat) in tree {
        ticks += stat.ticks;
        usage.memory = usage
            .memory
            .saturating_add(resident(pid).unwrap_or_default());
        usage.busy |= is_busy(pid, &stat);
        files.add(pid);
    }
    usage.memory = usage.memory.saturating_add(files.bytes());
    // Clock ticks are hundredths of a second on every Linux that Rust runs on, but the kernel says.
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    usage.cpu = Duration::from_millis(ticks.saturating_mul(1000) / per_second);
    usage
}

/// Whether a thread of the process runs, could run, or waits for a disk.
fn is_busy(pid: Pid, stat: &Stat) -> bool {
    if is_busy_state(stat.state) || stat.threads <= 1 {
        return is_busy_state(stat.state);
    }
    threads(pid).into_iter().any(|thread| {
        let line = fs::read_to_string(format!("/proc/{}/task/{thread}/stat", pid.as_raw_pid()));
        line.ok()
            .and_then(|line| Stat::parse(&line))
            .is_some_and(|stat| is_busy_state(stat.state))
    })
}

const fn is_busy_state(state: u8) -> bool {
    matches!(state, b'R' | b'D')
}

/// The files in memory that processes have open. Such a file takes memory that is resident in no process.
#[derive(Debug, Default)]
struct MemoryFiles {
    /// The size in memory of each file, by its device and number.
    bytes: BTreeMap<(u64, u64), u64>,
    /// Whether the files of a device are kept in memory.
    devices: BTreeMap<u64, bool>,
}

impl MemoryFiles {
    /// Adds the usage of a process.
    fn add(&mut self, pid: Pid) {
        let folder = format!("/proc/{}/fd", pid.as_raw_pid());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(file) = fs::metadata(&path) else {
                continue;
            };
            if !file.is_file() {
                continue;
            }
            let is_in_memory = *self
                .devices
                .entry(file.dev())
                .or_insert_with(|| statfs(&path).is_ok_and(|system| system.f_type == TMPFS_MAGIC));
            if is_in_memory {
                // A block is 512 octets in every file system.
                let bytes = file.blocks().saturating_mul(512);
                self.bytes.insert((file.dev(), file.ino()), bytes);
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes
            .values()
            .fold(0, |sum, bytes| sum.saturating_add(*bytes))
    }
}

/// The type of a file system that is kept in memory (statfs(2)).
const TMPFS_MAGIC: FsWord = 0x0102_1994;

/// The resident memory of a process in bytes.
fn resident(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_pid())).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    /// Starts a shell script, and waits until what its processes use is as wanted.
    fn assert_becomes(script: &str, wanted: impl Fn(&Usage) -> bool) {
        let mut shell = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let begun = Instant::now();
        let mut last = Usage::default();
        while begun.elapsed() < Duration::from_secs(20) && !wanted(&last) {
            std::thread::sleep(Duration::from_millis(10));
            last = usage(Pid::from_child(&shell), "", false);
        }
        crate::supervisor::os::unix::end::end_descendants(
            Pid::from_child(&shell),
            "",
            Duration::from_secs(5),
        );
        shell.kill().expect("it is our child");
        shell.wait().expect("it is our child");
        assert!(wanted(&last), "{last:?}");
    }

    #[test]
    fn a_busy_child_is_seen_and_its_time_counts() {
        assert_becomes("(while :; do :; done) & wait", |usage| {
            usage.busy && usage.cpu >= Duration::from_millis(50)
        });
    }

    #[test]
    fn a_sleeping_child_is_not_busy_and_its_memory_counts() {
        assert_becomes("sleep 60 & wait", |usage| !usage.busy && usage.memory > 0);
    }
}
