//! The page of an implementation: its faults, each with a case that shows it.

use super::cases;
use super::markdown::WITHHELD;
use super::model::{Example, MatrixFinding, MatrixRow, RowState, show_state};
use super::site::{Site, bar, in_numbers, shown_name, verdict, version};
use crate::plural::grouped;
use crate::report::html::markup::{
    Markup, classed_field, each, finding_title, html, number, prose, table,
};
use crate::report::wording::count;
use crate::report::{Address, repeat_command};

/// The lines of an example that its card has in another form.
const ELSEWHERE: [&str; 3] = ["spec", "case", "explain"];

/// Where the pages of implementations are.
const PATH: &str = "implementations/page.html";

pub(super) fn implementation(row: &MatrixRow, site: &Site<'_>) -> Markup {
    let (counting, advisory): (Vec<_>, Vec<_>) = row
        .findings
        .iter()
        .partition(|finding| finding.counting > 0);
    html!(
        "<h1>{}</h1><p class=\"verdict {}\">{}</p>{}{}{}{}{}",
        format!("{} {}", shown_name(row), version(row)).trim_end(),
        match (row.state, row.counting) {
            (RowState::Whole, 0) => "good",
            (_, 0) => "none",
            _ => "bad",
        },
        verdict(row),
        bar(row),
        facts(row),
        section("Findings", &counting, site),
        section("Advisory findings", &advisory, site),
        skips(row),
    )
}

/// The key facts in two lines: the results, and how to repeat the run.
fn facts(row: &MatrixRow) -> Markup {
    let mut facts = vec![in_numbers(row)];
    if !row.implementation.language.is_empty() {
        facts.insert(0, row.implementation.language.clone());
    }
    if !row.day.is_empty() {
        facts.push(format!("run on {} with suite {}", row.day, row.suite));
    }
    if row.state != RowState::Whole {
        facts.push(show_state(row.state).to_owned());
    }
    html!(
        "<p class=\"meta\">{}{}</p><dl class=\"fields plain\">{}</dl>",
        facts.join(" · "),
        home_page(&row.implementation.url),
        classed_field("rerun", repeat_command("check", &row.arguments)),
    )
}

/// The link to the home page that an implementation names, if it is an address of the web.
fn home_page(url: &str) -> Option<Markup> {
    if !url.starts_with("https://") && !url.starts_with("http://") {
        return None;
    }
    let address = url.parse::<Address>().ok()?;
    Some(html!(
        " · <a href=\"{}\">home page</a>",
        address.to_string()
    ))
}

fn section(title: &str, findings: &[&MatrixFinding], site: &Site<'_>) -> Option<Markup> {
    if findings.is_empty() {
        return None;
    }
    Some(html!(
        "<section><h2>{}</h2>{}</section>",
        title,
        each(findings, |found| finding(found, site))
    ))
}

fn finding(finding: &MatrixFinding, site: &Site<'_>) -> Markup {
    let state = if finding.counting > 0 {
        "failed"
    } else {
        "advisory"
    };
    let content = match &finding.example {
        Some(example) => example_fields(example, site),
        None if finding.withheld => html!("<p>{}</p>", WITHHELD),
        None => Markup::default(),
    };
    let mut cause = Markup::default();
    if !finding.cause.is_empty() {
        cause = html!("<p class=\"cause\">Cause: {}.</p>", finding.cause);
    }
    html!(
        "<article class=\"finding {}\"><h3>{}</h3><p class=\"meta\">{} · {} · \
         <a href=\"{}\">who else has it</a></p>{}{}</article>\n",
        state,
        finding_title(finding.level, &finding.summary),
        count(finding.checks, "check fails", "checks fail"),
        finding.clauses.join("; "),
        format!("../findings.html#{}", finding.id),
        content,
        cause,
    )
}

fn example_fields(example: &Example, site: &Site<'_>) -> Markup {
    let mut fields = Markup::default();
    for (name, text) in &example.lines {
        if ELSEWHERE.contains(&name.as_str()) {
            continue;
        }
        fields.append(&match name.as_str() {
            "why" => classed_field(name, prose(text)),
            _ => classed_field(name, text),
        });
    }
    html!(
        "<dl class=\"fields\">{}</dl>{}",
        fields,
        links(example, site)
    )
}

/// The links to the case, and to the live page with it.
fn links(example: &Example, site: &Site<'_>) -> Option<Markup> {
    let check = site.checks.get(&example.check)?;
    let case = format!("../{}", cases::address(&check.case));
    let mut live = Markup::default();
    // A case that changed since has other steps.
    if check.digest().to_string() == example.digest
        && let Some(address) = cases::live_address(check, PATH, site)
    {
        live = html!(" · <a href=\"{}\">Try it live</a>", address);
    }
    Some(html!(
        "<p class=\"meta\"><a href=\"{}\">The case, and what others answer</a>{}</p>",
        case,
        live
    ))
}

fn skips(row: &MatrixRow) -> Option<Markup> {
    if row.skips.is_empty() {
        return None;
    }
    let rows = each(&row.skips, |(reason, checks)| {
        html!("<tr>{}<td>{}</td></tr>", number(grouped(*checks)), reason)
    });
    let mut title = format!("{} checks skipped", grouped(row.skipped));
    let foreign = row.skipped - row.skipped_of_its_codecs;
    if foreign > 0 {
        title += &format!(
            ", {} of them for codecs that it does not have",
            grouped(foreign)
        );
    }
    Some(html!(
        "<section><details><summary>{}: why</summary><table>{}</table></details></section>",
        title,
        table(&["Checks:", "Reason"], &rows)
    ))
}
