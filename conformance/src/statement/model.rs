//! The parts of a statement, which serialized are its JSON, and how a requirement gets its result.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::{Basis, Check, Level, Requirement};
use serde::Serialize;

use crate::escape::{FIELD, printable_start};
use crate::event::CaseEvent;
use crate::judge::{ExitStatus, Verdict};
use crate::observation::{SkipReason, coded};
use crate::protocol::{CodecSupport, Identity};
use crate::report::{CheckEntry, Judged, Run, ledger};
use crate::sorting::sort_by_key;
use crate::suite::is_undeclared;

pub(super) const FORMAT: u32 = 1;

/// The reason that acegate's templates give for an operation that is not written yet. It is ours, and a statement
/// speaks of the product.
const NOT_FILLED_IN: &str = "not filled in yet";

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
    /// The most serious first.
    pub(super) findings: Vec<FindingEntry>,
}

impl Statement {
    pub(super) fn subject(&self) -> &Identity {
        self.product.as_ref().unwrap_or(&self.implementation)
    }
}

/// The conclusion of a statement. It counts the requirements of level `must`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Conclusion {
    /// None of them fails, some are verified, and every check of the claimed codecs was run.
    Conforms,
    /// At least one of them fails.
    Exceptions,
    /// None of them fails, and checks of the claimed codecs were not run.
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

#[derive(Debug, Serialize)]
pub(super) struct ReportFacts {
    pub(super) sha256: String,
    pub(super) format: u32,
    pub(super) acegate: String,
    pub(super) suite: String,
    pub(super) date: String,
}

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

/// A requirement, whether it is claimed, and its result.
#[derive(Debug, Serialize)]
pub(super) struct RequirementEntry {
    #[serde(flatten, serialize_with = "ledger::serialize::<_, true, false>")]
    pub(super) requirement: Requirement,
    /// Whether a check of it is within the claim; if it has no checks, whether its codec is.
    pub(super) claimed: bool,
    pub(super) result: RequirementStatus,
    /// How many checks of the suite test it and are within the claim.
    pub(super) checks: usize,
    pub(super) passed: usize,
    /// Why others were not tested, the most frequent reason first.
    pub(super) not_tested: Vec<NotTested>,
    /// The checks that failed, in the order of the suite.
    pub(super) failed: Vec<FailedCheck>,
    /// The other requirements, if it is kept except where these fail.
    pub(super) except: BTreeSet<String>,
}

coded! {
    pub(super) enum RequirementStatus {
        /// Every check of it that is within the claim passes.
        Verified = "verified",
        /// Checks pass and none fails, and others were not tested.
        PartlyVerified = "partly-verified",
        /// Checks fail that are at least as strict as the requirement, each of them because another
        /// requirement is failed.
        KeptExcept = "kept-except",
        /// A check that is at least as strict as the requirement fails.
        Failed = "failed",
        /// Checks fail, and all of these are weaker than the requirement.
        Advisory = "advisory",
        /// No check of it was answered.
        NotTested = "not-tested",
        /// No check of it is within the claim.
        NotClaimed = "not-claimed",
    }
}

#[derive(Debug, Serialize)]
pub(super) struct NotTested {
    pub(super) reason: Reason,
    pub(super) text: String,
    /// How many checks; 0 if the requirement has none.
    pub(super) checks: usize,
}

/// The kinds of reasons for which a check is not tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reason {
    /// The ledger says why no case can show that the requirement is broken.
    Untestable,
    /// The suite has no case for it.
    NoCase,
    /// It needs an operation or parameter that is not claimed, or is beyond a limit that is declared.
    NotClaimed,
    /// The implementation declined the request, or does not declare how it processes host names.
    Unsupported,
    /// It is about a width of integers, and the implementation declares none.
    Limit,
    /// The transport cannot carry the input.
    Unrepresentable,
    /// The filters left the check out.
    Filtered,
    /// The check was chosen and not sent.
    NotRun,
    /// The report does not have the check, because the filters left it out or the run ended before
    /// it.
    Absent,
}

#[derive(Debug, Serialize)]
pub(super) struct FailedCheck {
    pub(super) check: String,
    pub(super) level: Level,
    /// The verdict, and how an answer is wrong: `wrong-value`.
    pub(super) verdict: &'static str,
    /// The id of the finding that explains it; `None` if none does.
    pub(super) finding: Option<String>,
    pub(super) known: bool,
}

impl RequirementEntry {
    /// The document and clause, and whether it is a reading of ours.
    pub(super) fn place(&self) -> String {
        let Requirement {
            document,
            clause,
            basis,
            ..
        } = &self.requirement;
        let reading = if *basis == Basis::Reading {
            " (reading)"
        } else {
            ""
        };
        format!("{document}, {clause}{reading}")
    }
}

/// A check of a claimed codec and all that is known of it.
#[derive(Debug)]
pub(super) struct Tested<'a> {
    pub(super) check: &'a Check,
    /// Its result; `None` if the report does not have it.
    pub(super) entry: Option<&'a CheckEntry>,
    /// Why the implementation does not support it, by its own description; `None` if it can.
    pub(super) screened: Option<(SkipReason, String)>,
    /// Why checks are not in the report.
    pub(super) absence: (Reason, &'static str),
    /// The finding that explains its failure.
    pub(super) finding: Option<&'a str>,
}

/// Why checks of the suite are not in a report.
pub(super) const fn absence(run: &Run) -> (Reason, &'static str) {
    match (run.checks.len() < run.start.checks, run.start.filtered) {
        (false, _) => (Reason::Filtered, "left out by the filters or the shard"),
        (true, 0) => (Reason::NotRun, "the run ended before it"),
        (true, _) => (
            Reason::Absent,
            "left out by the choice, or the run ended before it",
        ),
    }
}

impl Tested<'_> {
    pub(super) fn case(&self) -> Option<&CaseEvent> {
        self.entry.map(|entry| &entry.case)
    }

    /// Whether the check is within the claim of the implementation and was not run.
    pub(super) fn is_left_out(&self) -> bool {
        let is_sent = self
            .case()
            .is_some_and(|case| case.verdict != Verdict::NotRun);
        self.screened.is_none() && !is_sent
    }

    /// Whether the check is within the claim. A limit that is not declared does not bound the claim.
    fn is_claimed(&self) -> bool {
        match &self.screened {
            None | Some((SkipReason::Unrepresentable, _)) => true,
            Some((_, why)) => is_undeclared(why),
        }
    }

    /// The verdict, if the check was answered or ended in a fault.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.entry
            .filter(|entry| entry.is_sent())
            .map(|entry| entry.case.verdict)
    }

    fn reason(&self) -> (Reason, String) {
        match (self.entry, &self.screened) {
            (_, Some((_, why))) if !self.is_claimed() => (Reason::NotClaimed, why.clone()),
            (Some(entry), _) if entry.case.verdict == Verdict::NotRun => {
                (Reason::NotRun, format!("not run: {}", entry.reason))
            }
            (Some(entry), _) if entry.reason == NOT_FILLED_IN => {
                let op = &self.check.op;
                let text = format!("the adapter does not offer {op}");
                (Reason::Unsupported, text)
            }
            (Some(entry), _) => (reason_of_code(&entry.skip), entry.reason.clone()),
            (None, Some((reason, text))) => (reason_of(*reason), text.clone()),
            (None, None) => (self.absence.0, self.absence.1.to_owned()),
        }
    }

    fn level(&self) -> Level {
        let level = self.check.case.level;
        self.case().map_or(level, |case| case.level.min(level))
    }

    pub(super) fn judged(&self) -> Judged<'_> {
        let fails = self.case().is_some_and(|case| case.verdict.is_failure());
        Judged {
            requirements: &self.check.case.requirements,
            has_passed: self.verdict() == Some(Verdict::Pass),
            failed_at: if fails { Some(self.level()) } else { None },
            finding: self.finding,
        }
    }

    fn failed_check(&self) -> Option<FailedCheck> {
        let case = self.case().filter(|case| case.verdict.is_failure())?;
        Some(FailedCheck {
            check: safe(&self.check.name),
            level: self.level(),
            verdict: case
                .failing
                .map_or_else(|| case.verdict.code(), |failing| failing.code()),
            finding: self.finding.map(safe),
            known: case.baseline.is_some(),
        })
    }
}

const fn reason_of(reason: SkipReason) -> Reason {
    match reason {
        SkipReason::Unsupported => Reason::Unsupported,
        SkipReason::Limit => Reason::Limit,
        SkipReason::Unrepresentable => Reason::Unrepresentable,
    }
}

/// The reason of this code in a report; a report of another version may have codes that are not known.
fn reason_of_code(code: &str) -> Reason {
    let mut known = SkipReason::ALL.into_iter();
    let reason = known.find(|reason| reason.code() == code);
    reason_of(reason.unwrap_or(SkipReason::Unsupported))
}

/// The row of a requirement and all checks that test it. `except` are the requirements that its failures
/// are about, if it is kept but for them.
pub(super) fn row(
    requirement: &Requirement,
    tested: &[&Tested<'_>],
    except: BTreeSet<String>,
) -> RequirementEntry {
    let mut checks = 0;
    let mut passed = 0;
    let mut failed = Vec::new();
    let mut reasons: BTreeMap<(Reason, String), usize> = BTreeMap::new();
    for one in tested {
        let verdict = one.verdict();
        if one.is_claimed() {
            checks += 1;
            passed += usize::from(verdict == Some(Verdict::Pass));
        }
        failed.extend(one.failed_check());
        if verdict.is_none() {
            *reasons.entry(one.reason()).or_default() += 1;
        }
    }
    if tested.is_empty() {
        let reason = match &requirement.untestable {
            Some(why) => (Reason::Untestable, why.clone()),
            None => (Reason::NoCase, "the suite has no case for it".to_owned()),
        };
        reasons.insert(reason, 0);
    }
    let mut not_tested = Vec::new();
    for ((reason, text), checks) in reasons {
        not_tested.push(NotTested {
            reason,
            text,
            checks,
        });
    }
    sort_by_key(&mut not_tested, |reason| Reverse(reason.checks));
    let claimed = tested.is_empty() || checks > 0;
    let result = if !except.is_empty() {
        RequirementStatus::KeptExcept
    } else if failed.iter().any(|check| check.level >= requirement.level) {
        RequirementStatus::Failed
    } else if !failed.is_empty() {
        RequirementStatus::Advisory
    } else if passed == 0 && claimed {
        RequirementStatus::NotTested
    } else if passed == 0 {
        RequirementStatus::NotClaimed
    } else if passed == checks {
        RequirementStatus::Verified
    } else {
        RequirementStatus::PartlyVerified
    };
    RequirementEntry {
        requirement: requirement.clone(),
        claimed,
        result,
        checks,
        passed,
        not_tested,
        failed,
        except,
    }
}

pub(super) fn safe(text: &str) -> String {
    printable_start(text, FIELD)
}
