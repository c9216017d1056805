//! The requirements of the documents: which were met, which were not, and which were not asked.

use std::collections::BTreeMap;

use acegate_vectors::{Basis, Ledger, Requirement};

use super::findings::grouped;
use super::markup::{Markup, each, fragment, html, level_mark, prose};
use crate::escape::printable_start;
use crate::report::run::{CheckEntry, CheckState, Run};
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
    let is_asked = |rows: &[&RequirementRow]| {
        rows.iter()
            .any(|row| row.result != RequirementResult::NotAsked)
    };
    let (asked, others): (Vec<_>, Vec<_>) = groups.iter().partition(|(_, rows)| is_asked(rows));
    html!(
        "<section id=\"requirements\" aria-labelledby=\"requirements-title\">\
         <h2 id=\"requirements-title\">Requirements</h2><p class=\"lead\">{}</p>{}</section>\n",
        summary(rows.iter()),
        each(asked.iter().chain(&others), |(name, rows)| group(
            name, rows
        )),
    )
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
    /// Its class, its mark, and the word that it is counted by.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Passed => ["passed", "passed", "passed"],
            Self::Failed => ["failed", "failed", "failed"],
            Self::Advisory => [
                "advisory",
                "failed, does not count",
                "failed without counting",
            ],
            Self::NotAsked => ["not-asked", "not asked", "not asked"],
        }
    }
}

impl RequirementRow {
    /// The row of a requirement. `left_out` is the reason why it has no checks.
    fn new(requirement: Requirement, is_known: bool, checks: Tally, left_out: &str) -> Self {
        let result = match (
            checks.count(&[CheckState::Failed]),
            checks.failed(),
            checks.sent(),
        ) {
            (1.., ..) => RequirementResult::Failed,
            (_, 1.., _) => RequirementResult::Advisory,
            (_, _, 1..) => RequirementResult::Passed,
            _ => RequirementResult::NotAsked,
        };
        let unasked = match (result, checks.all(), &requirement.untestable) {
            (RequirementResult::NotAsked, 0, None) => left_out.to_owned(),
            (RequirementResult::NotAsked, 0, Some(why)) => format!("no check can show it: {why}"),
            (RequirementResult::NotAsked, ..) => checks.why_not_sent(),
            _ => String::new(),
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
    let ledger = Ledger::embedded()
        .map(|ledger| ledger.requirements)
        .unwrap_or_default();
    let known = ledger.into_iter().map(|it| {
        let checks = tallies.remove(it.id.as_str()).unwrap_or_default();
        RequirementRow::new(it, true, checks, left_out)
    });
    let mut rows: Vec<_> = known.collect();
    rows.extend(tallies.into_iter().filter_map(|(id, checks)| {
        let named = |check: &&CheckEntry| check.case.requirements.iter().any(|it| it == id);
        let case = &run.checks.iter().find(named)?.case;
        let requirement = Requirement {
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
        };
        Some(RequirementRow::new(requirement, false, checks, ""))
    }));
    rows
}

fn summary<'a>(rows: impl Iterator<Item = &'a RequirementRow>) -> String {
    let mut numbers: BTreeMap<RequirementResult, usize> = BTreeMap::new();
    rows.for_each(|row| *numbers.entry(row.result).or_default() += 1);
    let all = numbers.values().sum();
    let parts = numbers.into_iter();
    let parts = parts.map(|(result, number)| format!("{} {}", grouped(number), result.words()[2]));
    let parts: Vec<_> = parts.collect();
    format!(
        "{}: {}.",
        count(all, "requirement", "requirements"),
        parts.join(", ")
    )
}

/// The same for one document, with the reason if one is why all of it was not asked.
fn tally(rows: &[&RequirementRow]) -> String {
    let tally = summary(rows.iter().copied());
    let first = rows.first().map_or("", |row| row.unasked.as_str());
    match !first.is_empty() && rows.iter().all(|row| row.unasked == first) {
        true => format!("{} ({first}).", tally.trim_end_matches('.')),
        false => tally,
    }
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
    let (it, [class, mark, _]) = (&row.requirement, row.result.words());
    html!(
        "<tr class=\"{}\" role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>\
         <td class=\"clause\" role=\"cell\">{}</td><td role=\"cell\">{}</td>\
         <td class=\"says\" role=\"cell\">{}</td><td class=\"result\" role=\"cell\">\
         <span class=\"mark {}\">{}</span> {}</td></tr>",
        class,
        it.id,
        it.clause,
        level_mark(row.is_known.then_some(it.level)),
        prose(&it.text),
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
    let (failed, sent) = (row.checks.failed(), row.checks.sent());
    let checks = count(sent, "check", "checks");
    let left_out = row.checks.all() - sent;
    html!(
        "<a href=\"{}\">{}</a>{}",
        fragment("checks?requirement=", &row.requirement.id),
        if failed > 0 {
            format!("{failed} of {checks}")
        } else {
            checks
        },
        (left_out > 0).then(|| format!(", {left_out} not asked: {}", row.checks.why_not_sent())),
    )
}
