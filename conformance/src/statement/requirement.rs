//! One requirement: its claim, its result, and the reasons.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use acegate_vectors::{Check, Level, Requirement};

use super::model::{FailedCheck, NotTested, Reason, RequirementEntry, RequirementStatus, safe};
use crate::event::CaseEvent;
use crate::judge::Verdict;
use crate::observation::SkipReason;
use crate::report::{CheckEntry, Run};

/// A check of a claimed codec and all that is known of it.
#[derive(Debug)]
pub(super) struct Tested<'a> {
    pub(super) check: &'a Check,
    /// Its result; `None` if the report does not hold it.
    pub(super) entry: Option<&'a CheckEntry>,
    /// Why the implementation cannot be asked it, by its own description; `None` if it can.
    pub(super) screened: Option<(SkipReason, String)>,
    /// Why checks are not in the report.
    pub(super) absence: Absence,
    /// The finding that explains its failure.
    pub(super) finding: Option<&'a str>,
}

/// Why checks of the suite are not in a report.
#[derive(Clone, Copy, Debug)]
pub(super) enum Absence {
    /// The filters left them out.
    Filtered,
    /// The run ended before them.
    Ended,
    /// One of these; the report does not say which.
    Either,
}

impl Absence {
    pub(super) const fn new(run: &Run) -> Self {
        match (run.checks.len() < run.start.checks, run.start.filtered) {
            (false, _) => Self::Filtered,
            (true, 0) => Self::Ended,
            (true, _) => Self::Either,
        }
    }
}

impl Tested<'_> {
    pub(super) fn case(&self) -> Option<&CaseEvent> {
        self.entry.map(|entry| &entry.case)
    }

    /// Whether the implementation claims what the check needs, and was not asked it.
    pub(super) fn is_left_out(&self) -> bool {
        let is_sent = self.case().is_some_and(|case| case.verdict != Verdict::NotRun);
        self.screened.is_none() && !is_sent
    }

    fn is_claimed(&self) -> bool {
        !matches!(self.screened, Some((SkipReason::Unsupported, _)))
    }

    /// The verdict, if the check was answered or ended in a fault.
    fn verdict(&self) -> Option<Verdict> {
        self.entry.filter(|entry| entry.is_asked()).map(|entry| entry.case.verdict)
    }

    /// Why the check was not answered.
    fn reason(&self) -> (Reason, String) {
        match (self.entry, &self.screened) {
            (Some(entry), _) if entry.case.verdict == Verdict::NotRun => {
                (Reason::NotRun, format!("not run: {}", entry.reason))
            }
            (Some(entry), _) => (reason_of(&entry.skip), entry.reason.clone()),
            (None, Some((reason, text))) => (reason_of(reason.code()), text.clone()),
            (None, None) => match self.absence {
                Absence::Filtered => {
                    (Reason::Filtered, "left out by the filters or the shard".to_owned())
                }
                Absence::Ended => (Reason::NotRun, "the run ended before it".to_owned()),
                Absence::Either => (
                    Reason::Absent,
                    "left out by the choice, or the run ended before it".to_owned(),
                ),
            },
        }
    }

    /// The level at which a failure counts.
    fn level(&self) -> Level {
        let own = self.check.case.level;
        self.case().map_or(own, |case| case.level.min(own))
    }

    fn failed_check(&self) -> Option<FailedCheck> {
        let case = self.case().filter(|case| case.verdict.is_failure())?;
        Some(FailedCheck {
            check: safe(&self.check.name),
            level: self.level(),
            verdict: case.failing.map_or_else(|| case.verdict.code(), |failing| failing.code()),
            finding: self.finding.map(safe),
            known: case.baseline.is_some(),
        })
    }
}

fn reason_of(code: &str) -> Reason {
    match code {
        "limit" => Reason::Limit,
        "unrepresentable" => Reason::Unrepresentable,
        _ => Reason::Unsupported,
    }
}

/// The row of a requirement, of which these are all checks.
pub(super) fn row(requirement: &Requirement, tested: &[&Tested<'_>]) -> RequirementEntry {
    let passed = tested.iter().filter(|one| one.verdict() == Some(Verdict::Pass)).count();
    let failed: Vec<_> = tested.iter().filter_map(|one| one.failed_check()).collect();
    let mut reasons: BTreeMap<(Reason, String), usize> = BTreeMap::new();
    for one in tested.iter().filter(|one| one.verdict().is_none()) {
        *reasons.entry(one.reason()).or_default() += 1;
    }
    let reasons =
        reasons.into_iter().map(|((reason, text), checks)| NotTested { reason, text, checks });
    let mut not_tested: Vec<_> = reasons.collect();
    not_tested.sort_by_key(|it| Reverse(it.checks));
    if tested.is_empty() {
        not_tested.push(match &requirement.untestable {
            Some(why) => NotTested { reason: Reason::Untestable, text: why.clone(), checks: 0 },
            None => {
                let text = "the suite has no case for it".to_owned();
                NotTested { reason: Reason::NoCase, text, checks: 0 }
            }
        });
    }
    let claimed = tested.is_empty() || tested.iter().any(|one| one.is_claimed());
    let is_as_strict = |one: &&&Tested<'_>| one.level() >= requirement.level;
    let fails = |one: &&Tested<'_>| one.verdict().is_some_and(Verdict::is_failure);
    let result = if tested.iter().filter(is_as_strict).any(fails) {
        RequirementStatus::Failed
    } else if !failed.is_empty() {
        RequirementStatus::Advisory
    } else if passed > 0 && passed == tested.len() {
        RequirementStatus::Verified
    } else if passed > 0 {
        RequirementStatus::PartlyVerified
    } else if claimed {
        RequirementStatus::NotTested
    } else {
        RequirementStatus::NotClaimed
    };
    RequirementEntry {
        id: requirement.id.clone(),
        codec: requirement.codec.clone(),
        document: requirement.document.clone(),
        clause: requirement.clause.clone(),
        level: requirement.level,
        basis: requirement.basis,
        text: requirement.text.clone(),
        claimed,
        result,
        checks: tested.len(),
        passed,
        not_tested,
        failed,
    }
}
