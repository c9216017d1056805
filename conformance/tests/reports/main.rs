//! The output and report files of `acegate check`, also when they cannot be written.

#[cfg(unix)]
mod file;
mod hostile;
mod html;
mod outputs;
mod parts;
#[path = "../run/mod.rs"]
mod program;
mod read;
mod rich;
mod statement;

use acegate::event::Event;
use acegate::findings::with_findings;
use acegate::report::{ReportOptions, format_named};

use program::{Ended, WRONG};

/// The folder of the vectors of these tests.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports");

/// Runs acegate with these words in the folder of the vectors.
fn run(words: &[&str]) -> Ended {
    program::acegate(FOLDER, words)
}

/// Runs the check of the wrong decoder with these further words.
fn check_wrong(more: &[&str]) -> Ended {
    run(&[&["check", "--only-vectors", "failing.yaml", "--cmd", WRONG], more].concat())
}

/// The events with the findings of the run before the last.
fn with_findings_before_the_end(events: impl IntoIterator<Item = Event>) -> Vec<Event> {
    let mut all = Vec::new();
    let mut take = with_findings(|event: &Event| all.push(event.clone()));
    events.into_iter().for_each(|event| take(&event));
    drop(take);
    all
}

/// A run in the format of this name, without colours.
fn rendered(format: &str, options: ReportOptions, events: &[Event]) -> String {
    let mut reporter = format_named(format).expect("a format").reporter(options);
    let mut out = Vec::new();
    for event in events {
        reporter.event(event, &mut out).expect("memory takes it");
    }
    String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).expect("UTF-8")
}

/// Whether no character of the text steers a terminal or reorders text.
fn is_inert(text: &str) -> bool {
    let hostile = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2028}'..='\u{2029}')
    };
    !text.contains(hostile)
}
