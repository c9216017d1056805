//! The Test Anything Protocol, version 13, as `prove` reads it.

use std::io::{self, Write};

use super::check::CheckEntry;
use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, facts, show_finding, show_subject};
use crate::escape::printable;
use crate::event::RunEnd;
use crate::judge::Verdict;

pub(super) const FORMAT: Format =
    Format::document("tap", "tap", "Test Anything Protocol, version 13", write);

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "TAP version 13")?;
    writeln!(out, "# {}", show_subject(&run.start))?;
    writeln!(out, "1..{}", run.checks.len())?;
    for (number, check) in (1..).zip(&run.checks) {
        write_check(number, check, &run.end, out)?;
    }
    for finding in &run.findings {
        writeln!(out, "# {}, {}", finding.level, show_finding(finding))?;
    }
    for fact in facts(&run.end) {
        writeln!(out, "# {fact}")?;
    }
    writeln!(out, "# {}", conclusion(&run.end))
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
