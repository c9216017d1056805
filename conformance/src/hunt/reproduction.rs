//! Putting a breach again: in a running instance, alone in fresh ones, after other requests.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::minimise::{Effort, minimise};
use super::oracle::judge_answer;
use super::properties::FURTHER;
use super::property::{Breach, Property, Subject};
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::observation::{Fault, Outcome, SkipReason};
use crate::protocol::{Description, Request};
use crate::suite::screen_request;

/// A breach, and the trial that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the trial.
    pub trial: u64,
    /// The generator that made it, or the property that was broken.
    pub source: &'static str,
    /// The breach.
    pub breach: Breach,
    /// The request that the property began with, if it is another one.
    pub origin: Option<Request>,
    /// How many requests the instance had answered before.
    pub before: u64,
    /// The instance.
    pub instance: usize,
}

/// How often a breach showed again, alone in a fresh process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    /// How often it showed.
    pub shown: u32,
    /// How often it was put.
    pub tries: u32,
}

/// The repetitions of a breach, and the last breach that was shown.
#[derive(Clone, Default)]
pub(super) struct Again {
    pub(super) repetition: Repetition,
    pub(super) last: Option<Breach>,
}

impl Again {
    /// Counts one more.
    pub(super) fn add(&mut self, shown: Option<Breach>) {
        self.repetition.tries += 1;
        self.repetition.shown += u32::from(shown.is_some());
        self.last = shown.or(self.last.take());
    }
}

pub(super) const TRIES: u32 = 3;

/// The most instances that are started to make a history smaller.
const HISTORY_TRIALS: usize = 200;

/// A way to show a breach with the signature of another: a request, and the requests before it.
#[derive(Clone, Debug)]
pub(super) struct Reproduction {
    pub(super) breach: Breach,
    pub(super) history: Vec<Request>,
    /// The request that the property begins with.
    pub(super) request: Request,
}

impl Reproduction {
    /// The way in which this breach was shown, without the requests before it.
    pub(super) fn of(hit: &Hit) -> Self {
        let request = hit.origin.as_ref().unwrap_or(&hit.breach.request).clone();
        Self {
            breach: hit.breach.clone(),
            history: Vec::new(),
            request,
        }
    }

    /// The same with another request that the property begins with.
    pub(super) fn with_request(&self, request: Request) -> Self {
        Self {
            request,
            ..self.clone()
        }
    }

    /// The same with other requests before it.
    pub(super) fn after(&self, history: Vec<Request>) -> Self {
        Self {
            history,
            ..self.clone()
        }
    }

    /// The breach that the instance shows; `None` if it shows none. A fault of a request of the history
    /// is not one. It shows none once the time is over.
    pub(super) fn show(
        &self,
        implementation: &mut dyn Implementation,
        fresh: &Fresh<'_>,
    ) -> Option<Breach> {
        let mut asked = Asked::new(implementation, fresh);
        for request in &self.history {
            asked.answer(request);
        }
        asked.wrong.clear();
        let broken = match self.property() {
            Some(property) => asked.breach(property, &self.request),
            None => {
                asked.answer(&self.request);
                None
            }
        };
        // An answer that is wrong by itself is another breach.
        self.with_same_signature(asked.wrong.into_iter().next().or(broken))
    }

    /// The breach, if it has the signature.
    fn with_same_signature(&self, breach: Option<Breach>) -> Option<Breach> {
        breach.filter(|breach| breach.signature() == self.breach.signature())
    }

    fn property(&self) -> Option<&'static Property> {
        FURTHER
            .iter()
            .find(|property| property.id == self.breach.property)
    }

    /// The breach that a fresh instance shows.
    pub(super) fn show_afresh(&self, fresh: &Fresh<'_>) -> Option<Breach> {
        let mut implementation = fresh.start()?;
        // It gets more time, and its end is waited for: it hung, or broke the protocol.
        let is_slow = match &self.breach.outcome {
            Outcome::Fault(fault) => !matches!(fault, Fault::Died(_) | Fault::Caught(_)),
            _ => false,
        };
        fresh.counted(|| {
            if !is_slow || self.property().is_some() || !self.history.is_empty() {
                return self.show(implementation.as_mut(), fresh);
            }
            let request = askable(self.request.clone(), implementation.describe()).ok()?;
            let outcome = implementation.answer_alone(&request).outcome;
            self.with_same_signature(judge_answer(&request, &outcome))
        })
    }

    /// How often a fresh instance shows the breach.
    pub(super) fn repeat(&self, fresh: &Fresh<'_>) -> Again {
        let mut again = Again::default();
        while again.repetition.tries < TRIES && !fresh.is_over() {
            again.add(self.show_afresh(fresh));
        }
        again
    }

    /// The fewest requests before it after which a fresh instance shows the breach; `None` if it does
    /// not show after any, or if none was found in this time. `before` are all that were sent before it,
    /// the last one last.
    pub(super) fn with_history(
        &self,
        before: &[Request],
        fresh: &Fresh<'_>,
        time: Duration,
    ) -> Option<Self> {
        let begun = Instant::now();
        let history = self.showing_history(before, fresh, time)?;
        let effort = Effort {
            trials: HISTORY_TRIALS,
            time: time.saturating_sub(begun.elapsed()),
        };
        let smallest = minimise(
            &mut |history: &Vec<_>| self.shows_after(history, fresh),
            history,
            effort,
        );
        Some(self.after(smallest))
    }

    /// The last 1, 2, 4, 8 … of these requests after which a fresh instance shows the breach.
    fn showing_history(
        &self,
        before: &[Request],
        fresh: &Fresh<'_>,
        time: Duration,
    ) -> Option<Vec<Request>> {
        if before.is_empty() {
            return None;
        }
        let begun = Instant::now();
        let mut count = 1;
        while begun.elapsed() < time {
            let is_all = count >= before.len();
            let first = before.len().saturating_sub(count);
            let history = before[first..].to_vec();
            if self.shows_after(&history, fresh) {
                return Some(history);
            }
            if is_all {
                return None;
            }
            count *= 2;
        }
        None
    }

    fn shows_after(&self, history: &[Request], fresh: &Fresh<'_>) -> bool {
        self.after(history.to_vec()).show_afresh(fresh).is_some()
    }
}

/// The time that fresh instances have in any case.
const FREE: Duration = Duration::from_secs(2);

/// Starts instances and counts the time that they cost. A program may take seconds to start, so all fresh
/// instances together have a third of the time of a hunt.
pub(super) struct Fresh<'a> {
    starter: &'a Starter<'a>,
    begun: Instant,
    /// When the time of the hunt is over; `None` if it has none.
    end: Option<Instant>,
    spent: Cell<Duration>,
    cost: Cell<Duration>,
}

impl<'a> Fresh<'a> {
    /// Starts instances for a hunt whose first start took `cost`.
    pub(super) fn new(starter: &'a Starter<'a>, end: Option<Instant>, cost: Duration) -> Self {
        Self {
            starter,
            begun: Instant::now() - cost,
            end,
            spent: Cell::default(),
            cost: Cell::new(cost),
        }
    }

    /// A fresh instance; `None` if it does not start.
    pub(super) fn start(&self) -> Option<Box<dyn Implementation>> {
        let begun = Instant::now();
        let instance = (self.starter)().ok();
        self.cost.set(begun.elapsed());
        self.count(begun.elapsed());
        instance
    }

    pub(super) fn counted<T>(&self, act: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let made = act();
        self.count(begun.elapsed());
        made
    }

    /// Counts time that went to starts.
    pub(super) fn count(&self, time: Duration) {
        self.spent.set(self.spent.get() + time);
    }

    /// How long that many starts take.
    pub(super) fn cost(&self, starts: u32) -> Duration {
        self.cost.get() * starts
    }

    /// How much time fresh instances have now.
    pub(super) fn allowance(&self) -> Duration {
        let share = (self.begun.elapsed() / 3).max(FREE);
        share.saturating_sub(self.spent.get()).min(self.left())
    }

    /// How much of the time of the hunt is left: none if it was interrupted.
    pub(super) fn left(&self) -> Duration {
        match self.end {
            _ if interrupt::requested() => Duration::ZERO,
            Some(end) => end.saturating_duration_since(Instant::now()),
            None => Duration::MAX,
        }
    }
}

/// How long a hunt may go on sending requests.
pub(crate) trait Limit {
    fn is_over(&self) -> bool;
}

impl Limit for Fresh<'_> {
    fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

/// No limit.
pub(crate) struct Unlimited;

impl Limit for Unlimited {
    fn is_over(&self) -> bool {
        false
    }
}

pub(super) fn costs_a_process(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Fault(fault) if fault.costs_a_process())
}

/// The request, if the implementation can receive it; otherwise the outcome that says why not.
pub(super) fn askable(request: Request, description: &Description) -> Result<Request, Outcome> {
    if request.operation().is_none() {
        let why = "acegate has no such operation".to_owned();
        return Err(Outcome::Skipped(SkipReason::Unsupported, why));
    }
    screen_request(request, description).map_err(|(reason, why)| Outcome::Skipped(reason, why))
}

/// An implementation as the subject of a property. Every answer is also judged by itself.
pub(crate) struct Asked<'a> {
    instance: &'a mut dyn Implementation,
    limit: &'a dyn Limit,
    pub(super) sent: Vec<Request>,
    /// The answers that are wrong by themselves.
    pub(crate) wrong: Vec<Breach>,
    pub(super) given_up: Option<String>,
}

impl<'a> Asked<'a> {
    /// Nothing more is sent once the limit is reached.
    pub(crate) fn new(instance: &'a mut dyn Implementation, limit: &'a dyn Limit) -> Self {
        Self {
            instance,
            limit,
            sent: Vec::new(),
            wrong: Vec::new(),
            given_up: None,
        }
    }

    pub(crate) fn breach(&mut self, property: &Property, request: &Request) -> Option<Breach> {
        let answer = &mut |request: &Request| self.answer(request);
        property.breach(
            request,
            &mut Subject {
                answer,
                is_strict: false,
            },
        )
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Outcome {
        let request = match askable(request.clone(), self.instance.describe()) {
            Ok(request) => request,
            Err(skipped) => return skipped,
        };
        if self.limit.is_over() {
            return Outcome::Fault(Fault::NotRun("the time is over".to_owned()));
        }
        let outcome = self.instance.answer(&request).outcome;
        if let Outcome::Fault(Fault::NotRun(reason)) = &outcome {
            self.given_up.get_or_insert_with(|| reason.clone());
            return outcome;
        }
        self.wrong.extend(judge_answer(&request, &outcome));
        self.sent.push(request);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::scripted::Scripted;

    const LONG: Duration = Duration::from_secs(60);

    /// The reference, which answers wrongly after two certain requests.
    fn start() -> Result<Box<dyn Implementation>, crate::observation::StartError> {
        let mut left = vec!["a-", "c-"];
        Ok(Box::new(Scripted::new(move |request: &Request| {
            left.retain(|&left| request.input != left.into());
            left.is_empty().then(|| Outcome::Value("poisoned".into()))
        })))
    }

    #[test]
    fn the_history_of_a_breach_is_made_minimal() {
        let request = |text: &str| Request::new("punycode", "decode", text.into());
        let breach = judge_answer(&request("bcher-kva"), &Outcome::Value("poisoned".into()));
        let breach = breach.expect("it is wrong");
        let reproduction = Reproduction {
            request: breach.request.clone(),
            history: Vec::new(),
            breach,
        };
        let fresh = Fresh::new(&start, None, Duration::ZERO);
        assert!(reproduction.show_afresh(&fresh).is_none());
        let before = ["x-", "c-", "y-", "a-", "z-", "tda", "-"].map(request);
        assert!(
            reproduction
                .after(before.to_vec())
                .show_afresh(&fresh)
                .is_some(),
            "it is poisoned"
        );
        let shown = reproduction
            .with_history(&before, &fresh, LONG)
            .expect("it shows again");
        assert_eq!(shown.history, [request("c-"), request("a-")]);
        let repetition = shown.repeat(&fresh).repetition;
        assert_eq!(repetition, Repetition { shown: 3, tries: 3 });
        assert!(
            reproduction
                .with_history(&before[..2], &fresh, LONG)
                .is_none()
        );
    }

    #[test]
    fn fresh_instances_have_two_seconds_or_a_third_of_the_time() {
        let fresh = Fresh::new(&start, None, LONG / 2);
        let share = fresh.allowance();
        assert!((10..12).contains(&share.as_secs()), "{share:?}");
        assert_eq!(fresh.cost(3), LONG / 2 * 3);
        fresh.count(LONG / 3);
        assert_eq!(fresh.allowance(), Duration::ZERO);
        let begun = Fresh::new(&start, Some(Instant::now() + LONG), Duration::ZERO);
        assert_eq!(begun.allowance(), FREE);
        assert!(begun.start().is_some() && begun.cost(1) < LONG);
    }
}
