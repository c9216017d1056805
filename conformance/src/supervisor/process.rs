//! A running program: its replies, its limits and its end.
//!
//! In: octets to send, and a limit for each wait. Out: a line, all output, or the fault of the end of
//! the program or of the limit that was passed. Every wait is one loop in the caller's thread, with a
//! deadline. It serves the streams and looks at the processes of the program. So it notices the end of
//! the program even if a descendant keeps the streams open.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::limits::{Limits, Program};
use super::order::NOT_STARTED;
use super::patience::Patience;
use super::streams::Streams;
use super::{launcher, os};
use crate::interrupt;
use crate::observation::{Death, Fault, StartError, Stream};

/// A running program. Dropping it ends the program and every process that it started.
#[derive(Debug)]
pub struct Process {
    tree: os::Tree,
    streams: Streams,
    limits: Limits,
    /// The factor from the limit of a wait to its limit on CPU time.
    cpu_factor: u32,
    /// The part of its limit that the last wait has used.
    spent: Duration,
    /// When its memory was last measured.
    measured: Instant,
    /// The memory with a name that it used when it passed the memory limit.
    named: BTreeSet<os::NamedMemory>,
}

/// The most that a program may write to standard error in one wait, in bytes: more than any log.
const STDERR_MOST: usize = 64 << 20;

/// A program that closes its output usually ends. If it is idle for this long after that, it lives on.
const DEATH_AFTER_OUTPUT: Duration = Duration::from_millis(500);

/// How long one `poll` waits before the processes of the program are looked at.
const SLICE: Duration = Duration::from_millis(5);

/// How often memory is measured if the program answers so quickly that no wait measures it.
const MEASURE: Duration = Duration::from_millis(100);

/// How many parts of the memory that programs have left are named.
const LEFT_SHOWN: usize = 10;

/// A sentence on the memory that ended programs have left; `None` if they have left none.
pub(crate) fn show_left_memory(left: &[String]) -> Option<String> {
    if left.is_empty() {
        return None;
    }
    let mut shown = left
        .iter()
        .take(LEFT_SHOWN)
        .cloned()
        .collect::<Vec<_>>()
        .join("; ");
    if left.len() > LEFT_SHOWN {
        shown += &format!("; and {} more", left.len() - LEFT_SHOWN);
    }
    Some(format!(
        "programs that were killed for using too much memory left shared memory behind: {shown}"
    ))
}

impl Process {
    /// Starts the program under the limits.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] if the system cannot run the guard, or the program if there is no
    /// guard. A guard that cannot run its program says so when it ends: [`Process::not_started`].
    pub fn start(program: &Program, limits: Limits) -> Result<Self, StartError> {
        let started = launcher::launch(program, &limits).and_then(|mut tree| {
            let streams = Streams::new(tree.streams()?, limits.output);
            Ok((tree, streams))
        });
        let (tree, streams) = started.map_err(|error| StartError::Spawn {
            program: program.name(),
            reason: error.to_string(),
        })?;
        Ok(Self {
            tree,
            streams,
            limits,
            cpu_factor: 1,
            spent: Duration::ZERO,
            measured: Instant::now(),
            named: BTreeSet::new(),
        })
    }

    /// Allows later waits `factor` times the CPU time of their limit. The time for doing nothing
    /// stays the same.
    pub const fn grant_cpu(&mut self, factor: u32) {
        self.cpu_factor = factor;
    }

    /// The CPU time of the program and of every process that it started, in hundredths of a second.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        self.tree.usage().cpu
    }

    /// How much of its limit the last wait has used: CPU time, or time of doing nothing. A wait of
    /// a few milliseconds may count as zero.
    #[must_use]
    pub const fn spent(&self) -> Duration {
        self.spent
    }

    /// Queues bytes for standard input. They are written during the next wait.
    pub fn send(&mut self, bytes: &[u8]) {
        self.streams.send(bytes);
    }

    /// Closes standard input as soon as everything queued is written.
    pub fn close_input(&mut self) {
        self.streams.close_input();
    }

    /// The next line of output, without its newline.
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the limit that was passed; [`Fault::Died`] if the output has ended: the program
    /// has also ended, or has closed its output.
    pub fn line_within(&mut self, limit: Duration) -> Result<Vec<u8>, Fault> {
        if self.measured.elapsed() >= MEASURE {
            self.measure()?;
        }
        self.wait(limit, |process| {
            let line = process.streams.received.take_line();
            let length = match &line {
                Some(line) => line.len(),
                None => process.streams.received.len(),
            };
            if length >= process.limits.output {
                return Some(Err(process.too_much()));
            }
            if let Some(line) = line {
                return Some(Ok(line));
            }
            if process.streams.is_output_closed() {
                return Some(Err(Fault::Died(process.death())));
            }
            None
        })
    }

    /// A line that has already come; `None` if there is none. It does not wait.
    pub fn line_at_hand(&mut self) -> Option<Vec<u8>> {
        // If poll fails now, the next wait reports it.
        let _ = self.streams.serve(Duration::ZERO);
        self.streams.received.take_line()
    }

    /// All output up to the end of the program, for programs that answer once.
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the limit that was passed.
    pub fn output_within(&mut self, limit: Duration) -> Result<(Death, Vec<u8>), Fault> {
        self.wait(limit, |process| {
            if process.streams.received.len() > process.limits.output {
                return Some(Err(process.too_much()));
            }
            // The output is complete when the program has ended, even if a process that it
            // started still keeps the stream open.
            let death = process.tree.ended()?;
            if !process.streams.is_output_closed() {
                return None;
            }
            Some(Ok((death, process.streams.received.take_all())))
        })
    }

    /// The output that is not read yet, e.g. of a program that exceeded a limit.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.streams.received.take_all()
    }

    /// The last bytes that the program wrote to standard error, as text.
    #[must_use]
    pub fn stderr(&mut self) -> String {
        // If poll fails, the bytes up to now are the last.
        let _ = self.streams.serve(Duration::ZERO);
        self.streams.stderr()
    }

    /// The reason why the guard could not start the program; `None` if it could, or has not ended yet.
    pub fn not_started(&mut self) -> Option<String> {
        if !self.tree.is_guarded || self.tree.ended() != Some(Death::Exited(NOT_STARTED)) {
            return None;
        }
        let message = self.stderr();
        Some(message.strip_prefix(&self.tree.token)?.trim().to_owned())
    }

    /// Ends the program and every process that it started.
    ///
    /// It returns within a few seconds, whatever the processes do. A process that the system cannot
    /// end is left.
    pub fn kill(&mut self) {
        self.tree.kill();
    }

    /// The memory with a name that an ended program has left, if it passed the memory limit.
    #[must_use]
    pub fn left_memory(&self) -> Vec<String> {
        os::show_left(&self.named)
    }

    /// Waits until `look` finds what is waited for, or a limit is passed.
    fn wait<T>(
        &mut self,
        limit: Duration,
        look: impl Fn(&mut Self) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        self.streams.stderr_count = 0;
        let mut patience = Patience::new(limit, self.cpu_factor, Instant::now());
        // Whether the program wrote anything since it was last measured.
        let mut moved = false;
        let end = loop {
            if let Some(end) = look(self) {
                break end;
            }
            if let Err(fault) = self.step(&mut patience, &mut moved) {
                break Err(fault);
            }
        };
        self.spent = patience.spent();
        end
    }

    /// One turn of a wait: serves the streams, and measures the program if that is due.
    fn step(&mut self, patience: &mut Patience, moved: &mut bool) -> Result<(), Fault> {
        *moved |= self.streams.serve(SLICE).unwrap_or(false);
        if interrupt::requested() {
            return Err(Fault::NotRun("interrupted".into()));
        }
        if self.streams.stderr_count > STDERR_MOST {
            return Err(Fault::OutputLimit {
                limit: STDERR_MOST,
                stream: Stream::Error,
            });
        }
        if self.tree.ended().is_some() {
            // The program writes no more. Its last octets are in the pipe.
            self.streams.drain_output();
            return Ok(());
        }
        let now = Instant::now();
        if !patience.is_due(now) {
            return Ok(());
        }
        let usage = self.measure()?;
        patience.count(&usage, std::mem::take(moved), now);
        let Some(exhausted) = patience.exhausted(now) else {
            return Ok(());
        };
        // If acegate itself did not run for a while, output that is here now was in time.
        if self.streams.serve(Duration::ZERO).unwrap_or(false) {
            return Ok(());
        }
        let partial = self.streams.received.len();
        let limit = patience.limit_of(exhausted);
        Err(Fault::Timeout {
            limit,
            partial,
            exhausted,
        })
    }

    /// Measures what the processes of the program use, and checks the memory limit.
    fn measure(&mut self) -> Result<os::Usage, Fault> {
        let usage = self.tree.usage();
        self.measured = Instant::now();
        if usage.memory > self.limits.memory {
            self.named = self.tree.named_memory();
            return Err(Fault::MemoryLimit {
                limit: self.limits.memory,
            });
        }
        Ok(usage)
    }

    const fn too_much(&self) -> Fault {
        Fault::OutputLimit {
            limit: self.limits.output,
            stream: Stream::Output,
        }
    }

    /// How the program ended, after the end of its output. If it lives on and is idle, it has only
    /// closed its output.
    fn death(&mut self) -> Death {
        let mut patience = Patience::new(DEATH_AFTER_OUTPUT, 1, Instant::now());
        loop {
            let now = Instant::now();
            if let Some(death) = self.tree.ended() {
                return death;
            }
            if patience.exhausted(now).is_some() {
                return Death::ClosedOutput;
            }
            std::thread::sleep(Duration::from_micros(500));
            if patience.is_due(now) {
                patience.count(&self.tree.usage(), false, now);
            }
        }
    }
}
