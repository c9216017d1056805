//! A statement as a document: its parts once, printed as Markdown and as a page.
//!
//! Every fact and every requirement is one line of either, which
//! [`differences`](super::differences) compares.

use acegate_vectors::Level;

use super::model::Statement;
use super::requirement::{RequirementEntry, RequirementStatus};
use super::sentences::{LEVELS, TITLE, conclusion, facts, limits, notes};
use crate::escape::code_span;
use crate::report::html::markup::{Markup, each, html};
use crate::report::html::{PageExtras, page};
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
        row.requirement.level == Level::Must && row.result == RequirementStatus::Failed
    };
    let exceptions = statement.requirements.iter().filter(fails).map(|row| {
        let text = format!("({}): {}", row.place(), row.requirement.text);
        (row.requirement.id.clone(), vec![Cell::Text(text), Cell::Code(notes(row).join("; "))])
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
        let rows = statement.requirements.iter().filter(|row| row.requirement.level == level);
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
        Cell::Word(row.requirement.id.clone()),
        Cell::Text(row.place()),
        Cell::Text(row.requirement.text.clone()),
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
    let heading = format!("{TITLE}: {}", show_identity(&statement.implementation));
    let sections = sections(statement);
    let is_table = |Section(.., content): &&Section| matches!(content, Content::Table { .. });
    let links = sections.iter().filter(is_table).map(|Section(id, title, _)| (*id, *title));
    let links: Vec<_> = links.collect();
    let content = html!(
        "<h1>{}</h1>\n<p class=\"lead\"><strong>{}</strong></p>\n{}",
        heading,
        conclusion(statement),
        each(&sections, |Section(id, title, content)| html!(
            "<section id=\"{}\" aria-labelledby=\"{}-title\">\n<h2 id=\"{}-title\">{}</h2>\n\
             {}</section>\n",
            id,
            id,
            id,
            title,
            match content {
                Content::List(items) => html!("<ul>{}\n</ul>\n", each(items, list_item)),
                Content::Table { columns, rows, note } => {
                    let note = note.as_ref().map(|note| html!("<p>{}</p>\n", note));
                    html!("{}{}", table(title, columns, rows), note)
                }
            }
        ))
    );
    page(PageExtras::default(), &heading, &links, &content)
}

fn list_item((name, cells): &(String, Vec<Cell>)) -> Markup {
    let cells = each(cells, |cell| html!(" {}", cell.plain()));
    html!("\n<li><strong>{}</strong>{}</li>", name.trim_matches(['*', ':']), cells)
}

/// A table, which scrolls by itself where the window is narrow.
fn table(title: &str, columns: &[&str], rows: &[Vec<Cell>]) -> Markup {
    html!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\
         <table class=\"requirements\"><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table>\
         </div>\n",
        title,
        each(columns, |name| html!("<th scope=\"col\">{}</th>", name.trim_end_matches(':'))),
        each(rows, |row| html!("<tr>{}</tr>\n", each(row.iter().enumerate(), cell)))
    )
}

/// A cell of a row, whose first one names it. The style breaks no line of a short one.
fn cell((place, cell): (usize, &Cell)) -> Markup {
    let text = cell.plain();
    match (place, text.len()) {
        (0, _) => html!("<th scope=\"row\">{}</th>", text),
        (_, 0) => html!("<td class=\"clause\">-</td>"),
        (_, 1..=SHORT) => html!("<td class=\"clause\">{}</td>", text),
        _ => html!("<td>{}</td>", text),
    }
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
