//! The evidence of a check: its input, the expected outcomes and the observed one, as a report holds
//! them.

use std::collections::BTreeMap;

use acegate_codec::Parameters;
use acegate_vectors::Outcome;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use crate::judge::Verdict;
use crate::observation::{self, Answer, AnyValue, Refusal};
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
            Outcome::Error { kinds, at } => Self::Refusal { kinds: kinds.clone(), at: *at },
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

impl Observed {
    /// The outcome of a request.
    #[must_use]
    pub fn of(outcome: &observation::Outcome) -> Self {
        use observation::Outcome::{Fault, Large, Refused, Skipped, Value};
        match outcome {
            Value(value) => Self::Value(AnyValue::Ordinary(value.clone())),
            Large(value) => Self::Value(AnyValue::Large(value.clone())),
            Refused(refusal) => Self::Refused(refusal.clone()),
            Skipped(reason, text) => {
                Self::Skipped { code: reason.code().into(), reason: text.clone() }
            }
            Fault(fault) => Self::Fault { code: fault.code().into(), text: fault.to_string() },
        }
    }

    /// The value; `None` for any other outcome.
    #[must_use]
    pub const fn value(&self) -> Option<&AnyValue> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn answer(&self) -> Answer {
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
            Wire { ok: Some(value), .. } => Ok(Self::Value(value)),
            Wire { error: Some(kinds), at, .. } => Ok(Self::Refusal { kinds, at }),
            _ => Err("expected \"ok\" or \"error\""),
        }
    }
}

impl TryFrom<Wire<Refusal>> for Observed {
    type Error = &'static str;

    fn try_from(wire: Wire<Refusal>) -> Result<Self, Self::Error> {
        match wire {
            Wire { ok: Some(value), .. } => Ok(Self::Value(value)),
            Wire { error: Some(refusal), .. } => Ok(Self::Refused(refusal)),
            Wire { skip: Some(code), reason, .. } => {
                Ok(Self::Skipped { code, reason: reason.unwrap_or_default() })
            }
            Wire { fault: Some(code), text, .. } => {
                Ok(Self::Fault { code, text: text.unwrap_or_default() })
            }
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

/// Parameters as a report holds them: booleans, numbers and strings by name.
pub(crate) mod params {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        params: &Parameters,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(params.iter().map(|(name, value)| (name, parameter_to_json(value))))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Parameters, D::Error> {
        let words = BTreeMap::<String, Json>::deserialize(deserializer)?.into_iter();
        let params = words.map(|(name, json)| Ok((name, parameter_from_json(&json)?)));
        params.collect::<Result<_, String>>().map_err(D::Error::custom)
    }
}
