//! A report file whose events are read twice: first all of them, to see whether they fit, then one by
//! one, to hand them on. Only a little is kept of each in between.

use std::fs::File;
use std::io::{self, BufReader};
use std::os::unix::fs::FileExt;
use std::path::Path;

use serde_json::Value as Json;

use super::{CaseEvent, Event, EventReader, ReadError, RunEnd, RunStart};

/// A report file that was read once.
#[derive(Debug)]
pub(super) struct StoredRun<T> {
    file: File,
    /// The first event.
    pub(super) start: RunStart,
    /// The checks, in the order of the file.
    pub(super) cases: Vec<StoredCase<T>>,
    /// The last event; `None` if the run was cut off, or was not read to its end.
    pub(super) end: Option<RunEnd>,
    /// How many octets the first event and the checks take.
    pub(super) length: u64,
}

/// The place of an event in a file, and what is kept of it.
#[derive(Debug)]
pub(super) struct StoredCase<T> {
    begin: u64,
    end: u64,
    pub(super) kept: T,
}

impl<T> StoredRun<T> {
    /// Reads a file. `keep` gives what is kept of a check; with `None`, the file is not read further.
    ///
    /// # Errors
    ///
    /// The error of the file or of `keep`, with its line. The line is 0 if the file cannot be opened.
    pub(super) fn read(
        path: &Path,
        mut keep: impl FnMut(&RunStart, CaseEvent) -> Result<Option<T>, String>,
    ) -> Result<Self, ReadError> {
        let failed = |error: io::Error| ReadError { line: 0, field: None, what: error.to_string() };
        let file = File::open(path).map_err(failed)?;
        let mut events = EventReader::new(BufReader::new(file.try_clone().map_err(failed)?));
        let first = events.next().transpose()?;
        let Some(Event::RunStart(start)) = first else {
            // The reader takes no other event for the first.
            return Err(ReadError { line: 1, field: None, what: "expected \"run-start\"".into() });
        };
        let mut run =
            Self { file, start: *start, cases: Vec::new(), end: None, length: events.offset() };
        while let Some(event) = events.next().transpose()? {
            match event {
                Event::Case(case) => {
                    let end = events.offset();
                    let error = |what| ReadError { line: events.line(), field: None, what };
                    let kept = keep(&run.start, *case).map_err(error)?;
                    // A line without its end may have been cut off.
                    let (Some(kept), true) = (kept, end > run.length) else { break };
                    run.cases.push(StoredCase { begin: run.length, end, kept });
                    run.length = end;
                }
                Event::RunEnd(end) => run.end = Some(*end),
                Event::RunStart(_) | Event::Finding(_) => {}
            }
        }
        Ok(run)
    }

    /// Reads the event of a check again.
    ///
    /// # Errors
    ///
    /// If the file has been changed since.
    pub(super) fn case(&self, index: usize) -> io::Result<CaseEvent> {
        let StoredCase { begin, end, .. } = self.cases[index];
        let length = usize::try_from(end - begin).map_err(io::Error::other)?;
        let mut line = vec![0; length];
        self.file.read_exact_at(&mut line, begin)?;
        match serde_json::from_slice(&line)? {
            Event::Case(case) => Ok(*case),
            _ => Err(io::Error::other("the file has been changed")),
        }
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
