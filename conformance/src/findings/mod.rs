//! Findings: the causes that the answers of a run point to.

mod bank;
mod candidates;
mod diagnosis;
mod difference;
mod failure;
mod grouping;
mod groups;

use acegate_deviations::Seen;

pub(crate) use bank::{Deviant, deviants_of};
pub(crate) use diagnosis::{Diagnosis, diagnose};
pub(crate) use difference::{NUMBER_PARTS, number_parts};
pub(crate) use grouping::Grouping;

use crate::event::{Answered, BehavesLike, Event};

/// The deviations that the answers of a run look like, in the form that the end of its report has.
#[must_use]
pub fn behaves_like(answers: &[Answered<'_>]) -> Vec<BehavesLike> {
    let described = |found: Diagnosis| {
        let summaries: Vec<_> = found.deviations.iter().map(|one| one.summary).collect();
        let seen = match found.deviations.as_slice() {
            [one] => one.seen,
            _ => &[],
        };
        BehavesLike {
            deviation: found.id(),
            summary: summaries.join(" With it: "),
            seen: seen.iter().map(describe_seen).collect(),
            or: found.or,
            explained: found.explained,
            telling: found.telling,
            contradicting: found.contradicting,
            checks: found.checks,
        }
    };
    diagnose(answers).into_iter().map(described).collect()
}

/// The entry of a deviation that explains these checks, all of those that were looked at. Deviations that
/// explain the same come after it in `ids`. `None` if there is no such deviation.
pub(crate) fn like_of(ids: &[&str], checks: Vec<String>, explained: usize) -> Option<BehavesLike> {
    let deviation = acegate_deviations::find(ids.first()?)?;
    Some(BehavesLike {
        deviation: deviation.id.to_owned(),
        summary: deviation.summary.to_owned(),
        seen: deviation.seen.iter().map(describe_seen).collect(),
        or: ids[1..].iter().map(|&id| id.to_owned()).collect(),
        explained,
        telling: explained,
        contradicting: 0,
        checks,
    })
}

fn describe_seen(seen: &Seen) -> String {
    match seen.source {
        "" => seen.library.to_owned(),
        source => format!("{}, {source}", seen.library),
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
