//! A program and every process that it starts.
//!
//! In: a command. Out: what its processes use, how it has ended, and the end of all of them.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::super::{NamedMemory, Usage};
use super::job::Job;
use super::pipes::{self, Input, Output, Pipes};
use super::prepare;
use crate::observation::Death;

/// The longest time for ending a program.
const END: Duration = Duration::from_secs(5);

/// A tree counts as busy for so long after it used CPU time: the system counts it in ticks of a sixty-fourth
/// of a second.
const TICKS: Duration = Duration::from_millis(50);

/// A program and every process that it starts. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct Tree {
    child: Child,
    job: Job,
    pipes: Arc<Pipes>,
    /// The word before the guard's message that the program could not be started.
    pub(crate) token: String,
    /// Whether the child is a guard.
    pub(crate) is_guarded: bool,
    /// How the child has ended; `None` while it runs.
    ended: Option<Death>,
    /// When the tree was last seen to have used CPU time, and how much it had used then.
    used: Mutex<(Instant, Duration)>,
}

impl Tree {
    /// Starts the command: a guard, whose message begins with the token, or a program without a guard. Each
    /// process of the program gets at most `memory` bytes of memory.
    ///
    /// A program without a guard can start others before it is in the job.
    pub(crate) fn start(
        command: &mut Command,
        token: String,
        is_guarded: bool,
        memory: u64,
    ) -> io::Result<Self> {
        prepare(command);
        let job = Job::new(memory)?;
        let child = command.spawn()?;
        let used = Mutex::new((Instant::now(), Duration::ZERO));
        let pipes = Arc::default();
        let mut tree = Self {
            child,
            job,
            pipes,
            token,
            is_guarded,
            ended: None,
            used,
        };
        tree.job.take(&tree.child)?;
        if let Some(input) = tree.child.stdin.as_mut().filter(|_| is_guarded) {
            input.write_all(b"\n")?;
        }
        Ok(tree)
    }

    /// Takes the streams: input, output and standard error.
    pub(crate) fn streams(&mut self) -> io::Result<(Input, Output, Output)> {
        pipes::take(&mut self.child, &self.pipes)
    }

    /// The use of all processes of the program.
    pub(crate) fn usage(&self) -> Usage {
        let guard = if self.is_guarded { self.child.id() } else { 0 };
        let cpu = self.job.time();
        let memory = self.job.memory(guard);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if cpu > used.1 {
            *used = (Instant::now(), cpu);
        }
        Usage {
            cpu: used.1,
            memory,
            busy: used.0.elapsed() < TICKS,
        }
    }

    /// The memory with a name that the program uses: nothing says so here.
    pub(crate) const fn named_memory(&self) -> BTreeSet<NamedMemory> {
        BTreeSet::new()
    }

    /// How the program has ended; `None` while it runs. Processes that it started have ended with it.
    pub(crate) fn ended(&mut self) -> Option<Death> {
        if self.ended.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.ended = Some(Death::Exited(status.code().unwrap_or(-1)));
            self.job.end();
            self.pipes.end();
        }
        self.ended
    }

    /// Ends the program and every process that it started.
    pub(crate) fn kill(&mut self) {
        let begun = Instant::now();
        self.job.end();
        // It is in no job if it could not be put into one.
        let _ = self.child.kill();
        while self.ended().is_none() && begun.elapsed() < END {
            sleep(Duration::from_micros(300));
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}
