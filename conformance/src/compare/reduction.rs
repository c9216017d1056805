//! Differences, minimised so that differences with one cause become alike.

use std::time::{Duration, Instant};

use super::cause::Known;
use super::difference::{AnswerDifference, Kind, Place};
use super::sides::Sides;
use crate::hunt::{Effort, minimise};
use crate::observation::Outcome;
use crate::protocol::Request;

/// A difference with the smallest request that shows the same.
pub(super) struct Reduced {
    pub(super) difference: AnswerDifference,
    pub(super) smallest: Request,
    pub(super) outcomes: [Outcome; 2],
    /// The code point that makes the difference, if it is a single one.
    pub(super) point: Option<char>,
}

/// How long all minimising may take. A comparison of a list of names is to answer while its user waits.
const TIME: Duration = Duration::from_secs(20);

/// The longest time for one difference.
const TIME_OF_ONE: Duration = Duration::from_secs(2);

/// The most requests for one difference: a name of 20 characters needs some hundreds.
const TRIALS: usize = 1000;

/// The most differences that are minimised. Most causes show in the first ones.
const MOST: usize = 400;

/// Minimises differences of names. One that has all the characters of a smallest one is taken to show the same.
pub(super) struct Reducer<'a> {
    sides: &'a mut Sides,
    known: &'a Known,
    seen: Vec<Smallest>,
    end: Instant,
}

/// The smallest request of some difference.
struct Smallest {
    kind: Kind,
    request: Request,
    outcomes: [Outcome; 2],
    /// Its code points without ordinary letters.
    core: Vec<u32>,
}

impl<'a> Reducer<'a> {
    pub(super) fn new(sides: &'a mut Sides, known: &'a Known) -> Self {
        Self {
            sides,
            known,
            seen: Vec::new(),
            end: Instant::now() + TIME,
        }
    }

    pub(super) fn reduce(&mut self, difference: AnswerDifference) -> Reduced {
        if let Place::Frame { point, .. } = difference.place {
            return Reduced {
                smallest: difference.request.clone(),
                outcomes: difference.outcomes.clone(),
                point: Some(point),
                difference,
            };
        }
        let mut like = self
            .seen
            .iter()
            .position(|seen| seen.is_shown_by(&difference));
        if like.is_none() && self.seen.len() < MOST && Instant::now() < self.end {
            let smallest = self.smallest(&difference);
            self.seen.push(smallest);
            like = Some(self.seen.len() - 1);
        }
        let Some(place) = like else {
            return Reduced {
                smallest: difference.request.clone(),
                outcomes: difference.outcomes.clone(),
                point: None,
                difference,
            };
        };
        let seen = &self.seen[place];
        Reduced {
            smallest: seen.request.clone(),
            outcomes: seen.outcomes.clone(),
            point: single_point(&seen.core),
            difference,
        }
    }

    fn smallest(&mut self, difference: &AnswerDifference) -> Smallest {
        let effort = Effort {
            trials: TRIALS,
            time: TIME_OF_ONE.min(self.end - Instant::now()),
        };
        let kind = difference.kind;
        let mut outcomes = difference.outcomes.clone();
        let mut shows = |request: &Request| {
            if !has_characters_of(request, &difference.request) {
                return false;
            }
            let Some(answered) = self.sides.ask_one(request) else {
                return false;
            };
            let is_other = answered.kind != kind
                || self
                    .known
                    .cause(self.sides, request, kind, &answered.outcomes)
                    .is_some();
            if !is_other {
                outcomes = answered.outcomes;
            }
            !is_other
        };
        let request = minimise(&mut shows, difference.request.clone(), effort);
        Smallest {
            kind,
            core: core(&request),
            request,
            outcomes,
        }
    }
}

impl Smallest {
    /// Whether a difference has the same operation and kind, and all the characters that make this one, in their
    /// order. In: a smallest name `aℵa`, with the core `ℵ`. Then `www.xℵ.example` shows it.
    fn is_shown_by(&self, difference: &AnswerDifference) -> bool {
        let request = &difference.request;
        let is_same = self.kind == difference.kind
            && self.request.codec == request.codec
            && self.request.op == request.op;
        let Some(text) = request.text() else {
            return false;
        };
        let mut points = text.code_points.iter();
        is_same && !self.core.is_empty() && self.core.iter().all(|own| points.any(|c| c == own))
    }
}

/// Whether a request has no character beyond ASCII that the other one does not have: the smallest name is to have
/// characters of the user's own.
fn has_characters_of(request: &Request, other: &Request) -> bool {
    let (Some(text), Some(other)) = (request.text(), other.text()) else {
        return true;
    };
    text.code_points
        .iter()
        .all(|c| *c < 0x80 || other.code_points.contains(c))
}

/// The code points of a request that make its difference: all but lower-case letters of ASCII. It is empty without
/// one beyond ASCII, because then the number or the order of the others may count.
fn core(request: &Request) -> Vec<u32> {
    let Some(text) = request.text() else {
        return Vec::new();
    };
    let mut core = text.code_points.clone();
    core.retain(|&c| !char::from_u32(c).is_some_and(|c| c.is_ascii_lowercase()));
    if core.iter().all(|&c| c < 0x80) {
        core.clear();
    }
    core
}

/// The code point of a core of one.
fn single_point(core: &[u32]) -> Option<char> {
    match core {
        [point] => char::from_u32(*point),
        _ => None,
    }
}
