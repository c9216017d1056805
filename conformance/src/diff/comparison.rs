//! The differences between two reports.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::Level;
use serde::Serialize;

use super::settings::{SettingChange, settings};
use crate::event::{BaselineVerdict, Finding};
use crate::judge::{Failing, Verdict};
use crate::observation::coded;
use crate::protocol::Identity;
use crate::report::{Attribution, CheckEntry, CheckState, Run, judged_by, judged_checks};
use crate::sorting::sort_by_key;
use crate::suite::rules;

/// The version of the JSON of a comparison.
const FORMAT: u32 = 1;

/// A report that was read: some kilobytes a check.
pub(crate) struct Snapshot {
    pub(crate) run: Run,
    /// Whether the file ends with the end of its run.
    pub(crate) is_complete: bool,
}

/// The differences between two reports, an old and a new one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Comparison {
    pub(crate) format: u32,
    pub(crate) old: ComparedRun,
    pub(crate) new: ComparedRun,
    /// Whether the suite changed, or the implementation, by what the reports say of themselves.
    pub(crate) changed: Quadrant,
    pub(crate) settings: Vec<SettingChange>,
    pub(crate) worse: usize,
    /// How many checks have the same result as before, and are the same.
    pub(crate) same: usize,
    /// The checks that differ: what got worse first, then by change, level and name.
    pub(crate) checks: Vec<CheckChange>,
    /// The findings that differ, in the order of the reports.
    pub(crate) findings: Vec<FindingChange>,
    /// The requirements whose standing differs, by name.
    pub(crate) requirements: Vec<RequirementChange>,
}

/// The run of a report, by its own words.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ComparedRun {
    pub(crate) implementation: Identity,
    pub(crate) suite: String,
    pub(crate) acegate: String,
    /// The time when it began; empty if the report does not say it.
    pub(crate) date: String,
    pub(crate) checks: usize,
    pub(crate) is_complete: bool,
}

/// Which of suite and implementation changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Quadrant {
    Neither,
    Suite,
    Implementation,
    /// Both: a difference may come from either.
    Both,
}

/// How a check differs. The codes are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// It passed, and fails now.
    NewlyFailing,
    /// It was run, and is not run any more, though the suite still has it.
    NoLongerAsked,
    /// It fails in another way.
    ChangedFailure,
    /// It failed, and passes now.
    NewlyPassing,
    /// It was skipped or not run, and is run now.
    NewlyAsked,
    /// The old report does not have it.
    NewCheck,
    /// The new report does not have it.
    GoneCheck,
    /// It has another input or expectation, with the same result.
    ChangedCheck,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct CheckChange {
    pub(crate) name: String,
    pub(crate) change: Change,
    /// Which of suite and implementation changed for this check. By its digest the suite did not
    /// change if input and expectation are the same.
    pub(crate) because: Quadrant,
    pub(crate) worse: bool,
    pub(crate) level: Level,
    pub(crate) old: Option<Standing>,
    pub(crate) new: Option<Standing>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    pub(crate) verdict: Verdict,
    /// How a failing answer is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failing: Option<Failing>,
    pub(crate) advisory: bool,
    pub(crate) known: bool,
    pub(crate) digest: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct FindingChange {
    pub(crate) id: String,
    /// The fault in one sentence, as the newer of the reports says it.
    pub(crate) summary: String,
    pub(crate) old: usize,
    pub(crate) new: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RequirementChange {
    pub(crate) requirement: String,
    pub(crate) old: RequirementStanding,
    pub(crate) new: RequirementStanding,
}

coded! {
    /// The standing of a requirement. The codes are stable.
    #[derive(Default)]
    pub(crate) enum RequirementStanding {
        /// No check of it was run.
        #[default]
        NotTested = "not-tested",
        /// All of its checks that were run pass.
        Passed = "passed",
        /// Its checks fail only where another requirement is failed: the requirement is kept except there.
        KeptExcept = "kept-except",
        /// One of its checks fails.
        Failed = "failed",
    }
}

impl Quadrant {
    const fn new(suite: bool, implementation: bool) -> Self {
        match (suite, implementation) {
            (false, false) => Self::Neither,
            (true, false) => Self::Suite,
            (false, true) => Self::Implementation,
            (true, true) => Self::Both,
        }
    }
}

impl Comparison {
    /// Compares an old report with a new one.
    ///
    /// A check got worse if it is the same check, and
    ///
    /// - it passed, and fails now, and the failure is not advisory; or
    /// - it was answered wrongly, and is not answered any more: the implementation crashes, hangs,
    ///   floods or breaks the protocol; or
    /// - it was run, and is not run any more, though the suite is the same.
    ///
    /// A check that the suite added or changed does not make anything worse.
    pub(crate) fn new(old: &Snapshot, new: &Snapshot) -> Self {
        let old_start = &old.run.start;
        let new_start = &new.run.start;
        let implementation = old_start.implementation != new_start.implementation;
        let is_same_suite = old_start.suite == new_start.suite;
        let mut checks = Vec::new();
        let names: BTreeSet<&str> = old.run.names().chain(new.run.names()).collect();
        let all = names.len();
        for name in names {
            let before = old.run.check(name);
            let now = new.run.check(name);
            let Some(change) = change(before, now, is_same_suite) else {
                continue;
            };
            let suite = match (before, now) {
                (Some(before), Some(now)) => before.case.digest != now.case.digest,
                _ => !is_same_suite,
            };
            // Another answer to the same question is another implementation, whatever it calls itself.
            let answers = !suite && before.is_some() && now.is_some();
            checks.push(CheckChange {
                name: name.to_owned(),
                change,
                because: Quadrant::new(suite, implementation || answers),
                worse: !suite && is_worse(change, before, now),
                level: now
                    .or(before)
                    .map(|result| result.case.level)
                    .unwrap_or_default(),
                old: before.map(Standing::new),
                new: now.map(Standing::new),
            });
        }
        // The names are in order already, and a stable sort keeps it.
        sort_by_key(&mut checks, |check| {
            (!check.worse, check.change, Reverse(check.level))
        });
        Self {
            format: FORMAT,
            old: ComparedRun::new(old),
            new: ComparedRun::new(new),
            changed: Quadrant::new(!is_same_suite, implementation),
            settings: settings(old_start, new_start),
            worse: checks.iter().filter(|check| check.worse).count(),
            same: all - checks.len(),
            checks,
            findings: findings(&old.run.findings, &new.run.findings),
            requirements: requirements(&old.run, &new.run),
        }
    }
}

/// How a check differs; `None` if it does not.
fn change(
    old: Option<&CheckEntry>,
    new: Option<&CheckEntry>,
    is_same_suite: bool,
) -> Option<Change> {
    let Some(old) = old else {
        return Some(Change::NewCheck);
    };
    let Some(new) = new else {
        if is_same_suite && old.is_sent() {
            return Some(Change::NoLongerAsked);
        }
        return Some(Change::GoneCheck);
    };
    if old.is_sent() != new.is_sent() {
        return Some(if new.is_sent() {
            Change::NewlyAsked
        } else {
            Change::NoLongerAsked
        });
    }
    let fails = new.case.verdict.is_failure();
    if old.case.verdict.is_failure() != fails {
        return Some(if fails {
            Change::NewlyFailing
        } else {
            Change::NewlyPassing
        });
    }
    if old.is_sent() && old.fingerprint != new.fingerprint {
        return Some(Change::ChangedFailure);
    }
    if old.case.digest != new.case.digest {
        return Some(Change::ChangedCheck);
    }
    None
}

/// Whether a change of a check that is the same is for the worse.
fn is_worse(change: Change, old: Option<&CheckEntry>, new: Option<&CheckEntry>) -> bool {
    match change {
        Change::NewlyFailing => new.is_some_and(|new| new.state != CheckState::Advisory),
        Change::NoLongerAsked => true,
        Change::ChangedFailure => has_wrong_answer(old) && !has_wrong_answer(new),
        Change::NewlyPassing
        | Change::NewlyAsked
        | Change::NewCheck
        | Change::GoneCheck
        | Change::ChangedCheck => false,
    }
}

/// Whether the check was answered, and wrongly: not by a crash or another fault.
fn has_wrong_answer(check: Option<&CheckEntry>) -> bool {
    check.is_some_and(|check| check.case.failing.is_some())
}

impl ComparedRun {
    fn new(snapshot: &Snapshot) -> Self {
        let start = snapshot.run.start.clone();
        Self {
            implementation: start.implementation,
            suite: start.suite,
            acegate: start.acegate,
            date: start.date,
            checks: snapshot.run.names().count(),
            is_complete: snapshot.is_complete,
        }
    }
}

impl Standing {
    fn new(result: &CheckEntry) -> Self {
        Self {
            verdict: result.case.verdict,
            failing: result.case.failing,
            advisory: result.state == CheckState::Advisory,
            known: result.case.baseline == Some(BaselineVerdict::ExpectedFailure),
            digest: result.case.digest.clone(),
        }
    }
}

/// The findings that are new, gone, or of other checks than before.
fn findings(old: &[Finding], new: &[Finding]) -> Vec<FindingChange> {
    let mut changes = Vec::new();
    for now in new {
        let before = find(old, &now.id);
        if before.is_none_or(|before| names_of_checks(before) != names_of_checks(now)) {
            let count = before.map_or(0, |before| before.checks.len());
            changes.push(FindingChange::new(now, count, now.checks.len()));
        }
    }
    for before in old {
        if find(new, &before.id).is_none() {
            changes.push(FindingChange::new(before, before.checks.len(), 0));
        }
    }
    changes
}

fn find<'a>(findings: &'a [Finding], id: &str) -> Option<&'a Finding> {
    findings.iter().find(|finding| finding.id == id)
}

/// The checks of a finding, each once, whatever their order.
fn names_of_checks(finding: &Finding) -> BTreeSet<&String> {
    finding.checks.iter().collect()
}

impl FindingChange {
    fn new(finding: &Finding, old: usize, new: usize) -> Self {
        Self {
            id: finding.id.clone(),
            summary: finding.summary.clone(),
            old,
            new,
        }
    }
}

fn requirements(old: &Run, new: &Run) -> Vec<RequirementChange> {
    let old = standings(old);
    let new = standings(new);
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let mut changes = Vec::new();
    for name in names {
        let before = old.get(name).copied().unwrap_or_default();
        let now = new.get(name).copied().unwrap_or_default();
        if before != now {
            changes.push(RequirementChange {
                requirement: name.to_owned(),
                old: before,
                new: now,
            });
        }
    }
    changes
}

/// The standing of every requirement that a check of the run names.
fn standings(run: &Run) -> BTreeMap<&str, RequirementStanding> {
    let mut standings = run.by_requirement(RequirementStanding::add);
    let judged = judged_checks(run);
    let attribution = Attribution::new(rules(), &judged);
    for rule in rules() {
        let Some(standing) = standings.get_mut(rule.id.as_str()) else {
            continue;
        };
        if *standing != RequirementStanding::Failed {
            continue;
        }
        let of_rule = judged_by(&rule.id, &judged);
        if !attribution.exceptions(rule, &of_rule).is_empty() {
            *standing = RequirementStanding::KeptExcept;
        }
    }
    standings
}

impl RequirementStanding {
    /// Takes the result of one of its checks: the standing is the worst of them.
    fn add(&mut self, check: &CheckEntry) {
        let of_check = if !check.is_sent() {
            Self::NotTested
        } else if check.case.verdict.is_failure() {
            Self::Failed
        } else {
            Self::Passed
        };
        *self = (*self).max(of_check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{ORDER, OVERFLOW, run_with_a_failure};

    /// A failure that is only about the overflow of integers does not make a requirement failed that a dozen other
    /// checks keep.
    #[test]
    fn a_requirement_is_kept_except_where_another_fails() {
        let run = run_with_a_failure(&[ORDER, OVERFLOW]);
        let found = standings(&run);
        assert_eq!(found[ORDER], RequirementStanding::KeptExcept);
        assert_eq!(found[OVERFLOW], RequirementStanding::Failed);
        let run = run_with_a_failure(&[ORDER]);
        assert_eq!(standings(&run)[ORDER], RequirementStanding::Failed);
    }
}
