//! The page of one implementation: its findings, each with an example and the command that repeats it.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::row::MatrixRow;
use super::words::facts;
use crate::escape::{code_span, printable_start};
use crate::event::Finding;
use crate::report::wording::show_finding;
use crate::report::{Run, markdown_table};

/// The sentence in the place of an example that is withheld.
pub(super) const WITHHELD: &str =
    "The inputs are withheld until the maintainers have published a fix: see SECURITY.md.";

/// How many reasons for skipping are shown.
const REASONS: usize = 100;

/// How many octets of a reason are shown.
const SHOWN: usize = 300;

/// The parts that the row of an implementation leaves out: failures, and the reasons for skipping.
#[derive(Debug)]
pub(crate) struct Page {
    pub(super) run: Run,
    /// The ids of the findings whose inputs are not shown.
    pub(super) withheld: BTreeSet<String>,
}

impl Page {
    /// The reasons for skipping, the most frequent first, and how many checks were skipped for others.
    pub(super) fn skips(&self) -> (Vec<(String, usize)>, usize) {
        let mut reasons = self.run.skips();
        let others = reasons.split_off(reasons.len().min(REASONS));
        let shown = reasons.into_iter().map(|(reason, n)| (printable_start(reason, SHOWN), n));
        (shown.collect(), others.iter().map(|(_, n)| n).sum())
    }

    /// Writes the page as Markdown.
    pub(crate) fn write_markdown(&self, row: &MatrixRow, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# {}\n", code_span(&row.name))?;
        let rows = facts(row).into_iter();
        let rows = rows.map(|(name, text)| vec![name.to_owned(), code_span(&text)]);
        write!(out, "{}", markdown_table(&["", ""], rows))?;
        let (counting, advisory) = self.run.findings();
        self.write_findings("Findings", &counting, out)?;
        self.write_findings("Advisory findings", &advisory, out)?;
        let (skips, others) = self.skips();
        if !skips.is_empty() {
            let rows = skips.iter();
            let rows = rows.map(|(reason, count)| vec![count.to_string(), code_span(reason)]);
            write!(out, "\n## Not asked\n\n{}", markdown_table(&["checks:", "reason"], rows))?;
        }
        match others {
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
            match self.withheld.contains(&finding.id) {
                true => writeln!(out, "{WITHHELD}")?,
                false => writeln!(out, "{}", self.run.finding_block(finding))?,
            }
        }
        Ok(())
    }
}
