//! The statement as a page that needs nothing but itself.
//!
//! Every fact and every requirement is one line of the source, which
//! [`differences`](super::differences) compares.

use super::model::{RequirementEntry, Statement};
use super::sentences::{LEVELS, clause, conclusion, exceptions, facts, limits, notes, title};
use crate::report::html::{Markup, page};

/// How many octets the text of a narrow column has at most.
const SHORT: usize = 24;

/// The statement as a page.
#[must_use]
pub fn html(statement: &Statement) -> String {
    let mut content = Markup::default();
    let title = title(statement);
    content.leaf("h1", &[], &title);
    content.line();
    content.element("p", &[("class", "lead")], |it| it.leaf("strong", &[], &conclusion(statement)));
    content.line();
    write_reservations(statement, &mut content);
    section("identification", "Identification", &mut content, |it| {
        table("Identification", &["field", "value"], it, |it| {
            for (name, text) in facts(statement) {
                row(name, &[&text], it);
            }
        });
    });
    section("claims", "Claims", &mut content, |it| {
        table("Claims", &["codec", "operations", "parameters", "limits"], it, |it| {
            for (codec, support) in &statement.claims {
                let cells = [support.ops.join(" "), support.params.join(" "), limits(support)];
                row(codec, &cells.each_ref().map(String::as_str), it);
            }
        });
        if !statement.not_claimed.is_empty() {
            it.leaf("p", &[], &format!("Not claimed: {}.", statement.not_claimed.join(", ")));
            it.line();
        }
    });
    let mut links = vec![("identification", "Identification"), ("claims", "Claims")];
    for (level, title) in LEVELS {
        let rows = statement.requirements.iter().filter(|row| row.level == level);
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            links.push((level, title));
            section(level, title, &mut content, |it| write_level(title, &rows, it));
        }
    }
    if !statement.findings.is_empty() {
        links.push(("findings", "Findings"));
        section("findings", "Findings", &mut content, |it| {
            table("Findings", &["finding", "level", "checks", "fault"], it, |it| {
                for finding in &statement.findings {
                    let checks = finding.checks.to_string();
                    row(&finding.id, &[&finding.level, &checks, &finding.summary], it);
                }
            });
        });
    }
    page(&title, &links, &content)
}

fn write_reservations(statement: &Statement, out: &mut Markup) {
    let sentences = statement.reservations.iter().map(|it| (it.code, it.text.clone()));
    write_list("reservations", "Reservations", sentences, out);
    let sentences = exceptions(statement)
        .into_iter()
        .map(|(row, notes)| (row.id.as_str(), format!("({}): {} {notes}", clause(row), row.text)));
    write_list("exceptions", "Exceptions", sentences, out);
}

/// A list of sentences, each after its name, on lines of their own.
fn write_list<'a>(
    id: &'static str,
    title: &str,
    sentences: impl ExactSizeIterator<Item = (&'a str, String)>,
    out: &mut Markup,
) {
    if sentences.len() == 0 {
        return;
    }
    section(id, title, out, |it| {
        it.element("ul", &[], |it| {
            for (name, text) in sentences {
                it.line();
                it.element("li", &[], |it| {
                    it.leaf("strong", &[], name);
                    it.text(&format!(" {text}"));
                });
            }
            it.line();
        });
        it.line();
    });
}

fn write_level(title: &str, rows: &[&RequirementEntry], out: &mut Markup) {
    let names = ["requirement", "clause", "demands", "claimed", "result", "passed", "notes"];
    table(title, &names, out, |it| {
        for one in rows {
            let clause = clause(one);
            let claimed = if one.claimed { "yes" } else { "no" };
            let passed = format!("{} of {}", one.passed, one.checks);
            let notes = notes(one).join("; ");
            let cells = [&clause, &one.text, claimed, one.result.describe(), &passed, &notes];
            row(&one.id, &cells, it);
        }
    });
}

fn section(id: &'static str, title: &str, out: &mut Markup, content: impl FnOnce(&mut Markup)) {
    let label = format!("{id}-title");
    out.element("section", &[("id", id), ("aria-labelledby", &label)], |it| {
        it.line();
        it.leaf("h2", &[("id", &label)], title);
        it.line();
        content(it);
    });
    out.line();
}

/// A table, which scrolls by itself where the window is narrow.
fn table(title: &str, names: &[&str], out: &mut Markup, rows: impl FnOnce(&mut Markup)) {
    let scrolls =
        [("class", "scroll"), ("tabindex", "0"), ("role", "group"), ("aria-label", title)];
    out.element("div", &scrolls, |it| {
        it.element("table", &[("class", "requirements")], |it| {
            it.element("thead", &[], |it| {
                it.element("tr", &[], |it| {
                    names.iter().for_each(|name| it.leaf("th", &[("scope", "col")], name));
                });
            });
            it.line();
            it.element("tbody", &[], |it| {
                it.line();
                rows(it);
            });
        });
    });
    out.line();
}

/// A row on a line of its own: its first cell names it.
fn row(name: &str, cells: &[&str], out: &mut Markup) {
    out.element("tr", &[], |it| {
        it.leaf("th", &[("scope", "row")], name);
        for cell in cells {
            // The style breaks no line of these.
            let is_short = cell.len() <= SHORT;
            let attributes: &[_] = if is_short { &[("class", "clause")] } else { &[] };
            it.leaf("td", attributes, if cell.is_empty() { "-" } else { cell });
        }
    });
    out.line();
}
