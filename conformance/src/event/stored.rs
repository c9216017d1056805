//! The octets of a report, whose events are read twice: first all of them, to see whether they fit,
//! then one by one, to hand them on. Only a little is kept of each in between.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::Path;

use serde_json::Value as Json;

use super::audit::Contradiction;
use super::tap::Tap;
use super::{CaseEvent, Event, EventReader, LARGEST_FILE, ReadError, RunEnd, RunStart};
use crate::judge::Verdict;
use crate::observation::Answer;

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
    /// These octets of the file.
    Line(Range<usize>),
    /// A skipped check, which shares its line with others.
    Skipped(Box<CaseEvent>),
}

/// Why a check of a report does not fit the run.
#[derive(Debug)]
pub(super) struct Unfit {
    field: Option<&'static str>,
    what: String,
}

impl Unfit {
    /// A line that does not fit as a whole.
    pub(super) const fn of_line(what: String) -> Self {
        Self { field: None, what }
    }

    fn at(self, line: usize) -> ReadError {
        ReadError {
            line,
            field: self.field.map(str::to_owned),
            what: self.what,
        }
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
            let unfit = Unfit::of_line("expected \"run-start\"".to_owned());
            return Err(StoredError::Read(unfit.at(1)));
        };
        let mut cases = Vec::new();
        let mut last = None;
        let mut length = events.offset;
        while let Some(event) = events.next().transpose()? {
            match event {
                Event::Case(case) => {
                    let line = events.line;
                    let place = place(&start, &case).map_err(|unfit| unfit.at(line))?;
                    let Some(place) = place else {
                        break;
                    };
                    if !events.is_whole {
                        // A line without its end may have been cut off.
                        break;
                    }
                    let Some(observed) = &case.observed else {
                        let what = format!("the result of {} is missing", case.name);
                        return Err(StoredError::Read(Unfit::of_line(what).at(line)));
                    };
                    let answer = observed.answer();
                    let kept = CaseEvent {
                        cost: case.cost.clone(),
                        ..case.without_evidence()
                    };
                    let event = if case.verdict == Verdict::Skip {
                        StoredEvent::Skipped(case)
                    } else {
                        StoredEvent::Line(events.begin as usize..events.offset as usize)
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
            StoredEvent::Line(octets) => {
                let line = &self.octets[octets.clone()];
                let mut case: CaseEvent =
                    serde_json::from_slice(line).expect("the line was read as a check before");
                case.add_first_value();
                case
            }
        }
    }
}

/// A field in which two runs differ, with the value of each.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) field: String,
    pub(super) one: String,
    pub(super) other: String,
}

/// The first field in which two runs differ, except the `ignored` ones.
pub(super) fn difference(one: &RunStart, other: &RunStart, ignored: &[&str]) -> Option<Difference> {
    let one = fields_of(one);
    let other = fields_of(other);
    // The most telling ones first, then all.
    let mut names = vec!["suite", "implementation", "arguments", "filters"];
    names.extend(one.keys().map(String::as_str));
    names.extend(other.keys().map(String::as_str));
    for name in names {
        if one.get(name) != other.get(name) && !ignored.contains(&name) {
            return Some(Difference {
                field: name.to_owned(),
                one: shown(one.get(name)),
                other: shown(other.get(name)),
            });
        }
    }
    None
}

fn fields_of(start: &RunStart) -> serde_json::Map<String, Json> {
    match serde_json::to_value(start) {
        Ok(Json::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    }
}

fn shown(value: Option<&Json>) -> String {
    value.map_or_else(|| "none".to_owned(), Json::to_string)
}
