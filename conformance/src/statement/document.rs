//! A statement as a document: its parts once, printed as Markdown and as a page.
//!
//! Every fact and every requirement is one line of either, which
//! [`differences`](super::differences) compares.

use acegate_vectors::Level;

use super::model::Statement;
use super::requirement::{RequirementEntry, RequirementStatus};
use super::sentences::{LEVELS, TITLE, conclusion, facts, limits, notes};
use crate::escape::code_span;
use crate::report::html::{Markup, page};
use crate::report::markdown_table;
use crate::report::wording::show_identity;

/// How many octets the text of a narrow column has at most.
const SHORT: usize = 24;

/// A part of the document with its id and title.
struct Section(&'static str, &'static str, Content);

enum Content {
    /// Sentences, each after its name.
    List(Vec<(String, Vec<Cell>)>),
    Table {
        /// The names of the columns; a colon after one aligns its numbers.
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
    let table = |columns, rows| Content::Table { columns, rows, note: None };
    let reservations = statement.reservations.iter();
    let reservations =
        reservations.map(|it| (format!("**{}**:", it.code), vec![Cell::Text(it.text.clone())]));
    let fails = |row: &&RequirementEntry| {
        row.level == Level::Must && row.result == RequirementStatus::Failed
    };
    let exceptions = statement.requirements.iter().filter(fails).map(|row| {
        let text = format!("({}): {}", row.place(), row.text);
        (row.id.clone(), vec![Cell::Text(text), Cell::Code(notes(row).join("; "))])
    });
    let mut all = vec![
        Section("reservations", "Reservations", Content::List(reservations.collect())),
        Section("exceptions", "Exceptions", Content::List(exceptions.collect())),
    ];
    all.retain(|part| !matches!(&part.2, Content::List(items) if items.is_empty()));
    let facts = facts(statement).into_iter();
    let facts = facts.map(|(name, text)| vec![Cell::Word(name.to_owned()), Cell::Code(text)]);
    let facts = table(&["field", "value"], facts.collect());
    all.push(Section("identification", "Identification", facts));
    let claims = statement.claims.iter().map(|(codec, support)| {
        let (ops, params) = (support.ops.join(" "), support.params.join(" "));
        [codec.clone(), ops, params, limits(support)].map(Cell::Code).into()
    });
    let note = (!statement.not_claimed.is_empty())
        .then(|| format!("Not claimed: {}.", statement.not_claimed.join(", ")));
    let columns = &["codec", "operations", "parameters", "limits"];
    let claims = Content::Table { columns, rows: claims.collect(), note };
    all.push(Section("claims", "Claims", claims));
    for (level, title) in LEVELS {
        let rows = statement.requirements.iter().filter(|row| row.level == level);
        let rows: Vec<_> = rows.map(requirement).collect();
        if !rows.is_empty() {
            let columns =
                &["requirement", "clause", "demands", "claimed", "result", "passed:", "notes"];
            all.push(Section(level.as_str(), title, table(columns, rows)));
        }
    }
    let findings = statement.findings.iter().map(|it| {
        let [level, checks] = [it.level.to_string(), it.checks.to_string()].map(Cell::Word);
        vec![Cell::Code(it.id.clone()), level, checks, Cell::Code(it.summary.clone())]
    });
    if !statement.findings.is_empty() {
        let findings = table(&["finding", "level", "checks:", "fault"], findings.collect());
        all.push(Section("findings", "Findings", findings));
    }
    all
}

fn requirement(row: &RequirementEntry) -> Vec<Cell> {
    let claimed = if row.claimed { "yes" } else { "no" };
    vec![
        Cell::Word(row.id.clone()),
        Cell::Text(row.place()),
        Cell::Text(row.text.clone()),
        Cell::Word(claimed.to_owned()),
        Cell::Word(row.result.describe().to_owned()),
        Cell::Word(format!("{} of {}", row.passed, row.checks)),
        Cell::Notes(notes(row)),
    ]
}

/// The statement as Markdown.
pub(crate) fn markdown(statement: &Statement) -> String {
    let in_markdown = |cells: &[Cell]| cells.iter().map(Cell::markdown).collect::<Vec<_>>();
    // The name of an implementation may look like a link.
    let name = code_span(&show_identity(&statement.implementation));
    let mut out = format!("# {TITLE}: {name}\n\n**{}**\n", conclusion(statement));
    for Section(_, title, content) in sections(statement) {
        out += &format!("\n## {title}\n\n");
        match content {
            Content::List(items) => out.extend(
                items
                    .iter()
                    .map(|(name, cells)| format!("- {name} {}\n", in_markdown(cells).join(" "))),
            ),
            Content::Table { columns, rows, note } => {
                out += &markdown_table(columns, rows.iter().map(|row| in_markdown(row)));
                out.extend(note.map(|note| format!("\n{note}\n")));
            }
        }
    }
    out
}

/// The statement as a page that needs nothing but itself.
pub(crate) fn html(statement: &Statement) -> String {
    let mut out = Markup::default();
    let heading = format!("{TITLE}: {}", show_identity(&statement.implementation));
    out.leaf("h1", &[], &heading);
    out.line();
    out.element("p", &[("class", "lead")], |it| it.leaf("strong", &[], &conclusion(statement)));
    out.line();
    let mut links = Vec::new();
    for Section(id, title, content) in sections(statement) {
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
                        it.leaf("th", &[("scope", "col")], name.trim_end_matches(':'));
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
