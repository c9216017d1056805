//! Why an implementation cannot be started.

use std::fmt;

use super::Fault;

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
    /// It ran, but did not say hello as the protocol asks.
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
                write!(f, "it answered with protocol {found}; this runner speaks {spoken}")
            }
            Self::Missing { name, program } => {
                write!(f, "{name} needs {program}, which is not on this machine")
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
