//! The statement as Markdown.
//!
//! Every fact and every requirement is one line, which [`differences`](super::differences) compares.

use std::fmt::Write;

use super::model::{RequirementEntry, Statement};
use super::sentences::{LEVELS, TITLE, clause, conclusion, exceptions, facts, limits, notes};
use crate::escape::code_span;
use crate::report::wording::show_identity;

/// The statement as Markdown.
#[must_use]
pub fn markdown(statement: &Statement) -> String {
    // The name of an implementation may look like a link.
    let name = code_span(&show_identity(&statement.implementation));
    let mut out = format!("# {TITLE}: {name}\n\n**{}**\n", conclusion(statement));
    if !statement.reservations.is_empty() {
        out += "\n## Reservations\n\n";
    }
    for reservation in &statement.reservations {
        let _ = writeln!(out, "- **{}**: {}", reservation.code, plain(&reservation.text));
    }
    let exceptions = exceptions(statement);
    if !exceptions.is_empty() {
        out += "\n## Exceptions\n\n";
    }
    for (row, notes) in exceptions {
        let (clause, text) = (plain(&clause(row)), plain(&row.text));
        let _ = writeln!(out, "- {} ({clause}): {text} {}", row.id, code_span(&notes));
    }
    out += "\n## Identification\n\n| field | value |\n| --- | --- |\n";
    for (name, text) in facts(statement) {
        let _ = writeln!(out, "| {name} | {} |", code_span(&text));
    }
    out +=
        "\n## Claims\n\n| codec | operations | parameters | limits |\n| --- | --- | --- | --- |\n";
    for (codec, support) in &statement.claims {
        let words =
            [codec.clone(), support.ops.join(" "), support.params.join(" "), limits(support)];
        let cells: Vec<_> = words.iter().map(|word| cell(word)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    if !statement.not_claimed.is_empty() {
        let _ = writeln!(out, "\nNot claimed: {}.", statement.not_claimed.join(", "));
    }
    for (level, title) in LEVELS {
        let rows: Vec<_> = statement.requirements.iter().filter(|row| row.level == level).collect();
        if !rows.is_empty() {
            write_level(title, &rows, &mut out);
        }
    }
    if !statement.findings.is_empty() {
        out +=
            "\n## Findings\n\n| finding | level | checks | fault |\n| --- | --- | ---: | --- |\n";
    }
    for finding in &statement.findings {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            code_span(&finding.id),
            plain(&finding.level),
            finding.checks,
            cell(&finding.summary)
        );
    }
    out
}

fn write_level(title: &str, rows: &[&RequirementEntry], out: &mut String) {
    let _ = writeln!(
        out,
        "\n## {title}\n\n| requirement | clause | demands | claimed | result | passed | notes |\n\
         | --- | --- | --- | --- | --- | ---: | --- |"
    );
    for row in rows {
        let notes: Vec<_> = notes(row).iter().map(|note| code_span(note)).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} of {} | {} |",
            row.id,
            plain(&clause(row)),
            plain(&row.text),
            if row.claimed { "yes" } else { "no" },
            row.result.describe(),
            row.passed,
            row.checks,
            notes.join("<br>")
        );
    }
}

/// Foreign text in a cell; a hyphen if there is none.
fn cell(text: &str) -> String {
    if text.is_empty() { "-".to_owned() } else { code_span(text) }
}

/// Text in a line or cell, with the characters of Markdown and HTML escaped.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '@')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
