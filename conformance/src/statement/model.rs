//! The parts of a statement. Serialized they are its JSON.

use std::collections::BTreeMap;

use acegate_vectors::Level;
use serde::Serialize;

use super::requirement::{RequirementEntry, RequirementStatus};
use crate::judge::{ExitStatus, Verdict};
use crate::protocol::{CodecSupport, Identity};

/// The version of the JSON.
pub(super) const FORMAT: u32 = 1;

/// A statement, whose fields `STATEMENT.md` describes. Every text in it is printable, whatever an
/// implementation said.
#[derive(Debug, Serialize)]
pub(crate) struct Statement {
    pub(super) statement: u32,
    pub(super) conclusion: Conclusion,
    pub(super) reservations: Vec<Reservation>,
    /// The product that `--name` and `--version` name; `None` without them.
    pub(super) product: Option<Identity>,
    pub(super) implementation: Identity,
    pub(super) claims: BTreeMap<String, CodecSupport>,
    pub(super) not_claimed: Vec<String>,
    pub(super) report: ReportFacts,
    pub(super) run: StatedRun,
    /// How many requirements have each result, by level.
    pub(super) totals: BTreeMap<&'static str, StatementTotals>,
    /// The requirements of the codecs that are claimed: must before should before may, and by codec
    /// and number within a level.
    pub(super) requirements: Vec<RequirementEntry>,
    /// The causes of the failures, the most serious first.
    pub(super) findings: Vec<FindingEntry>,
}

impl Statement {
    /// The product that the statement is about, or the implementation if no product is named.
    pub(super) fn subject(&self) -> &Identity {
        self.product.as_ref().unwrap_or(&self.implementation)
    }
}

/// The conclusion of a statement. It counts the requirements of level `must`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Conclusion {
    /// None of them fails, some are verified, and every check of the claimed codecs was asked.
    Conforms,
    /// At least one of them fails.
    Exceptions,
    /// None of them fails, and checks of the claimed codecs were not asked.
    Incomplete,
    /// No check of one of them passed.
    NothingVerified,
}

/// A fact that limits what a statement says: its stable code, and one sentence.
#[derive(Debug, Serialize)]
pub(super) struct Reservation {
    pub(super) code: &'static str,
    pub(super) text: String,
}

/// The report that a statement is made from.
#[derive(Debug, Serialize)]
pub(super) struct ReportFacts {
    pub(super) sha256: String,
    pub(super) format: u32,
    pub(super) acegate: String,
    pub(super) suite: String,
    pub(super) date: String,
}

/// The run that the statement is made from, and its options.
#[derive(Debug, Serialize)]
pub(super) struct StatedRun {
    pub(super) arguments: Vec<String>,
    pub(super) filters: Vec<String>,
    pub(super) shard: Option<String>,
    pub(super) options: Vec<String>,
    pub(super) enforce: &'static str,
    pub(super) strict_errors: bool,
    pub(super) baseline: Option<String>,
    /// How the run ended; `None` if the report was cut off.
    pub(super) exit: Option<ExitStatus>,
    /// How many checks of the claimed codecs the suite has.
    pub(super) checks: usize,
    /// How many of these were sent to the implementation.
    pub(super) asked: usize,
    pub(super) verdicts: BTreeMap<Verdict, usize>,
}

/// How many requirements there are, and how many of them have each result.
#[derive(Debug, Default, Serialize)]
pub(super) struct StatementTotals {
    pub(super) all: usize,
    #[serde(flatten)]
    pub(super) by_result: BTreeMap<RequirementStatus, usize>,
}

/// The cause of failures.
#[derive(Debug, Serialize)]
pub(super) struct FindingEntry {
    pub(super) id: String,
    pub(super) level: Level,
    pub(super) summary: String,
    pub(super) checks: usize,
}

/// The statement as JSON, with indentation and a newline at the end.
pub(crate) fn json(statement: &Statement) -> String {
    // It is made of strings, numbers and maps with names as keys.
    serde_json::to_string_pretty(statement).unwrap_or_default() + "\n"
}
