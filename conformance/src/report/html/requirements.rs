//! The requirements of the documents: which were met, which were not, and which were not asked.

use std::collections::BTreeMap;

use acegate_vectors::Level;

use super::markup::{Markup, fragment, level_class};
use super::summary::grouped;
use crate::escape::printable_start;
use crate::report::run::{CheckEntry, CheckState, Run};
use crate::report::wording::count;

/// How many octets of a reason are shown.
const REASON: usize = 300;

/// The requirements by document, each with what its checks showed.
pub(super) fn write(run: &Run, out: &mut Markup) {
    let rows = rows(run);
    let mut groups: BTreeMap<(&str, &str), Vec<&RequirementRow>> = BTreeMap::new();
    for row in &rows {
        groups.entry((&row.codec, &row.document)).or_default().push(row);
    }
    let label = "requirements-title";
    out.element("section", &[("id", "requirements"), ("aria-labelledby", label)], |it| {
        it.leaf("h2", &[("id", label)], "Requirements");
        it.leaf("p", &[("class", "lead")], &summary(rows.iter()));
        // Those that were asked come before those that were not.
        let is_asked = |rows: &[&RequirementRow]| rows.iter().any(|row| row.result.is_asked());
        let (asked, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(_, rows)| is_asked(rows));
        for (name, rows) in asked.iter().chain(&others) {
            write_group(name, rows, it);
        }
    });
    out.line();
}

/// A requirement and what its checks showed.
struct RequirementRow {
    id: String,
    codec: String,
    document: String,
    clause: String,
    level: Option<Level>,
    text: String,
    checks: Tally,
    result: RequirementResult,
}

/// The result of a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RequirementResult {
    /// A check that counts failed.
    Failed,
    /// Checks failed, but none that counts.
    Advisory,
    /// Every check that was sent passed.
    Passed,
    /// No check was sent, for this reason.
    NotAsked(String),
}

impl RequirementResult {
    fn new(checks: &Tally, unasked: String) -> Self {
        match (checks.count(&[CheckState::Failed]), checks.failed(), checks.sent()) {
            (1.., ..) => Self::Failed,
            (_, 1.., _) => Self::Advisory,
            (_, _, 1..) => Self::Passed,
            _ if checks.all() == 0 => Self::NotAsked(unasked),
            _ => Self::NotAsked(checks.why_not_sent()),
        }
    }

    const fn is_asked(&self) -> bool {
        !matches!(self, Self::NotAsked(_))
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Advisory => "advisory",
            Self::Passed => "passed",
            Self::NotAsked(_) => "not-asked",
        }
    }
}

/// The results of the checks of a requirement.
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
            *self.reasons.entry(printable_start(&check.reason, REASON)).or_default() += 1;
        }
    }

    fn count(&self, states: &[CheckState]) -> usize {
        states.iter().filter_map(|state| self.states.get(state)).sum()
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
            more => format!("{reason}; {}", count(more - 1, "other reason", "other reasons")),
        }
    }
}

/// The rows of the ledger, and those that only checks name.
fn rows(run: &Run) -> Vec<RequirementRow> {
    let mut tallies = run.by_requirement(Tally::add);
    let unasked = match run.start.filtered {
        0 => "the suite has no check of it",
        _ => "its checks were left out by the filters",
    };
    let mut rows = ledger();
    for row in &mut rows {
        row.checks = tallies.remove(row.id.as_str()).unwrap_or_default();
        let unasked = match &row.result {
            RequirementResult::NotAsked(untestable) if !untestable.is_empty() => {
                format!("no check can show it: {untestable}")
            }
            _ => unasked.to_owned(),
        };
        row.result = RequirementResult::new(&row.checks, unasked);
    }
    let others = tallies.into_iter().filter_map(|(id, checks)| {
        let named = |check: &&CheckEntry| check.case.requirements.iter().any(|it| it == id);
        let CheckEntry { case, .. } = run.checks.iter().find(named)?;
        Some(RequirementRow {
            id: id.to_owned(),
            codec: case.codec.clone(),
            document: case.document.clone(),
            clause: String::new(),
            level: None,
            text: "The ledger of this version lacks this requirement.".to_owned(),
            result: RequirementResult::new(&checks, String::new()),
            checks,
        })
    });
    rows.extend(others);
    rows
}

/// The rows of the ledger without results; the reason of one that is not asked is why no check can
/// show it.
fn ledger() -> Vec<RequirementRow> {
    let ledger = acegate_vectors::Ledger::embedded();
    let rows = ledger.map(|ledger| ledger.requirements).unwrap_or_default().into_iter();
    rows.map(|row| RequirementRow {
        id: row.id,
        codec: row.codec,
        document: row.document,
        clause: row.clause,
        level: Some(row.level),
        text: row.text,
        checks: Tally::default(),
        result: RequirementResult::NotAsked(row.untestable.unwrap_or_default()),
    })
    .collect()
}

/// How many requirements have which result.
fn summary<'a>(rows: impl Iterator<Item = &'a RequirementRow>) -> String {
    let (mut all, mut numbers) = (0, [0; 4]);
    for row in rows {
        all += 1;
        numbers[match row.result {
            RequirementResult::Passed => 0,
            RequirementResult::Failed => 1,
            RequirementResult::Advisory => 2,
            RequirementResult::NotAsked(_) => 3,
        }] += 1;
    }
    let words = ["passed", "failed", "failed without counting", "not asked"];
    let parts = numbers.iter().zip(words).filter(|(number, _)| **number > 0);
    let parts: Vec<_> =
        parts.map(|(number, word)| format!("{} {word}", grouped(*number))).collect();
    format!("{}: {}.", count(all, "requirement", "requirements"), parts.join(", "))
}

/// The same for one document, with the reason if one is why all of it was not asked.
fn tally(rows: &[&RequirementRow]) -> String {
    let tally = summary(rows.iter().copied());
    let mut reasons = rows.iter().map(|row| match &row.result {
        RequirementResult::NotAsked(reason) => Some(reason.as_str()),
        _ => None,
    });
    let first = reasons.next().flatten().unwrap_or_default();
    match reasons.all(|reason| reason == Some(first)) {
        true if !first.is_empty() => format!("{} ({first}).", tally.trim_end_matches('.')),
        _ => tally,
    }
}

fn write_group((codec, document): &(&str, &str), rows: &[&RequirementRow], out: &mut Markup) {
    let failed = rows.iter().any(|row| row.result == RequirementResult::Failed);
    let attributes: &[_] =
        if failed { &[("class", "group"), ("open", "")] } else { &[("class", "group")] };
    out.element("details", attributes, |it| {
        it.element("summary", &[], |it| {
            it.leaf("h3", &[], codec);
            it.leaf("span", &[("class", "document")], document);
            it.leaf("span", &[("class", "tally")], &tally(rows));
        });
        // The roles are said, because a phone shows the table as a list.
        it.element("table", &[("class", "requirements"), ("role", "table")], |it| {
            let caption = format!("Requirements of {document} for {codec}");
            it.leaf("caption", &[("class", "unseen")], &caption);
            it.element("thead", &[("role", "rowgroup")], |it| {
                it.element("tr", &[("role", "row")], |it| {
                    for head in ["Requirement", "Clause", "Level", "It says", "Result"] {
                        it.leaf("th", &[("scope", "col"), ("role", "columnheader")], head);
                    }
                });
            });
            it.element("tbody", &[("role", "rowgroup")], |it| {
                rows.iter().for_each(|row| write_row(row, it));
            });
        });
    });
    out.line();
}

fn write_row(row: &RequirementRow, out: &mut Markup) {
    const CELL: (&str, &str) = ("role", "cell");
    out.element("tr", &[("class", row.result.code()), ("role", "row")], |it| {
        it.leaf("th", &[("scope", "row"), ("role", "rowheader")], &row.id);
        it.leaf("td", &[("class", "clause"), CELL], &row.clause);
        it.element("td", &[CELL], |it| {
            let level = row.level.map_or("", Level::as_str);
            it.leaf("span", &[("class", level_class(row.level))], level);
        });
        it.element("td", &[("class", "says"), CELL], |it| it.prose(&row.text));
        it.element("td", &[("class", "result"), CELL], |it| {
            let (failed, sent) = (row.checks.failed(), row.checks.sent());
            let link = fragment("checks?requirement=", &row.id);
            let checks = |it: &mut Markup, text: &str| it.leaf("a", &[("href", &link)], text);
            let mark = |it: &mut Markup, text: &str| {
                it.leaf("span", &[("class", &format!("mark {}", row.result.code()))], text);
                it.text(" ");
            };
            match &row.result {
                RequirementResult::Passed => {
                    mark(it, "passed");
                    checks(it, &count(sent, "check", "checks"));
                }
                RequirementResult::Failed => {
                    mark(it, "failed");
                    checks(it, &format!("{failed} of {}", count(sent, "check", "checks")));
                }
                RequirementResult::Advisory => {
                    mark(it, "failed, does not count");
                    checks(it, &format!("{failed} of {}", count(sent, "check", "checks")));
                }
                RequirementResult::NotAsked(reason) => {
                    mark(it, "not asked");
                    it.text(reason);
                }
            }
            let left_out = row.checks.all() - sent;
            if row.result.is_asked() && left_out > 0 {
                it.text(&format!(", {left_out} not asked: {}", row.checks.why_not_sent()));
            }
        });
    });
}
