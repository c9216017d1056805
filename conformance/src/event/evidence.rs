//! The evidence of a check: its input, the expected outcomes and the observed one, as a report has them; and
//! the findings, which are the failures that have one cause.

use std::collections::BTreeMap;

use acegate_codec::Parameters;
use acegate_vectors::{Level, Outcome};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use super::{CaseEvent, is_zero};
use crate::judge::{LengthLimit, Verdict};
use crate::observation::{self, Answer, AnyValue, Refusal, coded};
use crate::protocol::{any_from_json, any_to_json, parameter_from_json, parameter_to_json};
use crate::suite::codec_value;

/// An outcome that is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire<Vec<String>>")]
pub enum Expected {
    /// This value: `{"ok":…}`.
    #[serde(rename = "ok")]
    Value(AnyValue),
    /// A refusal: `{"at":…,"error":[kinds]}`.
    #[serde(untagged)]
    Refusal {
        /// The position of the error, in elements of the input.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<u64>,
        /// The kinds of error that describe it, the best first.
        #[serde(rename = "error")]
        kinds: Vec<String>,
    },
}

/// The observed outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire<Refusal>")]
pub enum Observed {
    /// A value: `{"ok":…}`.
    #[serde(rename = "ok")]
    Value(AnyValue),
    /// A refusal: `{"error":{"at":…,"kind":…,"message":…}}`.
    #[serde(rename = "error")]
    Refused(Refusal),
    /// No answer, for a reason that is not a fault: `{"reason":…,"skip":code}`.
    #[serde(untagged)]
    Skipped {
        /// The reason.
        reason: String,
        /// The stable code of the reason.
        #[serde(rename = "skip")]
        code: String,
    },
    /// A fault: `{"fault":code,"text":…}`.
    #[serde(untagged)]
    Fault {
        /// The stable code of the fault.
        #[serde(rename = "fault")]
        code: String,
        /// A sentence on the fault.
        text: String,
    },
}

impl Expected {
    /// The outcome of a vector.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Ok(value) => Self::Value(AnyValue::Ordinary(codec_value(value))),
            Outcome::Integers(integers) => Self::Value(AnyValue::text(integers.clone(), None)),
            Outcome::Error { kinds, at } => Self::Refusal {
                kinds: kinds.clone(),
                at: *at,
            },
        }
    }

    /// The value; `None` for any other outcome.
    #[must_use]
    pub const fn value(&self) -> Option<&AnyValue> {
        match self {
            Self::Value(value) => Some(value),
            Self::Refusal { .. } => None,
        }
    }
}

impl CaseEvent {
    /// Whether it passed with the first expected value, so that a report file leaves its answer out.
    pub(super) fn has_first_value(&self) -> bool {
        match (&self.observed, self.expected.first()) {
            (Some(Observed::Value(observed)), Some(Expected::Value(expected))) => {
                self.verdict == Verdict::Pass && observed == expected
            }
            _ => false,
        }
    }

    /// Adds the answer that a report file left out.
    pub(super) fn add_first_value(&mut self) {
        if self.verdict == Verdict::Pass
            && self.observed.is_none()
            && let Some(Expected::Value(value)) = self.expected.first()
        {
            self.observed = Some(Observed::Value(value.clone()));
        }
    }
}

impl Observed {
    /// The outcome of a request.
    #[must_use]
    pub fn of(outcome: &observation::Outcome) -> Self {
        use observation::Outcome::{Fault, Large, Refused, Skipped, Value};
        match outcome {
            Value(value) => Self::Value(AnyValue::Ordinary(value.clone())),
            Large(value) => Self::Value(AnyValue::Large(value.clone())),
            Refused(refusal) => Self::Refused(refusal.clone()),
            Skipped(reason, text) => Self::Skipped {
                code: reason.code().into(),
                reason: text.clone(),
            },
            Fault(fault) => Self::Fault {
                code: fault.code().into(),
                text: fault.to_string(),
            },
        }
    }

    /// The value; `None` for any other outcome.
    #[must_use]
    pub const fn value(&self) -> Option<&AnyValue> {
        match self {
            Self::Value(value) => Some(value),
            Self::Refused(_) | Self::Skipped { .. } | Self::Fault { .. } => None,
        }
    }

    /// The outcome. Of a fault, only the sentence is left.
    pub(crate) fn outcome(&self) -> observation::Outcome {
        use observation::{Fault, Outcome, SkipReason};
        match self {
            Self::Value(value) => value.clone().into(),
            Self::Refused(refusal) => Outcome::Refused(refusal.clone()),
            Self::Skipped { reason, .. } => {
                Outcome::Skipped(SkipReason::Unsupported, reason.clone())
            }
            Self::Fault { text, .. } => Outcome::Fault(Fault::Caught(text.clone())),
        }
    }

    pub(crate) fn answer(&self) -> Answer {
        match self {
            Self::Value(value) => Answer::of_any(value),
            Self::Refused(_) => Answer::Refused,
            Self::Fault { code, .. } if code == Verdict::Crash.code() => Answer::Crashed,
            Self::Skipped { .. } | Self::Fault { .. } => Answer::Other,
        }
    }

    /// The sentence on a fault, or the reason for skipping; empty for an answer.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Skipped { reason: text, .. } | Self::Fault { text, .. } => text,
            Self::Value(_) | Self::Refused(_) => "",
        }
    }
}

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
    /// The clauses that the checks rest on, strictest level first.
    pub clauses: Vec<String>,
    /// How many of the checks count against the implementation.
    pub unexpected: usize,
    /// How many of the checks are advisory.
    pub advisory: usize,
    /// How many of the checks fail as the baseline expects.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known: usize,
    /// How many of the checks, the last of them, the cause explains only together with the causes of other
    /// findings.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beside: usize,
    /// How well a known deviation fits; `None` if the cause is not a deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// A trait of all inputs of the checks that no passing input of their operation has; `None` if nothing
    /// tells them apart, or the cause is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<Common>,
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
        if self.cause != Cause::LengthLimit {
            return None;
        }
        let first = self.checks.first()?;
        limits.iter().find(|limit| limit.checks.contains(first))
    }
}

coded! {
    /// The kinds of causes.
    pub enum Cause {
        /// The answers are the same as a known deviation gives, and none contradicts it.
        Deviation = "deviation",
        /// Some answers are the same as a known deviation gives, and others contradict it: it is like the fault, and
        /// not the cause.
        InPart = "in-part",
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

impl Cause {
    /// Whether it says why the checks fail. A crash or a hang has a cause that is not known yet.
    #[must_use]
    pub const fn is_known(self) -> bool {
        match self {
            Self::Deviation | Self::LengthLimit | Self::State => true,
            Self::InPart | Self::Fault | Self::Unexplained => false,
        }
    }
}

/// A trait of failing inputs that no passing one has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Common {
    /// The trait in words, after "have", such as "a character beyond ASCII".
    pub traits: String,
    /// How many checks of the operation pass; none of their inputs has all of this.
    pub passing: usize,
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
    /// The number of failures that are wrong in the same way as those that it explains, while nothing
    /// explains them, if these are more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub alike: usize,
}

/// The fields of an outcome as they are read. Others are ignored.
#[derive(Deserialize)]
struct Wire<E> {
    at: Option<u64>,
    #[serde(default = "Option::default")]
    error: Option<E>,
    fault: Option<String>,
    ok: Option<AnyValue>,
    reason: Option<String>,
    skip: Option<String>,
    text: Option<String>,
}

impl TryFrom<Wire<Vec<String>>> for Expected {
    type Error = &'static str;

    fn try_from(wire: Wire<Vec<String>>) -> Result<Self, Self::Error> {
        match wire {
            Wire {
                ok: Some(value), ..
            } => Ok(Self::Value(value)),
            Wire {
                error: Some(kinds),
                at,
                ..
            } => Ok(Self::Refusal { kinds, at }),
            _ => Err("expected \"ok\" or \"error\""),
        }
    }
}

impl TryFrom<Wire<Refusal>> for Observed {
    type Error = &'static str;

    fn try_from(wire: Wire<Refusal>) -> Result<Self, Self::Error> {
        match wire {
            Wire {
                ok: Some(value), ..
            } => Ok(Self::Value(value)),
            Wire {
                error: Some(refusal),
                ..
            } => Ok(Self::Refused(refusal)),
            Wire {
                skip: Some(code),
                reason,
                ..
            } => Ok(Self::Skipped {
                code,
                reason: reason.unwrap_or_default(),
            }),
            Wire {
                fault: Some(code),
                text,
                ..
            } => Ok(Self::Fault {
                code,
                text: text.unwrap_or_default(),
            }),
            _ => Err("expected \"ok\", \"error\", \"skip\" or \"fault\""),
        }
    }
}

impl Serialize for AnyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        any_to_json(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        any_from_json(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Parameters as a report has them: booleans, numbers and strings by name.
pub(crate) mod params {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        params: &Parameters,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            params
                .iter()
                .map(|(name, value)| (name, parameter_to_json(value))),
        )
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Parameters, D::Error> {
        let mut params = Parameters::new();
        for (name, json) in BTreeMap::<String, Json>::deserialize(deserializer)? {
            let value = parameter_from_json(&json).map_err(D::Error::custom)?;
            params.insert(name, value);
        }
        Ok(params)
    }
}
