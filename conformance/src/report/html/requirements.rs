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
        let is_asked = |rows: &[&RequirementRow]| {
            rows.iter().any(|row| row.result != RequirementResult::NotAsked)
        };
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
            Self::Advisory => ["advisory", "failed, does not count", "failed without counting"],
            Self::NotAsked => ["not-asked", "not asked", "not asked"],
        }
    }
}

impl RequirementRow {
    /// The row with these checks. `unasked` is why there are none.
    fn with(self, checks: Tally, unasked: String) -> Self {
        let result = match (checks.count(&[CheckState::Failed]), checks.failed(), checks.sent()) {
            (1.., ..) => RequirementResult::Failed,
            (_, 1.., _) => RequirementResult::Advisory,
            (_, _, 1..) => RequirementResult::Passed,
            _ => RequirementResult::NotAsked,
        };
        let unasked = match (result, checks.all()) {
            (RequirementResult::NotAsked, 0) => unasked,
            (RequirementResult::NotAsked, _) => checks.why_not_sent(),
            _ => String::new(),
        };
        Self { checks, result, unasked, ..self }
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
    let left_out = match run.start.filtered {
        0 => "the suite has no check of it",
        _ => "its checks were left out by the filters",
    };
    let row = |id, codec, document, clause, level, text| RequirementRow {
        id,
        codec,
        document,
        clause,
        level,
        text,
        checks: Tally::default(),
        result: RequirementResult::NotAsked,
        unasked: String::new(),
    };
    let ledger = acegate_vectors::Ledger::embedded();
    let ledger = ledger.map(|ledger| ledger.requirements).unwrap_or_default().into_iter();
    let known = ledger.map(|it| {
        let checks = tallies.remove(it.id.as_str()).unwrap_or_default();
        let unasked = match it.untestable {
            Some(untestable) => format!("no check can show it: {untestable}"),
            None => left_out.to_owned(),
        };
        let row = row(it.id, it.codec, it.document, it.clause, Some(it.level), it.text);
        row.with(checks, unasked)
    });
    let mut rows: Vec<_> = known.collect();
    rows.extend(tallies.into_iter().filter_map(|(id, checks)| {
        let named = |check: &&CheckEntry| check.case.requirements.iter().any(|it| it == id);
        let case = &run.checks.iter().find(named)?.case;
        let (codec, document) = (case.codec.clone(), case.document.clone());
        let text = "The ledger of this version lacks this requirement.".to_owned();
        let row = row(id.to_owned(), codec, document, String::new(), None, text);
        Some(row.with(checks, String::new()))
    }));
    rows
}

/// How many requirements have which result.
fn summary<'a>(rows: impl Iterator<Item = &'a RequirementRow>) -> String {
    let mut numbers: BTreeMap<RequirementResult, usize> = BTreeMap::new();
    rows.for_each(|row| *numbers.entry(row.result).or_default() += 1);
    let all = numbers.values().sum();
    let parts = numbers.into_iter();
    let parts = parts.map(|(result, number)| format!("{} {}", grouped(number), result.words()[2]));
    let parts: Vec<_> = parts.collect();
    format!("{}: {}.", count(all, "requirement", "requirements"), parts.join(", "))
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
    let [class, mark, _] = row.result.words();
    out.element("tr", &[("class", class), ("role", "row")], |it| {
        it.leaf("th", &[("scope", "row"), ("role", "rowheader")], &row.id);
        it.leaf("td", &[("class", "clause"), CELL], &row.clause);
        it.element("td", &[CELL], |it| {
            let level = row.level.map_or("", Level::as_str);
            it.leaf("span", &[("class", level_class(row.level))], level);
        });
        it.element("td", &[("class", "says"), CELL], |it| it.prose(&row.text));
        it.element("td", &[("class", "result"), CELL], |it| {
            let (failed, sent) = (row.checks.failed(), row.checks.sent());
            it.leaf("span", &[("class", &format!("mark {class}"))], mark);
            it.text(" ");
            if row.result == RequirementResult::NotAsked {
                return it.text(&row.unasked);
            }
            let checks = count(sent, "check", "checks");
            let checks = if failed > 0 { format!("{failed} of {checks}") } else { checks };
            it.leaf("a", &[("href", &fragment("checks?requirement=", &row.id))], &checks);
            let left_out = row.checks.all() - sent;
            if left_out > 0 {
                it.text(&format!(", {left_out} not asked: {}", row.checks.why_not_sent()));
            }
        });
    });
}
