//! The verdicts and the exit statuses. Their codes are stable.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The verdict on a check.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The implementation did what was expected.
    Pass,
    /// It answered, and not as expected.
    Fail,
    /// It died, panicked or reported a failure of its own.
    Crash,
    /// It did not reply in time.
    Timeout,
    /// It wrote more than the limit.
    OutputLimit,
    /// It used more memory than the limit.
    MemoryLimit,
    /// It broke the protocol.
    ProtocolError,
    /// The check was not sent.
    #[default]
    NotRun,
    /// It cannot be asked this, and says so.
    Skip,
}

impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Pass,
        Self::Fail,
        Self::Crash,
        Self::Timeout,
        Self::OutputLimit,
        Self::MemoryLimit,
        Self::ProtocolError,
        Self::NotRun,
        Self::Skip,
    ];

    /// The stable code, such as `output-limit`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::OutputLimit => "output-limit",
            Self::MemoryLimit => "memory-limit",
            Self::ProtocolError => "protocol-error",
            Self::NotRun => "not-run",
            Self::Skip => "skip",
        }
    }

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

/// In which way an answer is not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Failing {
    /// Another value.
    WrongValue,
    /// A value, though the input must be refused.
    AcceptedWrongly,
    /// A refusal, though the input has a value.
    RefusedWrongly,
    /// A refusal of another kind, while kinds are enforced.
    WrongKind,
}

impl Failing {
    /// The stable code, such as `wrong-value`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::WrongValue => "wrong-value",
            Self::AcceptedWrongly => "accepted-wrongly",
            Self::RefusedWrongly => "refused-wrongly",
            Self::WrongKind => "wrong-kind",
        }
    }
}

/// The exit statuses of the program. They are never a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExitStatus {
    /// 0: everything is as expected.
    #[default]
    AsExpected,
    /// 1: there are unexpected results.
    Unexpected,
    /// 2: the command line, the vectors or the baseline are wrong; or everything is as expected,
    /// but a report that was asked for could not be written.
    Usage,
    /// 3: the implementation could not be started or kept alive.
    NotAlive,
    /// 4: nothing was run.
    NothingRan,
    /// 130: the run was interrupted, by the shells' convention for SIGINT.
    Interrupted,
}

impl ExitStatus {
    /// The number that the program ends with.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::Unexpected => 1,
            Self::Usage => 2,
            Self::NotAlive => 3,
            Self::NothingRan => 4,
            Self::Interrupted => 130,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_report_format() {
        for verdict in Verdict::ALL {
            let json = serde_json::to_value(verdict).expect("a plain name");
            assert_eq!(json, verdict.code());
        }
        for failing in [
            Failing::WrongValue,
            Failing::AcceptedWrongly,
            Failing::RefusedWrongly,
            Failing::WrongKind,
        ] {
            assert_eq!(serde_json::to_value(failing).expect("a plain name"), failing.code());
        }
    }

    #[test]
    fn exit_numbers_are_those_of_the_documentation() {
        use ExitStatus::*;
        let all = [AsExpected, Unexpected, Usage, NotAlive, NothingRan, Interrupted];
        assert_eq!(all.map(ExitStatus::number), [0, 1, 2, 3, 4, 130]);
    }
}
