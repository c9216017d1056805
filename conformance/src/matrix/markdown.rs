//! The matrix as Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::model::{Matrix, SharedFinding};
use super::row::{Cell, MatrixRow, RowState};
use super::words::{show_percent, show_state, summary};
use crate::escape::code_span;

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
    write_rows(matrix, &link, out)?;
    write_absent(matrix, out)?;
    for (title, counts) in [("Findings", true), ("Advisory findings", false)] {
        let findings = matrix.findings.iter().filter(|finding| finding.counts == counts);
        let findings: Vec<_> = findings.collect();
        write_findings(title, &findings, &link, out)?;
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

fn write_rows(
    matrix: &Matrix,
    link: &dyn Fn(&str) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let head = ["implementation", "version", "language"];
    let counts = ["checks run", "passed", "must failures", "findings", "advisory", "explained"];
    writeln!(out, "\n| {} | {} | |", head.join(" | "), counts.join(" | "))?;
    writeln!(out, "|{}{} --- |", " --- |".repeat(head.len()), " ---: |".repeat(counts.len()))?;
    for row in &matrix.rows {
        let words = [&row.implementation.version, &row.implementation.language];
        let words = words.map(|word| if word.is_empty() { String::new() } else { code_span(word) });
        let findings = row.findings.iter().filter(|finding| finding.counting > 0).count();
        let numbers = [row.run, row.passed, row.counting, findings, row.advisory];
        let numbers = numbers.map(|number| number.to_string()).join(" | ");
        let state = if row.state == RowState::Whole { "" } else { show_state(row.state) };
        writeln!(
            out,
            "| {} | {} | {numbers} | {} | {state} |",
            link(&row.name),
            words.join(" | "),
            show_percent(row)
        )?;
    }
    Ok(())
}

fn write_absent(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    if matrix.absent.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Not run\n\n| implementation | reason |\n| --- | --- |")?;
    for (name, reason) in &matrix.absent {
        writeln!(out, "| {} | {} |", code_span(name), code_span(reason))?;
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
    writeln!(out, "\n## {title}\n\nThe number after an implementation is that of its checks.\n")?;
    writeln!(out, "| finding | level | | implementations |\n| --- | --- | --- | --- |")?;
    for finding in findings {
        let rows = finding.rows.iter().map(|(name, n)| format!("{} {n}", link(name)));
        writeln!(
            out,
            "| {} | {} | {} | {} |",
            code_span(&finding.id),
            finding.level,
            code_span(&finding.summary),
            rows.collect::<Vec<_>>().join(", ")
        )?;
    }
    Ok(())
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
    writeln!(
        out,
        "\n## Requirements\n\nA check counts for each requirement that its case names.\n\n\
         | requirement | clause | level | | asked | passed by | broken by | advisory |\n\
         | --- | --- | --- | --- | ---: | ---: | --- | --- |"
    )?;
    for requirement in &matrix.requirements {
        let cells: BTreeMap<&str, Cell> = matrix
            .rows
            .iter()
            .filter_map(|row| Some((row.name.as_str(), *row.requirements.get(&requirement.id)?)))
            .collect();
        let named = |count: fn(&Cell) -> usize| {
            let rows = cells.iter().filter(|(_, cell)| count(cell) > 0);
            let rows = rows.map(|(name, cell)| format!("{} {}", link(name), count(cell)));
            rows.collect::<Vec<_>>().join(", ")
        };
        let passed = cells.values().filter(|cell| cell.counting + cell.advisory == 0).count();
        writeln!(
            out,
            "| {} | {}, {} | {} | {} | {} | {passed} | {} | {} |",
            requirement.id,
            requirement.document,
            requirement.clause,
            requirement.level,
            code_span(&requirement.text),
            cells.len(),
            named(|cell| cell.counting),
            named(|cell| if cell.counting == 0 { cell.advisory } else { 0 }),
        )?;
    }
    Ok(())
}
