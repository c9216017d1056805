//! The parts of a statement. Serialized they are its JSON.

use std::collections::BTreeMap;

use acegate_vectors::{Basis, Level};
use serde::Serialize;

use crate::escape::{FIELD, printable_start};
use crate::event::level;
use crate::judge::{ExitStatus, Verdict};
use crate::protocol::{CodecSupport, Identity};

/// The version of the JSON.
pub const FORMAT: u32 = 1;

/// A statement. Every text in it is printable, whatever an implementation said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// The version of the format: [`FORMAT`].
    pub statement: u32,
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The facts that limit what the statement says, a sentence each.
    pub reservations: Vec<Reservation>,
    /// The implementation.
    pub implementation: Identity,
    /// The codecs that it says it has, with their operations, parameters and limits.
    pub claims: BTreeMap<String, CodecSupport>,
    /// The codecs of the suite that it does not claim.
    pub not_claimed: Vec<String>,
    /// The report that the statement is made from.
    pub report: ReportFacts,
    /// The run.
    pub run: StatedRun,
    /// How many requirements have each result, by level.
    pub totals: BTreeMap<&'static str, StatementTotals>,
    /// The requirements of the codecs that are claimed: must before should before may, and by codec
    /// and number within a level.
    pub requirements: Vec<RequirementEntry>,
    /// The causes of the failures, the most serious first.
    pub findings: Vec<FindingEntry>,
}

/// The conclusion of a statement. It counts the requirements of level `must`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// None of them fails, some are verified, and every check of the claimed codecs was asked.
    Conforms,
    /// At least one of them fails.
    Exceptions,
    /// None of them fails, and checks of the claimed codecs were not asked.
    Incomplete,
    /// No check of one of them passed.
    NothingVerified,
}

/// A fact that limits what a statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reservation {
    /// The stable code: `partial`, `cut-off`, `interrupted`, `not-alive`, `baseline` or
    /// `order-dependent`.
    pub code: &'static str,
    /// The fact, in one sentence.
    pub text: String,
}

/// The report that a statement is made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportFacts {
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    /// The version of its format.
    pub format: u32,
    /// The version of acegate that made it.
    pub acegate: String,
    /// The digest of the suite.
    pub suite: String,
    /// The time when the run began, in UTC; empty if the report does not hold it.
    pub date: String,
}

/// The run of which the statement is made, and its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatedRun {
    /// The words after `acegate check` that name the implementation.
    pub arguments: Vec<String>,
    /// The conditions that chose the checks, as options.
    pub filters: Vec<String>,
    /// The shard that was run, such as `2/7`; `None` for a whole run.
    pub shard: Option<String>,
    /// Other options that change verdicts, as words of the command line.
    pub options: Vec<String>,
    /// The weakest level whose failures counted.
    pub enforce: &'static str,
    /// Whether another kind of error failed a check.
    pub strict_errors: bool,
    /// The file of known failures, if there was one.
    pub baseline: Option<String>,
    /// How the run ended; `None` if the report was cut off.
    pub exit: Option<ExitStatus>,
    /// How many checks of the claimed codecs the suite has.
    pub checks: usize,
    /// How many of these were sent to the implementation.
    pub asked: usize,
    /// How many checks of the claimed codecs got each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
}

/// How many requirements have each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StatementTotals {
    /// All requirements.
    pub all: usize,
    /// [`RequirementStatus::Verified`].
    pub verified: usize,
    /// [`RequirementStatus::PartlyVerified`].
    pub partly_verified: usize,
    /// [`RequirementStatus::Failed`].
    pub failed: usize,
    /// [`RequirementStatus::Advisory`].
    pub advisory: usize,
    /// [`RequirementStatus::NotTested`].
    pub not_tested: usize,
    /// [`RequirementStatus::NotClaimed`].
    pub not_claimed: usize,
}

/// A requirement, whether it is claimed, and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequirementEntry {
    /// The id in the ledger.
    pub id: String,
    /// The codec.
    pub codec: String,
    /// The document.
    pub document: String,
    /// Its clause.
    pub clause: String,
    /// `must`, `should` or `may`.
    #[serde(serialize_with = "level::serialize")]
    pub level: Level,
    /// Its basis: the document, or a reading of ours.
    pub basis: Basis,
    /// The requirement in our words.
    pub text: String,
    /// Whether the implementation claims what a check of it needs; if it has no checks, the codec.
    pub claimed: bool,
    /// The result.
    pub result: RequirementStatus,
    /// How many checks of the suite test it.
    pub checks: usize,
    /// How many of them passed.
    pub passed: usize,
    /// Why others were not tested, the most frequent reason first.
    pub not_tested: Vec<NotTested>,
    /// The checks that failed, in the order of the suite.
    pub failed: Vec<FailedCheck>,
}

/// The result of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequirementStatus {
    /// A check that is at least as strict as the requirement fails.
    Failed,
    /// Checks fail, and all of these are weaker than the requirement.
    Advisory,
    /// Checks pass and none fails, and others were not tested.
    PartlyVerified,
    /// Every check of it passes.
    Verified,
    /// No check of it was answered.
    NotTested,
    /// The implementation claims no operation or parameter that its checks need.
    NotClaimed,
}

impl RequirementStatus {
    /// The result in words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Advisory => "advisory",
            Self::PartlyVerified => "partly verified",
            Self::Verified => "verified",
            Self::NotTested => "not tested",
            Self::NotClaimed => "not claimed",
        }
    }
}

/// Why checks of a requirement were not tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotTested {
    /// The kind of the reason.
    pub reason: Reason,
    /// The reason, in words.
    pub text: String,
    /// How many checks; 0 if the requirement has none.
    pub checks: usize,
}

/// The kinds of reasons for which a check is not tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The ledger says why no case can show that the requirement is broken.
    Untestable,
    /// The suite has no case for it.
    NoCase,
    /// The implementation does not claim the operation or parameter, or declined the request.
    Unsupported,
    /// The check is beyond a limit that the implementation declares.
    Limit,
    /// The transport cannot carry the input.
    Unrepresentable,
    /// The filters left the check out.
    Filtered,
    /// The check was chosen and not sent.
    NotRun,
    /// The report does not hold the check: the filters left it out, or the run ended before it.
    Absent,
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedCheck {
    /// The name of the check.
    pub check: String,
    /// `must`, `should` or `may`.
    #[serde(serialize_with = "level::serialize")]
    pub level: Level,
    /// The verdict, and in which way an answer is wrong: `wrong-value`.
    pub verdict: &'static str,
    /// The id of the finding that explains it; `None` if none does.
    pub finding: Option<String>,
    /// Whether a baseline names it.
    pub known: bool,
}

/// The cause of failures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingEntry {
    /// The id, such as `deviation/punycode/leading-delimiter-consumed`.
    pub id: String,
    /// The strictest level among its checks.
    #[serde(serialize_with = "level::serialize")]
    pub level: Level,
    /// The fault, in one sentence.
    pub summary: String,
    /// How many checks it explains.
    pub checks: usize,
}

/// The statement as JSON, with indentation and a newline at the end.
#[must_use]
pub fn json(statement: &Statement) -> String {
    // It is made of strings, numbers and maps with names as keys.
    serde_json::to_string_pretty(statement).unwrap_or_default() + "\n"
}

/// Foreign text made printable and bounded.
pub(super) fn safe(text: &str) -> String {
    printable_start(text, FIELD)
}
