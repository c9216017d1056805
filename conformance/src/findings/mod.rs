//! Findings: the causes that the answers of a run point to.

mod answers;
mod attribution;
mod bank;
mod candidate;
mod common;
mod deviants;
mod difference;
mod explanation;
mod failure;
mod families;
mod grouping;
mod groups;
mod naming;
mod rank;
mod thresholds;
mod wrong;

pub(crate) use deviants::{Deviant, deviants_of};
pub(crate) use difference::{NUMBER_PARTS, number_parts};
pub(crate) use families::{Comparable, Example, unlisted_member};
pub(crate) use grouping::Grouping;
pub use naming::behaves_like;
pub(crate) use thresholds::ENOUGH;

use acegate_vectors::Check;

use self::answers::{Given, Subject};
use self::bank::Bank;
use crate::event::{Answered, BehavesLike, Event};

/// The entry of a deviation that explains these checks, all of those that were looked at. Deviations that
/// explain the same come after it in `ids`. `None` if there is no such deviation.
pub(crate) fn like_of(ids: &[&str], checks: Vec<String>, explained: usize) -> Option<BehavesLike> {
    let deviation = acegate_deviations::find(ids.first()?)?;
    let or = ids[1..].iter().map(|&id| id.to_owned()).collect();
    let like = attribution::like(&[deviation], checks);
    Some(BehavesLike {
        or,
        explained,
        telling: explained,
        ..like
    })
}

/// The answers of an implementation, with which single deviations are compared.
pub(crate) struct Witnesses<'a> {
    banks: Vec<Bank>,
    answers: &'a [Answered<'a>],
}

impl<'a> Witnesses<'a> {
    /// These answers without those that another cause explains. `suspects` are further deviations
    /// to compare with them, which are in no list, e.g. members of families.
    pub(crate) fn new(answers: &'a [Answered<'a>], suspects: &[&str]) -> Self {
        let checks: Vec<&Check> = answers.iter().map(|answered| answered.check).collect();
        let mut banks = Bank::of_checks(&checks);
        for bank in &mut banks {
            bank.add_unlisted(suspects);
        }
        Self { banks, answers }
    }

    /// Whether one of the answers contradicts this deviation: by itself, and combined with each
    /// possible deviation, it would give another answer, which is not the answer of the reference
    /// either.
    pub(crate) fn contradict(&self, id: &str) -> bool {
        self.banks.iter().any(|bank| self.contradict_in(bank, id))
    }

    fn contradict_in(&self, bank: &Bank, id: &str) -> bool {
        let subject = Subject::new(bank, |index| self.answers.get(index).map(Given::of));
        let mut is_there = false;
        for deviant in bank.deviant_ids() {
            if bank.deviant(deviant).deviations[0].id == id {
                is_there = true;
                if !subject.contradicts(deviant) {
                    return false;
                }
            }
        }
        is_there
    }
}

/// Hands every event on to `sink`, and before the last one the findings of the run.
pub fn with_findings(mut sink: impl FnMut(&Event)) -> impl FnMut(&Event) {
    let mut grouping = Grouping::default();
    move |event| {
        grouping.findings_before(event).iter().for_each(&mut sink);
        sink(event);
    }
}

#[cfg(test)]
mod tests;
