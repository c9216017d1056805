//! A difference between the answers of two implementations.

use crate::observation::{Fault, Outcome};
use crate::protocol::Request;

/// One of the two implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first one, or the old one.
    First,
    /// The second one, or the new one.
    Second,
}

impl Side {
    /// Both, in their order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Its element of two.
    #[must_use]
    pub const fn of<T>(self, both: &[T; 2]) -> &T {
        match self {
            Self::First => &both[0],
            Self::Second => &both[1],
        }
    }
}

/// In which way two answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// This side crashes, hangs or fails in another way, and the other one answers.
    Fails(Side),
    /// This side accepts the input, and the other one rejects it.
    Accepts(Side),
    /// Both accept it, with different values.
    OtherValue,
}

impl Kind {
    /// The difference between two outcomes; `None` if they are alike, or if one of them is no answer.
    #[must_use]
    pub fn of(outcomes: [&Outcome; 2]) -> Option<Self> {
        let [first, second] = outcomes;
        if !is_answer(first) || !is_answer(second) || first == second {
            return None;
        }
        match (first, second) {
            (Outcome::Fault(_), Outcome::Fault(_)) | (Outcome::Refused(_), Outcome::Refused(_)) => {
                None
            }
            (Outcome::Fault(_), _) => Some(Self::Fails(Side::First)),
            (_, Outcome::Fault(_)) => Some(Self::Fails(Side::Second)),
            (_, Outcome::Refused(_)) => Some(Self::Accepts(Side::First)),
            (Outcome::Refused(_), _) => Some(Self::Accepts(Side::Second)),
            _ => Some(Self::OtherValue),
        }
    }

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fails(Side::First) => "first-fails",
            Self::Fails(Side::Second) => "second-fails",
            Self::Accepts(Side::First) => "first-accepts",
            Self::Accepts(Side::Second) => "second-accepts",
            Self::OtherValue => "other-value",
        }
    }
}

fn is_answer(outcome: &Outcome) -> bool {
    !matches!(
        outcome,
        Outcome::Skipped(..) | Outcome::Fault(Fault::NotRun(_))
    )
}

/// Where a question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A frame of a sweep, and the code point in it.
    Frame {
        /// The name of the frame.
        frame: &'static str,
        /// The code point.
        point: char,
    },
    /// A line of a list of names, from 1.
    Line(usize),
    /// The suite.
    Suite,
    /// The generators of a hunt.
    Generated,
}

/// A question that is answered differently.
#[derive(Clone, Debug)]
pub struct AnswerDifference {
    /// The question. Each side is sent it with its own settings.
    pub request: Request,
    /// Where it comes from.
    pub place: Place,
    /// In which way the answers differ.
    pub kind: Kind,
    /// The answers.
    pub outcomes: [Outcome; 2],
}
