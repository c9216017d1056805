//! The settings of a hunt, what comes of it, and how much of its budget is used.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::discovery::Discovery;
use super::reproduction::{Hit, Limit};
use super::schedule::{Schedule, Trial};
use crate::interrupt;
use crate::protocol::Request;
use crate::runner::FaultBudget;
use crate::suite::Shard;

/// The settings of a hunt.
#[derive(Clone, Debug, Default)]
pub struct HuntOptions {
    /// The seed of the trials.
    pub seed: u64,
    /// The most requests of the trials; `None` for no limit.
    pub requests: Option<u64>,
    /// The longest time; `None` for no limit. The last tenth of it, or the last minute, is for making what
    /// came last smaller, and for putting it again.
    pub time: Option<Duration>,
    /// Ends the hunt when nothing new was found for this long; `None` for no such end.
    pub quiet: Option<Duration>,
    /// Ends the hunt after the first epoch that has found something new.
    pub fail_fast: bool,
    /// How many instances of the implementation work at the same time; one at least.
    pub jobs: usize,
    /// Only these codecs; all if empty.
    pub codecs: Vec<String>,
    /// Only the trials of one of several shards; `None` for all.
    pub shard: Option<Shard>,
    /// How much is spent on faults before the implementation is given up.
    pub faults: FaultBudget,
    /// Requests that are known to be answered wrongly. Findings from them do not count.
    pub known: Vec<Request>,
    /// How far the hunt is, for the progress line.
    pub pulse: Arc<Pulse>,
}

/// How far a hunt is. It counts while the hunt goes on.
#[derive(Debug, Default)]
pub struct Pulse {
    /// How many requests of the trials were sent.
    pub requests: AtomicU64,
    /// How many discoveries are final.
    pub found: AtomicU64,
}

/// The trials and findings of a hunt.
#[derive(Debug, Default)]
pub struct HuntSummary {
    /// How many trials were made.
    pub trials: u64,
    /// How many requests were sent, for trials and for properties.
    pub requests: u64,
    /// How many epochs were completed.
    pub epochs: u64,
    /// How many trials and requests each generator and each property had.
    pub sources: BTreeMap<&'static str, SourceCounts>,
    /// How many requests of a codec and an operation had which right answer.
    pub answers: BTreeMap<AnswerKind, u64>,
    /// The discoveries, in the order in which they were made.
    pub discoveries: Vec<Discovery>,
    /// Some of the requests that were answered rightly.
    pub right: Vec<Request>,
    /// Some of the wrong answers.
    pub(super) wrong: Vec<Hit>,
    /// How many breaches were found that are not among the hits of a discovery.
    pub unlooked: u64,
    /// Why the implementation was given up.
    pub given_up: Option<String>,
    /// Facts that belong to no request.
    pub remarks: Vec<String>,
    /// Whether the hunt was interrupted.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// How much of a hunt a generator or a property had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    /// The trials.
    pub trials: u64,
    /// The requests of these trials.
    pub requests: u64,
}

/// An operation, and the code of a right answer: `ok`, or the kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnswerKind {
    /// The codec.
    pub codec: &'static str,
    /// The operation.
    pub op: &'static str,
    /// The code.
    pub code: &'static str,
}

impl HuntSummary {
    /// Counts trials and requests of a generator or property.
    pub(super) fn count(&mut self, source: &'static str, counted: SourceCounts) {
        self.requests += counted.requests;
        let all = self.sources.entry(source).or_default();
        all.trials += counted.trials;
        all.requests += counted.requests;
    }
}

/// The trials of a hunt, and how much of its budget is used.
pub(super) struct Trials<'a> {
    pub(super) options: &'a HuntOptions,
    pub(super) schedule: Schedule,
    pub(super) begun: Instant,
    pub(super) faults: Mutex<FaultsSoFar>,
}

/// The faults that cost a process, in all instances together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FaultsSoFar {
    pub(super) count: u64,
    /// The time that they cost.
    pub(super) lost: Duration,
}

impl Trials<'_> {
    /// The trial of this number among the trials of the shard.
    pub(super) fn trial(&self, number: u64) -> Trial {
        let Some(shard) = self.options.shard else {
            return self.schedule.trial(number);
        };
        let number_of_shard = usize::try_from(number).unwrap_or(usize::MAX);
        self.schedule.trial(shard.place(number_of_shard) as u64)
    }

    pub(super) fn count_faults(&self, count: u64, lost: Duration) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.count += count;
        faults.lost += lost;
    }

    /// Why the implementation is given up; `None` while there is budget left for faults.
    pub(super) fn given_up(&self) -> Option<String> {
        let budget = self.options.faults;
        let faults = *self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if budget.count.is_some_and(|most| faults.count >= most.into()) {
            return Some(FaultBudget::given_up(faults.count));
        }
        if budget.time.is_some_and(|time| faults.lost >= time) {
            let cost = format!("{} s lost to faults", faults.lost.as_secs());
            return Some(FaultBudget::given_up_after(&cost));
        }
        None
    }
}

impl Limit for Trials<'_> {
    fn is_over(&self) -> bool {
        interrupt::requested()
            || is_late(self.options.time, self.begun.elapsed())
            || self.given_up().is_some()
    }
}

/// Whether the time for new requests is over. At the end of the time of a hunt nothing new is sent: the last
/// breaches are also made smaller and put again.
pub(super) fn is_late(time: Option<Duration>, elapsed: Duration) -> bool {
    time.is_some_and(|time| elapsed >= time - (time / 10).min(Duration::from_secs(60)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_time_is_left_to_what_came_last() {
        let is_late = |time, elapsed| {
            is_late(
                Some(Duration::from_secs(time)),
                Duration::from_secs(elapsed),
            )
        };
        assert!(!is_late(100, 50) && is_late(100, 90));
        assert!(!is_late(3600, 3539) && is_late(3600, 3540));
    }
}
