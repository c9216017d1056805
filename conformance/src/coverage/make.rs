//! Counting: every deviation answers the checks of its codec, and each requirement takes what its cases catch.

use std::collections::BTreeMap;

use acegate_deviations::{DeviantCodec, Deviation, deviations};
use acegate_vectors::{Basis, Case, Check, Ledger, Level, Requirement, Suite, lint_with_ledger};

use super::{Coverage, CoverageTotals, DeviationRow, RequirementRow, State};
use crate::implementation::{Implementation, InProcess};
use crate::judge::{Verdict, judge};
use crate::suite::request_for;

/// Runs the checks of its codec against every deviation. If only some requirements are chosen, the coverage
/// has these, their cases, and the deviations that break them or are caught by their cases.
///
/// # Complexity
///
/// One answer of every deviation for every check of its codec; of a choice, only for its cases, unless the
/// deviation breaks one of its requirements.
pub(crate) fn coverage(suite: &Suite, ledger: &Ledger, chosen: Option<&[Requirement]>) -> Coverage {
    let choice = Choice {
        requirements: chosen,
    };
    let caught = caught_deviations(suite, &choice);
    let mut requirements = Vec::new();
    for requirement in chosen.unwrap_or(&ledger.requirements) {
        requirements.push(requirement_row(requirement, suite, &caught));
    }
    let mut coverage = Coverage {
        totals: totals(&requirements),
        requirements,
        deviations: caught
            .iter()
            .map(|caught| deviation_row(caught, ledger))
            .collect(),
        overstated: Vec::new(),
        unplaced: Vec::new(),
        unfounded: Vec::new(),
        is_choice: chosen.is_some(),
    };
    for case in &suite.cases {
        if !choice.is_about(case) {
            continue;
        }
        match strongest_level(case, ledger) {
            Some(level) if case.level > level => coverage.overstated.push(case.id.clone()),
            Some(_) => {}
            None => coverage.unplaced.push(case.id.clone()),
        }
    }
    // A contradiction to the ledger is a fault of the suite, not of the chosen requirements.
    if chosen.is_none() {
        let contradictions = lint_with_ledger(suite, ledger);
        coverage.unfounded = contradictions.iter().map(ToString::to_string).collect();
    }
    coverage
}

/// The requirements that the coverage is about; `None` for all of them.
struct Choice<'a> {
    requirements: Option<&'a [Requirement]>,
}

impl Choice<'_> {
    /// Whether the case is one of a chosen requirement.
    fn is_about(&self, case: &Case) -> bool {
        let Some(chosen) = self.requirements else {
            return true;
        };
        chosen.iter().any(|row| case.requirements.contains(&row.id))
    }

    /// Whether the deviation breaks a chosen requirement.
    fn is_broken_by(&self, deviation: &Deviation) -> bool {
        let Some(chosen) = self.requirements else {
            return true;
        };
        chosen.iter().any(|row| breaks(deviation, row))
    }
}

fn breaks(deviation: &Deviation, requirement: &Requirement) -> bool {
    deviation.breaks.contains(&requirement.id.as_str())
}

/// A deviation and the checks that it fails.
struct Caught {
    deviation: &'static Deviation,
    checks: Vec<Check>,
}

impl Caught {
    fn is_caught_by_a_case_of(&self, requirement: &Requirement) -> bool {
        self.checks
            .iter()
            .any(|check| check.case.requirements.contains(&requirement.id))
    }
}

/// The deviations that a choice is about: those that break one of its requirements, with all checks that catch
/// them, and those that its cases catch.
fn caught_deviations(suite: &Suite, choice: &Choice<'_>) -> Vec<Caught> {
    let checks = suite.checks();
    let mut all = Vec::new();
    for deviation in deviations() {
        let breaks_chosen = choice.is_broken_by(deviation);
        let mut needed = Vec::new();
        for check in &checks {
            // A deviation that breaks no chosen requirement answers only their cases.
            let is_needed = breaks_chosen || choice.is_about(&check.case);
            if check.codec() == deviation.codec() && is_needed {
                needed.push(check);
            }
        }
        let failed = failed_checks(deviation, &needed);
        if breaks_chosen || !failed.is_empty() {
            all.push(Caught {
                deviation,
                checks: failed,
            });
        }
    }
    all
}

/// The checks that the deviation fails.
fn failed_checks(deviation: &'static Deviation, checks: &[&Check]) -> Vec<Check> {
    let mut codecs: Vec<Box<dyn acegate_codec::Codec + Send>> = Vec::new();
    if let Some(codec) = DeviantCodec::new(deviation) {
        codecs.push(Box::new(codec));
    }
    let mut deviant = InProcess::new(deviation.id, "", codecs);
    let mut failed = Vec::new();
    for check in checks {
        let outcome = deviant.answer(&request_for(check)).outcome;
        if matches!(
            judge(check, &outcome, false).verdict,
            Verdict::Fail | Verdict::Crash
        ) {
            failed.push((*check).clone());
        }
    }
    failed
}

fn requirement_row(requirement: &Requirement, suite: &Suite, caught: &[Caught]) -> RequirementRow {
    let mut row = RequirementRow {
        requirement: requirement.clone(),
        cases: Vec::new(),
        broken_by: Vec::new(),
        also_caught: Vec::new(),
        state: State::Covered,
    };
    for case in &suite.cases {
        if case.requirements.contains(&requirement.id) {
            row.cases.push(case.id.clone());
        }
    }
    for caught in caught {
        if !caught.is_caught_by_a_case_of(requirement) {
            continue;
        }
        if breaks(caught.deviation, requirement) {
            row.broken_by.push(caught.deviation.id);
        } else {
            row.also_caught.push(caught.deviation.id);
        }
    }
    row.state = state_of(&row);
    row
}

fn state_of(row: &RequirementRow) -> State {
    let catches_one = !row.broken_by.is_empty() || !row.also_caught.is_empty();
    if !row.cases.is_empty() && catches_one {
        State::Covered
    } else if row.requirement.untestable.is_some() {
        State::Untestable
    } else if row.cases.is_empty() {
        State::NoCase
    } else {
        State::NothingCaught
    }
}

fn deviation_row(caught: &Caught, ledger: &Ledger) -> DeviationRow {
    let Deviation {
        id,
        summary,
        breaks,
        seen,
        equivalent,
        ..
    } = *caught.deviation;
    DeviationRow {
        id,
        summary,
        breaks,
        unknown: breaks
            .iter()
            .copied()
            .filter(|id| ledger.requirement(id).is_none())
            .collect(),
        seen: seen.iter().map(|seen| seen.library).collect(),
        equivalent,
        caught_by: caught.checks.len(),
    }
}

/// The counts of each codec and level.
fn totals(rows: &[RequirementRow]) -> BTreeMap<String, BTreeMap<&'static str, CoverageTotals>> {
    let mut totals: BTreeMap<String, BTreeMap<&'static str, CoverageTotals>> = BTreeMap::new();
    for row in rows {
        let Requirement {
            codec,
            level,
            basis,
            ..
        } = &row.requirement;
        let levels = totals.entry(codec.clone()).or_default();
        let total = levels.entry(level.as_str()).or_default();
        total.all += 1;
        match row.state {
            State::Covered => total.covered += 1,
            State::Untestable => total.untestable += 1,
            State::NothingCaught | State::NoCase => {}
        }
        if *basis == Basis::Reading {
            total.readings += 1;
        }
    }
    totals
}

/// The strongest level among the requirements of a case; `None` if the ledger has none of them.
fn strongest_level(case: &Case, ledger: &Ledger) -> Option<Level> {
    let requirements = case
        .requirements
        .iter()
        .filter_map(|id| ledger.requirement(id));
    requirements.map(|requirement| requirement.level).max()
}
