//! The matrix as Markdown, and the page of one implementation: its findings, each with an example and the
//! command that repeats it.

use std::collections::BTreeSet;
use std::io::{self, Write};

use acegate_vectors::Requirement;

use super::model::{
    Matrix, MatrixRow, RowState, SharedFinding, TITLES, facts, numbers, show_percent, show_state,
    summary,
};
use crate::escape::code_span;
use crate::event::Finding;
use crate::report::wording::show_finding;
use crate::report::{Run, markdown_table};

/// Writes the matrix as Markdown. With `pages`, the name of each implementation leads to `NAME.md`.
pub(crate) fn write_markdown(matrix: &Matrix, pages: bool, out: &mut dyn Write) -> io::Result<()> {
    write_head(matrix, out)?;
    let mut rows = Vec::new();
    for row in &matrix.rows {
        let state = match row.state {
            RowState::Whole => "",
            RowState::Interrupted | RowState::NotAlive | RowState::NothingRan => {
                show_state(row.state)
            }
        };
        let mut cells = vec![
            show_name(&row.name, pages),
            code_unless_empty(&row.implementation.version),
            code_unless_empty(&row.implementation.language),
        ];
        cells.extend(numbers(row));
        cells.push(show_percent(row));
        cells.push(state.to_owned());
        rows.push(cells);
    }
    let table = markdown_table(&[&TITLES[..], &[""]].concat(), rows);
    write!(out, "\n{table}")?;
    if !matrix.absent.is_empty() {
        let mut rows = Vec::new();
        for (name, reason) in &matrix.absent {
            rows.push(vec![code_span(name), code_span(reason)]);
        }
        let table = markdown_table(&["implementation", "reason"], rows);
        write!(out, "\n## Not run\n\n{table}")?;
    }
    let all = &matrix.findings;
    let (counting, advisory): (Vec<_>, Vec<_>) = all.iter().partition(|finding| finding.counts);
    write_findings("Findings", &counting, pages, out)?;
    write_findings("Advisory findings", &advisory, pages, out)?;
    write_requirements(matrix, pages, out)
}

/// The name of an implementation, which leads to its page if there are pages.
fn show_name(name: &str, pages: bool) -> String {
    if pages {
        format!("[{}]({name}.md)", code_span(name))
    } else {
        code_span(name)
    }
}

fn code_unless_empty(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        code_span(text)
    }
}

fn write_head(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Implementations\n\n{}\n", summary(matrix))?;
    let mut facts = Vec::new();
    for (title, names) in [
        ("Suite", &matrix.suites),
        ("acegate", &matrix.versions),
        ("run on", &matrix.days),
    ] {
        if !names.is_empty() {
            let names: Vec<_> = names.iter().map(|name| code_span(name)).collect();
            facts.push(format!("{title} {}", names.join(", ")));
        }
    }
    writeln!(out, "{}.", facts.join("; "))?;
    if matrix.suites.len() > 1 {
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
    pages: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let mut rows = Vec::new();
    for finding in findings {
        let mut implementations = Vec::new();
        for (name, checks) in &finding.rows {
            implementations.push(format!("{} {checks}", show_name(name, pages)));
        }
        rows.push(vec![
            code_span(&finding.id),
            finding.level.to_string(),
            code_span(&finding.summary),
            implementations.join(", "),
        ]);
    }
    let table = markdown_table(&["finding", "level", "", "implementations"], rows);
    let lead = "The number after an implementation is that of its checks.";
    write!(out, "\n## {title}\n\n{lead}\n\n{table}")
}

/// Which implementations break which requirement. Those that break none of a document are counted.
fn write_requirements(matrix: &Matrix, pages: bool, out: &mut dyn Write) -> io::Result<()> {
    if matrix.requirements.is_empty() {
        return Ok(());
    }
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
    let mut rows = Vec::new();
    for requirement in &matrix.requirements {
        rows.push(requirement_row(requirement, matrix, pages));
    }
    let table = markdown_table(&titles, rows);
    let lead = "A check counts for each requirement that its case names.";
    write!(out, "\n## Requirements\n\n{lead}\n\n{table}")
}

/// The cells of a requirement. An implementation with failures that count is not named as advisory too.
fn requirement_row(requirement: &Requirement, matrix: &Matrix, pages: bool) -> Vec<String> {
    let mut asked = 0;
    let mut passed = 0;
    let mut broken_by = Vec::new();
    let mut advisory = Vec::new();
    for row in &matrix.rows {
        let Some(cell) = row.requirements.get(&requirement.id) else {
            continue;
        };
        let name = show_name(&row.name, pages);
        asked += 1;
        if cell.counting > 0 {
            broken_by.push(format!("{name} {}", cell.counting));
        } else if cell.advisory > 0 {
            advisory.push(format!("{name} {}", cell.advisory));
        } else {
            passed += 1;
        }
    }
    vec![
        requirement.id.clone(),
        format!("{}, {}", requirement.document, requirement.clause),
        requirement.level.to_string(),
        code_span(&requirement.text),
        asked.to_string(),
        passed.to_string(),
        broken_by.join(", "),
        advisory.join(", "),
    ]
}

/// The sentence in the place of an example that is withheld.
pub(super) const WITHHELD: &str =
    "The inputs are withheld until the maintainers have published a fix: see SECURITY.md.";

/// The parts that the row of an implementation leaves out: its failures.
#[derive(Debug)]
pub(crate) struct Page {
    pub(super) run: Run,
    /// The ids of the findings whose inputs are not shown.
    pub(super) withheld: BTreeSet<String>,
}

impl Page {
    pub(crate) fn write_markdown(&self, row: &MatrixRow, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# {}\n", code_span(&row.name))?;
        let mut rows = Vec::new();
        for (name, text) in facts(row) {
            rows.push(vec![name.to_owned(), code_span(&text)]);
        }
        write!(out, "{}", markdown_table(&["", ""], rows))?;
        let (counting, advisory) = self.run.findings();
        self.write_findings("Findings", &counting, out)?;
        self.write_findings("Advisory findings", &advisory, out)?;
        if !row.skips.is_empty() {
            let mut rows = Vec::new();
            for (reason, checks) in &row.skips {
                rows.push(vec![checks.to_string(), code_span(reason)]);
            }
            let table = markdown_table(&["checks:", "reason"], rows);
            write!(out, "\n## Skipped\n\n{table}")?;
        }
        Ok(())
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
            let id = code_span(&finding.id);
            let line = format!("{}, {}", finding.level, show_finding(finding));
            writeln!(out, "\n### {id}\n\n{}\n", code_span(&line))?;
            if self.withheld.contains(&finding.id) {
                writeln!(out, "{WITHHELD}")?;
            } else {
                writeln!(out, "{}", self.run.finding_block(finding))?;
            }
        }
        Ok(())
    }
}
