//! One implementation of the matrix: its counts, its requirements and its findings.

use std::collections::BTreeMap;

use acegate_vectors::Level;
use serde::Serialize;

use crate::event::level;
use crate::protocol::Identity;

/// An implementation of the matrix. Its texts are printable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatrixRow {
    /// The name in the matrix, which no other row has.
    pub name: String,
    /// Its description of itself.
    pub implementation: Identity,
    /// The words after `acegate check` that repeat the run.
    pub arguments: Vec<String>,
    /// The version of acegate.
    pub acegate: String,
    /// The day of the run, in UTC, such as `2026-11-22`; empty if the report does not have it.
    pub day: String,
    /// The digest of the suite; empty if the report does not have it.
    pub suite: String,
    /// Whether the run was whole.
    pub state: RowState,
    /// How many checks were sent.
    pub run: usize,
    /// How many of these passed.
    pub passed: usize,
    /// How many count against it.
    pub counting: usize,
    /// How many fail at a level that is not enforced.
    pub advisory: usize,
    /// How many were not sent, because it cannot be asked them.
    pub skipped: usize,
    /// How many failures are those of a known deviation or of a limit on the length.
    pub explained: usize,
    /// How many checks of each codec were sent.
    pub codecs: BTreeMap<String, usize>,
    /// The results by requirement.
    pub requirements: BTreeMap<String, Cell>,
    /// The findings, the most serious first.
    pub findings: Vec<MatrixFinding>,
}

/// Whether a run was whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowState {
    /// Every chosen check has a verdict.
    #[default]
    Whole,
    /// The run was interrupted, or its report was cut off.
    Interrupted,
    /// The implementation could not be kept alive; the remaining checks were not run.
    NotAlive,
    /// No check was sent.
    NothingRan,
}

/// The results of the checks about one requirement.
///
/// A check counts for each requirement that its case names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// How many passed.
    pub passed: usize,
    /// How many count against the implementation.
    pub counting: usize,
    /// How many fail otherwise.
    pub advisory: usize,
}

/// A finding of one implementation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatrixFinding {
    /// The key of the cause.
    pub id: String,
    /// The strictest level among its checks.
    #[serde(serialize_with = "level::serialize")]
    pub level: Level,
    /// The fault, in one sentence.
    pub summary: String,
    /// The clauses that its checks rest on.
    pub clauses: Vec<String>,
    /// How many checks it has.
    pub checks: usize,
    /// How many of these count against the implementation.
    pub counting: usize,
    /// Whether its inputs are withheld: it may damage or disclose memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withheld: bool,
}

impl MatrixRow {
    /// The share of its failures that are explained, in percent, rounded down; `None` if nothing
    /// failed.
    #[must_use]
    pub fn explained_percent(&self) -> Option<usize> {
        (self.explained * 100).checked_div(self.counting + self.advisory)
    }
}
