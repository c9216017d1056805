//! The octets of a report, whose events are read twice: first all of them, to see whether they fit,
//! then one by one, to hand them on. Only a little is kept of each in between.

use std::fmt;

use serde_json::Value as Json;

use super::{CaseEvent, Event, EventReader, ReadError, RunEnd, RunStart};
use crate::observation::Answer;

/// Why report files do not make the run that is asked for, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRunError(pub(super) String);

impl fmt::Display for StoredRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoredRunError {}

/// A report that was read once.
#[derive(Debug)]
pub(super) struct StoredRun {
    octets: Vec<u8>,
    /// The first event.
    pub(super) start: RunStart,
    /// The checks, in the order of the report.
    pub(super) cases: Vec<StoredCase>,
    /// The last event; `None` if the run was cut off, or was not read to its end.
    pub(super) end: Option<RunEnd>,
    /// How many octets the first event and the checks take.
    pub(super) length: u64,
}

/// A check of a report, and where its event is in the file.
#[derive(Debug)]
pub(super) struct StoredCase {
    begin: u64,
    end: u64,
    /// The place of the check in the run.
    pub(super) place: usize,
    /// Its event, without the evidence, but with the cost of a fault.
    pub(super) case: CaseEvent,
    pub(super) answer: Answer,
}

impl StoredRun {
    /// Reads a report. `place` gives the place of a check in the run; at `None`, reading ends.
    pub(super) fn read(
        octets: Vec<u8>,
        mut place: impl FnMut(&RunStart, &CaseEvent) -> Result<Option<usize>, String>,
    ) -> Result<Self, ReadError> {
        let mut events = EventReader::new(octets.as_slice());
        let Some(Event::RunStart(start)) = events.next().transpose()? else {
            // The reader takes no other event for the first.
            return Err(ReadError { line: 1, field: None, what: "expected \"run-start\"".into() });
        };
        let (mut cases, mut last, mut length) = (Vec::new(), None, events.offset());
        while let Some(event) = events.next().transpose()? {
            match event {
                Event::Case(case) => {
                    let end = events.offset();
                    let error = |what| ReadError { line: events.line(), field: None, what };
                    let observed = case.observed.as_ref();
                    let kept = place(&start, &case).and_then(|place| {
                        let lost = || format!("the result of {} is missing", case.name);
                        place.map(|it| Ok((it, observed.ok_or_else(lost)?.answer()))).transpose()
                    });
                    // A line without its end may have been cut off.
                    let Some((place, answer)) = kept.map_err(error)?.filter(|_| end > length)
                    else {
                        break;
                    };
                    let case = CaseEvent { cost: case.cost.clone(), ..case.without_evidence() };
                    cases.push(StoredCase { begin: length, end, place, case, answer });
                    length = end;
                }
                Event::RunEnd(end) => last = Some(*end),
                Event::RunStart(_) | Event::Finding(_) => {}
            }
        }
        Ok(Self { octets, start: *start, cases, end: last, length })
    }

    /// Reads the event of a check again.
    pub(super) fn event(&self, index: usize) -> CaseEvent {
        let StoredCase { begin, end, .. } = self.cases[index];
        let line = &self.octets[begin as usize..end as usize];
        serde_json::from_slice(line).expect("the line was read as a check before")
    }
}

/// The first field in which two runs differ, with its values; `None` if they agree in all but
/// `ignored`.
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
