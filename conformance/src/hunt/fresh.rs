//! Fresh instances, which a program may take seconds to start: they have a third of the time of a hunt.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::implementation::{Implementation, Starter};
use crate::interrupt;

/// The time that fresh instances have in any case.
const FREE: Duration = Duration::from_secs(2);

/// Starts instances, and counts the time that they cost.
pub(super) struct Fresh<'a> {
    starter: &'a Starter<'a>,
    begun: Instant,
    /// When the time of the hunt is over; `None` if it has none.
    end: Option<Instant>,
    spent: Cell<Duration>,
    /// How long the last start took.
    cost: Cell<Duration>,
}

impl<'a> Fresh<'a> {
    /// Starts instances for a hunt of which the first start took `cost`.
    pub(super) fn new(starter: &'a Starter<'a>, end: Option<Instant>, cost: Duration) -> Self {
        let (begun, spent) = (Instant::now() - cost, Cell::default());
        Self { starter, begun, end, spent, cost: Cell::new(cost) }
    }

    /// A fresh instance; `None` if it does not start.
    pub(super) fn start(&self) -> Option<Box<dyn Implementation>> {
        let begun = Instant::now();
        let instance = (self.starter)().ok();
        self.cost.set(begun.elapsed());
        self.count(begun.elapsed());
        instance
    }

    /// Does this and counts its time.
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

    /// Whether the time of the hunt is over.
    pub(super) fn is_over(&self) -> bool {
        self.left().is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{InProcess, Registry};

    #[test]
    fn fresh_instances_have_two_seconds_or_a_third_of_the_time() {
        let starter = || -> Result<Box<dyn Implementation>, crate::observation::StartError> {
            Ok(Box::new(InProcess::registry(Registry::Reference)))
        };
        let cost = Duration::from_secs(30);
        let fresh = Fresh::new(&starter, None, cost);
        let share = fresh.allowance();
        assert!((10..12).contains(&share.as_secs()), "{share:?}");
        assert_eq!(fresh.cost(3), cost * 3);
        fresh.spent.set(Duration::from_secs(20));
        assert_eq!(fresh.allowance(), Duration::ZERO);
        let begun = Fresh::new(&starter, Some(Instant::now() + cost), Duration::ZERO);
        assert!(begun.allowance() <= FREE && begun.start().is_some());
        assert!(begun.cost(1) < cost);
    }
}
