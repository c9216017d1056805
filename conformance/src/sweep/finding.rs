//! A finding of a sweep: code points with one cause.

use std::collections::BTreeSet;

use acegate_vectors::Level;

use super::code_points::CodePoints;
use super::counts::Ages;
use super::property::Shared;
use super::questions::{Difference, Question, QuestionId, Way, without_words};
use super::version::Measured;
use crate::event::Observed;
use crate::implementation::Implementation;
use crate::protocol::Request;

/// Code points that an implementation answers otherwise than the reference, all for one cause.
#[derive(Clone, Debug)]
pub struct SweepFinding {
    /// The cause.
    pub cause: SweepCause,
    /// How binding the expected answers are; `None` if other answers are as right.
    pub level: Option<Level>,
    /// The code points.
    pub code_points: CodePoints,
    /// How many names are answered otherwise.
    pub names: usize,
    /// The ways in which the answers differ, each with the expected outcome: `ok`, or the kind of
    /// the refusal.
    pub ways: BTreeSet<(Way, &'static str)>,
    /// The questions in which they differ.
    pub questions: BTreeSet<QuestionId>,
    /// The first difference, in the frame that was sent first.
    pub example: Difference,
    /// Whether a fresh process answered the example in the same way; `None` if the example was not
    /// repeated.
    pub is_confirmed: Option<bool>,
}

/// The cause of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepCause {
    /// The tables of the implementation are of another version of Unicode.
    Version {
        /// The version.
        measured: Measured,
        /// How many of the code points each newer version assigned or changed.
        ages: Ages,
        /// How many other code points are in names for which newer versions changed the rules.
        others: usize,
    },
    /// The implementation declares that it does something else, in these words.
    Declared(String),
    /// A known deviation gives the same answers.
    Deviation {
        /// Its id.
        id: &'static str,
        /// Its summary.
        summary: &'static str,
    },
    /// Every code point with one of these properties, and no other one.
    Property(Vec<Shared>),
    /// Code points that no property distinguishes from others. They may share one that others also
    /// have.
    Ranges(Option<Shared>),
}

impl SweepFinding {
    /// The finding of these differences, which are not empty and in the order of questions and code points.
    pub(super) fn new(
        cause: SweepCause,
        level: Option<Level>,
        differences: &[&Difference],
    ) -> Option<Self> {
        let first = differences
            .iter()
            .min_by_key(|it| (it.question, it.point))?;
        let mut finding = Self {
            cause,
            level,
            code_points: CodePoints::default(),
            names: differences.len(),
            ways: BTreeSet::new(),
            questions: BTreeSet::new(),
            example: (*first).clone(),
            is_confirmed: None,
        };
        let mut points = BTreeSet::new();
        for difference in differences {
            points.insert(difference.point);
            finding.ways.insert((difference.way, difference.expected));
            finding.questions.insert(difference.question);
        }
        finding.code_points = points.into_iter().collect();
        Some(finding)
    }

    /// Repeats the example in a fresh process, and keeps the wording of the answer.
    pub fn confirm(&mut self, questions: &[Question], implementation: &mut dyn Implementation) {
        let Some(request) = self.request(questions) else {
            return;
        };
        let outcome = implementation.answer_alone(&request).outcome;
        let is_same = without_words(&outcome) == self.example.observed;
        self.is_confirmed = Some(is_same);
        if is_same {
            self.example.observed = Observed::of(&outcome);
        }
    }

    /// The request of the example.
    #[must_use]
    pub fn request(&self, questions: &[Question]) -> Option<Request> {
        questions[self.example.question.0].request(self.example.point)
    }
}
