//! The page of one implementation: its findings, each with an example and the command that repeats it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::row::MatrixRow;
use super::words::facts;
use crate::escape::{code_span, fence};
use crate::event::{Finding, RunEnd, RunStart, Totals};
use crate::report::Run;
use crate::report::wording::show_finding;

/// The sentence in the place of an example that is withheld.
pub(super) const WITHHELD: &str =
    "The inputs are withheld until the maintainers have published a fix: see SECURITY.md.";

/// The parts that the row of an implementation leaves out: failures, and the reasons for skipping.
#[derive(Debug)]
pub struct Page {
    /// The run, with its failures alone.
    pub(super) run: Run,
    /// The ids of the findings whose inputs are not shown.
    pub(super) withheld: BTreeSet<String>,
    /// How many checks were skipped for each reason.
    skips: BTreeMap<String, usize>,
    /// How many were skipped for further reasons.
    other_skips: usize,
}

impl Default for Page {
    fn default() -> Self {
        let run = Run {
            start: RunStart::default(),
            checks: Vec::new(),
            findings: Vec::new(),
            end: RunEnd::new(Totals::default()),
        };
        Self { run, withheld: BTreeSet::new(), skips: BTreeMap::new(), other_skips: 0 }
    }
}

impl Page {
    /// Counts a check that was skipped for this reason. At most `most` reasons are kept apart.
    pub(super) fn skip(&mut self, reason: &str, most: usize) {
        if self.skips.len() < most || self.skips.contains_key(reason) {
            *self.skips.entry(reason.to_owned()).or_default() += 1;
        } else {
            self.other_skips += 1;
        }
    }

    /// Takes the end of the run, but for what a clock measured.
    pub(super) fn end(&mut self, end: &RunEnd) {
        self.run.end = RunEnd { growth: Vec::new(), elapsed_us: 0, ..end.clone() };
    }

    /// The reasons for skipping, the most frequent first.
    pub(super) fn skips(&self) -> Vec<(&str, usize)> {
        let mut skips: Vec<_> =
            self.skips.iter().map(|(reason, n)| (reason.as_str(), *n)).collect();
        skips.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        skips
    }

    /// Writes the page as Markdown.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    pub fn write_markdown(&self, row: &MatrixRow, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# {}\n", code_span(&row.name))?;
        writeln!(out, "| | |\n| --- | --- |")?;
        for (name, text) in facts(row) {
            writeln!(out, "| {name} | {} |", code_span(&text))?;
        }
        let (counting, advisory): (Vec<_>, Vec<_>) =
            self.run.findings.iter().partition(|finding| finding.unexpected > 0);
        self.write_findings("Findings", &counting, out)?;
        self.write_findings("Advisory findings", &advisory, out)?;
        let skips = self.skips();
        if !skips.is_empty() {
            writeln!(out, "\n## Not asked\n\n| checks | reason |\n| ---: | --- |")?;
        }
        for (reason, count) in skips {
            writeln!(out, "| {count} | {} |", code_span(reason))?;
        }
        match self.other_skips {
            0 => Ok(()),
            more => writeln!(out, "| {more} | other reasons |"),
        }
    }

    fn write_findings(
        &self,
        title: &str,
        findings: &[&Finding],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if findings.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n## {title}")?;
        for finding in findings {
            let line = format!("{}, {}", finding.level, show_finding(finding));
            writeln!(out, "\n### {}\n\n{}\n", code_span(&finding.id), code_span(&line))?;
            if self.withheld.contains(&finding.id) {
                writeln!(out, "{WITHHELD}")?;
                continue;
            }
            let text = self.run.finding_text(finding);
            let fence = fence(&text, 3);
            writeln!(out, "{fence}text\n{text}{fence}")?;
        }
        Ok(())
    }
}
