//! The events of a run. The report file has one JSON object per line and event.
//!
//! The first event is `run-start`, the last `run-end`. Between them is one `case` for every chosen
//! check, in the order of the suite within each job, the longest inputs last. In the file, skipped checks of one
//! codec with the same reason are one line `skips`. A reader ignores fields and types of events that
//! it does not know. A file without `run-end` is of a run that was cut off.

mod audit;
mod evidence;
mod merge;
mod reader;
mod record;
mod results;
mod resume;
#[cfg(test)]
mod schema;
mod shards;
mod skips;
mod stored;
mod tap;
mod writer;

use std::collections::BTreeMap;

use acegate_codec::Parameters;
use acegate_vectors::Level;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
pub(crate) use audit::{Contradiction, contradictions};
#[cfg(feature = "cli")]
pub(crate) use evidence::params;
pub use evidence::{Agreement, Cause, Common, Expected, Finding, Observed};
pub use merge::Merge;
pub use reader::{EventReader, LARGEST_FILE, LONGEST_LINE, MOST_LINES, ReadError};
pub use record::{Evidence, Recording, record};
pub(crate) use record::{case_event, found_end, found_start, question_of};
pub use results::{Answered, BaselineVerdict, Diagnose, KnownFailures, StaleEntry};
pub(crate) use results::{Results, fnv};
pub use resume::{CutOffRun, ResumeError};
#[cfg(test)]
pub(crate) use schema::{ParameterSchema, assert_schema};
pub use shards::MergeError;
pub(crate) use shards::SeenShards;
#[cfg(feature = "cli")]
pub(crate) use tap::Tap;
pub use writer::{EventWriter, write_event};
pub(crate) use writer::{SkippedList, write_line};

pub use crate::runner::{FaultCost, Growth};

use crate::judge::{ExitStatus, Failing, LengthLimit, Verdict};
use crate::observation::AnyValue;
use crate::protocol::{CodecSupport, Identity};
use crate::suite::{InputTraits, Shard};

/// The version of the report format. Format 2 has lines of the type `skips`. Format 3 leaves out the
/// answer of a check that passed if it is the first of the expected values.
pub const FORMAT: u32 = 3;

/// The oldest version of the report format that is read.
const OLDEST_FORMAT: u32 = 1;

/// The JSON Schema of an event, which is a line of the report file; `$defs/Document` is the schema of the
/// document with all of them. It is of the events that this version writes: later versions of the
/// format have more fields and types.
pub const SCHEMA: &str = include_str!("../../report.schema.json");

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The run begins.
    RunStart(Box<RunStart>),
    /// A check is done.
    Case(Box<CaseEvent>),
    /// Failures have one cause. The findings come after the last check.
    Finding(Box<Finding>),
    /// The run ends.
    RunEnd(Box<RunEnd>),
}

/// The facts that are known before the first check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunStart {
    /// The version of the report format.
    pub format: u32,
    /// The version of acegate.
    pub acegate: String,
    /// The digest of the whole suite, whatever was chosen of it.
    pub suite: String,
    /// The implementation that is checked.
    pub implementation: Identity,
    /// The codecs that it says it has, with their operations, parameters and limits.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codecs: BTreeMap<String, CodecSupport>,
    /// The time when the run began, in UTC, such as `2027-06-30T12:00:00Z`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The words after `acegate check` that name it, for the command that repeats a check.
    pub arguments: Vec<String>,
    /// The conditions that chose the checks, as options: `--codec punycode`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// The weakest level whose failures count; `None` in reports from before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub enforce: Option<Level>,
    /// The file of the known failures, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// How many checks were chosen.
    pub checks: usize,
    /// How many checks the filters left out.
    pub filtered: usize,
    /// Whether another kind of error fails a check.
    pub strict_errors: bool,
    /// The other options that change verdicts, as words of the command line, unless they have their
    /// defaults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The shard that this is; `None` for a whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The seed of a hunt, whose checks are those that it found; `None` for a run of the suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// One check and its result.
///
/// In the report file every event is complete. [`Evidence`] says for which events a
/// reporter gets less.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseEvent {
    /// The name of the check.
    pub name: String,
    /// The id of the case.
    pub case: String,
    /// The codec.
    pub codec: String,
    /// The operation.
    pub op: String,
    /// The parameters.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        with = "evidence::params"
    )]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, schema::ParameterSchema>"))]
    pub params: Parameters,
    /// The document.
    pub document: String,
    /// The clause of the document.
    pub clause: String,
    /// The rows of the requirement ledger that the case tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// `must`, `should` or `may`: the level of the check. If a limit of the run was reached on a long
    /// input, it is at most `should`.
    #[cfg_attr(test, schemars(with = "String"))]
    pub level: Level,
    /// The digest of the check.
    pub digest: String,
    /// The vector file.
    pub file: String,
    /// The line of the vector file where the case begins.
    pub line: usize,
    /// Why the case exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The input.
    #[serde(default)]
    pub input: Option<AnyValue>,
    /// The outcomes that are right.
    pub expected: Vec<Expected>,
    /// The observed outcome. A report file has none for a check that passed with the first expected
    /// value, and the reader adds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
    /// The verdict.
    pub verdict: Verdict,
    /// How a failing answer is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<Failing>,
    /// The first step of a scenario, from 0, whose answer is not the expected one; the number of the
    /// steps if only answers after the last step differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Whether the kind of the refusal is one of the expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_agrees: Option<bool>,
    /// Whether the position of the refusal is the expected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position_agrees: Option<bool>,
    /// Whether the check fails only after other requests: it passed, or the fault did not show, when it
    /// was sent alone to a fresh process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub order_dependent: bool,
    /// Whether the check may fail only after other requests: other checks do, and it was not sent alone to a
    /// fresh process, because enough of them had been started.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsettled: bool,
    /// The names of the checks after which it fails, in their order, if it depends on earlier requests
    /// and they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// Whether the answer came only when the check was sent alone and had more time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slow: bool,
    /// The verdict of the baseline, if it names the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineVerdict>,
    /// Whether the result counts against the implementation.
    pub unexpected: bool,
    /// How long the answer took, in microseconds.
    pub elapsed_us: u64,
    /// The end of the implementation's standard error; empty if it did not fail.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The fault that came while the check was run, if it cost a process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<FaultCost>,
    /// The place of the check in the whole run, from 0, if this is a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// The traits of the input, where the event does not have the input itself.
    #[serde(skip)]
    pub traits: Option<InputTraits>,
}

impl BehavesLike {
    /// Whether it is like the implementation in part only, so that it is not the cause.
    #[must_use]
    pub const fn is_in_part(&self) -> bool {
        self.contradicting > 0 || self.alike > 0
    }
}

impl CaseEvent {
    /// The same without input, expected and observed outcome.
    #[must_use]
    pub fn without_evidence(&self) -> Self {
        Self {
            name: self.name.clone(),
            case: self.case.clone(),
            codec: self.codec.clone(),
            op: self.op.clone(),
            document: self.document.clone(),
            clause: self.clause.clone(),
            file: self.file.clone(),
            after: self.after.clone(),
            params: Parameters::default(),
            requirements: Vec::new(),
            digest: String::new(),
            note: None,
            input: None,
            expected: Vec::new(),
            observed: None,
            stderr: String::new(),
            cost: None,
            traits: self.input_traits(),
            ..*self
        }
    }

    /// The traits of the input; `None` if the event has neither.
    #[must_use]
    pub fn input_traits(&self) -> Option<InputTraits> {
        match &self.input {
            Some(AnyValue::Ordinary(input)) => Some(InputTraits::of(input)),
            Some(AnyValue::Large(_)) | None => self.traits,
        }
    }
}

/// The facts that are known after the last check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunEnd {
    /// The counts by verdict.
    pub totals: Totals,
    /// The deviations that the failures are like, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behaves_like: Vec<BehavesLike>,
    /// The operations whose time grows faster than the length of their input. That is advisory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub growth: Vec<Growth>,
    /// The lengths above which operations refuse everything. They change no verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub length_limits: Vec<LengthLimit>,
    /// The entries of the baseline whose checks are not in the suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<StaleEntry>,
    /// The same in the report of a shard, where they do not count: they count when the shards are
    /// merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale_at_merge: Vec<StaleEntry>,
    /// Facts that belong to no check, such as a program that does not end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Whether the run was interrupted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Whether the run ended at the first result that is not as expected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Why checks were not run, if a limit of the run was the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// How the program ends.
    pub exit: ExitStatus,
    /// How long the run took, in microseconds.
    pub elapsed_us: u64,
}

/// A known deviation that failures are like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BehavesLike {
    /// The deviation.
    pub deviation: String,
    /// One sentence on it.
    pub summary: String,
    /// The libraries in which it was seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// The deviations that no check tells from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
    /// In how many of its wrong answers the implementation agrees with it.
    pub explained: usize,
    /// How many of its answers differ from the reference.
    pub telling: usize,
    /// In how many of these answers the implementation differs from it, and no other deviation of
    /// the list explains why.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub contradicting: usize,
    /// How many failures are wrong in the same way as those that it explains, while nothing explains them:
    /// more than it explains. Then a fault that is not known explains all of them better.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub alike: usize,
    /// The checks that it explains and that no deviation before it in the list explains.
    pub checks: Vec<String>,
}

/// The counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Totals {
    /// How many checks got each verdict; verdicts that none got are left out.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// How many results count against the implementation.
    pub unexpected: usize,
    /// How many failures are advisory: of a level that is not enforced.
    pub advisory: usize,
    /// How many refusals were of another kind than expected.
    pub other_kinds: usize,
    /// How many results depended on earlier requests.
    pub order_dependent: usize,
    /// How many checks got each verdict of the baseline.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub baseline: BTreeMap<BaselineVerdict, usize>,
    /// How many answers came only when the check was sent alone and had more time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slow: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Totals {
    /// Counts one check.
    pub fn add(&mut self, case: &CaseEvent) {
        *self.verdicts.entry(case.verdict).or_default() += 1;
        self.unexpected += usize::from(case.unexpected);
        let is_known = case.baseline == Some(BaselineVerdict::ExpectedFailure);
        self.advisory += usize::from(case.verdict.is_failure() && !case.unexpected && !is_known);
        if let Some(verdict) = case.baseline {
            *self.baseline.entry(verdict).or_default() += 1;
        }
        self.other_kinds += usize::from(case.kind_agrees == Some(false));
        self.order_dependent += usize::from(case.order_dependent);
        self.slow += usize::from(case.slow);
    }

    /// How many checks got this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or_default()
    }

    /// How many checks were sent to the implementation.
    #[must_use]
    pub fn run(&self) -> usize {
        let is_sent = |verdict: &&Verdict| !matches!(verdict, Verdict::Skip | Verdict::NotRun);
        self.verdicts
            .keys()
            .filter(is_sent)
            .map(|verdict| self.count(*verdict))
            .sum()
    }
}
