//! A program to start, and the limits that it runs under.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A program with its arguments, its environment and its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Variables for it, in addition to or instead of the variables of the caller.
    pub env: BTreeMap<String, String>,
    /// Whether `PATH` and `env` are all the variables that it gets.
    pub clear_env: bool,
    /// The folder to run in; `None` for the caller's.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The program with these words.
    #[must_use]
    pub fn new<S: Into<OsString>>(argv: impl IntoIterator<Item = S>) -> Self {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// The name of the program for messages; empty if there is none.
    #[must_use]
    pub fn name(&self) -> String {
        self.argv
            .first()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }
}

/// The limits on a program and every process that it starts.
///
/// Times are not read from the clock. A program has used up a time when its processes together have
/// computed for that long, or when all of them have done nothing for that long. So a busy machine
/// changes no verdict. The clock bounds only the time that is neither: [`Limits::ceiling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time from a request to its reply.
    pub time: Duration,
    /// The time from the start to the reply to hello.
    pub start: Duration,
    /// The time from the end of its input to its own end.
    pub end: Duration,
    /// The length of a line of output, its newline included, in bytes. For a program that answers
    /// once, all its output.
    pub output: usize,
    /// The resident memory of all its processes together, in bytes. The operating system also limits
    /// the writable memory of each of them, to twice as much.
    pub memory: u64,
}

impl Limits {
    /// The default limits of an implementation.
    pub const DEFAULT: Self = Self {
        // A label takes a millisecond, and a slow start of a language less than this.
        time: Duration::from_secs(2),
        // A program that loads large tables on a slow machine.
        start: Duration::from_secs(10),
        end: Duration::from_secs(2),
        output: crate::protocol::MAX_LINE,
        memory: 1 << 30,
    };

    /// How long a wait with this limit may last by the clock, however busy the machine is: thirty
    /// times the limit, and at least a minute.
    #[must_use]
    pub fn ceiling(limit: Duration) -> Duration {
        limit.saturating_mul(30).max(Duration::from_secs(60))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
