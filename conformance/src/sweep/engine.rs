//! The engine of a sweep: sends the questions in batches, and keeps the answers that differ.
//!
//! The answers of the reference to a batch are made by a second thread while the implementation answers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::asker::{Asker, Budget, End};
use super::counts::Counts;
use super::questions::{Choice, Difference, Question, QuestionId, Right, questions, without_words};
use super::record::{SweepBatch, SweepFile, SweepFileError};
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

impl SweepPulse {
    fn add(&self, sent: u64, differences: usize) {
        self.sent.fetch_add(sent, Ordering::Relaxed);
        self.differences
            .fetch_add(differences as u64, Ordering::Relaxed);
    }
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
    /// The last code point of each question that was answered; `None` if none was.
    pub answered: Vec<Option<char>>,
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
        file.begin(&description, &options.choice)
            .map_err(SweepError::File)?;
        if let Some(record) = file.record.take() {
            done = record.batches;
        }
    }
    let mut run = Run {
        pulse: &options.pulse,
        file,
        counts: vec![Counts::default(); questions.len()],
        answered: vec![None; questions.len()],
        differences: Vec::new(),
        end: None,
    };
    for (index, question) in questions.iter().enumerate() {
        let id = QuestionId(index);
        run.go_on(id, question, &done).map_err(SweepError::File)?;
        run.ask(id, question, &mut asker)
            .map_err(SweepError::File)?;
    }
    let mut remarks = asker.finish();
    remarks.extend(run.end.map(End::sentence));
    Ok(Sweep {
        description,
        counts: run.counts,
        answered: run.answered,
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
    answered: Vec<Option<char>>,
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
    /// Takes the batches of a question that were answered before.
    fn go_on(
        &mut self,
        id: QuestionId,
        question: &Question,
        done: &[SweepBatch],
    ) -> Result<(), SweepFileError> {
        for batch in done {
            if batch.question == id.0 {
                let differences = batch.differences(question);
                let differences = differences.ok_or(SweepFileError::OtherVersion)?;
                self.pulse.add(batch.counts.sent, differences.len());
                self.differences.extend(differences);
                self.counts[id.0].add(&batch.counts);
                self.answered[id.0] = self.answered[id.0].max(Some(batch.last));
            }
        }
        Ok(())
    }

    /// Sends the code points after the last one that was answered.
    fn ask(
        &mut self,
        id: QuestionId,
        question: &Question,
        asker: &mut Asker,
    ) -> Result<(), SweepFileError> {
        let before = self.answered[id.0];
        let mut points = question.code_points.iter();
        while self.end.is_none() {
            let mut batch = Vec::with_capacity(BATCH);
            for point in points.by_ref() {
                if before.is_none_or(|before| point > before) {
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
            let counts = self.ask_batch(id, &batch, asker);
            if let Some(file) = &mut self.file
                && self.end.is_none()
            {
                let new = &self.differences[first_new..];
                file.add(SweepBatch::new(id, last, counts, new))?;
            }
        }
        Ok(())
    }

    /// Sends a batch. Returns its counts.
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
        let first_new = self.differences.len();
        let sent = observations.len();
        if let Some(last) = sent.checked_sub(1) {
            self.answered[id.0] = Some(batch[last].point);
        }
        let mut counts = Counts::default();
        for ((asked, right), observation) in batch.iter().zip(right).zip(observations) {
            counts.add(&self.compare(id, asked.point, &right, &observation.outcome));
        }
        self.pulse
            .add(sent as u64, self.differences.len() - first_new);
        self.counts[id.0].add(&counts);
        if sent < batch.len() {
            self.end = asker.early_end();
        }
        counts
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
        self.differences.push(Difference {
            question: id,
            point,
            way,
            expected: right.code(),
            observed: without_words(outcome),
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
