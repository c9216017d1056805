//! The findings of a run: the causes of its failures.

use super::fields::fields;
use super::markup::{Markup, classed_field, each, finding_title, fragment, html, prose};
use super::steps::folded_steps;
use super::summary::grouped;
use crate::event::Finding;
use crate::report::run::Run;
use crate::report::wording::{count, first_of, show_cause, show_checks, show_limit};

/// How many findings show their example at once. The others show it on demand.
const OPEN: usize = 5;

/// How many checks of a finding are named.
const NAMED: usize = 100;

/// How many clauses of a finding are named.
const CLAUSES: usize = 8;

/// The findings, those that count first, each with its best example.
pub(super) fn findings(run: &Run) -> Markup {
    let (counting, others) = run.findings();
    let advisory = html!(
        "<h3>Advisory and known</h3><p class=\"lead\">\
         These do not count: their rules are not enforced, or the baseline knows them.</p>"
    );
    html!(
        "<section id=\"findings\" aria-labelledby=\"findings-title\">\
         <h2 id=\"findings-title\">Findings</h2><p class=\"lead\">{}</p>{}{}{}</section>\n",
        lead(run),
        each(counting.iter().enumerate(), |(place, it)| finding(it, place < OPEN, run)),
        (!others.is_empty()).then_some(advisory),
        each(&others, |it| finding(it, false, run)),
    )
}

/// How many failures there are, and how many of them are explained.
fn lead(run: &Run) -> String {
    let (all, unexplained) = run.failures();
    let findings = count(run.findings.len(), "finding", "findings");
    match all {
        0 => "No check failed.".to_owned(),
        all => format!(
            "{} in {findings}. A known cause explains {} of them.",
            count(all, "failure", "failures"),
            grouped(all - unexplained)
        ),
    }
}

fn finding(finding: &Finding, is_open: bool, run: &Run) -> Markup {
    let (state, tag) = if finding.unexpected > 0 { ("failed", "h3") } else { ("advisory", "h4") };
    let (checks, others) = show_checks(finding);
    let (clauses, limit) = (&finding.clauses, finding.length_limit(&run.end.length_limits));
    html!(
        "<article class=\"finding {}\"><{}>{}</{}>\
         <p class=\"meta\"><a href=\"{}\">{}</a>{}{}</p><p class=\"cause\">Cause: {}.</p>{}\
         <details{}>{}</details>{}</article>\n",
        state,
        tag,
        finding_title(finding.level, &finding.summary),
        tag,
        fragment("checks?finding=", &finding.id),
        checks,
        others,
        (!clauses.is_empty()).then(|| format!(" · {}", show_clauses(clauses))),
        show_cause(finding),
        limit.map(|limit| html!("<p>To declare it: {}.</p>", show_limit(limit).1)),
        if is_open { " open" } else { "" },
        example(finding, run),
        (finding.checks.len() > 1).then(|| names(finding)),
    )
}

/// The clauses, each document once: `RFC 3492, 6.2; 6.3`.
fn show_clauses(clauses: &[String]) -> String {
    let mut shown = Vec::new();
    let mut last = "";
    for clause in clauses {
        // The clauses of most documents have no comma. One that has is cut at its last comma.
        let (document, place) = clause.rsplit_once(", ").unwrap_or((clause, ""));
        shown.push(if document == last { place } else { clause });
        last = document;
    }
    first_of(shown.iter().map(ToString::to_string), CLAUSES, "; ")
}

fn example(finding: &Finding, run: &Run) -> Markup {
    let Some(check) = run.example(finding) else { return html!("<summary>Example</summary>") };
    let fields = each(fields(check), |(name, text)| match name {
        "because" => classed_field(name, prose(&text)),
        _ => classed_field(name, text),
    });
    html!(
        "<summary>Example: <code>{}</code></summary><dl class=\"fields\">{}</dl>{}",
        check.case.name,
        fields,
        folded_steps(check, run)
    )
}

fn names(finding: &Finding) -> Markup {
    let all = finding.checks.len();
    let link = |name| fragment("checks?check=", name);
    html!(
        "<details><summary>All {}</summary><ul class=\"names\">{}{}</ul></details>",
        count(all, "check", "checks"),
        each(finding.checks.iter().take(NAMED), |name| {
            html!("<li><a href=\"{}\">{}</a></li>", link(name), name)
        }),
        (all > NAMED).then(|| html!("<li>and {} more</li>", grouped(all - NAMED))),
    )
}
