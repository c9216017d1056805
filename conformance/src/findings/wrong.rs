//! A wrong answer: its parts, and how likely it is that another one is the same by accident.

use std::ops::{BitAnd, BitOrAssign};

use acegate_codec::Value;

use super::bank::{Question, QuestionId};
use crate::observation::Answer;

/// An answer that differs from the reference.
pub(super) struct Wrong {
    pub(super) question: QuestionId,
    pub(super) answer: Answer,
    /// Whether the check fails: where a document leaves a choice, another answer is as right.
    pub(super) fails: bool,
    pub(super) kind: Kind,
    /// The parts that are wrong.
    pub(super) parts: Parts,
    /// The ones that named deviations explain.
    pub(super) explained: Parts,
}

/// A wrong answer of an implementation: its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WrongId(pub(super) usize);

/// Parts of an answer, a bit each: of a number its hash, marker, key and nines, of a list its elements. Other
/// answers have one part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parts(u64);

/// How likely it is that two wrong answers are the same by accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Refusal,
    Crash,
    Echo,
    Empty,
    /// The empty text for the empty text, which is both.
    EmptyEcho,
    /// The value of a name that should be rejected. It is the same value whichever condition is not
    /// checked.
    Accepted,
    Value,
}

impl Kind {
    pub(super) fn of(answer: &Answer, question: &Question) -> Self {
        match answer {
            Answer::Refused => return Self::Refusal,
            Answer::Crashed | Answer::Other => return Self::Crash,
            Answer::Value(_) => {}
        }
        let input = &question.request.input;
        let is_echo = *answer == Answer::of_value(input);
        let is_empty = *answer == Answer::of_value(&Value::from(""));
        let is_name = question.request.is_of_checked_names();
        if is_echo && is_empty {
            Self::EmptyEcho
        } else if is_echo {
            Self::Echo
        } else if is_empty {
            Self::Empty
        } else if is_name && *question.right() == Answer::Refused {
            Self::Accepted
        } else {
            Self::Value
        }
    }

    /// The error kinds that the implementation gives somewhere else instead of this one.
    pub(super) const fn alike(self) -> &'static [Self] {
        match self {
            Self::Refusal => &[Self::Refusal],
            Self::Crash => &[Self::Crash],
            Self::Echo => &[Self::Echo],
            Self::Empty => &[Self::Empty],
            Self::EmptyEcho => &[Self::Echo, Self::Empty],
            Self::Accepted => &[Self::Accepted],
            Self::Value => &[Self::Value],
        }
    }
}

impl Parts {
    /// The parts in which two answers differ.
    pub(super) fn differing(one: &Answer, two: &Answer) -> Self {
        Self(one.differences(two))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAnd for Parts {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOrAssign for Parts {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
