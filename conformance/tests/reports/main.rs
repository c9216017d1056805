//! The output and report files of `acegate check`, also when they cannot be written.

mod diff;
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
mod text;

use std::path::{Path, PathBuf};
use std::process::Command;

use acegate::event::Event;
use acegate::findings::with_findings;
use acegate::report::{ReportOptions, format_named};

use program::{Ended, ended};

/// Whoever consumes a leading delimiter, as a command.
const WRONG: &str = "acegate serve --deviation punycode/leading-delimiter-consumed";

/// The command `acegate`, in the folder of the vectors of these tests, which finds itself by name.
fn acegate(arguments: &[&str]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_acegate"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(PathBuf::from).into_iter();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).expect("a path");
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports"));
    command
}

fn run(arguments: &[&str]) -> Ended {
    ended(&mut acegate(arguments))
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
