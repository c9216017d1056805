//! The head of a run's page, which says who was checked with which result; and the findings, which are the
//! causes of its failures.

use super::check::{fields, steps};
use super::markup::{Markup, classed_field, each, field, finding_title, fragment, html, prose};
use crate::event::Finding;
use crate::judge::ExitStatus;
use crate::report::run::{CheckState, Run};
use crate::report::wording::{
    self, capital, conclusion, count, first_of, show_cause, show_checks, show_identity, show_limit,
};

/// How many findings show their example at once. The others show it on demand.
const OPEN: usize = 5;

/// How many checks of a finding are named.
const NAMED: usize = 100;

/// How many clauses of a finding are named.
const CLAUSES: usize = 8;

/// The result in one sentence, the counts, and the facts that belong to no check.
pub(super) fn summary(run: &Run) -> Markup {
    let end = &run.end;
    let state = match end.exit {
        ExitStatus::AsExpected => "passed",
        ExitStatus::Unexpected => "failed",
        _ => "not-run",
    };
    html!(
        "<section class=\"summary\" aria-labelledby=\"title\"><h1 id=\"title\">{}</h1>\
         <p class=\"verdict {}\">{}</p><dl class=\"counts\">{}{}</dl>{}<p class=\"run\">{}</p>\
         </section>\n",
        show_identity(&run.start.implementation),
        state,
        sentence(&conclusion(end)),
        each(CheckState::ALL, |state| number_of(state, run)),
        field("time", format!("{:.1} s", end.elapsed_us as f64 / 1e6)),
        facts(run),
        origin(run),
    )
}

fn origin(run: &Run) -> Markup {
    let start = &run.start;
    let words = ["acegate", "check"].into_iter();
    // A filter is an option and its value.
    let filters = start
        .filters
        .iter()
        .flat_map(|filter| filter.splitn(2, ' '));
    let options = start.arguments.iter().map(String::as_str).chain(filters);
    let named = |name: &str, value: &str| (!value.is_empty()).then(|| format!("{name}{value}"));
    let facts = [
        named("", &start.date),
        start
            .enforce
            .map(|level| format!("failures count from {level} on")),
        named("suite ", &start.suite),
        named("acegate ", &start.acegate),
    ];
    let facts = each(facts.iter().flatten(), |fact| {
        html!(" · <span>{}</span>", fact)
    });
    html!(
        "<code>{}</code>{}",
        shell_words::join(words.chain(options)),
        facts
    )
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
    let items = each(&facts, |fact| html!("<li>{}</li>", fact));
    (!facts.is_empty()).then(|| html!("<ul class=\"facts\">{}</ul>", items))
}

fn sentence(words: &str) -> String {
    capital(words) + if words.ends_with('.') { "" } else { "." }
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

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
        each(counting.iter().enumerate(), |(place, it)| finding(
            it,
            place < OPEN,
            run
        )),
        (!others.is_empty()).then_some(advisory),
        each(&others, |it| finding(it, false, run)),
    )
}

/// How many failures there are, and how many of them are explained.
fn lead(run: &Run) -> String {
    let (all, unexplained) = run.failures();
    let findings = count(run.findings.len(), "finding", "findings");
    let (failures, explained) = (
        count(all, "failure", "failures"),
        grouped(all - unexplained),
    );
    match all {
        0 => "No check failed.".to_owned(),
        _ => format!("{failures} in {findings}. A known cause explains {explained} of them."),
    }
}

fn finding(finding: &Finding, is_open: bool, run: &Run) -> Markup {
    let (state, tag) = if finding.unexpected > 0 {
        ("failed", "h3")
    } else {
        ("advisory", "h4")
    };
    let (checks, others) = show_checks(finding);
    let (clauses, limit) = (
        &finding.clauses,
        finding.length_limit(&run.end.length_limits),
    );
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
    let Some(check) = run.example(finding) else {
        return html!("<summary>Example</summary>");
    };
    let fields = each(fields(check), |(name, text)| match name {
        "because" => classed_field(name, prose(&text)),
        _ => classed_field(name, text),
    });
    html!(
        "<summary>Example: <code>{}</code></summary><dl class=\"fields\">{}</dl>{}",
        check.case.name,
        fields,
        steps(check, run).map(|it| html!("<details class=\"worked\">{}</details>", it))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits_in_groups() {
        let shown = [0, 999, 1000, 10_813, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "10,813", "1,234,567"]);
        assert_eq!(sentence("nothing was run"), "Nothing was run.");
    }
}
