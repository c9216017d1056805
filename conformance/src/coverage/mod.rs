//! The coverage of the documents by the suite: the cases of each requirement, and the deviations that
//! they catch.
//!
//! In: the suite, its ledger and the deviations. Out: a row for each requirement and each deviation.

mod make;
mod render;

pub(crate) use make::coverage;
pub(crate) use render::{in_short, markdown, text};

use std::collections::BTreeMap;

use acegate_vectors::{Level, Requirement};
use serde::Serialize;

use crate::observation::coded;
use crate::report::ledger;

/// The coverage of a suite.
#[derive(Debug, Serialize)]
pub(crate) struct Coverage {
    /// One row a requirement, in the order of the ledger.
    requirements: Vec<RequirementRow>,
    deviations: Vec<DeviationRow>,
    /// The cases that are more binding than each of their requirements.
    overstated: Vec<String>,
    unplaced: Vec<String>,
    /// The contradictions between cases and ledger: a clause that no requirement of its case has, or a
    /// `must` that rests on a reading.
    unfounded: Vec<String>,
    totals: BTreeMap<String, BTreeMap<&'static str, CoverageTotals>>,
    /// Whether only some requirements were chosen, which are then shown in full.
    #[serde(skip)]
    is_choice: bool,
}

/// A requirement, its cases, and the deviations that they catch.
#[derive(Debug, Serialize)]
struct RequirementRow {
    #[serde(flatten, serialize_with = "ledger::serialize::<_, true, true>")]
    requirement: Requirement,
    /// The ids of its cases.
    cases: Vec<String>,
    /// The deviations that break it and are caught by its cases.
    broken_by: Vec<&'static str>,
    /// Other deviations that are caught by its cases.
    also_caught: Vec<&'static str>,
    state: State,
}

coded! {
    /// The state of a requirement.
    enum State {
        /// It has a case, and its cases catch a deviation.
        Covered = "covered",
        /// The ledger says why no case can show that it is broken.
        Untestable = "untestable",
        /// It has cases, but they catch no deviation.
        NothingCaught = "nothing-caught",
        /// It has no case.
        NoCase = "no-case",
    }
}

/// A deviation and the checks that catch it.
#[derive(Debug, Serialize)]
struct DeviationRow {
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    /// The requirements among them that are not in the ledger.
    unknown: Vec<&'static str>,
    seen: Vec<&'static str>,
    /// Why it changes no answer; `None` if it changes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    equivalent: Option<&'static str>,
    /// How many of the checks that it answered catch it.
    caught_by: usize,
}

/// The counts of one level of one codec.
#[derive(Debug, Default, Serialize)]
struct CoverageTotals {
    all: usize,
    covered: usize,
    /// The requirements that no case can show.
    untestable: usize,
    /// The requirements that are our interpretations.
    readings: usize,
}

impl Coverage {
    /// The faults that fail a gate: each MUST that is not covered, each deviation that is neither
    /// caught nor equivalent, each case that is more binding than its requirements, and each
    /// contradiction between a case and the ledger.
    pub(crate) fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        for RequirementRow {
            requirement, state, ..
        } in &self.requirements
        {
            if requirement.level == Level::Must && *state > State::Untestable {
                let Requirement {
                    id, clause, text, ..
                } = requirement;
                gaps.push(format!("{id} ({clause}): {}: {text}", state.code()));
            }
        }
        for row in &self.deviations {
            gaps.extend(row.gap());
        }
        for id in &self.overstated {
            gaps.push(format!(
                "{id} has a higher level than the requirements that it names"
            ));
        }
        gaps.extend(self.unfounded.iter().cloned());
        gaps
    }
}

impl DeviationRow {
    /// The fault of the deviation; `None` if it is caught, or if a reason says why it changes no answer.
    fn gap(&self) -> Option<String> {
        let id = self.id;
        if !self.unknown.is_empty() {
            return Some(format!(
                "{id} breaks {}, which the ledger does not have",
                self.unknown.join(", ")
            ));
        }
        let is_caught = self.caught_by > 0;
        match self.equivalent {
            Some(_) if is_caught => Some(format!(
                "{id} is marked as equivalent, but a case \
            catches it"
            )),
            None if !is_caught => Some(format!("no case catches {id}")),
            Some(_) | None => None,
        }
    }
}
