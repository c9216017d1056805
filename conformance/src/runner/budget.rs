//! When an implementation is given up.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::options::RunOptions;
use crate::implementation::Fault;

/// How many faults of a kind are put again alone. After that an implementation is known well enough.
const CONFIRMED_OF_A_KIND: u32 = 5;

/// What all workers of a run have spent on faults.
#[derive(Debug)]
pub(super) struct Budget {
    options: RunOptions,
    begun: Instant,
    spent: Mutex<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    faults: u32,
    lost: Duration,
    confirmed: BTreeMap<&'static str, u32>,
}

impl Budget {
    pub(super) fn new(options: &RunOptions, begun: Instant) -> Self {
        Self { options: options.clone(), begun, spent: Mutex::default() }
    }

    /// Counts a fault, and the time that it and putting it again took. A failure that the
    /// implementation reports itself costs no restart, so it does not count.
    pub(super) fn count(&self, fault: &Fault, lost: Duration) {
        if !matches!(fault, Fault::Caught(_) | Fault::NotRun(_)) {
            let mut spent = self.spent();
            spent.faults += 1;
            spent.lost += lost;
        }
    }

    /// Whether one more fault of this kind is put again alone.
    pub(super) fn takes_confirmation(&self, fault: &Fault) -> bool {
        let mut spent = self.spent();
        let count = spent.confirmed.entry(fault.code()).or_default();
        *count += 1;
        *count <= CONFIRMED_OF_A_KIND
    }

    /// Why no further check is put; `None` while there is budget left.
    pub(super) fn exhausted(&self) -> Option<String> {
        if let Some(total) = self.options.total_time
            && self.begun.elapsed() >= total
        {
            return Some(format!("the run has taken {total:?} (--total-timeout)"));
        }
        let spent = self.spent();
        let budget = self.options.faults;
        if budget.count.is_some_and(|count| spent.faults >= count) {
            return Some(format!("given up after {} faults (--fault-budget)", spent.faults));
        }
        if budget.time.is_some_and(|time| spent.lost >= time) {
            let lost = spent.lost.as_secs_f64();
            return Some(format!("given up after {lost:.0} s lost to faults (--fault-budget)"));
        }
        None
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::Death;
    use crate::runner::FaultBudget;

    const CRASH: Fault = Fault::Died(Death::Exited(3));

    fn budget(faults: FaultBudget, total_time: Option<Duration>) -> Budget {
        Budget::new(&RunOptions { faults, total_time, ..RunOptions::default() }, Instant::now())
    }

    #[test]
    fn fifty_faults_are_enough() {
        let budget = budget(FaultBudget::default(), None);
        for _ in 0..49 {
            budget.count(&CRASH, Duration::ZERO);
        }
        assert_eq!(budget.exhausted(), None);
        budget.count(&CRASH, Duration::ZERO);
        assert!(budget.exhausted().is_some_and(|reason| reason.contains("after 50 faults")));
    }

    #[test]
    fn a_minute_lost_to_faults_is_enough() {
        let budget = budget(FaultBudget::default(), None);
        budget.count(&CRASH, Duration::from_secs(59));
        assert_eq!(budget.exhausted(), None);
        budget.count(&CRASH, Duration::from_secs(1));
        assert!(budget.exhausted().is_some_and(|reason| reason.contains("60 s lost")));
    }

    #[test]
    fn failures_that_the_implementation_reports_itself_do_not_count() {
        let budget = budget(FaultBudget::default(), None);
        for _ in 0..200 {
            budget.count(&Fault::Caught("panic".into()), Duration::from_secs(1));
        }
        assert_eq!(budget.exhausted(), None);
    }

    #[test]
    fn without_a_limit_no_implementation_is_given_up() {
        let budget = budget(FaultBudget::UNLIMITED, None);
        for _ in 0..200 {
            budget.count(&CRASH, Duration::from_secs(10));
        }
        assert_eq!(budget.exhausted(), None);
    }

    #[test]
    fn the_time_of_the_whole_run_is_a_limit_of_its_own() {
        let budget = budget(FaultBudget::UNLIMITED, Some(Duration::ZERO));
        assert!(budget.exhausted().is_some_and(|reason| reason.contains("--total-timeout")));
    }

    #[test]
    fn five_faults_of_each_kind_are_put_again() {
        let budget = budget(FaultBudget::default(), None);
        let taken = |fault: &Fault| (0..9).filter(|_| budget.takes_confirmation(fault)).count();
        assert_eq!(taken(&CRASH), 5);
        assert_eq!(taken(&Fault::OutputLimit { limit: 1 }), 5);
        assert_eq!(taken(&Fault::Died(Death::Signalled(11))), 0, "a crash is a crash");
    }
}
