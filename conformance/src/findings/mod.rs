//! Findings: the causes that the answers of a run point to.

mod bank;
mod candidates;
mod diagnosis;
mod difference;
mod failure;
mod grouping;
mod groups;

pub(crate) use bank::{Deviant, deviants_of};
pub use diagnosis::behaves_like;
pub(crate) use difference::{NUMBER_PARTS, number_parts};
pub(crate) use grouping::Grouping;

use crate::event::{BehavesLike, Event};

/// The entry of a deviation that explains these checks, all of those that were looked at. Deviations that
/// explain the same come after it in `ids`. `None` if there is no such deviation.
pub(crate) fn like_of(ids: &[&str], checks: Vec<String>, explained: usize) -> Option<BehavesLike> {
    let deviation = acegate_deviations::find(ids.first()?)?;
    let or = ids[1..].iter().map(|&id| id.to_owned()).collect();
    let like = diagnosis::like(&[deviation], checks);
    Some(BehavesLike { or, explained, telling: explained, ..like })
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
