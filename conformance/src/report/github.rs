//! Annotations of GitHub's workflows.

use std::io::{self, Write};

use super::location::Location;
use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, count, facts, show_finding, show_subject};
use crate::escape::{workflow_message, workflow_property};
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
    let counting = errors.iter().take(SHOWN - usize::from(is_bad));
    let counting = counting.map(|finding| ("error", finding));
    let advisory = warnings
        .iter()
        .take(SHOWN)
        .map(|finding| ("warning", finding));
    for (kind, finding) in counting.chain(advisory) {
        write!(out, "::{kind} ")?;
        if let Some(Location { file, line }) = location_of(finding) {
            write!(out, "file={},line={line},", workflow_property(&file))?;
        }
        let title = workflow_property(&format!("{}, {}", finding.level, show_finding(finding)));
        let text = run.finding_text(finding);
        writeln!(out, "title={title}::{}", workflow_message(text.trim_end()))?;
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
    writeln!(
        out,
        "::{kind} title=acegate%3A {title}::{}",
        workflow_message(&text)
    )
}
