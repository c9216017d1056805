//! The requirements of the documents: which are kept, which are broken, and which were not tested.

use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::{Basis, Ledger, Requirement};

use super::markup::{Markup, each, fragment, html, level_mark, prose};
use crate::escape::printable_start;
use crate::plural::grouped;
use crate::report::attribution::{Attribution, judged_by, judged_checks};
use crate::report::check::{CheckEntry, CheckState};
use crate::report::run::Run;
use crate::report::wording::count;

/// How many octets of a reason are shown.
const REASON: usize = 300;

/// The requirements by document, each with what its checks showed.
pub(super) fn requirements(run: &Run) -> Markup {
    let rows = rows(run);
    let mut groups: BTreeMap<(&str, &str), Vec<&RequirementRow>> = BTreeMap::new();
    for row in &rows {
        groups
            .entry((&row.requirement.codec, &row.requirement.document))
            .or_default()
            .push(row);
    }
    // Documents with a tested requirement come first.
    let (tested, others): (Vec<_>, Vec<_>) = groups.iter().partition(|(_, rows)| has_tested(rows));
    html!(
        "<section id=\"requirements\" aria-labelledby=\"requirements-title\">\
         <h2 id=\"requirements-title\">Requirements</h2><p class=\"lead\">{}</p>{}</section>\n",
        summary(rows.iter()),
        each(tested.iter().chain(&others), |(name, rows)| group(
            name, rows
        )),
    )
}

fn has_tested(rows: &[&RequirementRow]) -> bool {
    rows.iter()
        .any(|row| row.result != RequirementResult::NotTested)
}

struct RequirementRow {
    requirement: Requirement,
    /// Whether the ledger has it. If not, its level is not known.
    is_known: bool,
    checks: Tally,
    result: RequirementResult,
    /// The failed requirements that explain all its failures; empty unless it is kept otherwise.
    exceptions: BTreeSet<String>,
    /// Why no check was sent; empty if one was.
    untested: String,
}

/// The result of a requirement, in the order in which they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RequirementResult {
    /// Every check that was sent passed.
    Passed,
    /// A check that counts failed.
    Failed,
    /// Checks that count failed, each only because another requirement is broken.
    KeptExcept,
    /// Checks failed, but none that counts.
    Advisory,
    /// No check was sent.
    NotTested,
}

impl RequirementResult {
    const fn words(self) -> ResultWords {
        match self {
            Self::Passed => ResultWords {
                class: "passed",
                mark: "passed",
                counted_by: "passed",
            },
            Self::Failed => ResultWords {
                class: "failed",
                mark: "failed",
                counted_by: "failed",
            },
            Self::KeptExcept => ResultWords {
                class: "advisory",
                mark: "kept, with exceptions",
                counted_by: "kept except where another fails",
            },
            Self::Advisory => ResultWords {
                class: "advisory",
                mark: "failed, does not count",
                counted_by: "with advisory or known failures",
            },
            Self::NotTested => ResultWords {
                class: "not-tested",
                mark: "not tested",
                counted_by: "not tested",
            },
        }
    }
}

struct ResultWords {
    /// Its class in the style sheet.
    class: &'static str,
    /// The words next to a requirement.
    mark: &'static str,
    /// The words after the number of requirements with this result.
    counted_by: &'static str,
}

impl RequirementRow {
    /// The row of a requirement. `left_out` is the reason why it has no checks.
    fn new(requirement: Requirement, is_known: bool, checks: Tally, left_out: &str) -> Self {
        let result = checks.result();
        let untested = if result != RequirementResult::NotTested {
            String::new()
        } else if checks.all() > 0 {
            checks.why_not_sent()
        } else if let Some(why) = &requirement.untestable {
            format!("no check can show it: {why}")
        } else {
            left_out.to_owned()
        };
        Self {
            requirement,
            is_known,
            checks,
            result,
            exceptions: BTreeSet::new(),
            untested,
        }
    }

    /// Says that the requirement is kept except where these fail, if its failures follow from them.
    fn except(&mut self, exceptions: BTreeSet<String>) {
        if self.result == RequirementResult::Failed && !exceptions.is_empty() {
            self.result = RequirementResult::KeptExcept;
            self.exceptions = exceptions;
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Tally {
    states: BTreeMap<CheckState, usize>,
    /// Why checks were not sent, each with how many these are.
    reasons: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, check: &CheckEntry) {
        *self.states.entry(check.state).or_default() += 1;
        if !check.is_sent() {
            *self
                .reasons
                .entry(printable_start(&check.reason, REASON))
                .or_default() += 1;
        }
    }

    fn count(&self, states: &[CheckState]) -> usize {
        states
            .iter()
            .filter_map(|state| self.states.get(state))
            .sum()
    }

    fn result(&self) -> RequirementResult {
        if self.count(&[CheckState::Failed]) > 0 {
            RequirementResult::Failed
        } else if self.failed() > 0 {
            RequirementResult::Advisory
        } else if self.sent() > 0 {
            RequirementResult::Passed
        } else {
            RequirementResult::NotTested
        }
    }

    fn failed(&self) -> usize {
        self.count(&[CheckState::Failed, CheckState::Advisory, CheckState::Known])
    }

    fn sent(&self) -> usize {
        self.failed() + self.count(&[CheckState::Passed])
    }

    fn all(&self) -> usize {
        self.states.values().sum()
    }

    /// The most frequent reason, and how many others there are.
    fn why_not_sent(&self) -> String {
        let most = self.reasons.iter().max_by_key(|(_, number)| **number);
        let reason = most.map_or("the checks were not sent", |(reason, _)| reason.as_str());
        match self.reasons.len() {
            0 | 1 => reason.to_owned(),
            more => format!(
                "{reason}; {}",
                count(more - 1, "other reason", "other reasons")
            ),
        }
    }
}

/// The rows of the ledger, and those that only checks name.
fn rows(run: &Run) -> Vec<RequirementRow> {
    let mut tallies = run.by_requirement(Tally::add);
    let left_out = match run.start.filtered {
        0 => "the suite has no check of it",
        _ => "its checks were left out by the filters",
    };
    let mut rows = Vec::new();
    if let Ok(ledger) = Ledger::embedded() {
        let judged = judged_checks(run);
        let attribution = Attribution::new(&ledger.requirements, &judged);
        for requirement in &ledger.requirements {
            let checks = tallies.remove(requirement.id.as_str()).unwrap_or_default();
            let mut row = RequirementRow::new(requirement.clone(), true, checks, left_out);
            if row.result == RequirementResult::Failed {
                let of_requirement = judged_by(&requirement.id, &judged);
                row.except(attribution.exceptions(requirement, &of_requirement));
            }
            rows.push(row);
        }
    }
    for (id, checks) in tallies {
        if let Some(requirement) = requirement_of_checks(id, run) {
            rows.push(RequirementRow::new(requirement, false, checks, ""));
        }
    }
    rows
}

/// A requirement that is not in the ledger, with the facts that the first check naming it has.
fn requirement_of_checks(id: &str, run: &Run) -> Option<Requirement> {
    let mut cases = run.checks.iter().map(|check| &check.case);
    let case = cases.find(|case| case.requirements.iter().any(|named| named == id))?;
    Some(Requirement {
        id: id.to_owned(),
        codec: case.codec.clone(),
        document: case.document.clone(),
        clause: String::new(),
        also: Vec::new(),
        level: case.level,
        basis: Basis::Reading,
        text: "This requirement is not in the ledger of this version.".to_owned(),
        untestable: None,
        file: String::new(),
        line: 0,
    })
}

fn summary<'a>(rows: impl Iterator<Item = &'a RequirementRow>) -> String {
    let mut numbers: BTreeMap<RequirementResult, usize> = BTreeMap::new();
    for row in rows {
        *numbers.entry(row.result).or_default() += 1;
    }
    let all = count(numbers.values().sum(), "requirement", "requirements");
    let mut parts = Vec::new();
    for (result, number) in numbers {
        parts.push(format!("{} {}", grouped(number), result.words().counted_by));
    }
    format!("{all}: {}.", parts.join(", "))
}

/// The same for one document, with the reason if all of it was not tested for the same one.
fn tally(rows: &[&RequirementRow]) -> String {
    let tally = summary(rows.iter().copied());
    let first = rows.first().map_or("", |row| row.untested.as_str());
    if first.is_empty() || rows.iter().any(|row| row.untested != first) {
        return tally;
    }
    format!("{} ({first}).", tally.trim_end_matches('.'))
}

/// The rows of a document. The page gives the roles, because a phone shows the table as a list.
fn group((codec, document): &(&str, &str), rows: &[&RequirementRow]) -> Markup {
    let failed = rows
        .iter()
        .any(|row| row.result == RequirementResult::Failed);
    let heads = ["Requirement", "Clause", "Level", "It says", "Result"];
    html!(
        "<details class=\"group\"{}><summary><h3>{}</h3><span class=\"document\">{}</span>\
         <span class=\"tally\">{}</span></summary><table class=\"requirements\" role=\"table\">\
         <caption class=\"unseen\">Requirements of {} for {}</caption>\
         <thead role=\"rowgroup\"><tr role=\"row\">{}</tr></thead>\
         <tbody role=\"rowgroup\">{}</tbody></table></details>\n",
        if failed { " open" } else { "" },
        codec,
        document,
        tally(rows),
        document,
        codec,
        each(heads, |head| html!(
            "<th scope=\"col\" role=\"columnheader\">{}</th>",
            head
        )),
        each(rows, |row| requirement(row)),
    )
}

fn requirement(row: &RequirementRow) -> Markup {
    let requirement = &row.requirement;
    let ResultWords { class, mark, .. } = row.result.words();
    html!(
        "<tr class=\"{}\" role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>\
         <td class=\"clause\" role=\"cell\">{}</td><td role=\"cell\">{}</td>\
         <td class=\"says\" role=\"cell\">{}</td><td class=\"result\" role=\"cell\">\
         <span class=\"mark {}\">{}</span> {}</td></tr>",
        class,
        requirement.id,
        requirement.clause,
        level_mark(row.is_known.then_some(requirement.level)),
        prose(&requirement.text),
        class,
        mark,
        results(row)
    )
}

/// The number of the checks that were sent, as a link to them, or why there are none.
fn results(row: &RequirementRow) -> Markup {
    if row.result == RequirementResult::NotTested {
        return html!("{}", row.untested);
    }
    let sent = row.checks.sent();
    let mut checks = count(sent, "check", "checks");
    if let failed @ 1.. = row.checks.failed() {
        checks = format!("{failed} of {checks}");
    }
    let mut left_out = String::new();
    if let some @ 1.. = row.checks.all() - sent {
        left_out = format!(", {some} not run: {}", row.checks.why_not_sent());
    }
    html!(
        "<a href=\"{}\">{}</a>{}{}",
        fragment("checks?requirement=", &row.requirement.id),
        checks,
        exceptions(&row.exceptions),
        left_out,
    )
}

/// Why the failures of a requirement do not count against it; empty if they do.
fn exceptions(failed: &BTreeSet<String>) -> String {
    if failed.is_empty() {
        return String::new();
    }
    let fails = if failed.len() == 1 { "fails" } else { "fail" };
    let failed: Vec<&str> = failed.iter().map(String::as_str).collect();
    format!(", only where {} {fails}", failed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{ORDER, OVERFLOW, run_with_a_failure};

    fn result_of(id: &str, rows: &[RequirementRow]) -> (RequirementResult, String) {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.requirement.id == id);
        let row = row.expect("a requirement of the ledger");
        (row.result, exceptions(&row.exceptions))
    }

    #[test]
    fn a_requirement_that_fails_only_because_of_an_overflow_is_kept() {
        let found = rows(&run_with_a_failure(&[ORDER, OVERFLOW]));
        let only_there = ", only where punycode-30 fails".to_owned();
        assert_eq!(
            result_of(ORDER, &found),
            (RequirementResult::KeptExcept, only_there)
        );
        let failed = (RequirementResult::Failed, String::new());
        assert_eq!(result_of(OVERFLOW, &found), failed);
        let found = rows(&run_with_a_failure(&[ORDER]));
        assert_eq!(result_of(ORDER, &found), failed);
    }
}
