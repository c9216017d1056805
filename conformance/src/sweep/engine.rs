//! The engine of a sweep: sends the questions in batches, and keeps the answers that differ.
//!
//! The answers of the reference to a batch are made by a second thread while the implementation answers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::asker::{Asker, Budget, End};
use super::counts::Counts;
use super::questions::{Choice, Difference, Question, QuestionId, Right, questions, without_words};
use super::record::{SweepBatch, SweepFile, SweepFileError, SweepStart};
use crate::implementation::Starter;
use crate::observation::{Outcome, StartError};
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

/// The answers of a sweep that differ from the reference.
#[derive(Debug)]
pub struct Sweep {
    /// The description that the implementation gives of itself.
    pub description: Description,
    /// The questions, in the order in which they were sent.
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

/// Sends every selected code point to an implementation.
///
/// # Errors
///
/// A [`StartError`] if the implementation does not start.
pub fn sweep(start: &Starter<'_>, options: &SweepOptions) -> Result<Sweep, StartError> {
    match sweep_into(start, options, None) {
        Ok(sweep) => Ok(sweep),
        Err(SweepError::Start(error)) => Err(error),
        Err(SweepError::File(error)) => unreachable!("no file is written: {error}"),
    }
}

/// Why there is no sweep.
#[derive(Debug)]
pub enum SweepError {
    /// The implementation does not start.
    Start(StartError),
    /// The report file cannot be written, or belongs to another sweep.
    File(SweepFileError),
}

/// The same with a report file, in which the sweep goes on if it was cut off.
///
/// # Errors
///
/// A [`SweepError`] if the implementation does not start, or if the file cannot be gone on with.
pub fn sweep_into(
    start: &Starter<'_>,
    options: &SweepOptions,
    mut file: Option<&mut SweepFile>,
) -> Result<Sweep, SweepError> {
    let begun = Instant::now();
    let budget = Budget {
        begun,
        time: options.time,
        faults: options.faults,
    };
    let mut asker = Asker::new(start, budget).map_err(SweepError::Start)?;
    let description = asker.describe().clone();
    let questions = questions(&description, &options.choice);
    let mut all = 0;
    for question in &questions {
        all += question.code_points.count() as u64;
    }
    options.pulse.all.store(all, Ordering::Relaxed);
    let mut done = Vec::new();
    if let Some(file) = &mut file {
        let start = SweepStart::new(&description.implementation, &questions);
        file.begin(start).map_err(SweepError::File)?;
        done = std::mem::take(&mut file.done);
    }
    let mut run = Run {
        pulse: &options.pulse,
        file,
        counts: vec![Counts::default(); questions.len()],
        differences: Vec::new(),
        end: None,
    };
    for (index, question) in questions.iter().enumerate() {
        let id = QuestionId(index);
        let last = run.go_on(id, question, &done, &mut asker);
        run.ask(id, question, last, &mut asker)
            .map_err(SweepError::File)?;
    }
    let mut remarks = asker.finish();
    remarks.extend(run.end.map(End::sentence));
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

/// A sweep that goes on.
struct Run<'a> {
    pulse: &'a SweepPulse,
    file: Option<&'a mut SweepFile>,
    counts: Vec<Counts>,
    differences: Vec<Difference>,
    /// Why not all requests were sent.
    end: Option<End>,
}

/// A code point and its request.
struct Asked {
    point: char,
    request: Request,
}

impl Run<'_> {
    /// Takes the batches of a question from the earlier run, and repeats the requests whose answers
    /// differed. Returns the last code point of the batches.
    fn go_on(
        &mut self,
        id: QuestionId,
        question: &Question,
        done: &[SweepBatch],
        asker: &mut Asker,
    ) -> Option<char> {
        let mut last = None;
        let mut again = Vec::new();
        for batch in done {
            if batch.question == id.0 {
                self.counts[id.0].add(&batch.alike);
                self.pulse
                    .sent
                    .fetch_add(batch.alike.sent, Ordering::Relaxed);
                again.extend(batch.different.iter().copied());
                last = last.max(Some(batch.last));
            }
        }
        for points in again.chunks(BATCH) {
            let mut batch = Vec::new();
            for point in points {
                batch.extend(question.asked(*point));
            }
            if self.end.is_none() {
                self.ask_batch(id, &batch, asker);
            }
        }
        last
    }

    /// Sends the code points after the last one.
    fn ask(
        &mut self,
        id: QuestionId,
        question: &Question,
        last: Option<char>,
        asker: &mut Asker,
    ) -> Result<(), SweepFileError> {
        let mut points = question.code_points.iter();
        while self.end.is_none() {
            let mut batch = Vec::with_capacity(BATCH);
            for point in points.by_ref() {
                if last.is_none_or(|last| point > last) {
                    batch.extend(question.asked(point));
                }
                if batch.len() == BATCH {
                    break;
                }
            }
            let Some(last) = batch.last() else {
                return Ok(());
            };
            let last = last.point;
            self.end = asker.early_end();
            if self.end.is_some() {
                return Ok(());
            }
            let first_new = self.differences.len();
            let alike = self.ask_batch(id, &batch, asker);
            if let Some(file) = &mut self.file
                && self.end.is_none()
            {
                let new = &self.differences[first_new..];
                file.add(SweepBatch {
                    question: id.0,
                    last,
                    alike,
                    different: new.iter().map(|difference| difference.point).collect(),
                })?;
            }
        }
        Ok(())
    }

    /// Sends a batch. Returns the counts of the answers that do not differ.
    fn ask_batch(&mut self, id: QuestionId, batch: &[Asked], asker: &mut Asker) -> Counts {
        let requests: Vec<&Request> = batch.iter().map(|asked| &asked.request).collect();
        let (right, observations) = std::thread::scope(|scope| {
            let reference = scope.spawn(|| right_answers(batch));
            let observations = asker.observe(&requests);
            (reference.join(), observations)
        });
        let right = match right {
            Ok(right) => right,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        self.pulse
            .sent
            .fetch_add(observations.len() as u64, Ordering::Relaxed);
        let are_fewer = observations.len() < batch.len();
        let mut alike = Counts::default();
        for ((asked, right), observation) in batch.iter().zip(right).zip(observations) {
            let counts = self.compare(id, asked.point, &right, &observation.outcome);
            self.counts[id.0].add(&counts);
            if counts.different == 0 {
                alike.add(&counts);
            }
        }
        if are_fewer {
            self.end = asker.early_end();
        }
        alike
    }

    /// Compares an answer with the reference. Returns the counts of this request.
    fn compare(&mut self, id: QuestionId, point: char, right: &Right, outcome: &Outcome) -> Counts {
        let mut counts = Counts {
            sent: 1,
            ..Counts::default()
        };
        if matches!(outcome, Outcome::Skipped(..)) {
            counts.skipped = 1;
            return counts;
        }
        if matches!(right, Right::Value(_)) {
            counts.accepted.add(point);
        }
        let Some(way) = right.difference(outcome) else {
            return counts;
        };
        counts.different = 1;
        self.pulse.differences.fetch_add(1, Ordering::Relaxed);
        self.differences.push(Difference {
            question: id,
            point,
            way,
            expected: right.code(),
            outcome: without_words(outcome),
        });
        counts
    }
}

impl Question {
    /// The request with the code point in the frame; `None` if there is none.
    fn asked(&self, point: char) -> Option<Asked> {
        let request = self.request(point)?;
        Some(Asked { point, request })
    }
}

fn right_answers(batch: &[Asked]) -> Vec<Right> {
    let mut answers = Vec::with_capacity(batch.len());
    for asked in batch {
        answers.push(Right::of(&asked.request));
    }
    answers
}
