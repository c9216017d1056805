//! A statement as a document: its parts once, printed as Markdown and as a page.
//!
//! Every fact and every requirement is one line of either, so that `diff` names what differs.

use acegate_vectors::Level;

use super::model::{Conclusion, RequirementEntry, RequirementStatus, Statement};
use super::sentences::{LEVELS, TITLE, conclusion, exceptions, facts, limits, notes, verdict};
use crate::escape::code_span;
use crate::report::html::markup::{Markup, each, html, prose};
use crate::report::html::{PageExtras, page};
use crate::report::markdown_table;
use crate::report::wording::show_identity;

/// How many octets the text of a narrow column has at most.
const SHORT: usize = 24;

/// A part of the document.
struct Section {
    id: &'static str,
    title: &'static str,
    /// The names of the columns of a table; a colon after a name aligns its numbers. A part without
    /// columns is a list of sentences, each after its name.
    columns: &'static [&'static str],
    rows: Vec<Vec<Cell>>,
    note: Option<String>,
}

/// A text in a row or a sentence.
enum Cell {
    /// Words of acegate without any character that a format reads.
    Word(String),
    Text(String),
    /// Foreign text.
    Code(String),
    /// Foreign texts, one below the other.
    Notes(Vec<String>),
}

impl Section {
    fn new(
        id: &'static str,
        title: &'static str,
        columns: &'static [&'static str],
        rows: Vec<Vec<Cell>>,
    ) -> Self {
        Self {
            id,
            title,
            columns,
            rows,
            note: None,
        }
    }
}

/// The parts that have something to say.
fn sections(statement: &Statement) -> Vec<Section> {
    let mut all = vec![
        reservations(statement),
        failed_musts(statement),
        identification(statement),
        claims(statement),
    ];
    for (level, title) in LEVELS {
        all.push(requirements(level, title, statement));
    }
    all.push(findings(statement));
    all.retain(|section| !section.rows.is_empty());
    all
}

fn reservations(statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for reservation in &statement.reservations {
        rows.push(vec![
            Cell::Word(format!("**{}**:", reservation.code)),
            Cell::Text(reservation.text.clone()),
        ]);
    }
    Section::new("reservations", "Reservations", &[], rows)
}

fn failed_musts(statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for row in &statement.requirements {
        let requirement = &row.requirement;
        if requirement.level == Level::Must && row.result == RequirementStatus::Failed {
            let text = format!("({}): {}", row.place(), requirement.text);
            rows.push(vec![
                Cell::Word(requirement.id.clone()),
                Cell::Text(text),
                Cell::Notes(exceptions(row, &statement.findings)),
            ]);
        }
    }
    Section::new("exceptions", "Exceptions", &[], rows)
}

fn identification(statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for (name, text) in facts(statement) {
        rows.push(vec![Cell::Word(name.to_owned()), Cell::Code(text)]);
    }
    let columns = &["field", "value"];
    Section::new("identification", "Identification", columns, rows)
}

fn claims(statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for (codec, support) in &statement.claims {
        let params: Vec<_> = support.params.names().collect();
        rows.push(vec![
            Cell::Code(codec.clone()),
            Cell::Code(support.ops.join(" ")),
            Cell::Code(params.join(" ")),
            Cell::Code(limits(support)),
        ]);
    }
    let columns = &["codec", "operations", "parameters", "limits"];
    let mut section = Section::new("claims", "Claims", columns, rows);
    if !statement.not_claimed.is_empty() {
        let names = statement.not_claimed.join(", ");
        section.note = Some(format!("Not claimed: {names}."));
    }
    section
}

/// The requirements of one level.
fn requirements(level: Level, title: &'static str, statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for row in &statement.requirements {
        if row.requirement.level == level {
            rows.push(requirement(row, statement));
        }
    }
    let columns = &[
        "requirement",
        "clause",
        "demands",
        "claimed",
        "result",
        "passed:",
        "notes",
    ];
    Section::new(level.as_str(), title, columns, rows)
}

fn findings(statement: &Statement) -> Section {
    let mut rows = Vec::new();
    for finding in &statement.findings {
        rows.push(vec![
            Cell::Code(finding.id.clone()),
            Cell::Word(finding.level.to_string()),
            Cell::Word(finding.checks.to_string()),
            Cell::Code(finding.summary.clone()),
        ]);
    }
    let columns = &["finding", "level", "checks:", "fault"];
    Section::new("findings", "Findings", columns, rows)
}

fn requirement(row: &RequirementEntry, statement: &Statement) -> Vec<Cell> {
    let claimed = if row.claimed { "yes" } else { "no" };
    vec![
        Cell::Word(row.requirement.id.clone()),
        Cell::Text(row.place()),
        Cell::Text(row.requirement.text.clone()),
        Cell::Word(claimed.to_owned()),
        Cell::Word(row.result.words()),
        Cell::Word(format!("{} of {}", row.passed, row.checks)),
        Cell::Notes(notes(row, &statement.findings)),
    ]
}

pub(crate) fn markdown(statement: &Statement) -> String {
    // The name of an implementation may look like a link.
    let name = code_span(&show_identity(statement.subject()));
    let verdict = verdict(statement);
    let mut out = format!(
        "# {name}: {verdict}\n\n{TITLE}. {}\n",
        conclusion(statement)
    );
    for section in sections(statement) {
        out += &format!("\n## {}\n\n", section.title);
        if section.columns.is_empty() {
            for row in &section.rows {
                let item: String = row.iter().map(Cell::in_item).collect();
                out += &format!("-{item}\n");
            }
        } else {
            let rows = section.rows.iter();
            let cells = rows.map(|row| row.iter().map(Cell::markdown).collect());
            out += &markdown_table(section.columns, cells);
        }
        if let Some(note) = &section.note {
            out += &format!("\n{note}\n");
        }
    }
    out
}

/// The statement as a page that needs nothing but itself.
pub(crate) fn html(statement: &Statement) -> String {
    let heading = format!(
        "{}: {}",
        show_identity(statement.subject()),
        verdict(statement)
    );
    let class = match statement.conclusion {
        Conclusion::Conforms => "good",
        Conclusion::Exceptions => "bad",
        Conclusion::Incomplete | Conclusion::NothingVerified => "none",
    };
    let sections = sections(statement);
    let tables = sections
        .iter()
        .filter(|section| !section.columns.is_empty());
    let links: Vec<_> = tables.map(|section| (section.id, section.title)).collect();
    let content = html!(
        "<section class=\"summary\" aria-labelledby=\"title\"><p class=\"lead\">{}</p>\
         <h1 id=\"title\">{}</h1>\n<p class=\"verdict {}\">{}</p></section>\n{}",
        TITLE,
        heading,
        class,
        conclusion(statement),
        each(&sections, |section| html!(
            "<section id=\"{}\" aria-labelledby=\"{}-title\">\n<h2 id=\"{}-title\">{}</h2>\n\
             {}{}</section>\n",
            section.id,
            section.id,
            section.id,
            section.title,
            match section.columns {
                [] => html!("<ul>{}\n</ul>\n", each(&section.rows, |row| list_item(row))),
                _ => table(section),
            },
            section.note.as_ref().map(|note| html!("<p>{}</p>\n", note))
        ))
    );
    page(PageExtras::default(), &heading, &links, &content)
}

fn list_item(cells: &[Cell]) -> Markup {
    let name = cells[0].plain();
    let cells = each(&cells[1..], |cell| match cell {
        Cell::Notes(notes) => html!(
            "<ul>{}</ul>",
            each(notes, |note| html!("<li>{}</li>", prose(note)))
        ),
        cell => html!(" {}", prose(&cell.plain())),
    });
    html!(
        "\n<li><strong>{}</strong>{}</li>",
        name.trim_matches(['*', ':']),
        cells
    )
}

/// A table, which scrolls by itself where the window is narrow.
fn table(
    Section {
        title,
        columns,
        rows,
        ..
    }: &Section,
) -> Markup {
    html!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\
         <table class=\"requirements{}\"><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table>\
         </div>\n",
        title,
        if columns.len() > 2 { " labelled" } else { "" },
        each(*columns, |name| html!(
            "<th scope=\"col\">{}</th>",
            name.trim_end_matches(':')
        )),
        each(rows, |row| html!(
            "<tr>{}</tr>\n",
            each(row.iter().zip(*columns).enumerate(), |(place, named)| cell(
                place, named
            ))
        ))
    )
}

/// A cell of a row with the name of its column, which a phone shows before it. The first cell names the row. The
/// class `clause` keeps a short text on one line.
fn cell(place: usize, (cell, column): (&Cell, &&str)) -> Markup {
    let text = cell.plain();
    let column = column.trim_end_matches(':');
    match (place, text.len()) {
        (0, _) => html!("<th scope=\"row\">{}</th>", text),
        (_, 0) => html!("<td class=\"clause empty\">-</td>"),
        (_, 1..=SHORT) => html!(
            "<td class=\"clause\" data-column=\"{}\">{}</td>",
            column,
            text
        ),
        _ => html!("<td data-column=\"{}\">{}</td>", column, prose(&text)),
    }
}

impl Cell {
    fn plain(&self) -> String {
        match self {
            Self::Word(text) | Self::Text(text) | Self::Code(text) => text.clone(),
            Self::Notes(notes) => notes.join("; "),
        }
    }

    /// The cell in an item of a list. Several notes become a list inside the item.
    fn in_item(&self) -> String {
        match self {
            Self::Notes(notes) => notes
                .iter()
                .map(|note| format!("\n  - {}", code_span(note)))
                .collect(),
            cell => format!(" {}", cell.markdown()),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Word(text) => text.clone(),
            Self::Text(text) => escaped(text),
            Self::Code(text) if text.is_empty() => "-".to_owned(),
            Self::Code(text) => code_span(text),
            Self::Notes(notes) => notes
                .iter()
                .map(|note| code_span(note))
                .collect::<Vec<_>>()
                .join("<br>"),
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
