//! What is started, and the limits that it runs under.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A program with its arguments and surroundings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Variables set for it, on top of the caller's environment.
    pub env: BTreeMap<String, String>,
    /// Whether it gets no other variables than `env` and `PATH`.
    pub clear_env: bool,
    /// The folder to run in; `None` for the caller's.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The program with these words.
    #[must_use]
    pub fn new<S: Into<OsString>>(argv: impl IntoIterator<Item = S>) -> Self {
        Self { argv: argv.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The name of the program for messages; empty if there is none.
    #[must_use]
    pub fn name(&self) -> String {
        self.argv.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The limits on a program and everything that it starts.
///
/// Times are not read from the clock on the wall. A program has used up its time when its processes
/// together have computed that long, or when all of them have done nothing for that long. So a busy
/// machine changes no verdict. The clock itself only bounds what is neither:
/// [`Limits::ceiling`].
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
    /// Resident memory of all its processes together, in bytes. Twice as much is the hard limit on
    /// the writable memory of each, set by the operating system.
    pub memory: u64,
}

impl Limits {
    /// How long a wait with this limit may last by the clock on the wall, however busy the machine
    /// is: thirty times the limit, and a minute at least.
    #[must_use]
    pub fn ceiling(limit: Duration) -> Duration {
        limit.saturating_mul(30).max(Duration::from_secs(60))
    }
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
