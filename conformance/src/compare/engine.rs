//! The engine of a comparison: sends the questions to both sides, and groups the differences.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use acegate_codec::uts46;
use acegate_vectors::LoadError;

use super::cause::Known;
use super::difference::{AnswerDifference, Place, Side};
use super::group::Group;
use super::grouping::Grouping;
use super::questions::{Question, Questions};
use super::sides::{Pair, Sides, difference};
use crate::implementation::Starter;
use crate::observation::{Outcome, StartError};
use crate::protocol::{Description, Request};
use crate::runner::FaultBudget;
use crate::sweep::{Asker, Budget, End, Measured, SweepPulse};

/// The settings of a comparison.
#[derive(Clone, Debug, Default)]
pub struct CompareOptions {
    /// The questions.
    pub questions: Questions,
    /// The longest time; `None` for no limit.
    pub time: Option<Duration>,
    /// How much is spent on the faults of a side before it is given up.
    pub faults: FaultBudget,
    /// How far the comparison is.
    pub pulse: Arc<SweepPulse>,
}

/// The differences between the answers of two implementations.
#[derive(Debug)]
pub struct Comparison {
    /// The descriptions that they give of themselves.
    pub descriptions: [Description; 2],
    /// The versions of Unicode that they have.
    pub measured: [Measured; 2],
    /// How many questions both answered.
    pub asked: u64,
    /// How many questions could not be sent to one of them, or were not answered.
    pub skipped: u64,
    /// How many answers differ.
    pub different: u64,
    /// The differences, grouped by cause.
    pub groups: Vec<Group>,
    /// Facts that belong to no question.
    pub remarks: Vec<String>,
    /// Whether all questions were sent.
    pub is_whole: bool,
    /// Whether a side was given up.
    pub is_given_up: bool,
    /// The time until the first difference; `None` if there is none.
    pub first: Option<Duration>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why a comparison cannot be made.
#[derive(Debug)]
pub enum CompareError {
    /// This side does not start.
    Start(Side, StartError),
    /// The suite cannot be read.
    Suite(LoadError),
}

/// How many questions are sent together, as in a sweep. The first batch is small, so that a difference shows soon.
const BATCH: usize = 4096;

/// How many questions the first batch has.
const FIRST_BATCH: usize = 64;

/// How many differences are kept. A library that rejects everything has as many as there are questions.
const KEPT: usize = 200_000;

/// How many questions that both accept, and how many that both reject, are kept to rule known bugs out. Both kinds
/// have room among the requests of one operation that are compared with a known bug.
const ALIKE: usize = 200;

/// Of many questions that are answered alike, one in so many is kept. A prime has no common period with the blocks of
/// Unicode.
const STRIDE: u64 = 31;

/// The first questions that are answered alike are all kept: there may be no more.
const FIRST: usize = 100;

/// Sends the same requests to both implementations.
///
/// # Errors
///
/// A [`CompareError`] if a side does not start, or if the suite cannot be read.
pub fn compare(
    starts: [&Starter<'_>; 2],
    options: &CompareOptions,
) -> Result<Comparison, CompareError> {
    let begun = Instant::now();
    let budget = Budget {
        begun,
        time: options.time,
        faults: options.faults,
    };
    let [first, second] = starts;
    let mut sides = Sides::new([
        Asker::new(first, budget).map_err(|error| CompareError::Start(Side::First, error))?,
        Asker::new(second, budget).map_err(|error| CompareError::Start(Side::Second, error))?,
    ]);
    let descriptions = sides.descriptions.clone();
    let common = options
        .questions
        .common([&descriptions[0], &descriptions[1]]);
    let all = options.questions.count(&common);
    options.pulse.all.store(all, Ordering::Relaxed);
    let mut run = Run {
        pulse: &options.pulse,
        begun,
        seen: BTreeSet::new(),
        differences: Vec::new(),
        accepted: Vec::new(),
        rejected: Vec::new(),
        asked: 0,
        skipped: 0,
        different: 0,
        first: None,
        end: None,
    };
    let questions = options
        .questions
        .all(&common)
        .map_err(CompareError::Suite)?;
    run.ask_all(questions, &mut sides);
    let mut measured = [Measured::Unknown; 2];
    if common.codecs.contains_key(uts46::ABOUT.id) && !run.differences.is_empty() {
        measured = [
            Measured::by_sample(first).unwrap_or(Measured::Unknown),
            Measured::by_sample(second).unwrap_or(Measured::Unknown),
        ];
    }
    let known = Known::new(&descriptions, measured);
    let grouping = Grouping {
        sides: &mut sides,
        known: &known,
        measured,
        alike: [&run.accepted, &run.rejected],
        framed: options.questions.framed_points(&common),
    };
    let groups = grouping.groups(run.differences);
    let mut remarks = Vec::new();
    for asker in sides.askers {
        remarks.extend(asker.finish());
    }
    remarks.extend(run.end.map(End::sentence));
    if run.different > KEPT as u64 {
        let more = run.different - KEPT as u64;
        remarks.push(format!("{more} more differences are in no group"));
    }
    Ok(Comparison {
        descriptions,
        measured,
        asked: run.asked,
        skipped: run.skipped,
        different: run.different,
        groups,
        remarks,
        is_whole: run.end.is_none(),
        is_given_up: matches!(run.end, Some(End::GivenUp { .. })),
        first: run.first,
        elapsed: begun.elapsed(),
    })
}

/// A comparison that goes on.
struct Run<'a> {
    pulse: &'a SweepPulse,
    begun: Instant,
    /// The questions that may come twice, because questions of the suite have settings that a side
    /// may not support.
    seen: BTreeSet<Pair>,
    differences: Vec<AnswerDifference>,
    /// Questions that both accept, and that both reject.
    accepted: Vec<Request>,
    rejected: Vec<Request>,
    asked: u64,
    skipped: u64,
    different: u64,
    first: Option<Duration>,
    end: Option<End>,
}

impl Run<'_> {
    fn ask_all(&mut self, mut questions: impl Iterator<Item = Question>, sides: &mut Sides) {
        let mut size = FIRST_BATCH;
        while self.end.is_none() {
            let mut batch = Vec::new();
            let mut pairs = Vec::new();
            let mut is_last = true;
            for question in questions.by_ref() {
                match self.pair(&question, sides) {
                    Some(pair) => {
                        batch.push(question);
                        pairs.push(pair);
                    }
                    None => self.skipped += 1,
                }
                if batch.len() == size {
                    is_last = false;
                    break;
                }
            }
            self.end = sides.early_end();
            if self.end.is_none() {
                let outcomes = sides.ask(&pairs);
                if outcomes.len() < batch.len() {
                    self.end = sides.early_end();
                }
                for (question, outcomes) in batch.into_iter().zip(outcomes) {
                    self.take(question, outcomes);
                }
            }
            if is_last {
                return;
            }
            size = BATCH;
        }
    }

    /// The requests of a question; `None` if it cannot be sent to a side, or if it was sent before.
    fn pair(&mut self, question: &Question, sides: &Sides) -> Option<Pair> {
        let pair = sides.pair(&question.request)?;
        let is_new = match question.place {
            Place::Suite | Place::Generated => self.seen.insert(pair.clone()),
            Place::Frame { .. } | Place::Line(_) => true,
        };
        is_new.then_some(pair)
    }

    fn take(&mut self, question: Question, outcomes: [Outcome; 2]) {
        self.pulse.sent.fetch_add(1, Ordering::Relaxed);
        if outcomes
            .iter()
            .any(|outcome| matches!(outcome, Outcome::Skipped(..)))
        {
            self.skipped += 1;
            return;
        }
        self.asked += 1;
        let is_rejected = matches!(outcomes[0], Outcome::Refused(_));
        let request = question.request.clone();
        let Some(difference) = difference(question, outcomes) else {
            let alike = if is_rejected {
                &mut self.rejected
            } else {
                &mut self.accepted
            };
            let is_sampled = alike.len() < FIRST || self.asked.is_multiple_of(STRIDE);
            if is_sampled && alike.len() < ALIKE {
                alike.push(request);
            }
            return;
        };
        self.different += 1;
        self.pulse.differences.fetch_add(1, Ordering::Relaxed);
        if self.first.is_none() {
            self.first = Some(self.begun.elapsed());
        }
        if self.differences.len() < KEPT {
            self.differences.push(difference);
        }
    }
}
