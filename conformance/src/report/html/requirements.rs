//! The requirements of the documents: which were met, which were not, and which were not asked.

use std::collections::BTreeMap;

use acegate_vectors::{Basis, Ledger, Requirement};

use super::markup::{Markup, each, fragment, html, level_mark, prose};
use crate::escape::printable_start;
use crate::plural::grouped;
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
    // Those that were asked come before those that were not.
    let (asked, others): (Vec<_>, Vec<_>) = groups.iter().partition(|(_, rows)| has_asked(rows));
    html!(
        "<section id=\"requirements\" aria-labelledby=\"requirements-title\">\
         <h2 id=\"requirements-title\">Requirements</h2><p class=\"lead\">{}</p>{}</section>\n",
        summary(rows.iter()),
        each(asked.iter().chain(&others), |(name, rows)| group(
            name, rows
        )),
    )
}

fn has_asked(rows: &[&RequirementRow]) -> bool {
    rows.iter()
        .any(|row| row.result != RequirementResult::NotAsked)
}

struct RequirementRow {
    requirement: Requirement,
    /// Whether the ledger has it. If not, its level is not known.
    is_known: bool,
    checks: Tally,
    result: RequirementResult,
    /// Why no check was sent; empty if one was.
    unasked: String,
}

/// The result of a requirement, in the order in which they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RequirementResult {
    /// Every check that was sent passed.
    Passed,
    /// A check that counts failed.
    Failed,
    /// Checks failed, but none that counts.
    Advisory,
    /// No check was sent.
    NotAsked,
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
            Self::Advisory => ResultWords {
                class: "advisory",
                mark: "failed, does not count",
                counted_by: "failed without counting",
            },
            Self::NotAsked => ResultWords {
                class: "not-asked",
                mark: "not asked",
                counted_by: "not asked",
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
        let unasked = if result != RequirementResult::NotAsked {
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
            unasked,
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
        if !check.is_asked() {
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
            RequirementResult::NotAsked
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
        for requirement in ledger.requirements {
            let checks = tallies.remove(requirement.id.as_str()).unwrap_or_default();
            rows.push(RequirementRow::new(requirement, true, checks, left_out));
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
        text: "The ledger of this version lacks this requirement.".to_owned(),
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

/// The same for one document, with the reason if one is why all of it was not asked.
fn tally(rows: &[&RequirementRow]) -> String {
    let tally = summary(rows.iter().copied());
    let first = rows.first().map_or("", |row| row.unasked.as_str());
    if first.is_empty() || rows.iter().any(|row| row.unasked != first) {
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
    if row.result == RequirementResult::NotAsked {
        return html!("{}", row.unasked);
    }
    let sent = row.checks.sent();
    let mut checks = count(sent, "check", "checks");
    if let failed @ 1.. = row.checks.failed() {
        checks = format!("{failed} of {checks}");
    }
    let mut left_out = String::new();
    if let some @ 1.. = row.checks.all() - sent {
        left_out = format!(", {some} not asked: {}", row.checks.why_not_sent());
    }
    html!(
        "<a href=\"{}\">{}</a>{}",
        fragment("checks?requirement=", &row.requirement.id),
        checks,
        left_out,
    )
}
