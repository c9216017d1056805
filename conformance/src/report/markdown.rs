//! Markdown, for summaries and comments, and the tables of every document in it.

use std::io::{self, Write};

use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, count, facts, show_finding, show_subject};
use crate::escape::code_span;
use crate::event::Finding;
use crate::judge::Verdict;

pub(super) const FORMAT: Format = Format::document(
    "markdown",
    "md",
    "Markdown, for summaries and comments",
    write,
);

/// How many findings are shown in full. A summary on GitHub may have a mebibyte.
const FULL: usize = 20;

/// How many findings are named besides those.
const NAMED: usize = 200;

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "## {}: {}",
        code_span(&show_subject(&run.start)),
        conclusion(&run.end)
    )?;
    write_table(run, out)?;
    let (counting, advisory) = run.findings();
    let show = |finding: &Finding| format!("{}, {}", finding.level, show_finding(finding));
    let groups = [
        ("Findings", counting, FULL),
        ("Advisory findings", advisory, 0),
    ];
    for (title, findings, full) in groups
        .iter()
        .filter(|(_, findings, _)| !findings.is_empty())
    {
        writeln!(out, "\n### {title}")?;
        let (full, rest) = findings.split_at(findings.len().min(*full));
        for finding in full {
            let (title, block) = (code_span(&show(finding)), run.finding_block(finding));
            writeln!(out, "\n{title}\n\n{block}")?;
        }
        let (named, counted) = rest.split_at(rest.len().min(NAMED));
        if !named.is_empty() {
            writeln!(out)?;
        }
        for finding in named {
            writeln!(out, "- {}", code_span(&show(finding)))?;
        }
        if let more @ 1.. = counted.len() {
            writeln!(out, "\nand {}", count(more, "more", "more"))?;
        }
    }
    let facts = facts(&run.end);
    if !facts.is_empty() {
        writeln!(out)?;
    }
    facts
        .iter()
        .try_for_each(|fact| writeln!(out, "- {}", code_span(fact)))
}

fn write_table(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let codecs = run.by_codec();
    let is_seen = |verdict: &Verdict| codecs.values().any(|counts| counts.contains_key(verdict));
    let verdicts: Vec<_> = Verdict::ALL.into_iter().filter(is_seen).collect();
    if verdicts.is_empty() {
        return Ok(());
    }
    let titles = verdicts.iter().map(|verdict| format!("{verdict}:"));
    let titles: Vec<_> = std::iter::once("codec".to_owned()).chain(titles).collect();
    let rows = codecs.iter().map(|(codec, counts)| {
        let count = |verdict| counts.get(verdict).copied().unwrap_or_default().to_string();
        std::iter::once(code_span(codec))
            .chain(verdicts.iter().map(count))
            .collect()
    });
    write!(out, "\n{}", markdown_table(&titles, rows))
}

/// A table of cells that are Markdown. A colon after a title is for a column of numbers.
pub(crate) fn markdown_table(
    titles: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut out = String::new();
    for title in titles.iter().map(AsRef::as_ref) {
        out += "| ";
        out += title.trim_end_matches(':');
        out += if title.is_empty() { "" } else { " " };
    }
    out += "|\n";
    for title in titles {
        out += if title.as_ref().ends_with(':') {
            "| ---: "
        } else {
            "| --- "
        };
    }
    out += "|\n";
    for row in rows {
        out += &format!("| {} |\n", row.join(" | "));
    }
    out
}
