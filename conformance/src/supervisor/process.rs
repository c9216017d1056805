//! One program under guard, spoken to through its three standard streams.
//!
//! All streams are non-blocking and served by one `poll` loop in the caller's thread, so that
//! neither side can block the other: while the program writes, what it is sent is written, and what
//! it writes to standard error is always taken. The loop also looks at the program's processes, so
//! that a descendant that holds the streams open cannot hide the end of the program. No wait is
//! without a deadline.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::buffer::LineBuffer;
use super::limits::{Limits, Program};
use super::patience::Patience;
use super::{guard, launcher, os};
use crate::interrupt;
use crate::observation::{Death, Fault, StartError, Stream};

/// What waiting for output led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// The end of the output: the program is gone. Octets without the end of a line may remain.
    End {
        /// How it ended.
        death: Death,
        /// What came after the last newline.
        rest: Vec<u8>,
    },
    /// A limit was passed.
    Fault(Fault),
}

/// A running program. Dropping it ends it and everything that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The guard, or the program itself where there is none.
    pid: Pid,
    /// The word before the guard's message that the program could not be started.
    token: Option<String>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    limits: Limits,
    cpu_factor: u32,
    pending: VecDeque<u8>,
    closing: bool,
    received: LineBuffer,
    said: VecDeque<u8>,
    /// How much was said in this wait, in bytes.
    said_now: usize,
    spent: Duration,
    /// When its memory was last looked at.
    looked: Instant,
    ended: Option<Death>,
    reaped: bool,
}

/// How much of standard error is kept, in bytes.
const STDERR_KEPT: usize = 4096;

/// How much a program may write to standard error in one wait, in bytes: far more than any log.
const STDERR_MOST: usize = 64 << 20;

/// How long a program that has closed its output may do nothing until it counts as one that lives
/// on.
const DEATH_AFTER_OUTPUT: Duration = Duration::from_millis(500);

/// How many buffers of a stream are read before the other one has its turn.
const TURN: usize = 16;

/// How long one `poll` waits before the program itself is looked at.
const SLICE: Duration = Duration::from_millis(5);

/// How often the memory of a program is looked at that answers so quickly that no wait needs a look.
const LOOK: Duration = Duration::from_millis(100);

/// How long ending a program may take. Only a process that the system itself cannot end takes
/// longer; it is left.
const END: Duration = Duration::from_secs(5);

/// How long a guard has to end behind its program before it is ended, too.
const GUARD_END: Duration = Duration::from_secs(2);

impl Process {
    /// Starts the program under the limits.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] where the system cannot run the guard, or the program where there is
    /// none. That a guard cannot run its program is seen when it ends: [`Process::not_started`].
    pub fn start(program: &Program, limits: Limits) -> Result<Self, StartError> {
        let spawn_error = |error: &io::Error| StartError::Spawn {
            program: program.name(),
            reason: error.to_string(),
        };
        let started = launcher::launch(program, &limits).map_err(|error| spawn_error(&error))?;
        let mut child = started.child;
        let pid = Pid::from_child(&child);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            pid,
            token: started.token,
            stdin,
            stdout,
            stderr,
            limits,
            cpu_factor: 1,
            pending: VecDeque::new(),
            closing: false,
            received: LineBuffer::default(),
            said: VecDeque::new(),
            said_now: 0,
            spent: Duration::ZERO,
            looked: Instant::now(),
            ended: None,
            reaped: false,
        };
        process.unblock().map_err(|error| spawn_error(&error))?;
        Ok(process)
    }

    /// The limits it runs under.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Grants later waits `factor` times the CPU time of their limit, and no more time for doing
    /// nothing.
    pub const fn grant_cpu(&mut self, factor: u32) {
        self.cpu_factor = factor;
    }

    /// The CPU time of the program and all that it started, in hundredths of a second.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        self.usage().cpu
    }

    /// How much of its limit the last wait has used, by the same account. A wait of a few
    /// milliseconds may count as none.
    #[must_use]
    pub const fn spent(&self) -> Duration {
        self.spent
    }

    /// Puts bytes in line for the standard input. They are written while output is awaited.
    pub fn send(&mut self, bytes: &[u8]) {
        self.pending.extend(bytes);
    }

    /// Closes the standard input as soon as everything in line is written.
    pub fn close_input(&mut self) {
        self.closing = true;
        if self.pending.is_empty() {
            self.stdin = None;
        }
    }

    /// Waits for a line of output.
    pub fn line_within(&mut self, limit: Duration) -> Exchange {
        if self.looked.elapsed() >= LOOK
            && let Err(fault) = self.look()
        {
            return Exchange::Fault(fault);
        }
        self.said_now = 0;
        let mut wait = Wait::new(limit, self.cpu_factor);
        let exchange = loop {
            if let Some(line) = self.received.take_line() {
                break if line.len() >= self.limits.output {
                    Exchange::Fault(self.too_much())
                } else {
                    Exchange::Line(line)
                };
            }
            if self.received.len() >= self.limits.output {
                break Exchange::Fault(self.too_much());
            }
            if self.stdout.is_none() {
                let death = self.death();
                break Exchange::End { death, rest: self.received.take_all() };
            }
            if let Err(fault) = self.step(&mut wait) {
                break Exchange::Fault(fault);
            }
        };
        self.spent = wait.patience.spent();
        exchange
    }

    /// A line that has come already, where there is one.
    pub fn line_at_hand(&mut self) -> Option<Vec<u8>> {
        // What poll does not report now comes with the next call.
        let _ = self.serve(Duration::ZERO);
        self.received.take_line()
    }

    /// All further output up to the end of the program, for programs that answer once.
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the limit that was passed.
    pub fn output_within(&mut self, limit: Duration) -> Result<(Death, Vec<u8>), Fault> {
        self.said_now = 0;
        let mut wait = Wait::new(limit, self.cpu_factor);
        let ended = loop {
            if self.received.len() > self.limits.output {
                break Err(self.too_much());
            }
            // The output is whole when the program has ended, even if a process that it left
            // behind held the stream open.
            if self.stdout.is_none() && self.has_ended() {
                let death = self.ended.unwrap_or(Death::ClosedOutput);
                break Ok((death, self.received.take_all()));
            }
            if let Err(fault) = self.step(&mut wait) {
                break Err(fault);
            }
        };
        self.spent = wait.patience.spent();
        ended
    }

    /// The last that the program wrote to standard error.
    #[must_use]
    pub fn stderr(&mut self) -> String {
        let _ = self.serve(Duration::ZERO);
        String::from_utf8_lossy(self.said.make_contiguous()).trim().to_owned()
    }

    /// Why the guard could not start the program; `None` if it did, or if that is not known yet.
    pub fn not_started(&mut self) -> Option<String> {
        if !self.has_ended() || self.ended != Some(Death::Exited(guard::NOT_STARTED)) {
            return None;
        }
        let said = self.stderr();
        said.strip_prefix(self.token.as_ref()?).map(|reason| reason.trim().to_owned())
    }

    /// Ends the program and everything that it started.
    ///
    /// It returns within some seconds, whatever the processes do. A process that the system itself
    /// cannot end is left.
    pub fn kill(&mut self) {
        if self.reaped {
            return;
        }
        let begun = Instant::now();
        while !self.has_ended() && begun.elapsed() < END {
            os::end_descendants(self.pid, END);
            // A guard ends behind its program, and takes down what it owns. One that does not, and
            // a program without guard, are ended.
            if self.token.is_none() || begun.elapsed() >= GUARD_END {
                let _ = kill_process_group(self.pid, Signal::KILL);
                let _ = self.child.kill();
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        if self.token.is_none() {
            // What a program without guard left in its group.
            let _ = kill_process_group(self.pid, Signal::KILL);
        } else if !matches!(self.ended, Some(Death::Exited(_))) {
            // A guard that was killed itself has left everything behind.
            os::end_session(self.pid, END);
        }
        self.reaped = matches!(self.child.try_wait(), Ok(Some(_)));
        launcher::forget(self.pid);
    }

    /// One turn of a wait: moves what can be moved, and looks at the program when a look is due.
    fn step(&mut self, wait: &mut Wait) -> Result<(), Fault> {
        wait.moved |= self.serve(SLICE).unwrap_or(false);
        if interrupt::requested() {
            return Err(Fault::NotRun("interrupted".into()));
        }
        if self.said_now > STDERR_MOST {
            return Err(Fault::OutputLimit { limit: STDERR_MOST, stream: Stream::Error });
        }
        if self.has_ended() {
            // Nothing more can come from the program. What it wrote is in the pipe already.
            while self.received.len() <= self.limits.output && self.read_stdout() {}
            self.stdout = None;
            return Ok(());
        }
        let now = Instant::now();
        if !wait.patience.is_due(now) {
            return Ok(());
        }
        let usage = self.look()?;
        wait.patience.look(&usage, std::mem::take(&mut wait.moved), now);
        let Some(exhausted) = wait.patience.exhausted(now) else {
            return Ok(());
        };
        // acegate may have been kept from running: what has come by now has come in time.
        if self.serve(Duration::ZERO).unwrap_or(false) {
            return Ok(());
        }
        let partial = self.received.len();
        let limit = wait.patience.limit_of(exhausted);
        Err(Fault::Timeout { limit, partial, exhausted })
    }

    /// What the program uses now, if that is not too much.
    fn look(&mut self) -> Result<os::Usage, Fault> {
        let usage = self.usage();
        self.looked = Instant::now();
        if usage.memory > self.limits.memory {
            return Err(Fault::MemoryLimit { limit: self.limits.memory });
        }
        Ok(usage)
    }

    fn usage(&self) -> os::Usage {
        os::usage(self.pid, self.token.is_none())
    }

    const fn too_much(&self) -> Fault {
        Fault::OutputLimit { limit: self.limits.output, stream: Stream::Output }
    }

    /// Whether the program has ended, whatever it left behind.
    fn has_ended(&mut self) -> bool {
        if self.ended.is_none() && !self.reaped {
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(self.pid), look).ok().flatten();
            self.ended = status.map(|status| match status.terminating_signal() {
                Some(signal) => Death::Signalled(signal),
                None => Death::Exited(status.exit_status().unwrap_or(-1)),
            });
        }
        self.ended.is_some()
    }

    /// How the program ended, once its output has. One that lives on and does nothing has only
    /// closed its output.
    fn death(&mut self) -> Death {
        let mut patience = Patience::new(DEATH_AFTER_OUTPUT, Instant::now());
        while !self.has_ended() && patience.exhausted(Instant::now()).is_none() {
            std::thread::sleep(Duration::from_micros(500));
            let now = Instant::now();
            if patience.is_due(now) {
                patience.look(&self.usage(), false, now);
            }
        }
        self.ended.unwrap_or(Death::ClosedOutput)
    }

    fn unblock(&self) -> io::Result<()> {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        fn set(stream: impl std::os::fd::AsFd) -> io::Result<()> {
            let flags = fcntl_getfl(&stream)?;
            Ok(fcntl_setfl(&stream, flags | OFlags::NONBLOCK)?)
        }
        self.stdin.as_ref().map_or(Ok(()), set)?;
        self.stdout.as_ref().map_or(Ok(()), set)?;
        self.stderr.as_ref().map_or(Ok(()), set)
    }

    /// Waits up to `limit` for any stream, and moves what can be moved. The answer says whether
    /// anything came from the process.
    fn serve(&mut self, limit: Duration) -> io::Result<bool> {
        let writes = !self.pending.is_empty();
        let mut streams = Vec::with_capacity(3);
        if let Some(stdout) = &self.stdout {
            streams.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            streams.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let (Some(stdin), true) = (&self.stdin, writes) {
            streams.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let limit = Timespec {
            tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: limit.subsec_nanos().into(),
        };
        match poll(&mut streams, Some(&limit)) {
            Ok(0) => return Ok(false),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        drop(streams);
        self.write_pending();
        let heard = self.read_stderr();
        Ok(self.read_stdout() || heard)
    }

    fn write_pending(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let (front, _) = self.pending.as_slices();
            if front.is_empty() {
                if self.closing {
                    self.stdin = None;
                }
                break;
            }
            match stdin.write(front) {
                Ok(written) => drop(self.pending.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    // The process reads no more: its end or its silence is the finding.
                    self.stdin = None;
                    self.pending.clear();
                }
            }
        }
    }

    fn read_stdout(&mut self) -> bool {
        let mut buffer = [0; 1 << 16];
        let mut moved = false;
        for _ in 0..TURN {
            let Some(stdout) = &mut self.stdout else {
                break;
            };
            match stdout.read(&mut buffer) {
                Ok(0) => {
                    self.stdout = None;
                    return true;
                }
                Ok(length) => {
                    self.received.extend(&buffer[..length]);
                    moved = true;
                    if length < buffer.len() || self.received.len() >= self.limits.output {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        moved
    }

    fn read_stderr(&mut self) -> bool {
        let mut buffer = [0; 1 << 12];
        let mut moved = false;
        for _ in 0..TURN {
            let Some(stderr) = &mut self.stderr else {
                break;
            };
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(length) => {
                    moved = true;
                    self.said_now = self.said_now.saturating_add(length);
                    self.said.extend(&buffer[..length]);
                    let excess = self.said.len().saturating_sub(STDERR_KEPT);
                    self.said.drain(..excess);
                    if length < buffer.len() {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        moved
    }
}

/// One wait for output.
struct Wait {
    patience: Patience,
    /// Whether anything came or went since the last look at the program.
    moved: bool,
}

impl Wait {
    fn new(limit: Duration, cpu_factor: u32) -> Self {
        let patience = Patience::new(limit, Instant::now()).with_cpu(cpu_factor);
        Self { patience, moved: false }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
