//! The observed behaviour of an implementation, before any judgement.

mod answer;
mod coded;
mod fault;
mod value;

use std::time::Duration;

use acegate_codec::{Failure, Value};
use serde::{Deserialize, Serialize};

pub use answer::{Answer, Fingerprint};
pub(crate) use coded::coded;
pub use fault::{Death, Exhausted, Fault, ProtocolFault, StartError, Stream};
pub use value::{AnyValue, LargeValue};

/// The observation of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The outcome.
    pub outcome: Outcome,
    /// How long it took.
    pub elapsed: Duration,
    /// The end of the implementation's standard error; empty if it did not fail.
    pub stderr: String,
}

impl Observation {
    /// An observation without anything on standard error.
    #[must_use]
    pub const fn new(outcome: Outcome, elapsed: Duration) -> Self {
        Self {
            outcome,
            elapsed,
            stderr: String::new(),
        }
    }

    /// The fault that ended the process, or kept the request from being sent; `None` after an answer,
    /// and after a failure that the implementation reports itself.
    #[must_use]
    pub const fn end(&self) -> Option<&Fault> {
        match &self.outcome {
            Outcome::Fault(Fault::Caught(_)) => None,
            Outcome::Fault(fault) => Some(fault),
            Outcome::Value(_) | Outcome::Large(_) | Outcome::Refused(_) | Outcome::Skipped(..) => {
                None
            }
        }
    }
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A value.
    Value(Value),
    /// A value with an integer that does not fit 32 bits.
    Large(LargeValue),
    /// The input was refused.
    Refused(Refusal),
    /// The request was not answered, for a reason that is not a fault.
    Skipped(SkipReason, String),
    /// The implementation failed.
    Fault(Fault),
}

impl From<AnyValue> for Outcome {
    fn from(value: AnyValue) -> Self {
        match value {
            AnyValue::Ordinary(value) => Self::Value(value),
            AnyValue::Large(value) => Self::Large(value),
        }
    }
}

impl From<Result<Value, Failure>> for Outcome {
    fn from(answer: Result<Value, Failure>) -> Self {
        match answer {
            Ok(value) => Self::Value(value),
            Err(Failure::Refused(error)) => Self::Refused(Refusal {
                kind: Some(error.code().into()),
                at: Some(error.position as u64),
                message: Some(error.to_string()),
            }),
            Err(Failure::Unsupported(what)) => Self::Skipped(SkipReason::Unsupported, what),
        }
    }
}

coded! {
    /// Why a request was not sent or not answered.
    pub enum SkipReason {
        /// The implementation does not have the codec, operation or parameter.
        Unsupported = "unsupported",
        /// The case is beyond a limit that the implementation declares.
        Limit = "limit",
        /// The transport cannot carry the value.
        Unrepresentable = "unrepresentable",
    }
}

/// How an input was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The position in code points; `None` if the implementation names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// The kind, in acegate's vocabulary; `None` if the implementation names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The implementation's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
