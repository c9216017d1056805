//! The cases of each theme on a page, with an anchor for each: the input, the right answer and why, and what
//! every implementation of the matrix answers.

use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::{Case, Check, File};

use super::answers::CheckAnswers;
use super::site::{Site, SitePage, level, root_of};
use crate::event::question_of;
use crate::plural::grouped;
use crate::report::html::live_case;
use crate::report::html::markup::{Markup, classed_field, each, field, html, number, prose, table};
use crate::report::wording::count;
use crate::report::{show_question, show_right_answers};
use crate::sorting::sort_by_key;
use crate::suite::{named_rule, reason};

/// The index of the themes, and a page for each.
pub(super) fn write<E>(
    site: &Site<'_>,
    write: &mut dyn FnMut(SitePage) -> Result<(), E>,
) -> Result<(), E> {
    let mut files: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &site.suite.cases {
        files.entry(&case.file).or_default().push(case);
    }
    let mut checks: BTreeMap<&str, Vec<&Check>> = BTreeMap::new();
    for check in site.checks.values() {
        checks.entry(&check.case.id).or_default().push(check);
    }
    write(index(site, &files))?;
    for file in &site.suite.files {
        let Some(cases) = files.get(file.path.as_str()) else {
            continue;
        };
        write(theme(file, cases, &checks, site))?;
    }
    Ok(())
}

/// The address of a case from the folder of the pages.
pub(super) fn address(case: &Case) -> String {
    format!("{}#{}", path_of(&case.file), case.id)
}

/// The page of a file of vectors: `cases/punycode/names.html` for `vectors/punycode/names.yaml`.
fn path_of(file: &str) -> String {
    let file = file.strip_prefix("vectors/").unwrap_or(file);
    format!("cases/{}.html", file.trim_end_matches(".yaml"))
}

/// The address of a check on the live page, if that page has such checks.
pub(super) fn live_address(check: &Check, path: &str, site: &Site<'_>) -> Option<String> {
    site.live_address(&live_case(&question_of(check))?, path)
}

fn index(site: &Site<'_>, files: &BTreeMap<&str, Vec<&Case>>) -> SitePage {
    let mut codecs: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in &site.suite.files {
        codecs.entry(&file.codec).or_default().push(file);
    }
    let path = "cases/index.html";
    let content = html!(
        "<h1>Cases</h1><p class=\"lead\">{} of the suite, by theme. Each says what is right and by which \
         sentence of which document.</p>{}",
        format!("{} cases", grouped(site.suite.cases.len())),
        each(&codecs, |(codec, themes)| html!(
            "<section><h2>{}</h2><table>{}</table></section>",
            codec,
            table(
                &["Theme", "Cases:", "About"],
                &each(themes, |file| html!(
                    "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th>{}<td>{}</td></tr>",
                    format!("../{}", path_of(&file.path)),
                    file.theme,
                    number(files.get(file.path.as_str()).map_or(0, Vec::len)),
                    prose(&file.summary)
                ))
            )
        ))
    );
    site.page(path, "Cases", &content)
}

fn theme(
    file: &File,
    cases: &[&Case],
    checks: &BTreeMap<&str, Vec<&Check>>,
    site: &Site<'_>,
) -> SitePage {
    let path = path_of(&file.path);
    let title = format!("{}: {}", file.codec, file.theme.replace('-', " "));
    let content = html!(
        "<h1>{}</h1><p class=\"lead\">{} {} of {}.</p>{}",
        title,
        prose(&file.summary),
        count(cases.len(), "case", "cases"),
        file.document,
        each(cases, |entry| {
            let mut checks = checks.get(entry.id.as_str()).cloned().unwrap_or_default();
            sort_by_key(&mut checks, |check| &check.name);
            case(entry, &checks, &path, site)
        })
    );
    site.page(&path, &format!("Cases: {title}"), &content)
}

fn case(case: &Case, checks: &[&Check], path: &str, site: &Site<'_>) -> Markup {
    let requirements = each(&case.requirements, |id| {
        let link = format!("{}requirements.html#{id}", root_of(path));
        classed_field(
            "requirement",
            html!("<a href=\"{}\">{}</a>", link, named_rule(id)),
        )
    });
    html!(
        "<article class=\"case\" id=\"{}\">{}<dl class=\"fields plain\">{}{}{}{}</dl></article>\n",
        case.id,
        each(checks, |asked| check(asked, path, site)),
        reason(case).map(|why| classed_field("why", prose(&why))),
        classed_field(
            "spec",
            html!("{}, {} {}", case.document, case.clause, level(case.level))
        ),
        requirements,
        field(
            "case",
            html!("<a href=\"{}\">{}</a>", format!("#{}", case.id), case.id)
        ),
    )
}

fn check(check: &Check, path: &str, site: &Site<'_>) -> Markup {
    let question = question_of(check);
    let mut live = Markup::default();
    if let Some(address) = live_address(check, path, site) {
        live = html!(" <a class=\"live\" href=\"{}\">Try it live</a>", address);
    }
    html!(
        "<h2><code>{}</code>{}</h2><dl class=\"fields\">{}{}</dl>",
        show_question(&question),
        live,
        classed_field("expected", show_right_answers(&question)),
        site.answers
            .of(&check.name, &check.digest().to_string())
            .map(|all| answers(all, path)),
    )
}

/// The answers of the implementations: those that pass, then each other answer.
fn answers(answers: &CheckAnswers, path: &str) -> Markup {
    let mut fields = Markup::default();
    if !answers.passed.is_empty() {
        let names: Vec<_> = answers.passed.iter().map(String::as_str).collect();
        fields.append(&classed_field(
            "passed",
            format!("{}: {}", names.len(), names.join(", ")),
        ));
    }
    for (got, names) in &answers.failed {
        fields.append(&classed_field(
            "got",
            html!("{} <span class=\"by\">{}</span>", got, by(names, path)),
        ));
    }
    fields
}

fn by(names: &BTreeSet<String>, path: &str) -> Markup {
    let root = root_of(path);
    each(names.iter().enumerate(), |(place, name)| {
        html!(
            "{}<a href=\"{}\">{}</a>",
            if place > 0 { ", " } else { "" },
            format!("{root}implementations/{name}.html"),
            name
        )
    })
}
