//! Annotations of GitHub's workflows.

use std::io::{self, Write};

use super::reporter::Format;
use super::run::{CheckEntry, Document, Run};
use super::wording::{conclusion, facts, show_identity};
use crate::escape::{workflow_message, workflow_property};
use crate::event::Evidence;
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format = Format {
    name: "github",
    extension: "log",
    help: "Annotations of GitHub's workflows",
    evidence: Evidence::OfFailures,
    is_styled: false,
    make: |_| Document::boxed(write),
};

/// How many annotations of one kind GitHub shows for a step.
const SHOWN: usize = 10;

fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let failures = run.checks.iter().filter(|check| check.case.verdict.is_failure());
    let (errors, warnings): (Vec<_>, Vec<_>) = failures.partition(|check| check.case.unexpected);
    // The last error is the one of the run.
    let is_bad = run.end.exit != ExitStatus::AsExpected;
    for check in errors.iter().take(SHOWN - usize::from(is_bad)) {
        annotate("error", check, run, out)?;
    }
    for check in warnings.iter().take(SHOWN) {
        annotate("warning", check, run, out)?;
    }
    let mut text = conclusion(&run.end);
    let hidden = errors.len() + warnings.len();
    if hidden > 0 {
        text += &format!("; {} failures, {} of them advisory", hidden, warnings.len());
    }
    for fact in facts(&run.end) {
        text += "\n";
        text += &fact;
    }
    let kind = if is_bad { "error" } else { "notice" };
    let title = workflow_property(&show_identity(&run.start.implementation));
    writeln!(out, "::{kind} title=acegate%3A {title}::{}", workflow_message(&text))
}

fn annotate(kind: &str, check: &CheckEntry, run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let case = &check.case;
    let title = workflow_property(&format!("{}: {}", check.headline(), case.name));
    write!(out, "::{kind} ")?;
    if run.has_own_vectors() {
        write!(out, "file={},line={},", workflow_property(&case.file), case.line)?;
    }
    writeln!(out, "title={title}::{}", workflow_message(check.text(&run.end).trim_end()))
}
