//! A statement as a document: its parts once, printed as Markdown and as a page.
//!
//! Every fact and every requirement is one line of either, which
//! [`differences`](super::differences) compares.

use std::fmt::Write;

use super::model::{RequirementEntry, Statement};
use super::sentences::{
    LEVELS, TITLE, clause, conclusion, exceptions, facts, limits, notes, title,
};
use crate::escape::code_span;
use crate::report::html::{Markup, page};
use crate::report::wording::show_identity;

/// How many octets the text of a narrow column has at most.
const SHORT: usize = 24;

/// A part of the document with its id and title.
struct Section {
    id: &'static str,
    title: &'static str,
    content: Content,
}

enum Content {
    /// Sentences, each after its name.
    List(Vec<(String, Vec<Cell>)>),
    Table {
        /// The names of the columns; a hyphen and a colon after one aligns its numbers.
        columns: &'static [&'static str],
        rows: Vec<Vec<Cell>>,
        /// A line after the table.
        note: Option<String>,
    },
}

/// A text in a row or a sentence.
enum Cell {
    /// Words of acegate without any character that a format reads.
    Word(String),
    /// A sentence.
    Text(String),
    /// Foreign text.
    Code(String),
    /// Foreign texts, one below the other.
    Notes(Vec<String>),
}

fn sections(statement: &Statement) -> Vec<Section> {
    let section = |id, title, content| Section { id, title, content };
    let table = |columns, rows| Content::Table { columns, rows, note: None };
    let reservations = statement.reservations.iter();
    let reservations =
        reservations.map(|it| (format!("**{}**:", it.code), vec![Cell::Text(it.text.clone())]));
    let exceptions = exceptions(statement).into_iter().map(|(row, notes)| {
        let text = format!("({}): {}", clause(row), row.text);
        (row.id.clone(), vec![Cell::Text(text), Cell::Code(notes)])
    });
    let mut all = vec![
        section("reservations", "Reservations", Content::List(reservations.collect())),
        section("exceptions", "Exceptions", Content::List(exceptions.collect())),
    ];
    all.retain(|part| !matches!(&part.content, Content::List(items) if items.is_empty()));
    let facts = facts(statement).into_iter();
    let facts = facts.map(|(name, text)| vec![Cell::Word(name.to_owned()), Cell::Code(text)]);
    let facts = table(&["field", "value"], facts.collect());
    all.push(section("identification", "Identification", facts));
    let claims = statement.claims.iter().map(|(codec, support)| {
        let (ops, params) = (support.ops.join(" "), support.params.join(" "));
        [codec.clone(), ops, params, limits(support)].map(Cell::Code).into()
    });
    let note = (!statement.not_claimed.is_empty())
        .then(|| format!("Not claimed: {}.", statement.not_claimed.join(", ")));
    let columns = &["codec", "operations", "parameters", "limits"];
    let claims = Content::Table { columns, rows: claims.collect(), note };
    all.push(section("claims", "Claims", claims));
    for (level, title) in LEVELS {
        let rows = statement.requirements.iter().filter(|row| row.level == level);
        let rows: Vec<_> = rows.map(requirement).collect();
        if !rows.is_empty() {
            let columns =
                &["requirement", "clause", "demands", "claimed", "result", "passed-:", "notes"];
            all.push(section(level.as_str(), title, table(columns, rows)));
        }
    }
    let findings = statement.findings.iter().map(|it| {
        let (level, checks) = (Cell::Word(it.level.to_string()), Cell::Word(it.checks.to_string()));
        vec![Cell::Code(it.id.clone()), level, checks, Cell::Code(it.summary.clone())]
    });
    if !statement.findings.is_empty() {
        let findings = table(&["finding", "level", "checks-:", "fault"], findings.collect());
        all.push(section("findings", "Findings", findings));
    }
    all
}

fn requirement(row: &RequirementEntry) -> Vec<Cell> {
    let claimed = if row.claimed { "yes" } else { "no" };
    vec![
        Cell::Word(row.id.clone()),
        Cell::Text(clause(row)),
        Cell::Text(row.text.clone()),
        Cell::Word(claimed.to_owned()),
        Cell::Word(row.result.describe().to_owned()),
        Cell::Word(format!("{} of {}", row.passed, row.checks)),
        Cell::Notes(notes(row)),
    ]
}

/// The statement as Markdown.
#[must_use]
pub fn markdown(statement: &Statement) -> String {
    // The name of an implementation may look like a link.
    let name = code_span(&show_identity(&statement.implementation));
    let mut out = format!("# {TITLE}: {name}\n\n**{}**\n", conclusion(statement));
    for Section { title, content, .. } in sections(statement) {
        let _ = writeln!(out, "\n## {title}\n");
        match content {
            Content::List(items) => {
                for (name, cells) in items {
                    let cells: Vec<_> = cells.iter().map(Cell::markdown).collect();
                    let _ = writeln!(out, "- {name} {}", cells.join(" "));
                }
            }
            Content::Table { columns, rows, note } => {
                let names: Vec<_> = columns.iter().map(|it| it.trim_end_matches("-:")).collect();
                let ends = columns.iter().map(|it| if it.ends_with(':') { "---:" } else { "---" });
                let ends = ends.collect::<Vec<_>>().join(" | ");
                let _ = writeln!(out, "| {} |\n| {ends} |", names.join(" | "));
                for row in rows {
                    let cells: Vec<_> = row.iter().map(Cell::markdown).collect();
                    let _ = writeln!(out, "| {} |", cells.join(" | "));
                }
                out.extend(note.map(|note| format!("\n{note}\n")));
            }
        }
    }
    out
}

/// The statement as a page that needs nothing but itself.
#[must_use]
pub fn html(statement: &Statement) -> String {
    let mut out = Markup::default();
    let heading = title(statement);
    out.leaf("h1", &[], &heading);
    out.line();
    out.element("p", &[("class", "lead")], |it| it.leaf("strong", &[], &conclusion(statement)));
    out.line();
    let mut links = Vec::new();
    for Section { id, title, content } in sections(statement) {
        let label = format!("{id}-title");
        out.element("section", &[("id", id), ("aria-labelledby", &label)], |it| {
            it.line();
            it.leaf("h2", &[("id", &label)], title);
            it.line();
            match content {
                Content::List(items) => write_list(&items, it),
                Content::Table { columns, rows, note } => {
                    links.push((id, title));
                    write_table(title, columns, &rows, it);
                    if let Some(note) = note {
                        it.leaf("p", &[], &note);
                        it.line();
                    }
                }
            }
        });
        out.line();
    }
    page(&heading, &links, &out)
}

fn write_list(items: &[(String, Vec<Cell>)], out: &mut Markup) {
    out.element("ul", &[], |it| {
        for (name, cells) in items {
            it.line();
            it.element("li", &[], |it| {
                it.leaf("strong", &[], name.trim_matches(['*', ':']));
                cells.iter().for_each(|cell| it.text(&format!(" {}", cell.plain())));
            });
        }
        it.line();
    });
    out.line();
}

/// A table, which scrolls by itself where the window is narrow.
fn write_table(title: &str, columns: &[&str], rows: &[Vec<Cell>], out: &mut Markup) {
    let scrolls =
        [("class", "scroll"), ("tabindex", "0"), ("role", "group"), ("aria-label", title)];
    out.element("div", &scrolls, |it| {
        it.element("table", &[("class", "requirements")], |it| {
            it.element("thead", &[], |it| {
                it.element("tr", &[], |it| {
                    for name in columns {
                        it.leaf("th", &[("scope", "col")], name.trim_end_matches("-:"));
                    }
                });
            });
            it.line();
            it.element("tbody", &[], |it| {
                it.line();
                rows.iter().for_each(|row| write_row(row, it));
            });
        });
    });
    out.line();
}

/// A row on a line of its own: its first cell names it.
fn write_row(row: &[Cell], out: &mut Markup) {
    out.element("tr", &[], |it| {
        for (place, cell) in row.iter().map(Cell::plain).enumerate() {
            // The style breaks no line of a short one.
            match (place, cell.len()) {
                (0, _) => it.leaf("th", &[("scope", "row")], &cell),
                (_, 0) => it.leaf("td", &[("class", "clause")], "-"),
                (_, 1..=SHORT) => it.leaf("td", &[("class", "clause")], &cell),
                _ => it.leaf("td", &[], &cell),
            }
        }
    });
    out.line();
}

impl Cell {
    fn plain(&self) -> String {
        match self {
            Self::Word(text) | Self::Text(text) | Self::Code(text) => text.clone(),
            Self::Notes(notes) => notes.join("; "),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Word(text) => text.clone(),
            Self::Text(text) => escaped(text),
            Self::Code(text) if text.is_empty() => "-".to_owned(),
            Self::Code(text) => code_span(text),
            Self::Notes(notes) => {
                notes.iter().map(|note| code_span(note)).collect::<Vec<_>>().join("<br>")
            }
        }
    }
}

/// Text in a line or cell, with the characters of Markdown and HTML escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|~#&@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
