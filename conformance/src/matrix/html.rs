//! The matrix, and the pages of its implementations, as HTML.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use acegate_vectors::Requirement;

use super::markdown::{Page, WITHHELD};
use super::model::{
    Cell, Matrix, MatrixRow, RowState, SharedFinding, TITLES, counting_findings, facts, numbers,
    show_percent, show_state, summary,
};
use crate::escape::printable;
use crate::event::Finding;
use crate::report::CheckEntry;
use crate::report::html::markup::{
    Markup, classed_field, each, field, finding_title, html, number, prose, table,
};
use crate::report::html::{PageExtras, page};
use crate::report::wording::{count, show_cause, show_checks, show_identity, show_others};

/// Writes the matrix as a page. With `pages`, the name of each implementation leads to `NAME.html`.
pub(crate) fn write_html(matrix: &Matrix, pages: bool, out: &mut dyn Write) -> io::Result<()> {
    let name = |name: &str| match pages {
        true => html!("<a href=\"{}\">{}</a>", format!("{name}.html"), name),
        false => html!("{}", name),
    };
    let Matrix {
        suites,
        versions,
        days,
        ..
    } = matrix;
    let named = [("suite", suites), ("acegate", versions), ("run on", days)];
    let named = named
        .iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(title, values)| {
            format!(
                "{title} {}",
                values.iter().cloned().collect::<Vec<_>>().join(", ")
            )
        });
    let absent = each(&matrix.absent, |(name, reason)| field(name, reason));
    let absent = html!("<h3>Not run</h3><dl class=\"fields\">{}</dl>", absent);
    // A document has a table. Those that many implementations were asked about come first.
    let mut groups: BTreeMap<(&str, &str), Vec<&Requirement>> = BTreeMap::new();
    for requirement in &matrix.requirements {
        let group = (requirement.codec.as_str(), requirement.document.as_str());
        groups.entry(group).or_default().push(requirement);
    }
    let groups = groups.into_iter().map(|(group, requirements)| {
        // The implementations that were asked about at least one of them.
        let is_asked = |row: &&MatrixRow| {
            requirements
                .iter()
                .any(|requirement| row.requirements.contains_key(&requirement.id))
        };
        let rows: Vec<_> = matrix.rows.iter().filter(is_asked).collect();
        (group, rows, requirements)
    });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|(_, rows, _)| Reverse(rows.len()));
    let content = html!(
        "<section class=\"summary\"><h1>Implementations</h1><p class=\"lead\">{}</p>\
         <p class=\"run\">{}</p></section>\n\
         <section id=\"implementations\"><h2>Implementations</h2>\
         <div class=\"scroll\" tabindex=\"0\"><table>{}</table></div>{}</section>\n\
         <section id=\"findings\"><h2>Findings</h2><p class=\"lead\">The number after an \
         implementation is that of its checks. Findings that do not count rest on rules that are \
         not enforced.</p>{}</section>\n\
         <section id=\"grid\"><h2>Requirements</h2><p class=\"lead\">✓ every check passed, \
         ✗ checks that count failed, ! other checks failed; an empty cell was not asked. A check \
         counts for each requirement that its case names.</p>{}</section>\n",
        summary(matrix),
        named.collect::<Vec<_>>().join(" · "),
        table(
            &[&TITLES[..], &["result"]].concat(),
            &each(&matrix.rows, |row| implementation(row, &name(&row.name)))
        ),
        (!matrix.absent.is_empty()).then_some(absent),
        each(&matrix.findings, |finding| shared_finding(finding, &name)),
        each(&groups, |((codec, document), rows, requirements)| html!(
            "<details class=\"group\"{}><summary><h3>{}, {}</h3></summary>\
             <div class=\"scroll\" tabindex=\"0\">{}</div></details>\n",
            if rows.len() > 1 { " open" } else { "" },
            codec,
            document,
            grid(rows, requirements, &name)
        )),
    );
    let links = [
        ("implementations", "Implementations"),
        ("findings", "Findings"),
        ("grid", "Requirements"),
    ];
    let page = page(PageExtras::default(), "Implementations", &links, &content);
    out.write_all(page.as_bytes())
}

/// The state of a row as a class of the style sheet.
const fn class_of(row: &MatrixRow) -> &'static str {
    match row.state {
        RowState::Whole if row.counting == 0 => "passed",
        RowState::Whole => "failed",
        _ => "not-run",
    }
}

fn implementation(row: &MatrixRow, name: &Markup) -> Markup {
    let result = match (row.state, row.counting) {
        (RowState::Whole, 0) => "no must failure",
        (RowState::Whole, _) => "must failures",
        (state, _) => show_state(state),
    };
    html!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>{}{}\
         <td><span class=\"mark {}\">{}</span></td></tr>\n",
        name,
        row.implementation.version,
        row.implementation.language,
        each(numbers(row), number),
        number(show_percent(row)),
        class_of(row),
        result
    )
}

fn shared_finding(finding: &SharedFinding, name: &dyn Fn(&str) -> Markup) -> Markup {
    let rows = finding.rows.iter().enumerate();
    html!(
        "<article class=\"finding {}\"><h3>{}</h3><p class=\"meta\">{}</p><p>{}</p></article>\n",
        if finding.counts { "failed" } else { "advisory" },
        finding_title(finding.level, &finding.summary),
        finding.id,
        each(rows, |(place, (row, checks))| {
            html!(
                "{}{} {}",
                if place > 0 { ", " } else { "" },
                name(row),
                *checks
            )
        })
    )
}

/// A row for each requirement, a column for each implementation.
fn grid(
    rows: &[&MatrixRow],
    requirements: &[&Requirement],
    name: &dyn Fn(&str) -> Markup,
) -> Markup {
    html!(
        "<table class=\"grid\"><thead><tr><th scope=\"col\">requirement</th>{}</tr></thead>\
         <tbody>{}</tbody></table>",
        each(rows, |row| html!(
            "<th scope=\"col\">{}</th>",
            name(&row.name)
        )),
        each(requirements, |it| html!(
            "<tr><th scope=\"row\"><details><summary>{} · {}</summary>{}</details></th>{}</tr>\n",
            it.id,
            it.clause,
            prose(&format!("{}: {}", it.level, it.text)),
            each(rows, |row| cell(row.requirements.get(&it.id)))
        ))
    )
}

fn cell(cell: Option<&Cell>) -> Markup {
    match cell {
        None => html!("<td></td>"),
        Some(Cell {
            counting: 0,
            advisory: 0,
            ..
        }) => html!("<td class=\"passed\">✓</td>"),
        Some(Cell {
            counting: 0,
            advisory,
            ..
        }) => {
            html!("<td class=\"advisory\">! {}</td>", *advisory)
        }
        Some(Cell { counting, .. }) => html!("<td class=\"failed\">✗ {}</td>", *counting),
    }
}

pub(crate) fn write_html_page(
    page_of: &Page,
    row: &MatrixRow,
    out: &mut dyn Write,
) -> io::Result<()> {
    let content = html!(
        "<section class=\"summary\"><h1>{}</h1>\
         <p class=\"verdict {}\">{}, {} in {}.</p><dl class=\"fields\">{}</dl>\
         <p><a href=\"matrix.html\">All implementations</a></p></section>\n\
         <section id=\"findings\"><h2>Findings</h2>{}{}</section>\
         <section id=\"skipped\"><h2>Not asked</h2><table>{}</table></section>\n",
        show_identity(&row.implementation),
        class_of(row),
        count(row.run, "check", "checks"),
        count(row.counting, "must failure", "must failures"),
        count(counting_findings(row), "finding", "findings"),
        each(facts(row), |(name, text)| field(name, text)),
        row.findings
            .is_empty()
            .then(|| html!("<p class=\"lead\">No check failed.</p>")),
        each(&page_of.run.findings, |it| finding(it, page_of)),
        table(
            &["checks:", "reason"],
            &each(page_of.skips().0, |(reason, checks)| {
                html!("<tr>{}<td>{}</td></tr>", number(checks), reason)
            })
        ),
    );
    let title = format!("{}: {}", row.name, show_identity(&row.implementation));
    let links = [("findings", "Findings"), ("skipped", "Not asked")];
    out.write_all(page(PageExtras::default(), &title, &links, &content).as_bytes())
}

fn finding(finding: &Finding, page: &Page) -> Markup {
    let (checks, others) = show_checks(finding);
    let meta = format!(
        "{checks}{others} · {} · clause {}",
        finding.id,
        finding.clauses.join(", ")
    );
    html!(
        "<article class=\"finding {}\"><h3>{}</h3><p class=\"meta\">{}</p>\
         <p class=\"cause\">Cause: {}.</p>{}</article>\n",
        if finding.unexpected > 0 {
            "failed"
        } else {
            "advisory"
        },
        finding_title(finding.level, &printable(&finding.summary)),
        printable(&meta),
        show_cause(finding),
        match page.withheld.contains(&finding.id) {
            true => Some(html!("<p>{}</p>", WITHHELD)),
            false => page
                .run
                .example(finding)
                .map(|check| example(finding, check, page)),
        }
    )
}

fn example(finding: &Finding, check: &CheckEntry, page: &Page) -> Markup {
    let title = format!("Example: {}, {}", check.headline(), check.case.name);
    let lines = check.lines(&page.run.end.behaves_like);
    html!(
        "<details><summary>{}</summary><dl class=\"fields\">{}</dl></details>{}",
        printable(&title),
        each(&lines, |(name, text)| classed_field(name, &**text)),
        show_others(finding).map(|others| html!("<p class=\"meta\">Also: {}</p>", others)),
    )
}
