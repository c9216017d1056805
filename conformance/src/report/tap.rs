//! The Test Anything Protocol, version 13, as `prove` reads it.

use std::io::{self, Write};

use super::check::{CheckEntry, CheckState};
use super::reporter::{Format, ReportOptions};
use super::run::{Run, show_not_offered};
use super::wording::{conclusion, facts, show_finding, show_subject};
use crate::escape::printable;
use crate::event::RunEnd;
use crate::judge::Verdict;

pub(super) const FORMAT: Format =
    Format::document("tap", "tap", "Test Anything Protocol, version 13", write);

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "TAP version 13")?;
    writeln!(out, "# {}", show_subject(&run.start))?;
    let mut checks = run.checks.iter().collect::<Vec<_>>();
    checks.retain(|check| check.state != CheckState::Skipped);
    let skipped = skip_lines(run);
    writeln!(out, "1..{}", checks.len() + skipped.len())?;
    let mut number = 0;
    for check in checks {
        number += 1;
        write_check(number, check, &run.end, out)?;
    }
    for line in skipped {
        number += 1;
        writeln!(out, "ok {number} - {line}")?;
    }
    for finding in &run.findings {
        writeln!(out, "# {}, {}", finding.level, show_finding(finding))?;
    }
    for fact in facts(&run.end) {
        writeln!(out, "# {fact}")?;
    }
    writeln!(out, "# {}", conclusion(&run.end))
}

/// A line for the skipped checks of each codec and reason, and one for the codecs that the implementation does not
/// have.
fn skip_lines(run: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    for group in run.skip_groups() {
        let name = escaped(&group.name());
        let message = escaped(&group.message());
        lines.push(format!("{name} # SKIP {message}"));
    }
    let missing = run.codecs_not_offered();
    if !missing.is_empty() {
        let message = escaped(&show_not_offered(&missing));
        lines.push(format!("codecs not offered # SKIP {message}"));
    }
    lines
}

fn write_check(
    number: usize,
    check: &CheckEntry,
    end: &RunEnd,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = escaped(&check.case.name);
    match check.case.verdict {
        Verdict::Pass => return writeln!(out, "ok {number} - {name}"),
        Verdict::Skip => {
            let reason = escaped(&check.reason);
            return writeln!(out, "ok {number} - {name} # SKIP {reason}");
        }
        Verdict::NotRun if end.stopped => {
            let reason = escaped(&check.reason);
            return writeln!(out, "ok {number} - {name} # SKIP not run: {reason}");
        }
        Verdict::NotRun => {
            writeln!(out, "not ok {number} - {name}")?;
            return writeln!(out, "# not run: {}", check.reason);
        }
        _ if check.case.unexpected => writeln!(out, "not ok {number} - {name}")?,
        _ => writeln!(out, "not ok {number} - {name} # TODO advisory")?,
    }
    writeln!(out, "  ---")?;
    writeln!(out, "  verdict: {}", quoted(&check.headline()))?;
    for (label, text) in check.lines(&end.behaves_like) {
        writeln!(out, "  {}: {}", label.code(), quoted(&text))?;
    }
    writeln!(out, "  ...")
}

/// A text for a line of a check, in which an unescaped number sign begins a directive.
fn escaped(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('#', "\\#")
}

/// A double-quoted string of YAML, which one of JSON is.
fn quoted(text: &str) -> serde_json::Value {
    serde_json::Value::from(text)
}
