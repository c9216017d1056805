//! How an implementation fails, and why it cannot be started.

use std::fmt;
use std::time::Duration;

/// How an implementation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process ended before it replied.
    Died(Death),
    /// The implementation reported an internal failure, or panicked in process.
    Caught(String),
    /// No reply within the limit.
    Timeout {
        /// The limit.
        limit: Duration,
        /// How many bytes of an unfinished line the process had sent by then.
        partial: usize,
        /// The limit that was reached.
        exhausted: Exhausted,
    },
    /// More output in one reply than the limit.
    OutputLimit {
        /// The limit in bytes.
        limit: usize,
        /// Which output it is.
        stream: Stream,
    },
    /// More memory than the limit.
    MemoryLimit {
        /// The limit in bytes.
        limit: u64,
    },
    /// A line that breaks the protocol.
    Protocol(ProtocolFault),
    /// The request was not sent, because the implementation could not be kept alive.
    NotRun(String),
}

impl Fault {
    /// The stable code, which is also the code of the verdict.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Died(_) | Self::Caught(_) => "crash",
            Self::Timeout { .. } => "timeout",
            Self::OutputLimit { .. } => "output-limit",
            Self::MemoryLimit { .. } => "memory-limit",
            Self::Protocol(_) => "protocol-error",
            Self::NotRun(_) => "not-run",
        }
    }

    /// Whether it has cost the process: all have but a failure that the implementation reports itself,
    /// and a request that was not sent.
    #[must_use]
    pub const fn costs_a_process(&self) -> bool {
        !matches!(self, Self::Caught(_) | Self::NotRun(_))
    }

    /// Whether the other fault is the same one seen again.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Died(one), Self::Died(two)) => one == two,
            (Self::Protocol(one), Self::Protocol(two)) => {
                std::mem::discriminant(one) == std::mem::discriminant(two)
            }
            _ => self.code() == other.code(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Died(death) => write!(f, "the process {death} before it replied"),
            Self::Caught(text) => write!(f, "the implementation reports a failure: {text}"),
            Self::Timeout {
                limit,
                partial,
                exhausted,
            } => {
                match exhausted {
                    Exhausted::Cpu => write!(f, "no reply after {limit:?} of CPU time"),
                    Exhausted::Idle => write!(f, "no reply in {limit:?}"),
                    Exhausted::Wall => write!(f, "no reply in {limit:?} of wall time"),
                }?;
                match (exhausted, partial) {
                    (_, 1..) => write!(f, ": {partial} bytes came without a newline"),
                    (Exhausted::Idle, _) => {
                        f.write_str(": does it hang, or does it not flush standard output?")
                    }
                    _ => Ok(()),
                }
            }
            Self::OutputLimit { limit, stream } => {
                let stream = match stream {
                    Stream::Output => "output",
                    Stream::Error => "standard error",
                };
                write!(f, "over {limit} bytes of {stream} in one reply")
            }
            Self::MemoryLimit { limit } => write!(f, "over {} MiB of memory", limit >> 20),
            Self::Protocol(fault) => fault.fmt(f),
            Self::NotRun(reason) => write!(f, "not run: {reason}"),
        }
    }
}

/// A stream that a process writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// It closed its standard output and went on.
    ClosedOutput,
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "ended with status {status}"),
            Self::Signalled(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "was ended by signal {signal} ({name})"),
                None => write!(f, "was ended by signal {signal}"),
            },
            Self::ClosedOutput => f.write_str("closed its standard output"),
        }
    }
}

/// The name of a signal that ends a process for its own fault, on Linux.
const fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}

/// How a line breaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolFault {
    /// The line is not JSON.
    NotJson {
        /// The line, shortened.
        line: String,
    },
    /// The line is JSON, but not a reply.
    NotAReply {
        /// The form that was expected.
        expected: String,
        /// The line, shortened.
        line: String,
    },
    /// A reply to a request that is not open.
    WrongId {
        /// The request that is open.
        open: u64,
        /// The number in the reply.
        found: u64,
    },
    /// A second reply to a request that was answered already.
    SecondReply {
        /// The request.
        id: u64,
    },
    /// A line that came while no request was open.
    Unasked {
        /// The line, shortened.
        line: String,
    },
    /// A restarted program described itself differently.
    AnotherHello,
    /// The process did not end after its standard input was closed.
    IgnoresEnd {
        /// How long it had.
        limit: Duration,
    },
}

impl fmt::Display for ProtocolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line } => write!(
                f,
                "standard output belongs to the protocol, but this line is not JSON: {line}; \
                 banners and logs go to standard error"
            ),
            Self::NotAReply { expected, line } => {
                write!(f, "the line is not a reply: {expected}: {line}")
            }
            Self::WrongId { open, found } => {
                write!(
                    f,
                    "wrong id: a reply to request {found} while request {open} is open"
                )
            }
            Self::SecondReply { id } => write!(f, "answered twice: a second reply to request {id}"),
            Self::Unasked { line } => write!(
                f,
                "an unexpected line, because no request was \
            open: {line}"
            ),
            Self::AnotherHello => f.write_str(
                "after a restart its hello differs: name, version, codecs and limits must stay \
                    the same",
            ),
            Self::IgnoresEnd { limit } => write!(
                f,
                "did not end within {limit:?} after its standard input was closed: exit at the \
                    end of input"
            ),
        }
    }
}

/// The limit that a wait has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The processes have computed for the whole limit.
    Cpu,
    /// The processes have done nothing for the whole limit.
    Idle,
    /// The ceiling by the clock on the wall.
    Wall,
}

/// Why an implementation could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The program could not be run at all.
    Spawn {
        /// The program.
        program: String,
        /// The system's message.
        reason: String,
    },
    /// It ran, but did not say hello as the protocol requires.
    Hello {
        /// The fault that came instead.
        fault: Fault,
        /// The end of its standard error.
        stderr: String,
    },
    /// It does not speak a version of the protocol that the runner speaks.
    Version {
        /// The version that it answered with.
        found: u32,
        /// The version that the runner speaks.
        spoken: u32,
    },
    /// A program that it needs is not on this machine.
    Missing {
        /// The implementation.
        name: String,
        /// The program.
        program: String,
    },
    /// The files of a bundled adapter cannot be written.
    Unpack {
        /// The adapter.
        name: String,
        /// The system's message.
        reason: String,
    },
    /// It could not be built.
    Build {
        /// The implementation.
        name: String,
        /// The command, and the end of what it printed.
        reason: String,
    },
    /// There is no implementation of this name, or its manifest or command is wrong.
    Unknown(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn { program, reason } => write!(f, "cannot run {program:?}: {reason}"),
            Self::Hello { fault, .. } => write!(f, "no hello: {fault}"),
            Self::Version { found, spoken } => {
                write!(
                    f,
                    "it replied with protocol {found}, but this runner supports {spoken}"
                )
            }
            Self::Missing { name, program } => {
                write!(f, "{name} needs {program}, which is not installed")
            }
            Self::Unpack { name, reason } => {
                write!(f, "cannot unpack the adapter {name}: {reason}")
            }
            Self::Build { name, reason } => write!(f, "cannot build {name}: {reason}"),
            Self::Unknown(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_signal_is_the_same_fault_and_another_is_not() {
        let fault = Fault::Died(Death::Signalled(11));
        assert!(fault.is_like(&Fault::Died(Death::Signalled(11))));
        assert!(!fault.is_like(&Fault::Died(Death::Signalled(6))));
        assert_eq!(
            fault.to_string(),
            "the process was ended by signal 11 (SIGSEGV) before it replied"
        );
    }
}
