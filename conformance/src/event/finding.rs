//! The failures of a run that have one cause.

use acegate_vectors::Level;
use serde::{Deserialize, Serialize};

use super::is_zero;
use crate::judge::LengthLimit;
use crate::observation::coded;

/// The failures of a run that have one cause.
///
/// Every failure of a run is in exactly one finding. The findings come before [`RunEnd`](super::RunEnd),
/// the most serious first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// The key of the cause, such as `deviation/punycode/leading-delimiter-consumed`. Another run
    /// with the same cause has the same key, whatever else fails.
    pub id: String,
    /// The kind of the cause.
    pub cause: Cause,
    /// The fault, in one sentence.
    pub summary: String,
    /// The strictest level among the checks: `must`, `should` or `may`.
    #[cfg_attr(test, schemars(with = "String"))]
    pub level: Level,
    /// The clauses that the checks rest on, those of the strictest level first.
    pub clauses: Vec<String>,
    /// How many of the checks count against the implementation.
    pub unexpected: usize,
    /// How many of the checks are advisory.
    pub advisory: usize,
    /// How many of the checks fail as the baseline expects.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known: usize,
    /// How many of the checks, the last of them, the cause explains only beside the causes of other
    /// findings.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beside: usize,
    /// How well a known deviation fits; `None` if the cause is not a deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// Deviations that no check tells from this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
    /// The libraries in which the deviation was seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// The names of the checks. The first is the best example: it counts if any does, it is of the
    /// strictest level, and its input is the shortest of these.
    pub checks: Vec<String>,
}

impl Finding {
    /// The length limit that is the cause, if one of these is.
    #[must_use]
    pub fn length_limit<'a>(&self, limits: &'a [LengthLimit]) -> Option<&'a LengthLimit> {
        let first = self.checks.first().filter(|_| self.cause == Cause::LengthLimit)?;
        limits.iter().find(|limit| limit.checks.contains(first))
    }
}

coded! {
    /// The kinds of causes.
    pub enum Cause {
        /// The answers are those of a known deviation.
        Deviation = "deviation",
        /// The implementation refuses every input above one length.
        LengthLimit = "length-limit",
        /// The result depends on earlier requests: it does not show when the check runs alone.
        State = "state",
        /// The implementation crashes, hangs, floods or breaks the protocol.
        Fault = "fault",
        /// No known cause fits. The failures have the operation and the kind of difference in common.
        Unexplained = "unexplained",
    }
}

/// How well a known deviation fits the answers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Agreement {
    /// The number of checks on which the deviation answers otherwise than the reference, and the
    /// implementation answers the same.
    pub explained: usize,
    /// The number of checks on which the deviation answers otherwise than the reference.
    pub telling: usize,
    /// The number of these on which the implementation answers otherwise, and no other deviation of
    /// the run explains why.
    #[serde(default)]
    pub contradicting: usize,
}
