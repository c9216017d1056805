//! Results that were found otherwise than by a run of checks, as the events of a run.

use super::record::{described, start_of};
use super::{BehavesLike, Event, Recording, RunEnd, RunStart};
use crate::date;
use crate::judge::{ExitStatus, Verdict};
use crate::protocol::Description;
use crate::runner::RunOptions;

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

/// The end of a hunt. It has the counts of the results, the requests that passed, and the deviations that
/// the results are like, besides those that the diagnosis finds.
pub(crate) fn found_end(
    mut end: RunEnd,
    passed: usize,
    is_given_up: bool,
    likes: Vec<BehavesLike>,
) -> RunEnd {
    if passed > 0 {
        *end.totals.verdicts.entry(Verdict::Pass).or_default() += passed;
    }
    end.exit = match end.totals.run() {
        _ if end.interrupted => ExitStatus::Interrupted,
        _ if is_given_up => ExitStatus::NotAlive,
        0 => ExitStatus::NothingRan,
        _ if end.totals.unexpected > 0 => ExitStatus::Unexpected,
        _ => ExitStatus::AsExpected,
    };
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
