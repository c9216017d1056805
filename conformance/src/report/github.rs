//! Annotations of GitHub's workflows.

use std::io::{self, Write};

use super::reporter::{Format, ReportOptions};
use super::run::{CheckEntry, Run};
use super::wording::{conclusion, count, facts, show_finding, show_subject};
use crate::escape::{workflow_message, workflow_property};
use crate::event::Finding;
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format =
    Format::document("github", "log", "Annotations of GitHub's workflows", write);

/// How many annotations of one kind GitHub shows for a step.
const SHOWN: usize = 10;

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let (errors, warnings) = run.findings();
    // The last error is the one of the run.
    let is_bad = run.end.exit != ExitStatus::AsExpected;
    for finding in errors.iter().take(SHOWN - usize::from(is_bad)) {
        annotate("error", finding, run, out)?;
    }
    for finding in warnings.iter().take(SHOWN) {
        annotate("warning", finding, run, out)?;
    }
    let mut text = conclusion(&run.end);
    let all = errors.len() + warnings.len();
    if all > 0 {
        text += &format!(
            "; {}, {} of them advisory",
            count(all, "finding", "findings"),
            warnings.len()
        );
    }
    for fact in facts(&run.end) {
        text += "\n";
        text += &fact;
    }
    let kind = if is_bad { "error" } else { "notice" };
    let title = workflow_property(&show_subject(&run.start));
    writeln!(out, "::{kind} title=acegate%3A {title}::{}", workflow_message(&text))
}

fn annotate(kind: &str, finding: &Finding, run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let title = workflow_property(&format!("{}, {}", finding.level, show_finding(finding)));
    write!(out, "::{kind} ")?;
    let example = run.example(finding).filter(|check| check.is_own_vector);
    if let Some(CheckEntry { case, .. }) = example {
        write!(out, "file={},line={},", workflow_property(&case.file), case.line)?;
    }
    writeln!(out, "title={title}::{}", workflow_message(run.finding_text(finding).trim_end()))
}
