//! Annotations of GitHub's workflows.

use std::io::{self, Write};

use super::location::Location;
use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, count, facts, show_finding, show_subject};
use crate::escape::{workflow_message, workflow_property};
use crate::event::Finding;
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format =
    Format::document("github", "log", "Annotations of GitHub's workflows", write);

/// How many annotations of one kind GitHub shows for a step.
const SHOWN: usize = 10;

fn write(run: &Run, options: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let (errors, warnings) = run.findings();
    let location_of = Location::of_findings(run, options.location.as_ref());
    // The last error is the one of the run.
    let is_bad = run.end.exit != ExitStatus::AsExpected;
    for finding in errors.iter().take(SHOWN - usize::from(is_bad)) {
        annotate("error", finding, location_of(finding), run, out)?;
    }
    for finding in warnings.iter().take(SHOWN) {
        annotate("warning", finding, location_of(finding), run, out)?;
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

fn annotate(
    kind: &str,
    finding: &Finding,
    location: Option<Location>,
    run: &Run,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = workflow_property(&format!("{}, {}", finding.level, show_finding(finding)));
    write!(out, "::{kind} ")?;
    if let Some(Location { file, line }) = location {
        write!(out, "file={},line={line},", workflow_property(&file))?;
    }
    writeln!(out, "title={title}::{}", workflow_message(run.finding_text(finding).trim_end()))
}
