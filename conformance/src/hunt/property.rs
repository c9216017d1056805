//! Properties: functions over an implementation that say whether it keeps a rule.
//!
//! A property sends requests to a [`Subject`]: first one, then others if it needs them. If it does not hold, the
//! [`Breach`] says which request was answered wrongly, what was expected there and why.

use std::fmt;

use acegate_codec::{About, Operation};
use acegate_vectors::{Expectation, Level, Outcome as Right};

use super::violation::show_outcome;
use crate::observation::{Outcome, Refusal};
use crate::protocol::Request;
use crate::suite::codec_value;

/// Whoever answers the requests of a property: a codec in this process, a deviation, or a program.
pub struct Subject<'a> {
    /// Returns the outcome of a request; [`Outcome::Skipped`] if it cannot be sent.
    pub answer: &'a mut dyn FnMut(&Request) -> Outcome,
    /// Whether the answers must be exactly the model's, with the kind and the position of each
    /// refusal, even where the document leaves a choice. acegate's own codecs are strict subjects. Properties
    /// judge them without the reference codec, and judge requests that a hunt does not send.
    pub is_strict: bool,
}

/// A rule that an implementation keeps.
pub struct Property {
    /// The stable name, such as `round-trip`.
    pub id: &'static str,
    /// Whether a hunt checks it for an operation.
    pub applies: fn(&About, &Operation) -> bool,
    pub(super) check: fn(&Request, &mut Subject<'_>) -> Option<Breach>,
}

impl Property {
    /// Sends the request, and others that follow from it. The breach, if the rule does not hold; `None`
    /// also if it says nothing about the request.
    pub fn breach(&self, request: &Request, subject: &mut Subject<'_>) -> Option<Breach> {
        Some(Breach {
            property: self.id,
            ..(self.check)(request, subject)?
        })
    }
}

/// A request that shows that a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The name of the property.
    pub property: &'static str,
    /// The requests that have to be sent before it, in their order; usually none.
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
    /// A breach of a property that is not named yet, which shows without other requests before it.
    pub(super) fn new(request: Request, right: Right, level: Level, outcome: Outcome) -> Self {
        let expect = Expectation::one(right);
        Self {
            property: "",
            history: Vec::new(),
            request,
            expect,
            level,
            outcome,
        }
    }

    /// Its signature: property, operation, level, in which way the answer is wrong, the kind of the
    /// expected refusal, and the kind of the observed one.
    #[must_use]
    pub fn signature(&self) -> String {
        let (expected, observed) = self.codes();
        let operation = self.request.name();
        let level = self.level;
        format!(
            "{} | {operation} | {level} | {expected} ~ {observed}",
            self.property
        )
    }

    /// The expected and the observed outcome without their values: `ok`, or the kind of a refusal.
    #[must_use]
    pub fn codes(&self) -> (&str, &str) {
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
        (expected, observed)
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, observed) = self.codes();
        let expected = match self.expect.outcomes().first() {
            Some(Right::Ok(value)) => show_outcome(&Ok(codec_value(value))),
            Some(Right::Error { at: Some(at), .. }) => format!("{expected} at {at}"),
            _ => expected.to_owned(),
        };
        let observed = match &self.outcome {
            Outcome::Value(value) => show_outcome(&Ok(value.clone())),
            Outcome::Refused(Refusal { at: Some(at), .. }) => format!("{observed} at {at}"),
            _ => observed.to_owned(),
        };
        let property = self.property;
        let name = self.request.name();
        let input = show_outcome(&Ok(self.request.input.clone()));
        write!(
            f,
            "{property}: {name} of {input} gives {observed}, {expected} expected"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_breach_tells_request_expectation_and_outcome() {
        let request = Request::new("punycode", "decode", "a-!".into());
        let kinds = vec!["bad-digit".to_owned()];
        let right = Right::Error { kinds, at: Some(2) };
        let outcome = Outcome::Value("a".into());
        let breach = Breach::new(request, right, Level::Must, outcome);
        let expected = ": punycode decode of \"a-!\" gives \"a\", bad-digit at 2 expected";
        assert_eq!(breach.to_string(), expected);
        assert_eq!(breach.codes(), ("bad-digit", "ok"));
    }
}
