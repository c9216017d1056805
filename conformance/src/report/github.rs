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
        write_annotation("error", finding, location_of(finding), run, out)?;
    }
    for finding in warnings.iter().take(SHOWN) {
        write_annotation("warning", finding, location_of(finding), run, out)?;
    }
    let mut text = conclusion(&run.end);
    let all = errors.len() + warnings.len();
    if all > 0 {
        let findings = count(all, "finding", "findings");
        text += &format!("; {findings}, {} of them advisory", warnings.len());
    }
    text.extend(facts(&run.end).iter().flat_map(|fact| ["\n", fact]));
    let kind = if is_bad { "error" } else { "notice" };
    let title = workflow_property(&show_subject(&run.start));
    let message = workflow_message(&text);
    writeln!(out, "::{kind} title=acegate%3A {title}::{message}")
}

fn write_annotation(
    kind: &str,
    finding: &Finding,
    location: Option<Location>,
    run: &Run,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "::{kind} ")?;
    if let Some(Location { file, line }) = location {
        write!(out, "file={},line={line},", workflow_property(&file))?;
    }
    let title = workflow_property(&format!("{}, {}", finding.level, show_finding(finding)));
    let text = run.finding_text(finding);
    writeln!(out, "title={title}::{}", workflow_message(text.trim_end()))
}
