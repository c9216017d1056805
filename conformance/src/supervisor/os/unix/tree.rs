//! A program and every process that it starts.
//!
//! In: a command. Out: what its processes use, how it has ended, and the end of all of them. The list of
//! acegate's own children is kept here, so that a stray can be recognised: a process whose guard was
//! killed.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process_group, waitid, waitpid,
};

use super::super::{NamedMemory, Usage};
use super::end::{end_descendants, end_session};
use super::pipes::{self, Input, Output};
use super::system;
use crate::observation::Death;

/// The children of this process that are programs, guards or keepers.
static STARTED: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// The children that this process had before it became the reaper of strays; not set if it is not.
static OTHERS: OnceLock<BTreeSet<i32>> = OnceLock::new();

/// The longest time for ending a program. A process that the system cannot end in this time is left.
const END: Duration = Duration::from_secs(5);

/// How long a guard has to end after its program before it is killed.
const GUARD_END: Duration = Duration::from_secs(2);

/// A program and every process that it starts. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The guard; the program itself if there is no guard.
    child: Child,
    /// The word before the guard's message that the program could not be started.
    pub(crate) token: String,
    /// Whether the child is a guard.
    pub(crate) is_guarded: bool,
    /// How the child has ended; `None` while it runs. Until its status is read, no other process gets
    /// its number.
    ended: Option<Death>,
    /// Whether its status was read.
    reaped: bool,
}

impl Tree {
    /// Starts the command: a guard, whose message begins with the token, or a program without a guard. Each
    /// process of the program gets at most `memory` bytes of writable memory.
    pub(crate) fn start(
        command: &mut Command,
        token: String,
        is_guarded: bool,
        memory: u64,
    ) -> io::Result<Self> {
        system::mark(command, &token);
        if !is_guarded {
            // With a guard it is the guard that takes a session, which a group's leader cannot.
            command.process_group(0);
        }
        let child = spawn(command)?;
        if !is_guarded {
            system::limit_memory(Pid::from_child(&child), memory);
        }
        Ok(Self {
            child,
            token,
            is_guarded,
            ended: None,
            reaped: false,
        })
    }

    /// Takes the streams: input, output and standard error.
    pub(crate) fn streams(&mut self) -> io::Result<(Input, Output, Output)> {
        pipes::take(&mut self.child)
    }

    /// The use of all processes of the program.
    pub(crate) fn usage(&self) -> Usage {
        system::usage(Pid::from_child(&self.child), &self.token, !self.is_guarded)
    }

    /// The memory with a name that the processes of the program use.
    pub(crate) fn named_memory(&self) -> BTreeSet<NamedMemory> {
        system::named_memory(Pid::from_child(&self.child), &self.token)
    }

    /// How the program has ended; `None` while it runs. Processes that it started may live on.
    pub(crate) fn ended(&mut self) -> Option<Death> {
        if self.ended.is_none() && !self.reaped {
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), look)
                .ok()
                .flatten();
            self.ended = status.map(|status| match status.terminating_signal() {
                Some(signal) => Death::Signalled(signal),
                None => Death::Exited(status.exit_status().unwrap_or(-1)),
            });
        }
        self.ended
    }

    /// Ends the program and every process that it started. A process that the system cannot end within a
    /// few seconds is left.
    pub(crate) fn kill(&mut self) {
        if self.reaped {
            return;
        }
        let pid = Pid::from_child(&self.child);
        let begun = Instant::now();
        while self.ended().is_none() && begun.elapsed() < END {
            end_descendants(pid, &self.token, END);
            // A guard ends every process below itself, and then itself. If it takes too long, and
            // if there is no guard, the process is killed here.
            if !self.is_guarded || begun.elapsed() >= GUARD_END {
                let _ = kill_process_group(pid, Signal::KILL);
                let _ = self.child.kill();
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        if !self.is_guarded {
            // Without a guard, processes may be left in the program's group.
            let _ = kill_process_group(pid, Signal::KILL);
        } else if !matches!(self.ended, Some(Death::Exited(_))) {
            // A guard that was killed may have left processes of its session.
            end_session(pid, &self.token, END);
        }
        self.reaped = matches!(self.child.try_wait(), Ok(Some(_)));
        forget(&self.child);
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Makes this process the parent of the processes that a killed guard leaves, if the system has that. From
/// then on [`forget`] ends all children except those started by [`spawn`] and earlier ones.
pub(crate) fn adopt_strays() {
    if system::become_reaper() {
        let others = system::children(getpid()).into_iter().map(Pid::as_raw_pid);
        let _ = OTHERS.set(others.collect());
    }
}

/// Starts a child and lists it as acegate's own, until [`forget`] is called for it.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // The lock is held meanwhile: a child that is not listed yet would be ended as a stray.
    let mut started = started();
    let child = command.spawn()?;
    started.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

/// Takes a child whose end was read off the list, and ends every stray: a process that became a
/// child of acegate because its guard was killed.
pub(crate) fn forget(child: &Child) {
    let mut started = started();
    started.remove(&Pid::from_child(child).as_raw_pid());
    let Some(others) = OTHERS.get() else {
        return;
    };
    for stray in system::children(getpid()) {
        let number = stray.as_raw_pid();
        if started.contains(&number) || others.contains(&number) {
            continue;
        }
        end_descendants(stray, "", END);
        if let Some(stat) = system::Stat::of(stray) {
            system::signal(stray, &stat, Signal::KILL);
        }
        // A process that was killed a moment ago may not have ended: the next call reads its end.
        let _ = waitpid(Some(stray), WaitOptions::NOHANG);
    }
}

fn started() -> MutexGuard<'static, BTreeSet<i32>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}
