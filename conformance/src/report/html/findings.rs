//! The head of a run's page, which says who was checked with which result; and the findings, which are the
//! causes of its failures.

use acegate_vectors::Level;

use super::check::{fields, steps};
use super::markup::{Markup, classed_field, each, field, finding_title, fragment, html, prose};
use crate::event::Finding;
use crate::judge::ExitStatus;
use crate::plural::grouped;
use crate::report::check::CheckState;
use crate::report::run::{Failures, Run};
use crate::report::wording::{
    self, ChecksInWords, capital, conclusion, count, first_of, how_to_declare, show_cause,
    show_checks, show_identity,
};

/// The fields of an example that are shown on demand.
const ON_DEMAND: [&str; 5] = ["result", "spec", "requirement", "explain", "case"];

/// How many checks of a finding are named.
const NAMED: usize = 100;

/// How many clauses of a finding are named.
const CLAUSES: usize = 8;

/// The result in one sentence, the counts, and the facts that belong to no check.
pub(super) fn summary(run: &Run) -> Markup {
    let end = &run.end;
    html!(
        "<section class=\"summary\" aria-labelledby=\"title\"><h1 id=\"title\">{}</h1>\
         <p class=\"verdict {}\">{}</p><dl class=\"counts\">{}{}</dl>{}<p class=\"run\">{}</p>\
         </section>\n",
        show_identity(&run.start.implementation),
        verdict_class(run),
        sentence(&conclusion(end)),
        each(CheckState::ALL, |state| number_of(state, run)),
        field("time", format!("{:.1} s", end.elapsed_us as f64 / 1e6)),
        facts(run),
        origin(run),
    )
}

/// The colour of the verdict. Known failures do not count, and they are no reason for green either.
fn verdict_class(run: &Run) -> &'static str {
    let has_known = run
        .checks
        .iter()
        .any(|check| check.state == CheckState::Known);
    match run.end.exit {
        ExitStatus::AsExpected if has_known => "known",
        ExitStatus::AsExpected => "good",
        ExitStatus::Unexpected => "bad",
        ExitStatus::Usage
        | ExitStatus::NotAlive
        | ExitStatus::NothingRan
        | ExitStatus::Interrupted => "none",
    }
}

fn origin(run: &Run) -> Markup {
    let start = &run.start;
    let mut command = vec!["acegate", "check"];
    command.extend(start.arguments.iter().map(String::as_str));
    for filter in &start.filters {
        // A filter is an option and its value.
        command.extend(filter.splitn(2, ' '));
    }
    let mut facts = Vec::new();
    if !start.date.is_empty() {
        facts.push(start.date.clone());
    }
    if let Some(level) = start.enforce {
        facts.push(counted(level).to_owned());
    }
    if !start.suite.is_empty() {
        facts.push(format!("suite {}", start.suite));
    }
    if !start.acegate.is_empty() {
        facts.push(format!("acegate {}", start.acegate));
    }
    let facts = each(facts, |fact| html!(" · <span>{}</span>", fact));
    html!("<code>{}</code>{}", shell_words::join(command), facts)
}

/// Which failures count if this level is enforced.
const fn counted(level: Level) -> &'static str {
    match level {
        Level::Must => "only must failures count",
        Level::Should => "must and should failures count",
        Level::May => "all failures count",
    }
}

fn number_of(state: CheckState, run: &Run) -> Markup {
    let number = run
        .checks
        .iter()
        .filter(|check| check.state == state)
        .count();
    // The numbers of passed and failed checks are shown even if they are 0.
    if number == 0 && !matches!(state, CheckState::Failed | CheckState::Passed) {
        return Markup::default();
    }
    html!(
        "<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>",
        if number > 0 { state.code() } else { "none" },
        state.words(),
        grouped(number)
    )
}

fn facts(run: &Run) -> Option<Markup> {
    let mut facts = Vec::new();
    if run.start.filtered > 0 {
        let checks = count(run.start.filtered, "check was", "checks were");
        facts.push(format!("{checks} left out by the filters."));
    }
    facts.extend(wording::facts(&run.end).iter().map(|fact| sentence(fact)));
    if facts.is_empty() {
        return None;
    }
    let items = each(&facts, |fact| html!("<li>{}</li>", fact));
    Some(html!("<ul class=\"facts\">{}</ul>", items))
}

fn sentence(words: &str) -> String {
    capital(words) + if words.ends_with('.') { "" } else { "." }
}

/// The findings, those that count first, each with its best example.
pub(super) fn findings(run: &Run) -> Markup {
    let (counting, others) = run.findings();
    let mut advisory = Markup::default();
    if !others.is_empty() {
        advisory = html!(
            "<h3>Advisory and known</h3><p class=\"lead\">\
         These do not count: their rules are not enforced, or the baseline knows them.</p>"
        );
    }
    html!(
        "<section id=\"findings\" aria-labelledby=\"findings-title\">\
         <h2 id=\"findings-title\">Findings</h2><p class=\"lead\">{}</p>{}{}{}</section>\n",
        lead(run),
        each(counting, |counting| finding(counting, run)),
        advisory,
        each(others, |other| finding(other, run)),
    )
}

/// How many failures there are, and how many of them are explained.
fn lead(run: &Run) -> String {
    let Failures { all, unexplained } = run.failures();
    if all == 0 {
        return "No check failed.".to_owned();
    }
    let failures = count(all, "failure", "failures");
    let findings = count(run.findings.len(), "finding", "findings");
    let known = match unexplained {
        0 => "Each has a known cause.".to_owned(),
        _ => format!("{} have no known cause.", grouped(unexplained)),
    };
    format!("{failures} in {findings}. {known}")
}

fn finding(finding: &Finding, run: &Run) -> Markup {
    let (state, tag) = if finding.unexpected > 0 {
        ("failed", "h3")
    } else {
        ("advisory", "h4")
    };
    let ChecksInWords { shown, others } = show_checks(finding);
    let mut clauses = String::new();
    if !finding.clauses.is_empty() {
        clauses = format!(" · {}", show_clauses(&finding.clauses));
    }
    let limit = finding.length_limit(&run.end.length_limits);
    let mut all_checks = Markup::default();
    if finding.checks.len() > 1 {
        all_checks = names(finding);
    }
    html!(
        "<article class=\"finding {}\"><{}>{}</{}>\
         <p class=\"meta\"><a href=\"{}\">{}</a>{}{}</p><p class=\"cause\">Cause: {}.</p>{}\
         {}{}</article>\n",
        state,
        tag,
        finding_title(finding.level, &finding.summary),
        tag,
        fragment("checks?finding=", &finding.id),
        shown,
        others,
        clauses,
        show_cause(finding),
        limit.map(|limit| html!("<p>To declare it: {}.</p>", how_to_declare(limit))),
        example(finding, run),
        all_checks,
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

/// The case that shows the fault: request and answer are visible, the rest is folded.
fn example(finding: &Finding, run: &Run) -> Markup {
    let Some(check) = run.example(finding) else {
        return Markup::default();
    };
    let mut first = Markup::default();
    let mut others = Markup::default();
    for (name, text) in fields(check) {
        let field = match name {
            "why" => classed_field(name, prose(&text)),
            _ => classed_field(name, text),
        };
        if ON_DEMAND.contains(&name) {
            others.append(&field);
        } else {
            first.append(&field);
        }
    }
    html!(
        "<dl class=\"fields\">{}</dl><details><summary>More on this case: <code>{}</code></summary>\
         <dl class=\"fields\">{}</dl></details>{}",
        first,
        check.case.name,
        others,
        steps(check, run).map(|steps| html!("<details class=\"worked\">{}</details>", steps))
    )
}

fn names(finding: &Finding) -> Markup {
    let all = finding.checks.len();
    let mut more = Markup::default();
    if all > NAMED {
        more = html!("<li>and {} more</li>", grouped(all - NAMED));
    }
    html!(
        "<details><summary>All {}</summary><ul class=\"names\">{}{}</ul></details>",
        count(all, "check", "checks"),
        each(finding.checks.iter().take(NAMED), |name| {
            let link = fragment("checks?check=", name);
            html!("<li><a href=\"{}\">{}</a></li>", link, name)
        }),
        more,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital_and_ends_once() {
        assert_eq!(sentence("nothing was run"), "Nothing was run.");
    }
}
