//! The verdicts and the exit statuses. Their codes are stable.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::observation::coded;

coded! {
    /// The verdict on a check.
    #[derive(Default)]
    pub enum Verdict {
        /// The implementation did what was expected.
        Pass = "pass",
        /// It answered, and not as expected.
        Fail = "fail",
        /// It died, panicked or reported an internal failure.
        Crash = "crash",
        /// It did not reply in time.
        Timeout = "timeout",
        /// It wrote more than the limit.
        OutputLimit = "output-limit",
        /// It used more memory than the limit.
        MemoryLimit = "memory-limit",
        /// It broke the protocol.
        ProtocolError = "protocol-error",
        /// The check was not sent.
        #[default]
        NotRun = "not-run",
        /// It does not support this, and says so.
        Skip = "skip",
    }
}

impl Verdict {
    /// Whether the check was sent and did not pass.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Pass | Self::Skip | Self::NotRun)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

coded! {
    /// How an answer differs from the expected one.
    pub enum Failing {
        /// Another value.
        WrongValue = "wrong-value",
        /// A value, though the input must be refused.
        AcceptedWrongly = "accepted-wrongly",
        /// A refusal, though the input has a value.
        RefusedWrongly = "refused-wrongly",
        /// A refusal of another kind, while kinds are enforced.
        WrongKind = "wrong-kind",
    }
}

/// The exit statuses of the program. They are never a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExitStatus {
    /// 0: everything is as expected.
    #[default]
    AsExpected = 0,
    /// 1: there are unexpected results.
    Unexpected = 1,
    /// 2: the command line, the vectors or the baseline are wrong; or everything is as expected,
    /// but a requested report could not be written; or a report is not what was written,
    /// whatever the verdicts are.
    Usage = 2,
    /// 3: the implementation could not be started or kept alive.
    NotAlive = 3,
    /// 4: nothing was run.
    NothingRan = 4,
    /// 130: the run was interrupted, by the shells' convention for SIGINT.
    Interrupted = 130,
}

impl ExitStatus {
    /// The number that the program ends with.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}
