//! The evidence of a check: its input, the expected outcomes and the observed one, as a report holds
//! them.

use std::collections::BTreeMap;

use acegate_codec::Parameters;
use acegate_vectors::Outcome;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::judge::Verdict;
use crate::observation::{self, Answer, AnyValue, LargeValue, Refusal};
use crate::protocol::{any_from_json, any_to_json, parameter_from_json, parameter_to_json};
use crate::suite::codec_value;

/// An outcome that is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This value: `{"ok":…}`.
    Value(AnyValue),
    /// A refusal: `{"error":[kinds],"at":…}`.
    Refusal {
        /// The kinds of error that describe it, the best first.
        kinds: Vec<String>,
        /// The position of the error, in elements of the input.
        at: Option<u64>,
    },
}

/// The observed outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// A value: `{"ok":…}`.
    Value(AnyValue),
    /// A refusal: `{"error":{"kind":…,"at":…,"message":…}}`.
    Refused(Refusal),
    /// No answer, for a reason that is not a fault: `{"skip":code,"reason":…}`.
    Skipped {
        /// The stable code of the reason.
        code: String,
        /// The reason.
        reason: String,
    },
    /// A fault: `{"fault":code,"text":…}`.
    Fault {
        /// The stable code of the fault.
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
            Outcome::Integers(integers) => {
                // Not all of them fit 32 bits: the loader makes the other outcome of those.
                let empty = || AnyValue::Ordinary(acegate_codec::Value::from(""));
                Self::Value(LargeValue::text(integers.clone()).map_or_else(empty, AnyValue::Large))
            }
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

    fn to_json(&self) -> Json {
        match self {
            Self::Value(value) => json!({ "ok": any_to_json(value) }),
            Self::Refusal { kinds, at: None } => json!({ "error": kinds }),
            Self::Refusal { kinds, at: Some(at) } => json!({ "error": kinds, "at": at }),
        }
    }

    fn from_json(json: &Json) -> Result<Self, String> {
        if let Some(value) = json.get("ok") {
            return any_from_json(value).map(Self::Value);
        }
        let kinds = json.get("error").ok_or("expected \"ok\" or \"error\"")?;
        let kinds = kinds.as_array().ok_or("expected an array in \"error\"")?;
        let kinds = kinds.iter().map(|kind| kind.as_str().map(str::to_owned));
        let kinds = kinds.collect::<Option<_>>().ok_or("expected strings in \"error\"")?;
        Ok(Self::Refusal { kinds, at: integer(json, "at")? })
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

    /// The answer in it, as diagnoses compare it.
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

    fn to_json(&self) -> Json {
        match self {
            Self::Value(value) => json!({ "ok": any_to_json(value) }),
            Self::Refused(refusal) => json!({ "error": refusal }),
            Self::Skipped { code, reason } => json!({ "skip": code, "reason": reason }),
            Self::Fault { code, text } => json!({ "fault": code, "text": text }),
        }
    }

    fn from_json(json: &Json) -> Result<Self, String> {
        if let Some(value) = json.get("ok") {
            return any_from_json(value).map(Self::Value);
        }
        if let Some(refusal) = json.get("error") {
            if !refusal.is_object() {
                return Err("expected an object in \"error\"".into());
            }
            return Ok(Self::Refused(Refusal {
                kind: word(refusal, "kind")?,
                at: integer(refusal, "at")?,
                message: word(refusal, "message")?,
            }));
        }
        if let Some(code) = word(json, "skip")? {
            return Ok(Self::Skipped { code, reason: word(json, "reason")?.unwrap_or_default() });
        }
        match word(json, "fault")? {
            Some(code) => Ok(Self::Fault { code, text: word(json, "text")?.unwrap_or_default() }),
            None => Err("expected \"ok\", \"error\", \"skip\" or \"fault\"".into()),
        }
    }
}

/// A field that may be absent, and is a string otherwise.
fn word(json: &Json, name: &str) -> Result<Option<String>, String> {
    let word = |json: &Json| json.as_str().map(str::to_owned);
    let found = json.get(name).map(|json| word(json).ok_or(json));
    found.transpose().map_err(|_| format!("expected a string in {name:?}"))
}

/// A field that may be absent, and is a number from 0 up otherwise.
fn integer(json: &Json, name: &str) -> Result<Option<u64>, String> {
    let found = json.get(name).map(|json| json.as_u64().ok_or(json));
    found.transpose().map_err(|_| format!("expected an integer from 0 up in {name:?}"))
}

macro_rules! as_json {
    ($($name:ident),+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.to_json().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::from_json(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )+};
}

as_json!(Expected, Observed);

/// An input as a report holds it; `null` if an event has none.
pub(super) mod input {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        input: &Option<AnyValue>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        input.as_ref().map(any_to_json).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<AnyValue>, D::Error> {
        let json = Option::<Json>::deserialize(deserializer)?;
        json.map(|json| any_from_json(&json)).transpose().map_err(D::Error::custom)
    }
}

/// Parameters as a report holds them: booleans, numbers and strings by name.
pub(super) mod params {
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
