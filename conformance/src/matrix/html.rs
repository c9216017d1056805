//! The pages of the matrix: the implementations on one screen, the findings, and the requirements.
//! Each implementation and each theme of cases has its own page.

use std::collections::BTreeMap;

use acegate_vectors::Requirement;

use super::cases;
use super::implementation::implementation;
use super::model::{Matrix, MatrixRow, SharedFinding, summary};
use super::site::{Site, SitePage, bar, level, name_and_version, shown_name, version};
use crate::plural::grouped;
use crate::report::html::markup::{Markup, each, finding_title, html, number, prose, table};
use crate::report::wording::count;
use crate::sorting::sort_by_key;

/// All pages, each handed to `write` as soon as it is made.
pub(crate) fn write_html<E>(
    site: &Site<'_>,
    write: &mut dyn FnMut(SitePage) -> Result<(), E>,
) -> Result<(), E> {
    write(site.page("index.html", "Matrix", &index(site.matrix)))?;
    write(site.page("findings.html", "Findings", &findings(site.matrix)))?;
    write(site.page(
        "requirements.html",
        "Requirements",
        &requirements(site.matrix),
    ))?;
    for row in &site.matrix.rows {
        let path = format!("implementations/{}.html", row.name);
        write(site.page(&path, &shown_name(row), &implementation(row, site)))?;
    }
    cases::write(site, write)
}

/// The implementations on one screen, by language or by their must failures.
fn index(matrix: &Matrix) -> Markup {
    let mut languages: BTreeMap<&str, Vec<&MatrixRow>> = BTreeMap::new();
    for row in &matrix.rows {
        let language = row.implementation.language.as_str();
        languages.entry(language).or_default().push(row);
    }
    let by_language = each(&languages, |(language, rows)| {
        html!(
            "<section><h2>{}</h2><ul>{}</ul></section>",
            if language.is_empty() {
                "Other"
            } else {
                language
            },
            each(rows, |row| entry(row))
        )
    });
    let mut rows: Vec<_> = matrix.rows.iter().collect();
    sort_by_key(&mut rows, |row| std::cmp::Reverse(row.counting));
    html!(
        "<h1>Who gets it right</h1><p class=\"lead\">{} {}.</p>{}\
         <form class=\"matrix\"><fieldset><legend class=\"unseen\">Order</legend>\
         <span class=\"order\">Order by</span> \
         <input type=\"radio\" name=\"order\" id=\"by-language\" checked>\
         <label for=\"by-language\">language</label>\
         <input type=\"radio\" name=\"order\" id=\"by-failures\">\
         <label for=\"by-failures\">must failures</label>\
         <span class=\"legend\"><span class=\"key passed\"></span> passed \
         <span class=\"key advisory\"></span> advisory <span class=\"key failed\"></span> must failures, \
         with their number <span class=\"key\"></span> skipped</span>\
         <div class=\"overview languages\">{}</div><div class=\"overview failures\"><ul>{}</ul></div>\
         </fieldset></form>{}",
        summary(matrix),
        facts(matrix),
        differing_suites(matrix),
        by_language,
        each(rows, entry),
        absent(matrix),
    )
}

fn facts(matrix: &Matrix) -> String {
    let mut facts = Vec::new();
    for (title, names) in [
        ("Suite", &matrix.suites),
        ("acegate", &matrix.versions),
        ("run on", &matrix.days),
    ] {
        if !names.is_empty() {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            facts.push(format!("{title} {}", names.join(", ")));
        }
    }
    facts.join(", ")
}

fn differing_suites(matrix: &Matrix) -> Option<Markup> {
    if matrix.suites.len() < 2 {
        return None;
    }
    Some(html!(
        "<p>The runs are of different suites, so their numbers cannot be compared.</p>"
    ))
}

/// A line of the overview: name, version, bar and the number of must failures.
fn entry(row: &MatrixRow) -> Markup {
    html!(
        "<li><a href=\"{}\">{}</a> <span class=\"version\" title=\"{}\">{}</span>{}\
         <span class=\"failures {}\">{}</span></li>",
        format!("implementations/{}.html", row.name),
        shown_name(row),
        version(row),
        version(row),
        bar(row),
        if row.counting > 0 { "bad" } else { "good" },
        grouped(row.counting),
    )
}

fn absent(matrix: &Matrix) -> Option<Markup> {
    if matrix.absent.is_empty() {
        return None;
    }
    let rows = each(&matrix.absent, |(name, reason)| {
        html!("<tr><td>{}</td><td>{}</td></tr>", name, reason)
    });
    Some(html!(
        "<section><h2>Not run</h2><table>{}</table></section>",
        table(&["Implementation", "Reason"], &rows)
    ))
}

/// Every finding with the implementations that have it.
fn findings(matrix: &Matrix) -> Markup {
    let (counting, advisory): (Vec<_>, Vec<_>) =
        matrix.findings.iter().partition(|finding| finding.counts);
    html!(
        "<h1>Findings</h1><p class=\"lead\">{} break a must of a document, {} are advisory. The most \
         serious and the most common come first. The number after an implementation is how many \
         checks fail.</p>{}<section><h2>Advisory</h2>{}</section>",
        count(counting.len(), "fault", "faults"),
        advisory.len(),
        each(counting, |finding| shared(finding, matrix)),
        each(advisory, |finding| shared(finding, matrix)),
    )
}

fn shared(finding: &SharedFinding, matrix: &Matrix) -> Markup {
    let state = if finding.counts { "failed" } else { "advisory" };
    html!(
        "<article class=\"finding {}\" id=\"{}\"><h3>{}</h3><p class=\"meta\">{}: {}</p></article>\n",
        state,
        finding.id,
        finding_title(finding.level, &finding.summary),
        count(finding.rows.len(), "implementation", "implementations"),
        named(&finding.rows, matrix),
    )
}

/// The implementations with a number each, as links from a page in the root.
fn named(rows: &BTreeMap<String, usize>, matrix: &Matrix) -> Markup {
    let mut names = Markup::default();
    for (place, (name, checks)) in rows.iter().enumerate() {
        let row = matrix.rows.iter().find(|row| row.name == *name);
        names.append(&html!(
            "{}<a href=\"{}\">{}</a> {}",
            if place > 0 { ", " } else { "" },
            format!("implementations/{name}.html"),
            row.map_or_else(|| name.clone(), name_and_version),
            grouped(*checks)
        ));
    }
    names
}

/// Every requirement with the implementations that break it.
fn requirements(matrix: &Matrix) -> Markup {
    let mut codecs: Vec<(&str, Vec<&Requirement>)> = Vec::new();
    for requirement in &matrix.requirements {
        match codecs.last_mut() {
            Some((codec, all)) if *codec == requirement.codec => all.push(requirement),
            _ => codecs.push((&requirement.codec, vec![requirement])),
        }
    }
    html!(
        "<h1>Requirements</h1><p class=\"lead\">What the documents require, and who breaks it. A check \
         counts for each requirement that its case names.</p>{}",
        each(&codecs, |(codec, all)| html!(
            "<section><h2>{}</h2><table class=\"requirements labelled\">{}</table></section>",
            codec,
            table(
                &["Requirement", "Level", "Passed by:", "Broken by"],
                &each(all, |requirement| requirement_row(requirement, matrix))
            )
        )),
    )
}

fn requirement_row(requirement: &Requirement, matrix: &Matrix) -> Markup {
    let mut run = 0;
    let mut passed = 0;
    let mut broken_by = BTreeMap::new();
    for row in &matrix.rows {
        let Some(cell) = row.requirements.get(&requirement.id) else {
            continue;
        };
        run += 1;
        if cell.counting > 0 {
            broken_by.insert(row.name.clone(), cell.counting);
        } else if cell.advisory == 0 {
            passed += 1;
        }
    }
    html!(
        "<tr id=\"{}\"><th scope=\"row\">{}<br><span class=\"meta\">{}, {} · {}</span></th><td>{}</td>{}\
         <td>{}</td></tr>",
        requirement.id,
        prose(&requirement.text),
        requirement.document,
        requirement.clause,
        requirement.id,
        level(requirement.level),
        number(format!("{passed} of {run}")),
        named(&broken_by, matrix),
    )
}
