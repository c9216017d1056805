//! Both sides of a comparison: their processes, and the requests that each is sent.

use super::difference::{AnswerDifference, Kind, Side};
use super::questions::Question;
use crate::observation::Outcome;
use crate::protocol::{Description, Request};
use crate::suite::sendable_request;
use crate::sweep::{Asker, End};

/// Both implementations.
pub(super) struct Sides {
    pub(super) askers: [Asker; 2],
    pub(super) descriptions: [Description; 2],
}

/// One question as each side is sent it.
pub(super) type Pair = [Request; 2];

/// Two answers that differ.
pub(super) struct Answered {
    pub(super) kind: Kind,
    pub(super) outcomes: [Outcome; 2],
}

impl Sides {
    pub(super) fn new(askers: [Asker; 2]) -> Self {
        let descriptions = Side::BOTH.map(|side| side.of(&askers).describe().clone());
        Self {
            askers,
            descriptions,
        }
    }

    /// The requests of a question; `None` if one of the sides cannot be sent it.
    pub(super) fn pair(&self, request: &Request) -> Option<Pair> {
        let [first, second] = &self.descriptions;
        Some([
            sendable_request(request.clone(), first).ok()?,
            sendable_request(request.clone(), second).ok()?,
        ])
    }

    /// Sends a batch to both at the same time. There are fewer outcomes than requests if the run is over.
    pub(super) fn ask(&mut self, pairs: &[Pair]) -> Vec<[Outcome; 2]> {
        let [first, second] = &mut self.askers;
        let mut of_first = Vec::new();
        let mut of_second = Vec::new();
        for [one, two] in pairs {
            of_first.push(one);
            of_second.push(two);
        }
        let (one, two) = std::thread::scope(|scope| {
            let other = scope.spawn(|| second.observe(&of_second));
            let one = first.observe(&of_first);
            match other.join() {
                Ok(two) => (one, two),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        let mut outcomes = Vec::with_capacity(pairs.len());
        for (one, two) in one.into_iter().zip(two) {
            outcomes.push([one.outcome, two.outcome]);
        }
        outcomes
    }

    /// Sends one question. `None` if the answers do not differ.
    pub(super) fn ask_one(&mut self, request: &Request) -> Option<Answered> {
        let pair = self.pair(request)?;
        answered(self.ask(&[pair]).pop()?)
    }

    /// Sends one question in a fresh state. `None` if the answers do not differ.
    pub(super) fn ask_alone(&mut self, request: &Request) -> Option<Answered> {
        let [one, two] = self.pair(request)?;
        let [first, second] = &mut self.askers;
        answered([
            first.observe_alone(&one).outcome,
            second.observe_alone(&two).outcome,
        ])
    }

    /// Why no more requests are sent; `None` if they are.
    pub(super) fn early_end(&self) -> Option<End> {
        let [first, second] = &self.askers;
        first.early_end().or_else(|| second.early_end())
    }
}

fn answered(outcomes: [Outcome; 2]) -> Option<Answered> {
    let [first, second] = &outcomes;
    let kind = Kind::of([first, second])?;
    Some(Answered { kind, outcomes })
}

/// The difference that a question shows; `None` if it shows none.
pub(super) fn difference(question: Question, outcomes: [Outcome; 2]) -> Option<AnswerDifference> {
    let Answered { kind, outcomes } = answered(outcomes)?;
    Some(AnswerDifference {
        request: question.request,
        place: question.place,
        kind,
        outcomes,
    })
}
