//! A run that was cut off, and goes on with its report file.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::time::Duration;

use acegate_vectors::Check;

use super::audit::contradictions;
use super::record::{Recorder, described, start_of};
use super::results::Results;
use super::stored::{Difference, StoredCase, StoredError, StoredRun, Unfit, difference};
use super::{CaseEvent, Event, Recording, RunEnd, RunStart};
use crate::implementation::{Implementation, Starter};
use crate::judge::Verdict;
use crate::observation::StartError;
use crate::runner::{Earlier, RunOptions};

/// A run that was cut off, as its report file has it.
#[derive(Debug)]
pub struct CutOffRun(StoredRun);

impl CutOffRun {
    /// Reads the report file of a run of these checks with these options. The run goes on before the
    /// first check that was not run, if there is one.
    ///
    /// # Errors
    ///
    /// A [`ResumeError`], if the file cannot be read, is not a report, is of another run, or has results that
    /// this run would not have: a baseline must give the same verdicts as in the file, and each
    /// verdict must follow from the observation in the file.
    pub fn read(
        path: &Path,
        checks: &[Check],
        options: &RunOptions,
        recording: &Recording,
    ) -> Result<Self, ResumeError> {
        let mut indices = HashMap::new();
        for (index, check) in checks.iter().enumerate() {
            indices.insert(&*check.name, index);
        }
        let mut reader = CutOffReader {
            checks,
            options,
            recording,
            here: start_of(recording, checks.len(), options),
            indices,
            seen: HashSet::new(),
            is_other_run: None,
        };
        let stored = StoredRun::read(path, |start, case| reader.place_of(start, case))
            .map_err(|error| ResumeError(NotResumed::Stored(error)))?;
        match difference(&stored.start, &reader.here, BEFORE_START) {
            None => Ok(Self(stored)),
            Some(other) => Err(ResumeError(NotResumed::OtherRun(other))),
        }
    }

    /// How many events the file has that stay in it.
    #[must_use]
    pub const fn events(&self) -> usize {
        1 + self.0.cases.len()
    }

    /// How many octets these events take.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.0.length
    }

    /// Runs the checks that have no verdict. All events of the run are handed to `sink`, the events of the
    /// file first. Returns the last one.
    ///
    /// `checks`, `options` and `recording` are those that the file was read with.
    ///
    /// # Errors
    ///
    /// A [`StartError`] if the implementation does not start, or is not the one of the file. No
    /// event has been handed on then.
    pub fn resume(
        &self,
        checks: &[Check],
        start: &Starter<'_>,
        options: &RunOptions,
        recording: &Recording,
        sink: &mut dyn FnMut(&Event),
    ) -> Result<RunEnd, StartError> {
        let mut results = Results::default();
        let mut earlier = Earlier::default();
        let mut is_left = vec![true; checks.len()];
        for StoredCase {
            place,
            case,
            answer,
            ..
        } in &self.0.cases
        {
            let check = &checks[*place];
            results.add(*place, check, case, answer.clone());
            is_left[*place] = false;
            earlier.costs.extend(case.cost.clone());
            let elapsed = Duration::from_micros(case.elapsed_us);
            earlier.asked.push((check.clone(), elapsed));
        }
        let mut indices = Vec::new();
        let mut left = Vec::new();
        for (index, check) in checks.iter().enumerate() {
            if is_left[index] {
                indices.push(index);
                left.push(check.clone());
            }
        }
        let recorder = Recorder {
            recording,
            start: start_of(recording, checks.len(), options),
            indices,
            results,
            sink: &mut |event| self.hand_on(event, sink),
        };
        recorder.record(&left, &|| self.start_again(start), options, earlier)
    }

    /// Starts the implementation, which must be the one of the file.
    fn start_again(&self, start: &Starter<'_>) -> Result<Box<dyn Implementation>, StartError> {
        let started = start()?;
        let here = described(&self.0.start, started.describe());
        match difference(&self.0.start, &here, &[]) {
            None => Ok(started),
            Some(other) => {
                let error = NotResumed::OtherRun(other);
                Err(StartError::Unknown(error.to_string()))
            }
        }
    }

    /// Hands on an event of the second part of the run. In the place of its start come the events of the file.
    fn hand_on(&self, event: &Event, sink: &mut dyn FnMut(&Event)) {
        if !matches!(event, Event::RunStart(_)) {
            sink(event);
            return;
        }
        sink(&Event::RunStart(Box::new(self.0.start.clone())));
        for index in 0..self.0.cases.len() {
            sink(&Event::Case(Box::new(self.0.event(index))));
        }
    }
}

/// Why the run of a report file does not go on, in one sentence.
#[derive(Debug)]
pub struct ResumeError(NotResumed);

#[derive(Debug)]
enum NotResumed {
    Stored(StoredError),
    OtherRun(Difference),
}

impl std::error::Error for ResumeError {}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for NotResumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stored(error) => error.fmt(f),
            Self::OtherRun(Difference { field, one, other }) => write!(
                f,
                "the report file is of another run: its {field:?} is {one}, but {other} in this run"
            ),
        }
    }
}

/// Compares the report of a run that was cut off with the run that is to go on.
struct CutOffReader<'a> {
    checks: &'a [Check],
    options: &'a RunOptions,
    recording: &'a Recording,
    /// The start of the run that is to go on.
    here: RunStart,
    /// The index of each check, by its name.
    indices: HashMap<&'a str, usize>,
    /// The indices of the checks that have a verdict.
    seen: HashSet<usize>,
    /// Whether the report is of another run; `None` before its first check.
    is_other_run: Option<bool>,
}

impl CutOffReader<'_> {
    /// The index of the check of an event; `None` for the first that was not run, and if the report is of another
    /// run.
    fn place_of(&mut self, start: &RunStart, case: &CaseEvent) -> Result<Option<usize>, Unfit> {
        let is_other_run = *self
            .is_other_run
            .get_or_insert_with(|| difference(start, &self.here, BEFORE_START).is_some());
        if is_other_run || case.verdict == Verdict::NotRun {
            return Ok(None);
        }
        let name = &case.name;
        let Some(&index) = self.indices.get(name.as_str()) else {
            let what =
                format!("{name} is not one of the checks of this run: give the same filters");
            return Err(Unfit::of_line(what));
        };
        if !self.seen.insert(index) {
            return Err(Unfit::of_line(format!("{name} has two verdicts")));
        }
        let check = &self.checks[index];
        if case.digest != check.digest().to_string() {
            let what = format!("the check {name} has changed in the suite");
            return Err(Unfit::of_line(what));
        }
        if let Some(first) = contradictions(check, case, start).into_iter().next() {
            return Err(Unfit::from(first));
        }
        if !self.has_same_verdict(case) {
            let what = format!("the baseline now has another verdict for {name}");
            return Err(Unfit::of_line(what));
        }
        Ok(Some(index))
    }

    /// Whether the baseline says of a result what it said in the report.
    fn has_same_verdict(&self, case: &CaseEvent) -> bool {
        let mut again = case.clone();
        again.baseline = None;
        // As without a baseline: one that is being renewed knows the failures that count.
        again.unexpected = case.verdict.is_failure() && case.level >= self.options.enforce;
        if let Some(known) = &self.recording.known {
            again.apply_baseline(&**known, &|| case.digest.clone());
        }
        again.baseline == case.baseline && again.unexpected == case.unexpected
    }
}

/// The fields that are not known, or not compared, before the implementation has started.
const BEFORE_START: &[&str] = &["implementation", "codecs", "date"];
