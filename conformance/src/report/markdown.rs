//! Markdown, for summaries and comments.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::reporter::Format;
use super::run::{CheckEntry, Document, Run};
use super::wording::{conclusion, count, facts, show_identity};
use crate::escape::{code_span, fence};
use crate::event::Evidence;
use crate::judge::Verdict;

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    extension: "md",
    help: "Markdown, for summaries and comments",
    evidence: Evidence::OfFailures,
    is_styled: false,
    make: |_| Document::boxed(write),
};

/// How many failures are shown in full. A summary on GitHub may have a mebibyte.
const FULL: usize = 20;

/// How many failures are named besides those.
const NAMED: usize = 200;

fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "## {}: {}",
        code_span(&show_identity(&run.start.implementation)),
        conclusion(&run.end)
    )?;
    write_table(run, out)?;
    let (unexpected, advisory): (Vec<_>, Vec<_>) = run
        .checks
        .iter()
        .filter(|check| check.case.verdict.is_failure())
        .partition(|it| it.case.unexpected);
    write_failures("Failures", &unexpected, FULL, run, out)?;
    write_failures("Advisory failures", &advisory, 0, run, out)?;
    let facts = facts(&run.end);
    if !facts.is_empty() {
        writeln!(out)?;
    }
    facts.iter().try_for_each(|fact| writeln!(out, "- {}", code_span(fact)))
}

/// How many checks of each codec got which verdict.
fn write_table(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let mut codecs: BTreeMap<&str, BTreeMap<Verdict, usize>> = BTreeMap::new();
    for check in &run.checks {
        *codecs.entry(&check.case.codec).or_default().entry(check.case.verdict).or_default() += 1;
    }
    let is_seen = |verdict: &Verdict| codecs.values().any(|counts| counts.contains_key(verdict));
    let verdicts: Vec<_> = Verdict::ALL.into_iter().filter(is_seen).collect();
    if verdicts.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = verdicts.iter().map(|verdict| verdict.code()).collect();
    writeln!(out, "\n| codec | {} |\n| --- |{}", names.join(" | "), " ---: |".repeat(names.len()))?;
    for (codec, counts) in &codecs {
        let count = |verdict| counts.get(verdict).copied().unwrap_or_default().to_string();
        let counts: Vec<_> = verdicts.iter().map(count).collect();
        writeln!(out, "| {} | {} |", code_span(codec), counts.join(" | "))?;
    }
    Ok(())
}

fn write_failures(
    title: &str,
    checks: &[&CheckEntry],
    full: usize,
    run: &Run,
    out: &mut dyn Write,
) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### {title}")?;
    let (full, rest) = checks.split_at(checks.len().min(full));
    for check in full {
        let text = check.text(&run.end);
        let fence = fence(&text, 3);
        writeln!(out, "\n{}: {}\n", check.headline(), code_span(&check.case.name))?;
        writeln!(out, "{fence}text\n{text}{fence}")?;
    }
    let (named, counted) = rest.split_at(rest.len().min(NAMED));
    if !named.is_empty() {
        writeln!(out)?;
    }
    for check in named {
        writeln!(out, "- {}: {}", check.headline(), code_span(&check.case.name))?;
    }
    match counted.len() {
        0 => Ok(()),
        more => writeln!(out, "\nand {}", count(more, "more", "more")),
    }
}
