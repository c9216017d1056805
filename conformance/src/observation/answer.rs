//! Answers that are compared and not kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Outcome;

/// An answer, kept only as far as it must be compared. It is equally small for an empty answer and for
/// one of a mebibyte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A value, by a fingerprint of 128 bits.
    Value(u128),
    /// A refusal. All refusals are alike.
    Refused,
    /// A fault, or no answer.
    Other,
}

impl Answer {
    /// The answer in an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Value(value) => Self::of_value(value),
            Outcome::Large(value) => Self::of_value(value),
            Outcome::Refused(_) => Self::Refused,
            Outcome::Skipped(..) | Outcome::Fault(_) => Self::Other,
        }
    }

    /// The answer that is this value.
    pub(crate) fn of_value(value: &impl Hash) -> Self {
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, value).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Self::Value(half(1) << 64 | half(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Fault, Refusal};
    use acegate_codec::Value;

    #[test]
    fn values_differ_refusals_do_not_and_a_fault_is_no_answer() {
        let value = |text: &str| Answer::of(&Outcome::Value(Value::from(text)));
        assert_eq!(value("a"), value("a"));
        assert_ne!(value("a"), value("b"));
        let refused = |at| Answer::of(&Outcome::Refused(Refusal { at, ..Refusal::default() }));
        assert_eq!(refused(None), refused(Some(3)));
        assert_ne!(value(""), refused(None));
        assert_eq!(Answer::of(&Outcome::Fault(Fault::Caught(String::new()))), Answer::Other);
    }
}
