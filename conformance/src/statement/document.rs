//! A statement as a document: its parts once, printed as Markdown and as a page.
//!
//! Every fact and every requirement is one line of either, so that `diff` names what differs.

use acegate_vectors::Level;

use super::model::{RequirementEntry, RequirementStatus, Statement};
use super::sentences::{LEVELS, TITLE, conclusion, exceptions, facts, limits, notes};
use crate::escape::code_span;
use crate::report::html::markup::{Markup, each, html};
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

/// The parts that have something to say.
fn sections(statement: &Statement) -> Vec<Section> {
    let section = |id, title, columns, rows: Vec<_>| Section {
        id,
        title,
        columns,
        rows,
        note: None,
    };
    let reservations = statement.reservations.iter().map(|it| {
        vec![
            Cell::Word(format!("**{}**:", it.code)),
            Cell::Text(it.text.clone()),
        ]
    });
    let fails = |row: &&RequirementEntry| {
        row.requirement.level == Level::Must && row.result == RequirementStatus::Failed
    };
    let failed = statement.requirements.iter().filter(fails).map(|row| {
        let text = format!("({}): {}", row.place(), row.requirement.text);
        let faults = Cell::Notes(exceptions(row, &statement.findings));
        vec![
            Cell::Word(row.requirement.id.clone()),
            Cell::Text(text),
            faults,
        ]
    });
    let facts = facts(statement).into_iter();
    let facts = facts.map(|(name, text)| vec![Cell::Word(name.to_owned()), Cell::Code(text)]);
    let claims = statement.claims.iter().map(|(codec, support)| {
        let (ops, params) = (
            support.ops.join(" "),
            support.params.names().collect::<Vec<_>>().join(" "),
        );
        [codec.clone(), ops, params, limits(support)]
            .map(Cell::Code)
            .into()
    });
    let note = (!statement.not_claimed.is_empty())
        .then(|| format!("Not claimed: {}.", statement.not_claimed.join(", ")));
    let findings = statement.findings.iter().map(|it| {
        let [level, checks] = [it.level.to_string(), it.checks.to_string()].map(Cell::Word);
        vec![
            Cell::Code(it.id.clone()),
            level,
            checks,
            Cell::Code(it.summary.clone()),
        ]
    });
    let columns = &["codec", "operations", "parameters", "limits"];
    let claims = section("claims", "Claims", columns, claims.collect());
    let mut all = vec![
        section("reservations", "Reservations", &[], reservations.collect()),
        section("exceptions", "Exceptions", &[], failed.collect()),
        section(
            "identification",
            "Identification",
            &["field", "value"],
            facts.collect(),
        ),
        Section { note, ..claims },
    ];
    all.extend(LEVELS.map(|(level, title)| {
        let rows = statement
            .requirements
            .iter()
            .filter(|row| row.requirement.level == level);
        let columns = &[
            "requirement",
            "clause",
            "demands",
            "claimed",
            "result",
            "passed:",
            "notes",
        ];
        section(
            level.as_str(),
            title,
            columns,
            rows.map(|row| requirement(row, statement)).collect(),
        )
    }));
    let columns = &["finding", "level", "checks:", "fault"];
    all.push(section("findings", "Findings", columns, findings.collect()));
    all.retain(|section| !section.rows.is_empty());
    all
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
    let mut out = format!("# {TITLE}: {name}\n\n**{}**\n", conclusion(statement));
    for Section {
        title,
        columns,
        rows,
        note,
        ..
    } in sections(statement)
    {
        out += &format!("\n## {title}\n\n");
        let table_row = |row: &Vec<Cell>| row.iter().map(Cell::markdown).collect::<Vec<_>>();
        let list_item =
            |row: &Vec<Cell>| format!("-{}\n", row.iter().map(Cell::in_item).collect::<String>());
        match columns {
            [] => out.extend(rows.iter().map(list_item)),
            _ => out += &markdown_table(columns, rows.iter().map(table_row)),
        }
        out.extend(note.map(|note| format!("\n{note}\n")));
    }
    out
}

/// The statement as a page that needs nothing but itself.
pub(crate) fn html(statement: &Statement) -> String {
    let heading = format!("{TITLE}: {}", show_identity(statement.subject()));
    let sections = sections(statement);
    let tables = sections
        .iter()
        .filter(|section| !section.columns.is_empty());
    let links: Vec<_> = tables.map(|section| (section.id, section.title)).collect();
    let content = html!(
        "<h1>{}</h1>\n<p class=\"lead\"><strong>{}</strong></p>\n{}",
        heading,
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
            each(notes, |note| html!("<li>{}</li>", note))
        ),
        cell => html!(" {}", cell.plain()),
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
         <table class=\"requirements\"><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table>\
         </div>\n",
        title,
        each(*columns, |name| html!(
            "<th scope=\"col\">{}</th>",
            name.trim_end_matches(':')
        )),
        each(rows, |row| html!(
            "<tr>{}</tr>\n",
            each(row.iter().enumerate(), cell)
        ))
    )
}

/// A cell of a row. The first cell names the row. The class `clause` keeps a short text on one line.
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
