//! Results that were found otherwise than by a run of checks, as the events of a run.

use acegate_vectors::Check;

use super::record::{case_event, described, micros, start_of};
use super::results::Results;
use super::{BaselineVerdict, BehavesLike, Event, Evidence, Recording, RunEnd, RunStart, Totals};
use crate::date;
use crate::judge::{ExitStatus, Verdict};
use crate::observation::Answer;
use crate::protocol::Description;
use crate::runner::{CheckResult, RunOptions, RunSummary};

/// Results that were found otherwise than by a run of checks.
#[derive(Debug)]
pub(crate) struct FoundResults<'a> {
    /// The description that the implementation gives of itself.
    pub(crate) description: Description,
    /// The results, and whether each of them was known before.
    pub(crate) results: Vec<(CheckResult<'a>, bool)>,
    /// Right answers that the results are diagnosed beside. They have no events.
    pub(crate) right: Vec<(&'a Check, Answer)>,
    /// Deviations that the results are like, besides those that the diagnosis finds.
    pub(crate) likes: Vec<BehavesLike>,
    /// How many requests were answered rightly.
    pub(crate) passed: usize,
    /// Whether the implementation was given up.
    pub(crate) is_given_up: bool,
    /// Facts that belong to no check, and whether the run was interrupted.
    pub(crate) summary: RunSummary,
}

/// Hands the events of results to `sink`, as [`record`](super::record()) does for a run. Returns the last
/// one.
pub(crate) fn record_found(
    found: FoundResults<'_>,
    options: &RunOptions,
    recording: &Recording,
    sink: &mut dyn FnMut(&Event),
) -> RunEnd {
    let FoundResults { description, results, right, likes, passed, is_given_up, summary } = found;
    let start = start_of(recording, passed + results.len(), options);
    let start = RunStart { date: date::now(), ..described(&start, &description) };
    sink(&Event::RunStart(Box::new(start)));
    let mut totals = Totals::default();
    let mut judged = Results::default();
    let is_whole = recording.evidence == Evidence::OfAll;
    for (place, (result, is_known)) in results.into_iter().enumerate() {
        let (check, verdict) = (result.check, result.judgement.verdict);
        let answer = Answer::of(&result.observation.outcome);
        let mut case = case_event(result, is_whole || verdict != Verdict::Pass);
        if is_known {
            case.baseline = Some(BaselineVerdict::ExpectedFailure);
            case.unexpected = false;
        }
        totals.add(&case);
        judged.add(place, check, &case, answer);
        sink(&Event::Case(Box::new(case)));
    }
    let RunSummary { growth, remarks, interrupted, elapsed, .. } = summary;
    let end =
        RunEnd { growth, remarks, interrupted, elapsed_us: micros(elapsed), ..RunEnd::default() };
    let count = judged.count();
    for (place, (check, answer)) in (count..).zip(right) {
        judged.add_right(place, check, answer);
    }
    let end = judged.end(recording.diagnose, end);
    let end = found_end(end, totals, passed, is_given_up, likes);
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
