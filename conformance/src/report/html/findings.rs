//! The findings of a run: the causes of its failures.

use super::fields::fields;
use super::markup::{Markup, fragment};
use super::steps::write_steps;
use super::summary::grouped;
use crate::event::Finding;
use crate::report::run::Run;
use crate::report::wording::{count, show_cause, show_checks, show_limit};

/// How many findings show their example at once. The others show it on demand.
const OPEN: usize = 5;

/// How many checks of a finding are named.
const NAMED: usize = 100;

/// How many clauses of a finding are named.
const CLAUSES: usize = 8;

/// The findings, those that count first, each with its best example.
pub(super) fn write(run: &Run, out: &mut Markup) {
    let (counting, others) = run.findings();
    out.element("section", &[("id", "findings"), ("aria-labelledby", "findings-title")], |it| {
        it.leaf("h2", &[("id", "findings-title")], "Findings");
        it.leaf("p", &[("class", "lead")], &lead(run));
        for (place, finding) in counting.iter().enumerate() {
            write_finding(finding, place < OPEN, run, it);
        }
        if !others.is_empty() {
            it.leaf("h3", &[], "Advisory and known");
            let lead =
                "These do not count: their rules are not enforced, or the baseline knows them.";
            it.leaf("p", &[("class", "lead")], lead);
        }
        others.iter().for_each(|finding| write_finding(finding, false, run, it));
    });
    out.line();
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

fn write_finding(finding: &Finding, open: bool, run: &Run, out: &mut Markup) {
    let (state, tag) = if finding.unexpected > 0 { ("failed", "h3") } else { ("advisory", "h4") };
    out.element("article", &[("class", &format!("finding {state}"))], |it| {
        it.finding_heading(tag, finding.level, &finding.summary);
        it.element("p", &[("class", "meta")], |it| {
            let link = fragment("checks?finding=", &finding.id);
            let (checks, others) = show_checks(finding);
            it.leaf("a", &[("href", &link)], &checks);
            it.text(&others);
            if !finding.clauses.is_empty() {
                it.text(&format!(" · {}", show_clauses(&finding.clauses)));
            }
        });
        it.leaf("p", &[("class", "cause")], &format!("Cause: {}.", show_cause(finding)));
        if let Some(limit) = finding.length_limit(&run.end.length_limits) {
            it.leaf("p", &[], &format!("To declare it: {}.", show_limit(limit).1));
        }
        let attributes: &[_] = if open { &[("open", "")] } else { &[] };
        it.element("details", attributes, |it| write_example(finding, run, it));
        if finding.checks.len() > 1 {
            it.element("details", &[], |it| write_names(finding, it));
        }
    });
    out.line();
}

/// The clauses, each document once: `RFC 3492, 6.2; 6.3`.
fn show_clauses(clauses: &[String]) -> String {
    let mut shown = Vec::new();
    let mut last = "";
    for clause in clauses {
        // A clause has no comma of its own in most documents; one that has reads well, too.
        let (document, place) = clause.rsplit_once(", ").unwrap_or((clause, ""));
        shown.push(if document == last { place } else { clause });
        last = document;
    }
    let more = shown.len().saturating_sub(CLAUSES);
    shown.truncate(CLAUSES);
    let shown = shown.join("; ");
    if more > 0 { format!("{shown}; and {more} more") } else { shown }
}

fn write_example(finding: &Finding, run: &Run, it: &mut Markup) {
    let example = run.example(finding);
    it.element("summary", &[], |it| {
        it.text("Example");
        if let Some(check) = example {
            it.text(": ");
            it.leaf("code", &[], &check.case.name);
        }
    });
    let Some(check) = example else { return };
    it.element("dl", &[("class", "fields")], |it| {
        for (name, text) in fields(check) {
            it.element("div", &[], |it| {
                it.leaf("dt", &[], name);
                it.element("dd", &[("class", name)], |it| match name {
                    "because" => it.prose(&text),
                    _ => it.text(&text),
                });
            });
        }
    });
    write_steps(check, it);
}

fn write_names(finding: &Finding, it: &mut Markup) {
    let all = finding.checks.len();
    it.leaf("summary", &[], &format!("All {}", count(all, "check", "checks")));
    it.element("ul", &[("class", "names")], |it| {
        for name in finding.checks.iter().take(NAMED) {
            it.element("li", &[], |it| {
                it.leaf("a", &[("href", &fragment("checks?check=", name))], name);
            });
        }
        if all > NAMED {
            it.leaf("li", &[], &format!("and {} more", grouped(all - NAMED)));
        }
    });
}
