//! The differences between two reports.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::Level;
use serde::Serialize;
use serde_json::Value as Json;

use crate::event::{BaselineVerdict, Finding, RunStart};
use crate::judge::{Failing, Verdict};
use crate::observation::coded;
use crate::protocol::Identity;
use crate::report::{CheckEntry, CheckState, Rendered, Run};

/// The version of the JSON of a comparison.
const FORMAT: u32 = 1;

/// A report that was read, whole or cut off: some kilobytes a check.
pub(crate) type Snapshot = (Run, Rendered);

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

/// Which of two things changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Quadrant {
    Neither,
    Suite,
    Implementation,
    /// Both: a difference may come from either.
    Both,
}

/// A setting that differs: a field of `run-start`, with its values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SettingChange {
    pub(crate) field: String,
    pub(crate) old: Json,
    pub(crate) new: Json,
}

/// How a check differs. The codes are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// It passed, and fails now.
    NewlyFailing,
    /// It was asked, and is not asked any more, though the suite still has it.
    NoLongerAsked,
    /// It fails in another way.
    ChangedFailure,
    /// It failed, and passes now.
    NewlyPassing,
    /// It was skipped or not run, and is asked now.
    NewlyAsked,
    /// The old report does not have it.
    NewCheck,
    /// The new report does not have it.
    GoneCheck,
    /// It asks or expects something else, with the same result.
    ChangedCheck,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct CheckChange {
    pub(crate) name: String,
    pub(crate) change: Change,
    /// Which of suite and implementation changed for this check. By its digest the suite did not
    /// change if the same was asked and expected.
    pub(crate) because: Quadrant,
    pub(crate) worse: bool,
    pub(crate) level: Level,
    pub(crate) old: Option<Standing>,
    pub(crate) new: Option<Standing>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    pub(crate) verdict: Verdict,
    /// In which way a failing answer is wrong.
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
        /// No check of it was asked.
        #[default]
        NotTested = "not-tested",
        /// All of its checks that were asked pass.
        Passed = "passed",
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
    /// - it was asked, and is not asked any more, though the suite is the same.
    ///
    /// A check that the suite added or changed does not make anything worse.
    pub(crate) fn new(old: &Snapshot, new: &Snapshot) -> Self {
        let [before, now] = [&old.0.start, &new.0.start];
        let implementation = before.implementation != now.implementation;
        let is_same_suite = before.suite == now.suite;
        let settings = settings(before, now);
        let mut checks = Vec::new();
        let names: BTreeSet<&str> = old.0.names().chain(new.0.names()).collect();
        let all = names.len();
        for name in names {
            let [before, now] = [old, new].map(|(run, _)| run.check(name));
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
        checks.sort_by(|one, two| {
            let key = |it: &CheckChange| (!it.worse, it.change, Reverse(it.level));
            key(one)
                .cmp(&key(two))
                .then_with(|| one.name.cmp(&two.name))
        });
        Self {
            format: FORMAT,
            old: ComparedRun::new(old),
            new: ComparedRun::new(new),
            changed: Quadrant::new(!is_same_suite, implementation),
            settings,
            worse: checks.iter().filter(|check| check.worse).count(),
            same: all - checks.len(),
            checks,
            findings: findings(&old.0.findings, &new.0.findings),
            requirements: requirements(&old.0, &new.0),
        }
    }
}

/// How a check differs; `None` if it does not.
fn change(
    old: Option<&CheckEntry>,
    new: Option<&CheckEntry>,
    is_same_suite: bool,
) -> Option<Change> {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (Some(old), None) if is_same_suite && old.is_asked() => return Some(Change::NoLongerAsked),
        (Some(_), None) => return Some(Change::GoneCheck),
        (None, _) => return Some(Change::NewCheck),
    };
    Some(match (old.is_asked(), new.is_asked()) {
        (true, false) => Change::NoLongerAsked,
        (false, true) => Change::NewlyAsked,
        _ => match (old.case.verdict.is_failure(), new.case.verdict.is_failure()) {
            (false, true) => Change::NewlyFailing,
            (true, false) => Change::NewlyPassing,
            _ if old.fingerprint != new.fingerprint && old.is_asked() => Change::ChangedFailure,
            _ if old.case.digest != new.case.digest => Change::ChangedCheck,
            _ => return None,
        },
    })
}

/// Whether a change of a check that is the same is for the worse.
fn is_worse(change: Change, old: Option<&CheckEntry>, new: Option<&CheckEntry>) -> bool {
    let answers = |it: Option<&CheckEntry>| it.is_some_and(|it| it.case.failing.is_some());
    match change {
        Change::NewlyFailing => new.is_some_and(|new| new.state != CheckState::Advisory),
        Change::NoLongerAsked => true,
        Change::ChangedFailure => answers(old) && !answers(new),
        Change::NewlyPassing
        | Change::NewlyAsked
        | Change::NewCheck
        | Change::GoneCheck
        | Change::ChangedCheck => false,
    }
}

impl ComparedRun {
    fn new((run, Rendered { is_complete, .. }): &Snapshot) -> Self {
        let RunStart {
            implementation,
            suite,
            acegate,
            date,
            ..
        } = run.start.clone();
        let (checks, is_complete) = (run.names().count(), *is_complete);
        Self {
            implementation,
            suite,
            acegate,
            date,
            checks,
            is_complete,
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

/// The settings that may change verdicts and differ.
fn settings(old: &RunStart, new: &RunStart) -> Vec<SettingChange> {
    const NAMES: &str =
        "acegate arguments baseline codecs enforce filters options shard strict_errors";
    let fields = |start: &RunStart| serde_json::to_value(start).unwrap_or_default();
    let (old, new) = (fields(old), fields(new));
    let differing = NAMES
        .split(' ')
        .filter(|name| old.get(name) != new.get(name));
    let value = |fields: &Json, name| fields.get(name).cloned().unwrap_or_default();
    differing
        .map(|name| SettingChange {
            field: name.to_owned(),
            old: value(&old, name),
            new: value(&new, name),
        })
        .collect()
}

/// The findings that are new, gone, or of other checks than before.
fn findings(old: &[Finding], new: &[Finding]) -> Vec<FindingChange> {
    let find = |all: &[Finding], id: &str| all.iter().find(|it| it.id == id).cloned();
    let sorted = |finding: &Finding| finding.checks.iter().cloned().collect::<BTreeSet<_>>();
    let change = |it: &Finding, old, new| {
        let (id, summary) = (it.id.clone(), it.summary.clone());
        FindingChange {
            id,
            summary,
            old,
            new,
        }
    };
    let changed = new.iter().filter_map(|now| {
        let before = find(old, &now.id);
        let is_same = before
            .as_ref()
            .is_some_and(|before| sorted(before) == sorted(now));
        let count = before.map_or(0, |before| before.checks.len());
        (!is_same).then(|| change(now, count, now.checks.len()))
    });
    let gone = old.iter().filter(|before| find(new, &before.id).is_none());
    let gone = gone.map(|before| change(before, before.checks.len(), 0));
    changed.chain(gone).collect()
}

fn requirements(old: &Run, new: &Run) -> Vec<RequirementChange> {
    let add = |all: &mut RequirementStanding, check: &CheckEntry| {
        *all = (*all).max(match (check.is_asked(), check.case.verdict.is_failure()) {
            (false, _) => RequirementStanding::NotTested,
            (true, false) => RequirementStanding::Passed,
            (true, true) => RequirementStanding::Failed,
        });
    };
    let [old, new] = [old, new].map(|run| run.by_requirement(add));
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let standing =
        |all: &BTreeMap<_, RequirementStanding>, name| all.get(name).copied().unwrap_or_default();
    let changes = names.into_iter().map(|name| RequirementChange {
        requirement: name.to_owned(),
        old: standing(&old, name),
        new: standing(&new, name),
    });
    changes.filter(|change| change.old != change.new).collect()
}
