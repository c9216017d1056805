//! The matrix: the rows, what they have in common, and its JSON.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use acegate_vectors::{Ledger, Level, Requirement};
use serde::Serialize;
use serde_json::json;

use crate::event::write_line;
use crate::protocol::Identity;
use crate::report::ledger;

const MATRIX_FORMAT: u32 = 1;

/// Implementations side by side.
#[derive(Clone, Debug, Default)]
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
    /// The requirements that at least one implementation was asked about, in the order of the ledger.
    pub(crate) requirements: Vec<Requirement>,
    /// The findings, the most serious and most common first.
    pub(crate) findings: Vec<SharedFinding>,
}

/// An implementation of the matrix. Its texts are printable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// How many were not sent, because it cannot be asked them.
    pub(crate) skipped: usize,
    /// How many failures are those of a known deviation or of a limit on the length.
    pub(crate) explained: usize,
    /// How many checks of each codec were sent.
    pub(crate) codecs: BTreeMap<String, usize>,
    pub(crate) requirements: BTreeMap<String, Cell>,
    /// The most serious first.
    pub(crate) findings: Vec<MatrixFinding>,
}

/// Whether a run was whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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

/// The results of the checks about one requirement.
///
/// A check counts for each requirement that its case names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Cell {
    pub(crate) passed: usize,
    /// How many count against the implementation.
    pub(crate) counting: usize,
    pub(crate) advisory: usize,
}

/// A finding of one implementation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) withheld: bool,
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
    pub(crate) fn add(&mut self, row: MatrixRow) {
        let MatrixRow { acegate, day, suite, .. } = &row;
        for (seen, value) in
            [(&mut self.versions, acegate), (&mut self.days, day), (&mut self.suites, suite)]
        {
            if !value.is_empty() {
                seen.insert(value.clone());
            }
        }
        self.rows.push(row);
    }

    /// Sorts the rows, and collects the requirements and the findings of all of them.
    pub(crate) fn finish(&mut self, ledger: &Ledger) {
        self.rows.sort_by(|one, other| one.name.cmp(&other.name));
        let asked: BTreeSet<_> = self.rows.iter().flat_map(|row| row.requirements.keys()).collect();
        let requirements = ledger.requirements.iter().filter(|it| asked.contains(&it.id));
        self.requirements = requirements.cloned().collect();
        self.findings = shared_findings(&self.rows);
    }
}

/// The findings of all rows by cause: those that count before advisory ones, strict before weak,
/// common before rare.
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
            let checks = if finding.counting > 0 { finding.counting } else { finding.checks };
            entry.rows.insert(row.name.clone(), checks);
        }
    }
    let mut findings: Vec<_> = shared.into_values().collect();
    findings.sort_by(|one, other| {
        let key = |it: &SharedFinding| (!it.counts, Reverse(it.level), Reverse(it.rows.len()));
        key(one).cmp(&key(other)).then_with(|| one.id.cmp(&other.id))
    });
    findings
}

/// Writes the matrix as one JSON object, with a line for each row, requirement and finding.
pub(crate) fn write_json(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let Matrix { versions, days, suites, rows, absent, requirements, findings } = matrix;
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
fn write_list(name: &str, values: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, ",\"{name}\":[")?;
    for (at, value) in values.iter().enumerate() {
        write!(out, "{}", if at > 0 { "," } else { "" })?;
        write_line(value, out)?;
    }
    write!(out, "]")
}
