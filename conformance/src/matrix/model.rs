//! The matrix: the rows, what they have in common, its JSON, and its sentences for every format.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

use acegate_vectors::{Ledger, Level, Requirement};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::event::write_line;
use crate::plural::grouped;
use crate::protocol::Identity;
use crate::report::wording::{count, show_identity};
use crate::report::{ledger, repeat_command};
use crate::sorting::{sort_by, sort_by_key};

const MATRIX_FORMAT: u32 = 1;

/// Implementations side by side.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) versions: BTreeSet<String>,
    /// The days of the runs, such as `2026-11-22`.
    pub(crate) days: BTreeSet<String>,
    /// The digests of the suites of the runs. More than one makes the rows hard to compare.
    pub(crate) suites: BTreeSet<String>,
    /// The implementations that ran, by name.
    pub(crate) rows: Vec<MatrixRow>,
    /// The implementations that could not run, by name, each with the reason.
    pub(crate) absent: BTreeMap<String, String>,
    /// The requirements that were tested on at least one implementation, in the order of the ledger.
    pub(crate) requirements: Vec<Requirement>,
    /// The findings, the most serious and most common first.
    pub(crate) findings: Vec<SharedFinding>,
}

/// An implementation of the matrix. Its texts are printable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MatrixRow {
    /// The name in the matrix, which no other row has.
    pub(crate) name: String,
    pub(crate) implementation: Identity,
    /// The words after `acegate check` that repeat the run.
    pub(crate) arguments: Vec<String>,
    pub(crate) acegate: String,
    /// The day of the run, in UTC, such as `2026-11-22`; empty if the report does not have it.
    pub(crate) day: String,
    /// The digest of the suite; empty if the report does not have it.
    pub(crate) suite: String,
    pub(crate) state: RowState,
    /// How many checks were sent.
    pub(crate) run: usize,
    pub(crate) passed: usize,
    pub(crate) counting: usize,
    /// How many fail at a level that is not enforced.
    pub(crate) advisory: usize,
    /// How many were not sent, because it does not support them.
    pub(crate) skipped: usize,
    /// How many of these belong to codecs with checks that were sent.
    #[serde(default)]
    pub(crate) skipped_of_its_codecs: usize,
    /// How many failures are due to a known deviation or a limit on the length.
    pub(crate) explained: usize,
    /// How many checks of each codec were sent.
    pub(crate) codecs: BTreeMap<String, usize>,
    pub(crate) requirements: BTreeMap<String, Cell>,
    /// The most serious first.
    pub(crate) findings: Vec<MatrixFinding>,
    /// How many checks were skipped for each reason, the most frequent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) skips: Vec<(String, usize)>,
}

/// Whether a run was complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RowState {
    /// Every chosen check has a verdict.
    #[default]
    Whole,
    /// The run was interrupted, or its report was cut off.
    Interrupted,
    /// The implementation could not be kept alive; the remaining checks were not run.
    NotAlive,
    NothingRan,
}

/// The results of the checks about one requirement: of all whose case names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) passed: usize,
    /// How many count against the implementation.
    pub(crate) counting: usize,
    pub(crate) advisory: usize,
}

/// A finding of one implementation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MatrixFinding {
    pub(crate) id: String,
    /// The strictest level among its checks.
    pub(crate) level: Level,
    pub(crate) summary: String,
    pub(crate) clauses: Vec<String>,
    pub(crate) checks: usize,
    /// How many of these count against the implementation.
    pub(crate) counting: usize,
    /// Whether its inputs are withheld: it may damage or disclose memory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) withheld: bool,
    /// The cause in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) cause: String,
    /// The check that shows it best; `None` if it is withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) example: Option<Example>,
}

/// The check that shows a finding best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) check: String,
    /// The digest of its request and expectation.
    pub(crate) digest: String,
    /// The lines on its failure: a name such as `got`, and a text.
    pub(crate) lines: Vec<(String, String)>,
}

/// A finding, and every implementation that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SharedFinding {
    pub(crate) id: String,
    /// The strictest level at which an implementation fails for it.
    pub(crate) level: Level,
    /// Whether it counts against at least one implementation.
    pub(crate) counts: bool,
    pub(crate) summary: String,
    /// How many checks of each implementation fail for it.
    pub(crate) rows: BTreeMap<String, usize>,
}

impl Matrix {
    /// The matrix of implementations that ran, and of those that did not. It has the requirements and findings
    /// of all.
    pub(crate) fn new(
        mut rows: Vec<MatrixRow>,
        absent: BTreeMap<String, String>,
        ledger: &Ledger,
    ) -> Self {
        sort_by(&mut rows, |one, other| one.name.cmp(&other.name));
        let mut versions = BTreeSet::new();
        let mut days = BTreeSet::new();
        let mut suites = BTreeSet::new();
        let mut asked = BTreeSet::new();
        for row in &rows {
            versions.insert(row.acegate.clone());
            days.insert(row.day.clone());
            suites.insert(row.suite.clone());
            asked.extend(row.requirements.keys());
        }
        // Reports of older versions do not have all of these.
        for values in [&mut versions, &mut days, &mut suites] {
            values.remove("");
        }
        let mut requirements = ledger.requirements.clone();
        requirements.retain(|requirement| asked.contains(&requirement.id));
        Self {
            versions,
            days,
            suites,
            requirements,
            findings: shared_findings(&rows),
            rows,
            absent,
        }
    }
}

/// The findings of all rows by cause: those that count first, strict before weak, common before rare.
fn shared_findings(rows: &[MatrixRow]) -> Vec<SharedFinding> {
    let mut shared: BTreeMap<&str, SharedFinding> = BTreeMap::new();
    for row in rows {
        for finding in &row.findings {
            let entry = shared.entry(&finding.id).or_insert_with(|| SharedFinding {
                id: finding.id.clone(),
                level: finding.level,
                counts: false,
                summary: finding.summary.clone(),
                rows: BTreeMap::new(),
            });
            entry.level = entry.level.max(finding.level);
            entry.counts |= finding.counting > 0;
            let checks = if finding.counting > 0 {
                finding.counting
            } else {
                finding.checks
            };
            entry.rows.insert(row.name.clone(), checks);
        }
    }
    let mut findings: Vec<_> = shared.into_values().collect();
    // The ids are in order already, and a stable sort keeps it.
    sort_by_key(&mut findings, |finding| {
        (
            !finding.counts,
            Reverse(finding.level),
            Reverse(finding.rows.len()),
        )
    });
    findings
}

/// The head of the JSON of a matrix and its rows, from which the rest follows.
#[derive(Debug, Deserialize)]
struct StoredMatrix {
    format: u32,
    run: StoredRun,
    rows: Vec<MatrixRow>,
}

#[derive(Debug, Deserialize)]
struct StoredRun {
    absent: BTreeMap<String, String>,
}

/// Reads the JSON that [`write_json`] wrote.
pub(crate) fn read_json(text: &str, ledger: &Ledger) -> Result<Matrix, ReadMatrixError> {
    let stored: StoredMatrix = serde_json::from_str(text).map_err(ReadMatrixError::Json)?;
    if stored.format != MATRIX_FORMAT {
        return Err(ReadMatrixError::Format(stored.format));
    }
    Ok(Matrix::new(stored.rows, stored.run.absent, ledger))
}

/// Why a file is not the JSON of a matrix.
#[derive(Debug)]
pub(crate) enum ReadMatrixError {
    Json(serde_json::Error),
    /// It has this format, which this version cannot read.
    Format(u32),
}

impl fmt::Display for ReadMatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Format(format) => write!(
                f,
                "a matrix of format {format}; this version of acegate reads format {MATRIX_FORMAT}"
            ),
        }
    }
}

impl Error for ReadMatrixError {}

/// Writes the matrix as one JSON object, with a line for each row, requirement and finding.
pub(crate) fn write_json(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let Matrix {
        versions,
        days,
        suites,
        rows,
        absent,
        requirements,
        findings,
    } = matrix;
    let head = json!({
        "acegate": versions, "days": days, "suites": suites, "absent": absent,
    });
    writeln!(out, "{{\"format\":{MATRIX_FORMAT},\"run\":")?;
    write_line(&head, out)?;
    write_list("rows", rows, out)?;
    let requirements: Vec<_> = requirements.iter().map(JsonRequirement).collect();
    write_list("requirements", &requirements, out)?;
    write_list("findings", findings, out)?;
    writeln!(out, "}}")
}

#[derive(Serialize)]
struct JsonRequirement<'a>(
    #[serde(serialize_with = "ledger::serialize::<_, false, false>")] &'a Requirement,
);

/// Writes a field that is a list, a line for each of its values.
pub(super) fn write_list(
    name: &str,
    values: &[impl Serialize],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, ",\"{name}\":[")?;
    for (at, value) in values.iter().enumerate() {
        write!(out, "{}", if at > 0 { "," } else { "" })?;
        write_line(value, out)?;
    }
    write!(out, "]")
}

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
    let numbers = [
        row.run,
        row.passed,
        row.counting,
        counting_findings(row),
        row.advisory,
    ];
    numbers.map(|number| number.to_string())
}

pub(super) fn counting_findings(row: &MatrixRow) -> usize {
    row.findings
        .iter()
        .filter(|finding| finding.counting > 0)
        .count()
}

/// The state of a run in words; a complete run has none.
pub(super) const fn show_state(state: RowState) -> &'static str {
    match state {
        RowState::Whole => "whole",
        RowState::Interrupted => "interrupted",
        RowState::NotAlive => "given up: it could not be kept alive",
        RowState::NothingRan => "nothing could be run",
    }
}

/// The share of the failures that have a known cause, rounded down; empty if nothing failed.
pub(super) fn show_percent(row: &MatrixRow) -> String {
    let failures = row.counting + row.advisory;
    match (row.explained * 100).checked_div(failures) {
        Some(percent) => format!("{percent} %"),
        None => String::new(),
    }
}

pub(super) fn summary(matrix: &Matrix) -> String {
    let mut languages = BTreeSet::new();
    let mut checks_run = 0;
    let mut clean = 0;
    for row in &matrix.rows {
        languages.insert(&row.implementation.language);
        checks_run += row.run;
        clean += usize::from(row.state == RowState::Whole && row.counting == 0);
    }
    let all = matrix.rows.len();
    format!(
        "{} in {}, {} checks. {} no must failure, {} one or more.",
        count(all, "implementation", "implementations"),
        count(languages.len(), "language", "languages"),
        grouped(checks_run),
        have(clean),
        have(all - clean),
    )
}

/// The number of implementations that have something, with the verb.
fn have(number: usize) -> String {
    let verb = if number == 1 { "has" } else { "have" };
    format!("{number} {verb}")
}

/// The facts at the head of a page: a name and a text.
pub(super) fn facts(row: &MatrixRow) -> Vec<(&'static str, String)> {
    let mut codecs = Vec::new();
    for (codec, checks) in &row.codecs {
        codecs.push(format!("{codec} {checks}"));
    }
    let codecs = codecs.join(", ");
    let checks = count(row.run, "check", "checks");
    let mut failures = format!("{} must, {} advisory", row.counting, row.advisory);
    let percent = show_percent(row);
    if !percent.is_empty() {
        failures += &format!(", {percent} explained");
    }
    let mut facts = vec![
        ("implementation", show_identity(&row.implementation)),
        ("home page", row.implementation.url.clone()),
        ("day", row.day.clone()),
        ("suite", row.suite.clone()),
        ("acegate", row.acegate.clone()),
        ("run", show_state(row.state).to_owned()),
        ("checks", format!("{checks} ({codecs})")),
        ("failures", failures),
        ("skipped", count(row.skipped, "check", "checks")),
        ("rerun", repeat_command("check", &row.arguments)),
    ];
    facts.retain(|(_, text)| !text.is_empty());
    facts
}
