//! The sentences of the matrix, for every format.

use super::model::{Matrix, MatrixRow, RowState};
use crate::report::repeat_command;
use crate::report::wording::{count, show_identity};

/// The titles of the columns of a row; a colon after one is for numbers.
pub(super) const TITLES: [&str; 9] = [
    "implementation",
    "version",
    "language",
    "checks run:",
    "passed:",
    "must failures:",
    "findings:",
    "advisory:",
    "explained:",
];

/// The numbers of a row, in the order of the columns.
pub(super) fn numbers(row: &MatrixRow) -> [String; 5] {
    let numbers = [row.run, row.passed, row.counting, counting_findings(row), row.advisory];
    numbers.map(|number| number.to_string())
}

/// How many findings count against an implementation.
pub(super) fn counting_findings(row: &MatrixRow) -> usize {
    row.findings.iter().filter(|finding| finding.counting > 0).count()
}

/// The state of a run in words; nothing special is said of a whole one.
pub(super) const fn show_state(state: RowState) -> &'static str {
    match state {
        RowState::Whole => "whole",
        RowState::Interrupted => "interrupted",
        RowState::NotAlive => "given up: it could not be kept alive",
        RowState::NothingRan => "nothing could be asked",
    }
}

/// The share of the failures that have a known cause, rounded down; empty if nothing failed.
pub(super) fn show_percent(row: &MatrixRow) -> String {
    let percent = (row.explained * 100).checked_div(row.counting + row.advisory);
    percent.map_or_else(String::new, |percent| format!("{percent} %"))
}

pub(super) fn summary(matrix: &Matrix) -> String {
    let mut languages: Vec<_> =
        matrix.rows.iter().map(|row| row.implementation.language.as_str()).collect();
    languages.sort_unstable();
    languages.dedup();
    let clean = matrix.rows.iter().filter(|row| row.state == RowState::Whole && row.counting == 0);
    let clean = clean.count();
    let runs = matrix.rows.iter().map(|row| row.run).sum();
    format!(
        "{} in {}, {}. {} {} no must failure, {} {} one or more.",
        count(matrix.rows.len(), "implementation", "implementations"),
        count(languages.len(), "language", "languages"),
        count(runs, "check", "checks"),
        clean,
        if clean == 1 { "has" } else { "have" },
        matrix.rows.len() - clean,
        if matrix.rows.len() - clean == 1 { "has" } else { "have" },
    )
}

/// The facts at the head of a page: a name and a text.
pub(super) fn facts(row: &MatrixRow) -> Vec<(&'static str, String)> {
    let codecs = row.codecs.iter().map(|(codec, n)| format!("{codec} {n}")).collect::<Vec<_>>();
    let percent = show_percent(row);
    let known = if percent.is_empty() { String::new() } else { format!(", {percent} explained") };
    let failed = format!("{} must, {} advisory{known}", row.counting, row.advisory);
    let facts = [
        ("implementation", show_identity(&row.implementation)),
        ("home page", row.implementation.url.clone()),
        ("day", row.day.clone()),
        ("suite", row.suite.clone()),
        ("acegate", row.acegate.clone()),
        ("run", show_state(row.state).to_owned()),
        ("checks", format!("{} ({})", count(row.run, "check", "checks"), codecs.join(", "))),
        ("failures", failed),
        ("not asked", count(row.skipped, "check", "checks")),
        ("repeat", repeat_command("check", &row.arguments)),
    ];
    facts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}
