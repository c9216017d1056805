//! The matrix as Markdown, and the page of one implementation: its findings, each with an example and the
//! command that repeats it.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::model::{
    Cell, Matrix, MatrixRow, RowState, SharedFinding, TITLES, facts, numbers, show_percent,
    show_state, summary,
};
use crate::escape::{code_span, printable_start};
use crate::event::Finding;
use crate::report::wording::show_finding;
use crate::report::{Run, markdown_table};

/// Writes the matrix as Markdown. With `pages`, the name of each implementation leads to `NAME.md`.
pub(crate) fn write_markdown(matrix: &Matrix, pages: bool, out: &mut dyn Write) -> io::Result<()> {
    write_head(matrix, out)?;
    let link = |name: &str| match pages {
        true => format!("[{}]({name}.md)", code_span(name)),
        false => code_span(name),
    };
    let rows = matrix.rows.iter().map(|row| {
        let words = [&row.implementation.version, &row.implementation.language];
        let words = words.map(|word| {
            if word.is_empty() {
                String::new()
            } else {
                code_span(word)
            }
        });
        let state = if row.state == RowState::Whole {
            ""
        } else {
            show_state(row.state)
        };
        let mut cells = vec![link(&row.name)];
        cells.extend(words.into_iter().chain(numbers(row)));
        cells.extend([show_percent(row), state.to_owned()]);
        cells
    });
    write!(
        out,
        "\n{}",
        markdown_table(&[&TITLES[..], &[""]].concat(), rows)
    )?;
    if !matrix.absent.is_empty() {
        let rows = matrix.absent.iter();
        let rows = rows.map(|(name, reason)| vec![code_span(name), code_span(reason)]);
        let table = markdown_table(&["implementation", "reason"], rows);
        write!(out, "\n## Not run\n\n{table}")?;
    }
    for (title, counts) in [("Findings", true), ("Advisory findings", false)] {
        let findings = matrix
            .findings
            .iter()
            .filter(|finding| finding.counts == counts);
        write_findings(title, &findings.collect::<Vec<_>>(), &link, out)?;
    }
    write_requirements(matrix, &link, out)
}

fn write_head(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Implementations\n\n{}\n", summary(matrix))?;
    let named = |names: &BTreeSet<String>| {
        names
            .iter()
            .map(|name| code_span(name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let Matrix {
        versions,
        days,
        suites,
        ..
    } = matrix;
    let facts = [
        ("Suite", named(suites)),
        ("acegate", named(versions)),
        ("run on", named(days)),
    ];
    let facts = facts.iter().filter(|(_, names)| !names.is_empty());
    let facts: Vec<_> = facts
        .map(|(title, names)| format!("{title} {names}"))
        .collect();
    writeln!(out, "{}.", facts.join("; "))?;
    if suites.len() > 1 {
        writeln!(
            out,
            "\nThe runs are of different suites: their counts do not compare."
        )?;
    }
    Ok(())
}

fn write_findings(
    title: &str,
    findings: &[&SharedFinding],
    link: &dyn Fn(&str) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let rows = findings.iter().map(|finding| {
        let rows = finding
            .rows
            .iter()
            .map(|(name, n)| format!("{} {n}", link(name)));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let (id, summary) = (code_span(&finding.id), code_span(&finding.summary));
        vec![id, finding.level.to_string(), summary, rows]
    });
    let table = markdown_table(&["finding", "level", "", "implementations"], rows);
    let lead = "The number after an implementation is that of its checks.";
    write!(out, "\n## {title}\n\n{lead}\n\n{table}")
}

/// Which implementations break which requirement. Those that break none of a document are counted.
fn write_requirements(
    matrix: &Matrix,
    link: &dyn Fn(&str) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    if matrix.requirements.is_empty() {
        return Ok(());
    }
    let rows = matrix.requirements.iter().map(|requirement| {
        let cells = matrix
            .rows
            .iter()
            .filter_map(|row| Some((row.name.as_str(), *row.requirements.get(&requirement.id)?)));
        let cells: Vec<(&str, Cell)> = cells.collect();
        let named = |count: fn(&Cell) -> usize| {
            let rows = cells.iter().filter(|(_, cell)| count(cell) > 0);
            let rows = rows.map(|(name, cell)| format!("{} {}", link(name), count(cell)));
            rows.collect::<Vec<_>>().join(", ")
        };
        let passed = cells
            .iter()
            .filter(|(_, cell)| cell.counting + cell.advisory == 0)
            .count();
        vec![
            requirement.id.clone(),
            format!("{}, {}", requirement.document, requirement.clause),
            requirement.level.to_string(),
            code_span(&requirement.text),
            cells.len().to_string(),
            passed.to_string(),
            named(|cell| cell.counting),
            named(|cell| if cell.counting == 0 { cell.advisory } else { 0 }),
        ]
    });
    let titles = [
        "requirement",
        "clause",
        "level",
        "",
        "asked:",
        "passed by:",
        "broken by",
        "advisory",
    ];
    let lead = "A check counts for each requirement that its case names.";
    write!(
        out,
        "\n## Requirements\n\n{lead}\n\n{}",
        markdown_table(&titles, rows)
    )
}

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
        let shown = reasons
            .into_iter()
            .map(|(reason, n)| (printable_start(reason, SHOWN), n));
        (shown.collect(), others.iter().map(|(_, n)| n).sum())
    }

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
            write!(
                out,
                "\n## Not asked\n\n{}",
                markdown_table(&["checks:", "reason"], rows)
            )?;
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
            writeln!(
                out,
                "\n### {}\n\n{}\n",
                code_span(&finding.id),
                code_span(&line)
            )?;
            match self.withheld.contains(&finding.id) {
                true => writeln!(out, "{WITHHELD}")?,
                false => writeln!(out, "{}", self.run.finding_block(finding))?,
            }
        }
        Ok(())
    }
}
