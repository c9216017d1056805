//! The matrix, and the pages of its implementations, as HTML.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::model::{Matrix, MatrixRequirement, SharedFinding};
use super::page::{Page, WITHHELD};
use super::row::{Cell, MatrixRow, RowState};
use super::words::{TITLES, counting_findings, facts, numbers, show_percent, show_state, summary};
use crate::escape::printable;
use crate::event::Finding;
use crate::report::html::{Markup, page};
use crate::report::wording::{count, show_cause, show_checks, show_identity, show_others};

/// Writes the matrix as a page of HTML. With `pages`, the name of each implementation leads to
/// `NAME.html`.
pub(crate) fn write_html(matrix: &Matrix, pages: bool, out: &mut dyn Write) -> io::Result<()> {
    let writer = HtmlMatrix { matrix, pages };
    let mut content = Markup::default();
    writer.write_head(&mut content);
    writer.write_rows(&mut content);
    writer.write_findings(&mut content);
    writer.write_requirements(&mut content);
    let links = [
        ("implementations", "Implementations"),
        ("findings", "Findings"),
        ("grid", "Requirements"),
    ];
    out.write_all(page("Implementations", &links, &content).as_bytes())
}

/// Writes the page of an implementation.
pub(crate) fn write_html_page(
    page_of: &Page,
    row: &MatrixRow,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut content = Markup::default();
    write_page_head(row, &mut content);
    content.element("section", &[("id", "findings")], |it| {
        it.leaf("h2", &[], "Findings");
        if row.findings.is_empty() {
            it.leaf("p", &[("class", "lead")], "No check failed.");
        }
        page_of.run.findings.iter().for_each(|finding| write_finding(finding, page_of, it));
    });
    write_skips(page_of, &mut content);
    let title = format!("{}: {}", row.name, show_identity(&row.implementation));
    let links = [("findings", "Findings"), ("skipped", "Not asked")];
    out.write_all(page(&title, &links, &content).as_bytes())
}

/// The state of a row as a class of the style sheet.
const fn class_of(row: &MatrixRow) -> &'static str {
    match row.state {
        RowState::Whole if row.counting == 0 => "passed",
        RowState::Whole => "failed",
        _ => "not-run",
    }
}

struct HtmlMatrix<'a> {
    matrix: &'a Matrix,
    pages: bool,
}

impl HtmlMatrix<'_> {
    /// Writes the name of an implementation, as a link if it has a page.
    fn write_name(&self, name: &str, out: &mut Markup) {
        if self.pages {
            out.leaf("a", &[("href", &format!("{name}.html"))], name);
        } else {
            out.text(name);
        }
    }

    fn write_head(&self, out: &mut Markup) {
        let Matrix { suites, versions, days, .. } = self.matrix;
        out.element("section", &[("class", "summary")], |it| {
            it.leaf("h1", &[], "Implementations");
            it.leaf("p", &[("class", "lead")], &summary(self.matrix));
            let named = [("suite", suites), ("acegate", versions), ("run on", days)];
            let named = named.iter().filter(|(_, values)| !values.is_empty());
            let named = named.map(|(title, values)| {
                format!("{title} {}", values.iter().cloned().collect::<Vec<_>>().join(", "))
            });
            it.leaf("p", &[("class", "run")], &named.collect::<Vec<_>>().join(" · "));
        });
        out.line();
    }

    fn write_rows(&self, out: &mut Markup) {
        out.element("section", &[("id", "implementations")], |it| {
            it.leaf("h2", &[], "Implementations");
            it.element("div", &[("class", "scroll"), ("tabindex", "0")], |it| {
                it.table(&[], &[&TITLES[..], &["result"]].concat(), |it| {
                    self.matrix.rows.iter().for_each(|row| self.write_row(row, it));
                });
            });
            if !self.matrix.absent.is_empty() {
                it.leaf("h3", &[], "Not run");
                it.element("dl", &[("class", "fields")], |it| {
                    for (name, reason) in &self.matrix.absent {
                        it.field(name, &[], reason);
                    }
                });
            }
        });
        out.line();
    }

    fn write_row(&self, row: &MatrixRow, out: &mut Markup) {
        out.element("tr", &[], |it| {
            it.element("th", &[("scope", "row")], |it| self.write_name(&row.name, it));
            it.leaf("td", &[], &row.implementation.version);
            it.leaf("td", &[], &row.implementation.language);
            numbers(row).iter().for_each(|number| it.number(number));
            it.number(&show_percent(row));
            it.element("td", &[], |it| {
                let class = format!("mark {}", class_of(row));
                let text = match (row.state, row.counting) {
                    (RowState::Whole, 0) => "no must failure",
                    (RowState::Whole, _) => "must failures",
                    (state, _) => show_state(state),
                };
                it.leaf("span", &[("class", &class)], text);
            });
        });
        out.line();
    }

    fn write_findings(&self, out: &mut Markup) {
        out.element("section", &[("id", "findings")], |it| {
            it.leaf("h2", &[], "Findings");
            let lead = "The number after an implementation is that of its checks. Findings that do \
                        not count rest on rules that are not enforced.";
            it.leaf("p", &[("class", "lead")], lead);
            self.matrix.findings.iter().for_each(|finding| self.write_shared(finding, it));
        });
        out.line();
    }

    fn write_shared(&self, finding: &SharedFinding, out: &mut Markup) {
        let state = if finding.counts { "finding failed" } else { "finding advisory" };
        out.element("article", &[("class", state)], |it| {
            it.finding_heading("h3", finding.level, &finding.summary);
            it.leaf("p", &[("class", "meta")], &finding.id);
            it.element("p", &[], |it| {
                for (place, (name, checks)) in finding.rows.iter().enumerate() {
                    it.text(if place > 0 { ", " } else { "" });
                    self.write_name(name, it);
                    it.text(&format!(" {checks}"));
                }
            });
        });
        out.line();
    }

    /// One table a document: a row for each requirement, a column for each implementation that was
    /// asked about the document.
    fn write_requirements(&self, out: &mut Markup) {
        let mut groups: BTreeMap<(&str, &str), Vec<&MatrixRequirement>> = BTreeMap::new();
        for requirement in &self.matrix.requirements {
            let group = (requirement.codec.as_str(), requirement.document.as_str());
            groups.entry(group).or_default().push(requirement);
        }
        out.element("section", &[("id", "grid")], |it| {
            it.leaf("h2", &[], "Requirements");
            let lead = "✓ every check passed, ✗ checks that count failed, ! other checks failed; an \
                        empty cell was not asked. A check counts for each requirement that its case \
                        names.";
            it.leaf("p", &[("class", "lead")], lead);
            // Those that many implementations were asked about come first.
            let mut groups: Vec<_> = groups.into_iter().collect();
            groups.sort_by_key(|(_, requirements)| Reverse(self.asked(requirements).len()));
            for ((codec, document), requirements) in groups {
                let is_shared = self.asked(&requirements).len() > 1;
                let open: &[_] = if is_shared { &[("open", "")] } else { &[] };
                let attributes = [&[("class", "group")], open].concat();
                it.element("details", &attributes, |it| {
                    it.element("summary", &[], |it| {
                        it.leaf("h3", &[], &format!("{codec}, {document}"));
                    });
                    let class = [("class", "scroll"), ("tabindex", "0")];
                    it.element("div", &class, |it| self.write_grid(&requirements, it));
                });
                it.line();
            }
        });
        out.line();
    }

    /// The implementations that were asked about at least one of these requirements.
    fn asked(&self, requirements: &[&MatrixRequirement]) -> Vec<&MatrixRow> {
        let is_asked = |row: &&MatrixRow| {
            requirements.iter().any(|requirement| row.requirements.contains_key(&requirement.id))
        };
        self.matrix.rows.iter().filter(is_asked).collect()
    }

    fn write_grid(&self, requirements: &[&MatrixRequirement], out: &mut Markup) {
        let rows = self.asked(requirements);
        out.element("table", &[("class", "grid")], |it| {
            it.element("thead", &[], |it| {
                it.element("tr", &[], |it| {
                    it.leaf("th", &[("scope", "col")], "requirement");
                    for row in &rows {
                        it.element("th", &[("scope", "col")], |it| self.write_name(&row.name, it));
                    }
                });
            });
            it.element("tbody", &[], |it| {
                for requirement in requirements {
                    it.element("tr", &[], |it| {
                        it.element("th", &[("scope", "row")], |it| write_title(requirement, it));
                        for row in &rows {
                            write_cell(row.requirements.get(&requirement.id), it);
                        }
                    });
                    it.line();
                }
            });
        });
    }
}

fn write_title(requirement: &MatrixRequirement, out: &mut Markup) {
    out.element("details", &[], |it| {
        let title = format!("{} · {}", requirement.id, requirement.clause);
        it.leaf("summary", &[], &title);
        it.prose(&format!("{}: {}", requirement.level, requirement.text));
    });
}

fn write_cell(cell: Option<&Cell>, out: &mut Markup) {
    match cell {
        None => out.leaf("td", &[], ""),
        Some(Cell { counting: 0, advisory: 0, .. }) => out.leaf("td", &[("class", "passed")], "✓"),
        Some(Cell { counting: 0, advisory, .. }) => {
            out.leaf("td", &[("class", "advisory")], &format!("! {advisory}"));
        }
        Some(Cell { counting, .. }) => {
            out.leaf("td", &[("class", "failed")], &format!("✗ {counting}"));
        }
    }
}

fn write_page_head(row: &MatrixRow, out: &mut Markup) {
    out.element("section", &[("class", "summary")], |it| {
        it.leaf("h1", &[], &show_identity(&row.implementation));
        let verdict = format!(
            "{}, {} in {}.",
            count(row.run, "check", "checks"),
            count(row.counting, "must failure", "must failures"),
            count(counting_findings(row), "finding", "findings")
        );
        it.leaf("p", &[("class", &format!("verdict {}", class_of(row)))], &verdict);
        it.element("dl", &[("class", "fields")], |it| {
            for (name, text) in facts(row) {
                it.field(name, &[], &text);
            }
        });
        it.element("p", &[], |it| {
            it.leaf("a", &[("href", "matrix.html")], "All implementations");
        });
    });
    out.line();
}

fn write_finding(finding: &Finding, page: &Page, out: &mut Markup) {
    let state = if finding.unexpected > 0 { "finding failed" } else { "finding advisory" };
    out.element("article", &[("class", state)], |it| {
        it.finding_heading("h3", finding.level, &printable(&finding.summary));
        let (checks, others) = show_checks(finding);
        let meta =
            format!("{checks}{others} · {} · clause {}", finding.id, finding.clauses.join(", "));
        it.leaf("p", &[("class", "meta")], &printable(&meta));
        it.leaf("p", &[("class", "cause")], &format!("Cause: {}.", show_cause(finding)));
        if page.withheld.contains(&finding.id) {
            it.leaf("p", &[], WITHHELD);
            return;
        }
        let Some(example) = page.run.example(finding) else { return };
        it.element("details", &[], |it| {
            let title = format!("Example: {}, {}", example.headline(), example.case.name);
            it.leaf("summary", &[], &printable(&title));
            it.element("dl", &[("class", "fields")], |it| {
                for (name, text) in example.lines(&page.run.end.behaves_like) {
                    it.field(name, &[("class", name)], &text);
                }
            });
        });
        if let Some(others) = show_others(finding) {
            it.leaf("p", &[("class", "meta")], &format!("Also: {others}"));
        }
    });
    out.line();
}

fn write_skips(page: &Page, out: &mut Markup) {
    out.element("section", &[("id", "skipped")], |it| {
        it.leaf("h2", &[], "Not asked");
        it.table(&[], &["checks:", "reason"], |it| {
            for (reason, number) in page.skips().0 {
                it.element("tr", &[], |it| {
                    it.number(&number.to_string());
                    it.leaf("td", &[], &reason);
                });
            }
        });
    });
    out.line();
}
