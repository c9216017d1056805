//! The engine of a sweep: sends the questions in batches, and keeps the answers that differ.
//!
//! The answers of the reference to a batch are made by a second thread while the implementation answers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::counts::Counts;
use super::questions::{Choice, Difference, Question, QuestionId, Right, questions, without_words};
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::observation::{Observation, Outcome, StartError};
use crate::protocol::{Description, Request};
use crate::runner::FaultBudget;

/// The settings of a sweep.
#[derive(Clone, Debug, Default)]
pub struct SweepOptions {
    /// The questions.
    pub choice: Choice,
    /// The longest time; `None` for no limit.
    pub time: Option<Duration>,
    /// How much is spent on faults before the implementation is given up.
    pub faults: FaultBudget,
    /// How far the sweep is.
    pub pulse: Arc<SweepPulse>,
}

/// How far a sweep is. It counts while the sweep goes on.
#[derive(Debug, Default)]
pub struct SweepPulse {
    /// How many requests were sent.
    pub sent: AtomicU64,
    /// How many there are in all; 0 until that is known.
    pub all: AtomicU64,
    /// How many answers differ.
    pub differences: AtomicU64,
}

/// The answers of a sweep that differ from those of the reference.
#[derive(Debug)]
pub struct Sweep {
    /// The description that the implementation gives of itself.
    pub description: Description,
    /// The questions, in the order in which they were asked.
    pub questions: Vec<Question>,
    /// How many requests of each question were answered, and how many skipped.
    pub counts: Vec<Counts>,
    /// The differences, by question and code point.
    pub differences: Vec<Difference>,
    /// Facts that belong to no request.
    pub remarks: Vec<String>,
    /// Whether all requests were sent.
    pub is_whole: bool,
    /// Whether the implementation was given up.
    pub is_given_up: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// How many requests are handed to an implementation together. It fills the windows of a program several times, so
/// that the pauses between batches cost little.
const BATCH: usize = 4096;

/// Asks an implementation about every code point of the choice.
///
/// # Errors
///
/// A [`StartError`] if the implementation does not start.
pub fn sweep(start: &Starter<'_>, options: &SweepOptions) -> Result<Sweep, StartError> {
    let begun = Instant::now();
    let mut implementation = start()?;
    let description = implementation.describe().clone();
    let questions = questions(&description, &options.choice);
    let mut all = 0;
    for question in &questions {
        all += question.code_points.count() as u64;
    }
    options.pulse.all.store(all, Ordering::Relaxed);
    let mut run = Run {
        options,
        begun,
        faults: 0,
        lost: Duration::ZERO,
        counts: vec![Counts::default(); questions.len()],
        differences: Vec::new(),
        end: None,
    };
    for (index, question) in questions.iter().enumerate() {
        run.ask(QuestionId(index), question, implementation.as_mut());
    }
    let mut remarks: Vec<String> = implementation
        .not_held()
        .map(str::to_owned)
        .into_iter()
        .collect();
    remarks.extend(implementation.left_memory());
    for fault in implementation.finish() {
        remarks.push(fault.to_string());
    }
    remarks.extend(run.end.as_ref().map(End::sentence));
    Ok(Sweep {
        description,
        counts: run.counts,
        differences: run.differences,
        remarks,
        is_whole: run.end.is_none(),
        is_given_up: matches!(run.end, Some(End::GivenUp { .. })),
        questions,
        elapsed: begun.elapsed(),
    })
}

/// Why a sweep ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Interrupted,
    Late(Duration),
    GivenUp { faults: u32 },
}

impl End {
    fn sentence(&self) -> String {
        match self {
            Self::Interrupted => "interrupted: not all requests were sent".to_owned(),
            Self::Late(time) => {
                let seconds = time.as_secs_f64();
                format!("not all requests were sent in {seconds} s (--time)")
            }
            Self::GivenUp { faults } => {
                format!("given up after {faults} faults (--fault-budget)")
            }
        }
    }
}

/// A sweep that goes on.
struct Run<'a> {
    options: &'a SweepOptions,
    begun: Instant,
    faults: u32,
    lost: Duration,
    counts: Vec<Counts>,
    differences: Vec<Difference>,
    end: Option<End>,
}

/// A code point and its request.
struct Asked {
    point: char,
    request: Request,
}

impl Run<'_> {
    fn ask(
        &mut self,
        id: QuestionId,
        question: &Question,
        implementation: &mut dyn Implementation,
    ) {
        let mut points = question.code_points.iter();
        while !self.is_over() {
            let mut batch = Vec::with_capacity(BATCH);
            for point in points.by_ref() {
                if let Some(request) = question.request(point) {
                    batch.push(Asked { point, request });
                }
                if batch.len() == BATCH {
                    break;
                }
            }
            if batch.is_empty() {
                return;
            }
            self.ask_batch(id, &batch, implementation);
        }
    }

    /// Asks a batch, again after each fault that ends the process.
    fn ask_batch(
        &mut self,
        id: QuestionId,
        batch: &[Asked],
        implementation: &mut dyn Implementation,
    ) {
        let (right, observations) = std::thread::scope(|scope| {
            let reference = scope.spawn(|| right_answers(batch));
            let observations = self.observe(batch, implementation);
            (reference.join(), observations)
        });
        let right = match right {
            Ok(right) => right,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        self.options
            .pulse
            .sent
            .fetch_add(observations.len() as u64, Ordering::Relaxed);
        for ((asked, right), observation) in batch.iter().zip(right).zip(observations) {
            self.compare(id, asked.point, &right, &observation.outcome);
        }
    }

    /// The observations of a batch, fewer if the sweep is over.
    fn observe(
        &mut self,
        batch: &[Asked],
        implementation: &mut dyn Implementation,
    ) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(batch.len());
        let requests: Vec<&Request> = batch.iter().map(|asked| &asked.request).collect();
        while observations.len() < requests.len() && !self.is_over() {
            let begun = Instant::now();
            observations.extend(implementation.answer_all(&requests[observations.len()..]));
            let is_fault = observations.last().is_some_and(|last| last.end().is_some());
            if is_fault {
                self.faults += 1;
                self.lost += begun.elapsed();
            }
        }
        observations
    }

    fn compare(&mut self, id: QuestionId, point: char, right: &Right, outcome: &Outcome) {
        let counts = &mut self.counts[id.0];
        counts.sent += 1;
        if matches!(outcome, Outcome::Skipped(..)) {
            counts.skipped += 1;
            return;
        }
        if matches!(right, Right::Value(_)) {
            counts.accepted.add(point);
        }
        let Some(way) = right.difference(outcome) else {
            return;
        };
        counts.different += 1;
        self.options
            .pulse
            .differences
            .fetch_add(1, Ordering::Relaxed);
        self.differences.push(Difference {
            question: id,
            point,
            way,
            expected: right.code(),
            outcome: without_words(outcome),
        });
    }

    /// Whether nothing more is asked. Notes why.
    fn is_over(&mut self) -> bool {
        if self.end.is_none() {
            self.end = self.early_end();
        }
        self.end.is_some()
    }

    fn early_end(&self) -> Option<End> {
        if interrupt::requested() {
            return Some(End::Interrupted);
        }
        if let Some(time) = self.options.time
            && self.begun.elapsed() >= time
        {
            return Some(End::Late(time));
        }
        let FaultBudget { count, time } = self.options.faults;
        let is_spent = count.is_some_and(|most| self.faults >= most)
            || time.is_some_and(|most| self.lost >= most);
        let faults = self.faults;
        is_spent.then_some(End::GivenUp { faults })
    }
}

fn right_answers(batch: &[Asked]) -> Vec<Right> {
    let mut answers = Vec::with_capacity(batch.len());
    for asked in batch {
        answers.push(Right::of(&asked.request));
    }
    answers
}
