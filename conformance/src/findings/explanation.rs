//! The answers that a deviation explains of the wrong answers, and those that speak against it.

use super::deviants::DeviantId;
use super::wrong::{Parts, WrongId};

/// A deviation that was named, and the others that explain the same.
pub(super) struct Named {
    pub(super) candidate: Candidate,
    pub(super) or: Vec<DeviantId>,
    /// How many failures it explains that none before it does.
    pub(super) new: usize,
}

/// A deviation compared with the answers of the implementation.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) deviant: DeviantId,
    /// The answers that it explains by itself, in the order of the wrong answers.
    pub(super) explains: Vec<Explanation>,
    /// The answers that it explains only together with the deviations that were named before.
    pub(super) beside: Vec<Explanation>,
    /// The wrong answers that it would have otherwise.
    pub(super) other: Vec<WrongId>,
    /// How many right answers it would have wrong.
    pub(super) denied: usize,
}

/// The parts of a wrong answer that a candidate explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Explanation {
    pub(super) wrong: WrongId,
    pub(super) parts: Parts,
}

impl Candidate {
    /// All answers that it explains, by itself or together with others.
    pub(super) fn all(&self) -> impl Iterator<Item = Explanation> + '_ {
        self.explains.iter().chain(&self.beside).copied()
    }

    /// The parts of a wrong answer that it explains by itself.
    pub(super) fn parts(&self, wrong: WrongId) -> Parts {
        let found = self
            .explains
            .binary_search_by_key(&wrong, |explanation| explanation.wrong);
        match found {
            Ok(at) => self.explains[at].parts,
            Err(_) => Parts::default(),
        }
    }

    /// How many answers distinguish it from the reference.
    pub(super) fn telling(&self) -> usize {
        self.explains.len() + self.beside.len() + self.other.len() + self.denied
    }
}
