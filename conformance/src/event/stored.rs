//! The octets of a report, whose events are read twice: first all of them, to see whether they fit,
//! then one by one, to hand them on. Only a little is kept of each in between. A run that was cut off goes on
//! with them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::Duration;

use acegate_vectors::Check;
use serde_json::Value as Json;

use super::audit::{Contradiction, contradictions};
use super::record::{Recorder, described, start_of};
use super::results::Results;
use super::tap::Tap;
use super::{CaseEvent, Event, EventReader, LARGEST_FILE, ReadError, Recording, RunEnd, RunStart};
use crate::implementation::Starter;
use crate::judge::Verdict;
use crate::observation::{Answer, StartError};
use crate::runner::{Earlier, RunOptions};

/// A run that was cut off, as its report file holds it.
#[derive(Debug)]
pub struct CutOffRun(StoredRun);

impl CutOffRun {
    /// Reads the report file of a run of these checks with these options. The run goes on before the
    /// first check that was not run, if there is one.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be read, is not a report, is of another run, or has results that
    /// this run would not have: a baseline must give the same verdicts as in the file, and each
    /// verdict must be that on the observation beside it.
    pub fn read(
        path: &Path,
        checks: &[Check],
        options: &RunOptions,
        recording: &Recording,
    ) -> Result<Self, String> {
        let indices: HashMap<&str, usize> = checks
            .iter()
            .enumerate()
            .map(|(index, check)| (&*check.name, index))
            .collect();
        let here = start_of(recording, checks.len(), options);
        let mut seen = HashSet::new();
        let mut other = None;
        let place = |start: &RunStart, case: &CaseEvent| {
            other = other
                .take()
                .or_else(|| difference(start, &here, BEFORE_START));
            if other.is_some() || case.verdict == Verdict::NotRun {
                return Ok(None);
            }
            let name = &case.name;
            let index = *indices.get(name.as_str()).ok_or_else(|| {
                format!("{name} is not one of the checks of this run: give the same filters")
            })?;
            if !seen.insert(index) {
                return Err(Unfit::from(format!("{name} has two verdicts")));
            }
            let check = &checks[index];
            if case.digest != check.digest().to_string() {
                return Err(Unfit::from(format!(
                    "the suite has another check {name} now"
                )));
            }
            if let Some(first) = contradictions(check, case, start).into_iter().next() {
                return Err(Unfit::from(first));
            }
            // As without a baseline: one that is being renewed knows the failures that count.
            let unexpected = case.verdict.is_failure() && case.level >= options.enforce;
            let mut again = CaseEvent {
                unexpected,
                baseline: None,
                ..case.clone()
            };
            if let Some(known) = &recording.known {
                again.apply_baseline(&**known, &|| case.digest.clone());
            }
            if (again.baseline, again.unexpected) != (case.baseline, case.unexpected) {
                return Err(Unfit::from(format!(
                    "the baseline has another verdict on {name} now"
                )));
            }
            Ok(Some(index))
        };
        let stored = StoredRun::read(path, place).map_err(|error| error.to_string())?;
        match other.or_else(|| difference(&stored.start, &here, BEFORE_START)) {
            None => Ok(Self(stored)),
            Some(other) => Err(other_run(other)),
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

    /// Runs the checks that have no verdict. All events of the run are handed to `sink`, those of the
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
        let start = || {
            let started = start()?;
            let here = described(&self.0.start, started.describe());
            match difference(&self.0.start, &here, &[]) {
                None => Ok(started),
                Some(other) => Err(StartError::Unknown(other_run(other))),
            }
        };
        let (mut results, mut earlier) = (Results::default(), Earlier::default());
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
            earlier
                .asked
                .push((check.clone(), Duration::from_micros(case.elapsed_us)));
        }
        let left = checks
            .iter()
            .enumerate()
            .filter(|(index, _)| is_left[*index]);
        let (indices, left): (Vec<_>, Vec<_>) =
            left.map(|(index, check)| (index, check.clone())).unzip();
        let mut take = |event: &Event| match event {
            // The events of the file come first.
            Event::RunStart(_) => {
                sink(&Event::RunStart(Box::new(self.0.start.clone())));
                let cases = (0..self.0.cases.len()).map(|index| self.0.event(index));
                cases.for_each(|case| sink(&Event::Case(Box::new(case))));
            }
            event => sink(event),
        };
        let run = start_of(recording, checks.len(), options);
        let recorder = Recorder {
            recording,
            start: run,
            indices,
            results,
            sink: &mut take,
        };
        recorder.record(&left, &start, options, earlier)
    }
}

/// The fields that are not known, or not compared, before the implementation has started.
const BEFORE_START: &[&str] = &["implementation", "codecs", "date"];

fn other_run((field, [file, here]): (String, [String; 2])) -> String {
    format!(
        "the report file is of another run: its {field:?} is {file}, and that of this run is {here}"
    )
}

#[derive(Debug)]
pub(super) struct StoredRun {
    octets: Vec<u8>,
    pub(super) start: RunStart,
    /// The checks, in the order of the report.
    pub(super) cases: Vec<StoredCase>,
    /// The last event; `None` if the run was cut off, or was not read to its end.
    pub(super) end: Option<RunEnd>,
    /// How many octets the first event and the checks take.
    pub(super) length: u64,
}

/// A check of a report, and where its event is.
#[derive(Debug)]
pub(super) struct StoredCase {
    event: StoredEvent,
    /// The place of the check in the run.
    pub(super) place: usize,
    /// Its event, without the evidence, but with the cost of a fault.
    pub(super) case: CaseEvent,
    pub(super) answer: Answer,
}

#[derive(Debug)]
enum StoredEvent {
    /// In the octets of the file, from the first of these to before the second.
    Line(usize, usize),
    /// A skipped check, which shares its line with others.
    Skipped(Box<CaseEvent>),
}

/// Why a check of a report does not fit the run.
#[derive(Debug)]
pub(super) struct Unfit {
    field: Option<&'static str>,
    what: String,
}

impl From<String> for Unfit {
    fn from(what: String) -> Self {
        Self { field: None, what }
    }
}

impl From<Contradiction> for Unfit {
    fn from(Contradiction { field, what }: Contradiction) -> Self {
        Self {
            field: Some(field),
            what,
        }
    }
}

/// Why a report file is not taken.
#[derive(Debug)]
pub(super) enum StoredError {
    Open(io::Error),
    Read(ReadError),
}

impl fmt::Display for StoredError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Read(error) => error.fmt(f),
        }
    }
}

impl From<ReadError> for StoredError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl StoredRun {
    /// Reads a report. `place` gives the place of a check in the run; at `None`, reading ends.
    pub(super) fn read(
        path: &Path,
        mut place: impl FnMut(&RunStart, &CaseEvent) -> Result<Option<usize>, Unfit>,
    ) -> Result<Self, StoredError> {
        let file = File::open(path).map_err(StoredError::Open)?;
        let size = file
            .metadata()
            .map_or(0, |there| there.len())
            .min(LARGEST_FILE);
        let mut octets = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        let tap = Tap::new(BufReader::new(file), |read: &[u8]| {
            octets.extend_from_slice(read);
        });
        let mut events = EventReader::new(tap);
        let Some(Event::RunStart(start)) = events.next().transpose()? else {
            // The reader takes no other event for the first.
            let what = "expected \"run-start\"".to_owned();
            return Err(ReadError {
                line: 1,
                field: None,
                what,
            }
            .into());
        };
        let (mut cases, mut last, mut length) = (Vec::new(), None, events.offset);
        while let Some(event) = events.next().transpose()? {
            match event {
                Event::Case(case) => {
                    let line = events.line;
                    let unfit = |Unfit { field, what }: Unfit| ReadError {
                        line,
                        field: field.map(str::to_owned),
                        what,
                    };
                    let place = place(&start, &case).map_err(unfit)?;
                    // A line without its end may have been cut off.
                    let Some(place) = place.filter(|_| events.is_whole) else {
                        break;
                    };
                    let Some(observed) = &case.observed else {
                        let what = format!("the result of {} is missing", case.name);
                        return Err(ReadError {
                            line,
                            field: None,
                            what,
                        }
                        .into());
                    };
                    let answer = observed.answer();
                    let kept = CaseEvent {
                        cost: case.cost.clone(),
                        ..case.without_evidence()
                    };
                    let event = match case.verdict {
                        Verdict::Skip => StoredEvent::Skipped(case),
                        _ => StoredEvent::Line(events.begin as usize, events.offset as usize),
                    };
                    cases.push(StoredCase {
                        event,
                        place,
                        case: kept,
                        answer,
                    });
                    length = events.offset;
                }
                Event::RunEnd(end) => last = Some(*end),
                Event::RunStart(_) | Event::Finding(_) => {}
            }
        }
        drop(events);
        Ok(Self {
            octets,
            start: *start,
            cases,
            end: last,
            length,
        })
    }

    pub(super) fn event(&self, index: usize) -> CaseEvent {
        match &self.cases[index].event {
            StoredEvent::Skipped(case) => (**case).clone(),
            StoredEvent::Line(begin, end) => serde_json::from_slice(&self.octets[*begin..*end])
                .expect("the line was read as a check before"),
        }
    }
}

/// The first field in which two runs differ, with its values, but for those of `ignored`.
pub(super) fn difference(
    one: &RunStart,
    other: &RunStart,
    ignored: &[&str],
) -> Option<(String, [String; 2])> {
    let fields = |start: &RunStart| match serde_json::to_value(start) {
        Ok(Json::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (fields(one), fields(other));
    // The most telling ones first, then all.
    let first = ["suite", "implementation", "arguments", "filters"].map(str::to_owned);
    let names = first.iter().chain(one.keys()).chain(other.keys());
    let mut names = names.filter(|name| !ignored.contains(&name.as_str()));
    let name = names.find(|name| one.get(*name) != other.get(*name))?;
    let shown = |value: Option<&Json>| value.map_or_else(|| "none".to_owned(), Json::to_string);
    Some((name.clone(), [shown(one.get(name)), shown(other.get(name))]))
}
