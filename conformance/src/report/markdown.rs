//! Markdown, for summaries and comments, and the tables of every document in it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::reporter::{Format, ReportOptions};
use super::run::{Run, show_not_offered, verdicts_in};
use super::wording::{conclusion, count, facts, show_finding, show_subject};
use crate::escape::code_span;
use crate::event::Finding;

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
    let (full, short) = counting.split_at(counting.len().min(FULL));
    if !counting.is_empty() {
        writeln!(out, "\n### Findings")?;
    }
    for finding in full {
        let block = run.finding_block(finding);
        writeln!(out, "\n{}\n\n{block}", title(finding))?;
    }
    write_names(short, out)?;
    if !advisory.is_empty() {
        writeln!(out, "\n### Advisory findings")?;
    }
    write_names(&advisory, out)?;
    let facts = facts(&run.end);
    if !facts.is_empty() {
        writeln!(out)?;
    }
    for fact in facts {
        writeln!(out, "- {}", code_span(&fact))?;
    }
    Ok(())
}

/// Lists the titles of findings, and counts those that are too many for a list.
fn write_names(findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
    let (named, counted) = findings.split_at(findings.len().min(NAMED));
    if !named.is_empty() {
        writeln!(out)?;
    }
    for finding in named {
        writeln!(out, "- {}", title(finding))?;
    }
    if let more @ 1.. = counted.len() {
        writeln!(out, "\nand {}", count(more, "more", "more"))?;
    }
    Ok(())
}

fn title(finding: &Finding) -> String {
    code_span(&format!("{}, {}", finding.level, show_finding(finding)))
}

fn write_table(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let missing = run.codecs_not_offered();
    let mut codecs = run.by_codec();
    codecs.retain(|codec, _| !missing.contains_key(codec));
    let verdicts = verdicts_in(&codecs);
    if verdicts.is_empty() {
        return write_not_offered(&missing, out);
    }
    let mut titles = vec!["codec".to_owned()];
    for verdict in &verdicts {
        titles.push(format!("{verdict}:"));
    }
    let mut rows = Vec::new();
    for (codec, counts) in &codecs {
        let mut row = vec![code_span(codec)];
        for verdict in &verdicts {
            row.push(counts.get(verdict).copied().unwrap_or_default().to_string());
        }
        rows.push(row);
    }
    write!(out, "\n{}", markdown_table(&titles, rows))?;
    write_not_offered(&missing, out)
}

/// Counts the checks of the codecs that the implementation does not have.
fn write_not_offered(codecs: &BTreeMap<&str, usize>, out: &mut dyn Write) -> io::Result<()> {
    if codecs.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nNot offered: {}",
        code_span(&show_not_offered(codecs))
    )
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
        let has_numbers = title.as_ref().ends_with(':');
        out += if has_numbers { "| ---: " } else { "| --- " };
    }
    out += "|\n";
    for row in rows {
        out += &format!("| {} |\n", row.join(" | "));
    }
    out
}
