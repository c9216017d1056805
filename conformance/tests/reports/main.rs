//! The output and report files of `acegate check`, also when they cannot be written.

#[cfg(unix)]
mod file;
mod hostile;
mod html;
mod outputs;
mod parts;
#[path = "../run/mod.rs"]
mod program;
mod reading;
mod rich;
mod statement;
mod statement_files;
#[cfg(unix)]
mod tampered;

use std::ffi::OsStr;

use acegate::event::{CaseEvent, Event, EventWriter, RunEnd, RunStart};
use acegate::findings::with_findings;
use acegate::report::{ReportOptions, format_named};

use serde_json::Value as Json;

use program::{Ended, WRONG};

/// The folder of the vectors of these tests.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports");

/// Runs acegate with these words in the folder of the vectors.
fn run(words: &[impl AsRef<OsStr>]) -> Ended {
    program::acegate(FOLDER, words)
}

/// Runs the check of the wrong decoder with these further words.
fn check_wrong<S: AsRef<str>>(more: &[S]) -> Ended {
    let more = more.iter().map(AsRef::as_ref);
    let words = ["check", "--only-vectors", "failing.yaml", "--cmd", WRONG]
        .into_iter()
        .chain(more);
    run(&words.collect::<Vec<_>>())
}

/// The events that are handed to a sink, with the findings of the run before the last.
fn events_of(hand_on: impl FnOnce(&mut dyn FnMut(&Event))) -> Vec<Event> {
    let mut all = Vec::new();
    let mut take = with_findings(|event: &Event| all.push(event.clone()));
    hand_on(&mut take);
    drop(take);
    all
}

/// A run of these checks, whose end has their counts.
fn run_of(
    start: RunStart,
    cases: impl IntoIterator<Item = CaseEvent>,
    mut end: RunEnd,
) -> Vec<Event> {
    events_of(|sink| {
        sink(&Event::RunStart(Box::new(start)));
        for case in cases {
            end.totals.add(&case);
            sink(&Event::Case(Box::new(case)));
        }
        sink(&Event::RunEnd(Box::new(end)));
    })
}

/// The events without what differs from run to run.
fn timeless(mut events: Vec<Event>) -> Vec<Event> {
    for event in &mut events {
        match event {
            Event::RunStart(start) => start.date.clear(),
            Event::Case(case) => {
                case.elapsed_us = 0;
                case.cost.iter_mut().for_each(|cost| cost.lost_us = 0);
            }
            Event::RunEnd(end) => end.elapsed_us = 0,
            Event::Finding(_) => {}
        }
    }
    events
}

/// The lines of a report file.
fn lines(events: &[Event]) -> Vec<String> {
    let (mut writer, mut text) = (EventWriter::new(), Vec::new());
    for event in events {
        writer.write(event, &mut text).expect("memory takes it");
    }
    writer.finish(&mut text).expect("memory takes it");
    let text = String::from_utf8(text).expect("UTF-8");
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// The places of all values in a value, as pointers.
fn places(value: &Json) -> Vec<String> {
    let inner: Vec<(String, &Json)> = match value {
        Json::Array(values) => (0..).map(|at: usize| at.to_string()).zip(values).collect(),
        Json::Object(map) => map
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        _ => return Vec::new(),
    };
    let below = |(name, value): (String, &Json)| {
        let own = format!("/{name}");
        let places: Vec<_> = places(value)
            .iter()
            .map(|place| format!("{own}{place}"))
            .collect();
        std::iter::once(own).chain(places)
    };
    inner.into_iter().flat_map(below).collect()
}

/// A run in the format of this name, without colours.
fn rendered(format: &str, options: ReportOptions, events: &[Event]) -> String {
    let mut reporter = format_named(format).expect("a format").reporter(options);
    let mut out = Vec::new();
    for event in events {
        reporter.event(event, &mut out).expect("memory takes it");
    }
    plain(&out)
}

/// A text without colours.
fn plain(out: &[u8]) -> String {
    String::from_utf8(anstream::adapter::strip_bytes(out).into_vec()).expect("UTF-8")
}

/// Whether no character of the text steers a terminal or reorders text.
fn is_inert(text: &str) -> bool {
    let hostile = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2028}'..='\u{2029}')
    };
    !text.contains(hostile)
}
