//! The matrix as Markdown.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::model::{Matrix, SharedFinding};
use super::row::{Cell, MatrixRow, RowState};
use super::words::{TITLES, numbers, show_percent, show_state, summary};
use crate::escape::code_span;
use crate::report::markdown_table;

/// Writes the matrix as Markdown. `page` gives the address of the page of a row; `None` if there are no
/// pages.
pub(crate) fn write_markdown(
    matrix: &Matrix,
    page: Option<&dyn Fn(&MatrixRow) -> String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_head(matrix, out)?;
    let link = |name: &str| {
        let row = matrix.rows.iter().find(|row| row.name == name);
        match (row, page) {
            (Some(row), Some(page)) => format!("[{}]({})", code_span(name), page(row)),
            _ => code_span(name),
        }
    };
    let rows = matrix.rows.iter().map(|row| {
        let words = [&row.implementation.version, &row.implementation.language];
        let words = words.map(|word| if word.is_empty() { String::new() } else { code_span(word) });
        let state = if row.state == RowState::Whole { "" } else { show_state(row.state) };
        let mut cells = vec![link(&row.name)];
        cells.extend(words.into_iter().chain(numbers(row)));
        cells.extend([show_percent(row), state.to_owned()]);
        cells
    });
    write!(out, "\n{}", markdown_table(&[&TITLES[..], &[""]].concat(), rows))?;
    if !matrix.absent.is_empty() {
        let rows = matrix.absent.iter();
        let rows = rows.map(|(name, reason)| vec![code_span(name), code_span(reason)]);
        let table = markdown_table(&["implementation", "reason"], rows);
        write!(out, "\n## Not run\n\n{table}")?;
    }
    for (title, counts) in [("Findings", true), ("Advisory findings", false)] {
        let findings = matrix.findings.iter().filter(|finding| finding.counts == counts);
        write_findings(title, &findings.collect::<Vec<_>>(), &link, out)?;
    }
    write_requirements(matrix, &link, out)
}

fn write_head(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Implementations\n\n{}\n", summary(matrix))?;
    let named = |names: &BTreeSet<String>| {
        names.iter().map(|name| code_span(name)).collect::<Vec<_>>().join(", ")
    };
    let Matrix { versions, days, suites, .. } = matrix;
    let facts = [("Suite", named(suites)), ("acegate", named(versions)), ("run on", named(days))];
    let facts = facts.iter().filter(|(_, names)| !names.is_empty());
    let facts: Vec<_> = facts.map(|(title, names)| format!("{title} {names}")).collect();
    writeln!(out, "{}.", facts.join("; "))?;
    if suites.len() > 1 {
        writeln!(out, "\nThe runs are of different suites: their counts do not compare.")?;
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
        let rows = finding.rows.iter().map(|(name, n)| format!("{} {n}", link(name)));
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
        let passed = cells.iter().filter(|(_, cell)| cell.counting + cell.advisory == 0).count();
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
    let titles =
        ["requirement", "clause", "level", "", "asked:", "passed by:", "broken by", "advisory"];
    let lead = "A check counts for each requirement that its case names.";
    write!(out, "\n## Requirements\n\n{lead}\n\n{}", markdown_table(&titles, rows))
}
