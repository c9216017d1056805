//! Properties: functions over an implementation that say whether it keeps a rule.
//!
//! A property is put to a [`Subject`], which answers requests: a codec in this process, a deviation, or a
//! program. It begins with one request and may ask others. If it does not hold, the [`Breach`] says which
//! request was answered wrongly, what was expected there and why.

use acegate_codec::{Codec, Failure};
use acegate_vectors::{Expectation, Level, Outcome as Right};

use super::violation::Signature;
use crate::observation::{Outcome, Refusal, SkipReason};
use crate::protocol::Request;

/// Whoever answers the requests of a property.
pub trait Subject {
    /// The outcome of a request. [`Outcome::Skipped`] if it cannot be asked.
    fn answer(&mut self, request: &Request) -> Outcome;

    /// Whether the kind and the position of a refusal must be those of the model, and no choice of a
    /// document is left. So it is for acegate's own codecs.
    fn is_strict(&self) -> bool {
        false
    }
}

/// A rule that an implementation keeps.
pub struct Property {
    /// The stable name, such as `round-trip`.
    pub id: &'static str,
    /// The rule, in one sentence.
    pub statement: &'static str,
    /// Whether it compares with the answers of the model. The others hold for implementations of
    /// codecs of which acegate has none.
    pub needs_reference: bool,
    /// The clause that it rests on, for a codec that it applies to; `None` for the others.
    pub clause: fn(codec: &str, op: &str) -> Option<&'static str>,
    /// Puts the request, and others that follow from it.
    ///
    /// # Errors
    ///
    /// The breach, if the rule does not hold. `Ok` also if it says nothing about the request.
    pub check: fn(&Request, &mut dyn Subject) -> Result<(), Box<Breach>>,
}

/// A request that shows that a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The name of the property.
    pub property: &'static str,
    /// The requests that have to be asked before it, in their order; usually none.
    pub history: Vec<Request>,
    /// The request that was answered wrongly.
    pub request: Request,
    /// The outcomes that are right.
    pub expect: Expectation,
    /// How binding that is.
    pub level: Level,
    /// The outcome.
    pub outcome: Outcome,
}

impl Breach {
    /// Its signature: property, operation, level, in which way the answer is wrong, the kind of the
    /// expected refusal, and the kind of the observed one.
    #[must_use]
    pub fn signature(&self) -> Signature {
        let expected = match self.expect.outcomes().first() {
            Some(Right::Error { kinds, .. }) => kinds.first().map_or("", String::as_str),
            _ => "ok",
        };
        let observed = match &self.outcome {
            Outcome::Value(_) => "ok",
            Outcome::Large(_) => "large",
            Outcome::Refused(refusal) => refusal.kind.as_deref().unwrap_or("refused"),
            Outcome::Skipped(reason, _) => reason.code(),
            Outcome::Fault(fault) => fault.code(),
        };
        let operation = self.request.name();
        let level = self.level;
        Signature(format!("{} | {operation} | {level} | {expected} ~ {observed}", self.property))
    }
}

/// A codec in this process, as the subject of a property.
pub struct CodecSubject<'a>(pub &'a dyn Codec);

impl Subject for CodecSubject<'_> {
    fn answer(&mut self, request: &Request) -> Outcome {
        match self.0.apply(&request.op, &request.params, &request.input) {
            Ok(value) => Outcome::Value(value),
            Err(Failure::Refused(error)) => Outcome::Refused(Refusal {
                kind: Some(error.code().to_owned()),
                at: Some(error.position as u64),
                message: None,
            }),
            Err(Failure::Unsupported(what)) => Outcome::Skipped(SkipReason::Unsupported, what),
        }
    }
}
