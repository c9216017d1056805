//! One process in a group of its own, spoken to through its three standard streams.
//!
//! All streams are non-blocking and served by one `poll` loop in the caller's thread, so that
//! neither side can block the other: what is written while the process writes, and what it writes
//! to standard error, is always taken. The process itself is watched too, so that a descendant that
//! holds the streams open cannot hide its death.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, prlimit, waitid,
};

use crate::implementation::{Death, Fault, StartError};
use crate::interrupt;

/// A program with its arguments and surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Variables set for it, on top of the caller's environment.
    pub env: BTreeMap<String, String>,
    /// The folder to run in, where it is not the caller's.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The program with these words.
    #[must_use]
    pub fn new<S: Into<OsString>>(argv: impl IntoIterator<Item = S>) -> Self {
        let argv = argv.into_iter().map(Into::into).collect();
        Self { argv, env: BTreeMap::new(), folder: None }
    }
}

/// The limits on a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From a request to its reply.
    pub time: Duration,
    /// From the start to the reply to hello.
    pub start: Duration,
    /// From the end of its input to its own end.
    pub end: Duration,
    /// A line of output with its newline, and all the output of a program that answers once, in
    /// bytes.
    pub output: usize,
    /// Resident memory in bytes. Twice as much is the hard limit on writable memory, set by the
    /// operating system.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(2),
            start: Duration::from_secs(10),
            end: Duration::from_secs(2),
            output: crate::protocol::MAX_LINE,
            memory: 1 << 30,
        }
    }
}

/// What waiting for output led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// The end of the output: the process is gone. Bytes without the end of a line may remain.
    End {
        /// How it ended.
        death: Death,
        /// What came after the last newline.
        rest: Vec<u8>,
    },
    /// A limit was passed.
    Fault(Fault),
}

/// A running process. Dropping it ends its whole group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    limits: Limits,
    pending: VecDeque<u8>,
    closing: bool,
    received: Vec<u8>,
    scanned: usize,
    said: VecDeque<u8>,
    ended: Option<Death>,
    reaped: bool,
}

/// How much of standard error is kept, in bytes.
const STDERR_KEPT: usize = 4096;

/// How long a process that has closed its output has until it counts as one that lives on.
const DEATH_AFTER_OUTPUT: Duration = Duration::from_millis(500);

/// How many buffers of standard error are read before standard output has its turn.
const STDERR_TURN: usize = 16;

/// How long one `poll` waits before the process itself is looked at.
const SLICE: Duration = Duration::from_millis(5);

impl Process {
    /// Starts the program in a process group of its own, under the limits.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] where the system cannot run it.
    pub fn start(program: &Program, limits: Limits) -> Result<Self, StartError> {
        let spawn_error = |error: &io::Error| StartError::Spawn {
            program: program
                .argv
                .first()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
            reason: error.to_string(),
        };
        let Some((name, arguments)) = program.argv.split_first() else {
            return Err(spawn_error(&io::Error::new(ErrorKind::InvalidInput, "no program named")));
        };
        let mut command = Command::new(name);
        command
            .args(arguments)
            .envs(&program.env)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(|error| spawn_error(&error))?;
        let group = Pid::from_child(&child);
        let hard = Some(limits.memory.saturating_mul(2));
        // A process that is gone already has no limits to set; its end is seen soon enough.
        let _ = prlimit(Some(group), Resource::Data, Rlimit { current: hard, maximum: hard });
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            group,
            stdin,
            stdout,
            stderr,
            limits,
            pending: VecDeque::new(),
            closing: false,
            received: Vec::new(),
            scanned: 0,
            said: VecDeque::new(),
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
        let deadline = Instant::now() + limit;
        let mut looked = Instant::now();
        loop {
            if let Some(line) = self.take_line() {
                if line.len() >= self.limits.output {
                    return Exchange::Fault(Fault::OutputLimit { limit: self.limits.output });
                }
                return Exchange::Line(line);
            }
            if self.received.len() >= self.limits.output {
                return Exchange::Fault(Fault::OutputLimit { limit: self.limits.output });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let partial = self.received.len();
                return Exchange::Fault(Fault::Timeout { limit, partial });
            }
            let moved = self.serve(left.min(SLICE)).unwrap_or(false);
            if self.stdout.is_none() {
                if self.received.contains(&b'\n') || self.received.len() >= self.limits.output {
                    continue;
                }
                let death = self.death(DEATH_AFTER_OUTPUT);
                return Exchange::End { death, rest: std::mem::take(&mut self.received) };
            }
            // Output that never stops must not keep the process from being looked at.
            if moved && looked.elapsed() < SLICE {
                continue;
            }
            looked = Instant::now();
            if self.has_ended() {
                // Nothing more can come from the process; a descendant may hold the stream open,
                // and even write to it.
                while self.received.len() < self.limits.output && self.read_stdout() {}
                self.stdout = None;
                continue;
            }
            if self.memory().is_some_and(|memory| memory > self.limits.memory) {
                return Exchange::Fault(Fault::MemoryLimit { limit: self.limits.memory });
            }
            if interrupt::requested() {
                return Exchange::Fault(Fault::NotRun("interrupted".into()));
            }
        }
    }

    /// A line that has come already, where there is one.
    pub fn line_at_hand(&mut self) -> Option<Vec<u8>> {
        // What poll does not report now comes with the next call.
        let _ = self.serve(Duration::ZERO);
        self.take_line()
    }

    /// All further output up to the end of the process, for programs that answer once.
    pub fn output_within(&mut self, limit: Duration) -> Result<(Death, Vec<u8>), Fault> {
        let deadline = Instant::now() + limit;
        let mut output = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.line_within(left) {
                Exchange::Line(line) => {
                    output.extend(line);
                    output.push(b'\n');
                }
                Exchange::End { mut death, rest } => {
                    output.extend(rest);
                    if death == Death::ClosedOutput {
                        death = self.death(deadline.saturating_duration_since(Instant::now()));
                    }
                    return Ok((death, output));
                }
                Exchange::Fault(Fault::Timeout { partial, .. }) => {
                    return Err(Fault::Timeout { limit, partial: partial + output.len() });
                }
                Exchange::Fault(fault) => return Err(fault),
            }
            if output.len() > self.limits.output {
                return Err(Fault::OutputLimit { limit: self.limits.output });
            }
        }
    }

    /// The last that the process wrote to standard error.
    #[must_use]
    pub fn stderr(&mut self) -> String {
        let _ = self.serve(Duration::ZERO);
        String::from_utf8_lossy(self.said.make_contiguous()).trim().to_owned()
    }

    /// Ends the whole group at once.
    pub fn kill(&mut self) {
        if self.reaped {
            return;
        }
        // The process has not been waited for, so the number of its group cannot have passed to
        // another one. Where it has ended and left nothing behind there is nobody to end.
        let _ = kill_process_group(self.group, Signal::KILL);
        self.reaped = self.child.wait().is_ok();
    }

    /// Whether the process itself has ended, whatever it left behind.
    fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(self.group), look).ok().flatten();
            self.ended = status.map(|status| match status.terminating_signal() {
                Some(signal) => Death::Signalled(signal),
                None => Death::Exited(status.exit_status().unwrap_or(-1)),
            });
        }
        self.ended.is_some()
    }

    /// How the process ended, once its output has. A process that has closed its output is given
    /// this long to end.
    fn death(&mut self, limit: Duration) -> Death {
        let deadline = Instant::now() + limit;
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_micros(500));
        }
        self.ended.unwrap_or(Death::ClosedOutput)
    }

    /// The resident memory in bytes, where the system tells.
    fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).ok()?;
        let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
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

    /// The first whole line that was received.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let from = self.scanned;
        let Some(at) = self.received[from..].iter().position(|&byte| byte == b'\n') else {
            self.scanned = self.received.len();
            return None;
        };
        let rest = self.received.split_off(from + at + 1);
        let mut line = std::mem::replace(&mut self.received, rest);
        line.pop();
        self.scanned = 0;
        Some(line)
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
        while let Some(stdout) = &mut self.stdout {
            match stdout.read(&mut buffer) {
                Ok(0) => {
                    self.stdout = None;
                    return true;
                }
                Ok(length) => {
                    self.received.extend_from_slice(&buffer[..length]);
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
        for _ in 0..STDERR_TURN {
            let Some(stderr) = &mut self.stderr else {
                break;
            };
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(length) => {
                    moved = true;
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

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
