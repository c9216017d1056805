//! The processes of a tree: found, measured and signalled.
//!
//! In: the root of the tree and its token. Out: its living processes, what they use, or one of them
//! signalled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sysinfo::{Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

use super::super::Usage;

/// The variable that holds the token of the tree.
pub(super) const MARK: &str = "ACEGATE_TREE";

/// How often the list is read to measure: reading it takes milliseconds.
const PERIOD: Duration = Duration::from_millis(100);

/// How long a measurement is kept to compare the next one with.
const KEPT: Duration = Duration::from_secs(10);

/// The list, with the environment of every process as it was first seen, and the last measurement of
/// each tree.
struct List {
    system: System,
    measured: BTreeMap<i32, (Instant, Usage)>,
}

static LIST: LazyLock<Mutex<List>> = LazyLock::new(|| {
    Mutex::new(List {
        system: System::new(),
        measured: BTreeMap::new(),
    })
});

/// One process, at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// When it started, in seconds since 1970. Number and start time together name one process, unless
    /// the numbers are used up within a second.
    pub(crate) started: u64,
    pub(crate) status: ProcessStatus,
}

impl Stat {
    /// The process with this number; `None` if there is none.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        let pid = listed(pid);
        let mut system = System::new();
        let only = ProcessesToUpdate::Some(&[pid]);
        system.refresh_processes_specifics(only, true, parts());
        system.process(pid).map(Self::new)
    }

    fn new(process: &Process) -> Self {
        Self {
            started: process.start_time(),
            status: process.status(),
        }
    }

    /// Whether a signal or a debugger has stopped the process.
    pub(crate) const fn is_stopped(&self) -> bool {
        matches!(self.status, ProcessStatus::Stop | ProcessStatus::Tracing)
    }

    const fn has_ended(&self) -> bool {
        matches!(self.status, ProcessStatus::Zombie | ProcessStatus::Dead)
    }
}

/// Sends a signal to the process with this number and start time, and to no other.
pub(crate) fn signal(pid: Pid, stat: &Stat, signal: Signal) {
    if Stat::of(pid).is_some_and(|now| now.started == stat.started) {
        // A process that ends meanwhile needs no signal.
        let _ = kill_process(pid, signal);
    }
}

/// The living processes of the tree of `root`, without `root` itself.
pub(crate) fn descendants(root: Pid, token: &str) -> Vec<(Pid, Stat)> {
    let mut list = list();
    list.read();
    list.tree(root, token)
        .into_iter()
        .filter_map(|process| Some((Pid::from_raw(raw(process.pid()))?, Stat::new(process))))
        .collect()
}

/// Measures every process of the tree, and `root` itself if `root_counts`. A measurement is at most a
/// tenth of a second old. The tree is busy if it used CPU time between the last two.
pub(crate) fn usage(root: Pid, token: &str, root_counts: bool) -> Usage {
    let mut list = list();
    let number = root.as_raw_pid();
    let last = list.measured.get(&number).copied();
    if let Some((_, usage)) = last.filter(|(at, _)| at.elapsed() < PERIOD) {
        return usage;
    }
    list.read();
    let mut tree = list.tree(root, token);
    if root_counts {
        tree.extend(list.system.process(listed(root)));
    }
    // A guard with no process below it is about to end.
    let mut busy = tree.is_empty();
    let mut milliseconds = 0;
    let mut memory = 0_u64;
    for process in &tree {
        milliseconds += process.accumulated_cpu_time();
        memory = memory.saturating_add(process.memory());
    }
    let cpu = Duration::from_millis(milliseconds);
    busy |= last.is_none_or(|(_, last)| last.cpu < cpu);
    let usage = Usage { cpu, memory, busy };
    list.measured.retain(|_, (at, _)| at.elapsed() < KEPT);
    list.measured.insert(number, (Instant::now(), usage));
    usage
}

impl List {
    /// Reads the list of the system.
    fn read(&mut self) {
        let parts = parts()
            .with_cpu()
            .with_memory()
            .with_environ(UpdateKind::OnlyIfNotSet);
        self.system
            .refresh_processes_specifics(ProcessesToUpdate::All, true, parts);
    }

    /// The processes whose parent belongs to the tree, whose session is the session of its root, or that carry
    /// its token.
    fn tree(&self, root: Pid, token: &str) -> Vec<&Process> {
        let root = listed(root);
        let mark = format!("{MARK}={token}");
        let mut own: BTreeSet<_> = [root].into();
        loop {
            let known = own.len();
            for (pid, process) in self.system.processes() {
                let is_below = process.parent().is_some_and(|parent| own.contains(&parent));
                let is_of_session = process.session_id() == Some(root);
                let mut variables = process.environ().iter();
                if is_below || is_of_session || variables.any(|variable| *variable == *mark) {
                    own.insert(*pid);
                }
            }
            if own.len() == known {
                break;
            }
        }
        own.remove(&root);
        let found = own.into_iter().filter_map(|pid| self.system.process(pid));
        found
            .filter(|process| !Stat::new(process).has_ended())
            .collect()
    }
}

/// Each process once: Linux lists threads as processes otherwise.
fn parts() -> ProcessRefreshKind {
    ProcessRefreshKind::nothing().without_tasks()
}

fn list() -> MutexGuard<'static, List> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listed(pid: Pid) -> sysinfo::Pid {
    sysinfo::Pid::from_u32(pid.as_raw_pid().unsigned_abs())
}

fn raw(pid: sysinfo::Pid) -> i32 {
    pid.as_u32().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_thread_is_no_process() {
        let (ending, end) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || end.recv());
        let threads = std::fs::read_dir("/proc/self/task")
            .expect("this is Linux")
            .flatten();
        let threads: Vec<_> = threads.map(|entry| entry.file_name()).collect();
        assert!(threads.len() > 1, "{threads:?}");
        for (pid, _) in descendants(rustix::process::getpid(), "no token") {
            assert!(
                !threads.contains(&pid.as_raw_pid().to_string().into()),
                "{pid:?}"
            );
        }
        drop(ending);
        thread
            .join()
            .expect("it ends")
            .expect_err("nothing was sent");
    }

    #[test]
    fn a_process_without_parent_and_session_is_found_by_its_token() {
        let mut daemon = Command::new("setsid");
        daemon
            .args(["-f", "sleep", "61"])
            .env(MARK, "token-of-a-test")
            .stdin(Stdio::null());
        assert!(daemon.status().expect("it runs").success());
        let begun = Instant::now();
        // The root has nothing to do with it.
        let mut root = Command::new("sleep").arg("61").spawn().expect("it runs");
        let found = |token: &str| descendants(Pid::from_child(&root), token);
        while found("token-of-a-test").is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it is not found");
        }
        assert_eq!(found("token-of-another"), []);
        for (pid, stat) in found("token-of-a-test") {
            signal(
                pid,
                &Stat {
                    started: stat.started + 1,
                    ..stat
                },
                Signal::KILL,
            );
            assert_eq!(Stat::of(pid).map(|now| now.started), Some(stat.started));
            signal(pid, &stat, Signal::KILL);
        }
        while !found("token-of-a-test").is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it is not ended");
        }
        root.kill().expect("it is our child");
        root.wait().expect("it is our child");
    }
}
