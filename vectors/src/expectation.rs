//! The right outcomes of an operation, and how binding they are.

use std::sync::Arc;

use crate::integer::Integer;
use crate::value::Value;
use crate::word::words;

/// The right outcome, or several: any of them is right because the document leaves a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expectation(pub(crate) Vec<Outcome>);

impl Expectation {
    /// The expectation of exactly this outcome.
    #[must_use]
    pub fn one(outcome: Outcome) -> Self {
        Self(vec![outcome])
    }

    /// The expectation of any of these outcomes, the preferred one first. `None` if `outcomes`
    /// is empty.
    #[must_use]
    pub fn any(outcomes: Vec<Outcome>) -> Option<Self> {
        if outcomes.is_empty() {
            None
        } else {
            Some(Self(outcomes))
        }
    }

    /// The outcomes that are right, at least one, the preferred one first.
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.0
    }

    /// The outcome; `None` if there is a choice.
    #[must_use]
    pub fn single(&self) -> Option<&Outcome> {
        match self.0.as_slice() {
            [outcome] => Some(outcome),
            _ => None,
        }
    }
}

/// One outcome of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This value.
    Ok(Arc<Value>),
    /// This text. At least one of its numbers does not fit 32 bits, so that no [`Value`] can express it.
    Integers(Vec<Integer>),
    /// A refusal.
    Error {
        /// The kinds of error that describe it, the best first; at least one.
        kinds: Vec<String>,
        /// The position of the error, in elements of the input.
        at: Option<u64>,
    },
}

words! {
    /// How binding a case is.
    #[derive(Default)]
    Level {
        /// An implementation may do it.
        #[default]
        May = "may",
        /// An implementation does it unless it has a reason.
        Should = "should",
        /// An implementation that does not is wrong.
        Must = "must",
    }
}

impl Level {
    /// Every level, the strictest first. A stricter level is greater.
    pub const ALL: [Self; 3] = [Self::Must, Self::Should, Self::May];
}
