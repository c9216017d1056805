//! Results that were found otherwise than by a run of checks, as the events of a run.

use acegate_vectors::Check;

use super::record::{described, start_of};
use super::results::Results;
use super::{BehavesLike, CaseEvent, Diagnose, Event, Recording, RunEnd, RunStart, Totals};
use crate::date;
use crate::judge::{ExitStatus, Verdict};
use crate::observation::Answer;
use crate::protocol::Description;
use crate::runner::RunOptions;

/// Results that were found otherwise than by a run of checks.
#[derive(Debug)]
pub(crate) struct FoundResults<'a> {
    /// The results, each with the check, its event and the answer.
    pub(crate) results: Vec<(&'a Check, CaseEvent, Answer)>,
    /// Right answers that the results are diagnosed beside. They have no events.
    pub(crate) right: Vec<(&'a Check, Answer)>,
    /// Deviations that the results are like, besides those that the diagnosis finds.
    pub(crate) likes: Vec<BehavesLike>,
    /// How many requests were answered rightly.
    pub(crate) passed: usize,
    /// Whether the implementation was given up.
    pub(crate) is_given_up: bool,
    /// The facts of the end that belong to no check.
    pub(crate) end: RunEnd,
}

/// The first event of found results, of so many checks.
pub(crate) fn found_start(
    description: &Description,
    checks: usize,
    options: &RunOptions,
    recording: &Recording,
) -> Event {
    let start = described(&start_of(recording, checks, options), description);
    Event::RunStart(Box::new(RunStart { date: date::now(), ..start }))
}

/// Hands the other events of results to `sink`, as [`record`](super::record()) does for a run. Returns the
/// last one.
pub(crate) fn record_found(
    found: FoundResults<'_>,
    diagnose: Option<Diagnose>,
    sink: &mut dyn FnMut(&Event),
) -> RunEnd {
    let mut totals = Totals::default();
    let mut judged = Results::default();
    for (place, (check, case, answer)) in found.results.into_iter().enumerate() {
        totals.add(&case);
        judged.add(place, check, &case, answer);
        sink(&Event::Case(Box::new(case)));
    }
    let count = judged.count();
    for (place, (check, answer)) in (count..).zip(found.right) {
        judged.add_right(place, check, answer);
    }
    let end = judged.end(diagnose, found.end);
    let end = found_end(end, totals, found.passed, found.is_given_up, found.likes);
    sink(&Event::RunEnd(Box::new(end.clone())));
    end
}

/// The end of a hunt, with the counts of what it found and of what passed.
pub(super) fn found_end(
    mut end: RunEnd,
    mut totals: Totals,
    passed: usize,
    is_given_up: bool,
    likes: Vec<BehavesLike>,
) -> RunEnd {
    if passed > 0 {
        *totals.verdicts.entry(Verdict::Pass).or_default() += passed;
    }
    end.exit = match totals.run() {
        _ if end.interrupted => ExitStatus::Interrupted,
        _ if is_given_up => ExitStatus::NotAlive,
        0 => ExitStatus::NothingRan,
        _ if totals.unexpected > 0 => ExitStatus::Unexpected,
        _ => ExitStatus::AsExpected,
    };
    end.totals = totals;
    add_likes(&mut end.behaves_like, likes);
    end
}

/// Adds deviations for the checks that no deviation of the list explains.
fn add_likes(all: &mut Vec<BehavesLike>, likes: Vec<BehavesLike>) {
    for mut like in likes {
        like.checks.retain(|name| !all.iter().any(|known| known.checks.contains(name)));
        match all.iter_mut().find(|known| known.deviation == like.deviation) {
            Some(known) => known.checks.append(&mut like.checks),
            None if like.checks.is_empty() => {}
            None => all.push(like),
        }
    }
}
