//! One implementation of the matrix: its counts, its requirements and its findings.

use std::collections::BTreeMap;

use acegate_vectors::Level;
use serde::Serialize;

use crate::protocol::Identity;

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
    /// Whether the run was whole.
    pub(crate) state: RowState,
    /// How many checks were sent.
    pub(crate) run: usize,
    pub(crate) passed: usize,
    /// How many count against it.
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
    /// The findings, the most serious first.
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
    /// The key of the cause.
    pub(crate) id: String,
    /// The strictest level among its checks.
    pub(crate) level: Level,
    /// The fault, in one sentence.
    pub(crate) summary: String,
    /// The clauses that its checks rest on.
    pub(crate) clauses: Vec<String>,
    pub(crate) checks: usize,
    /// How many of these count against the implementation.
    pub(crate) counting: usize,
    /// Whether its inputs are withheld: it may damage or disclose memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) withheld: bool,
}

impl MatrixRow {
    /// The share of its failures that are explained, in percent, rounded down; `None` if nothing
    /// failed.
    pub(crate) fn explained_percent(&self) -> Option<usize> {
        (self.explained * 100).checked_div(self.counting + self.advisory)
    }
}
