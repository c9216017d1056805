//! How much is spent on faults, and when an implementation is given up.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::observer::FaultCost;
use super::options::{FaultBudget, RunOptions};
use crate::clock::Moment;
use crate::observation::Fault;

/// How many checks with a fault of one kind are sent again, whatever that costs.
const REPEATED_OF_A_KIND: u32 = 5;

/// The average cost of a fault of one kind up to which further ones are also repeated. A crash costs
/// a restart, a hang the whole time limit.
const CHEAP: Duration = Duration::from_millis(100);

/// How much of acegate's own processor time a reply may take. Nearly all take a tenth of that.
const FREE: Duration = Duration::from_millis(5);

/// The faults of a run so far, and the limits on them. All workers share it.
#[derive(Debug)]
pub(super) struct Budget {
    options: RunOptions,
    begun: Moment,
    /// The faults that count, and the time limits that do not.
    spent: Mutex<[Spent; 2]>,
}

#[derive(Debug, Default)]
struct Spent {
    all: Faults,
    /// By the code of the fault.
    kinds: BTreeMap<String, Faults>,
}

#[derive(Debug, Default)]
struct Faults {
    count: u32,
    lost: Duration,
}

impl Budget {
    /// The budget for a run whose earlier part had these faults.
    pub(super) fn new(options: &RunOptions, begun: Moment, earlier: &[FaultCost]) -> Self {
        let budget = Self {
            options: options.clone(),
            begun,
            spent: Mutex::default(),
        };
        for cost in earlier {
            budget.add(cost);
        }
        budget
    }

    /// Counts a fault, and the time lost to it and to its repetition. Returns both, unless the fault
    /// has cost no process. An advisory time limit costs none of the budget.
    pub(super) fn count(
        &self,
        fault: &Fault,
        lost: Duration,
        is_advisory: bool,
    ) -> Option<FaultCost> {
        if !fault.costs_a_process() {
            return None;
        }
        let lost_us = u64::try_from(lost.as_micros()).unwrap_or(u64::MAX);
        let is_advisory = is_advisory && matches!(fault, Fault::Timeout { .. });
        let cost = FaultCost {
            fault: fault.code().to_owned(),
            lost_us,
            is_advisory,
        };
        self.add(&cost);
        Some(cost)
    }

    fn add(&self, cost: &FaultCost) {
        let spent = &mut self.spent()[usize::from(cost.is_advisory)];
        for faults in [
            &mut spent.all,
            spent.kinds.entry(cost.fault.clone()).or_default(),
        ] {
            faults.count += 1;
            faults.lost += Duration::from_micros(cost.lost_us);
        }
    }

    /// Counts the processor time that acegate itself has spent on a reply and its check. The time that any reply
    /// may take is free.
    pub(super) fn count_own(&self, spent: Duration) {
        self.spent()[0].all.lost += spent.saturating_sub(FREE);
    }

    /// Whether the check is sent again, alone, after this fault: always after the first five faults of
    /// a kind, and after later ones only while such faults cost little time.
    pub(super) fn allows_repetition(&self, fault: &Fault) -> bool {
        let spent = self.spent();
        let is_cheap =
            |kind: &Faults| kind.count < REPEATED_OF_A_KIND || kind.lost < CHEAP * kind.count;
        let mut kinds = spent
            .iter()
            .filter_map(|spent| spent.kinds.get(fault.code()));
        fault.costs_a_process() && kinds.all(is_cheap)
    }

    /// Why no further input is sent that may be slow: as much time as the budget has for faults went into
    /// waiting for such inputs.
    pub(super) fn too_slow(&self) -> Option<String> {
        let lost = self.spent()[1].all.lost;
        if lost < self.options.faults.time? {
            return None;
        }
        Some(format!(
            "long inputs took {:.0} s without an answer (--fault-budget)",
            lost.as_secs_f64()
        ))
    }

    /// The reason why no further check is sent; `None` while there is budget left.
    pub(super) fn exhausted(&self) -> Option<String> {
        if let Some(total) = self.options.total_time
            && self.begun.elapsed() >= total
        {
            return Some(format!("the run has taken {total:?} (--total-timeout)"));
        }
        let spent = &self.spent()[0].all;
        let budget = self.options.faults;
        if budget.count.is_some_and(|count| spent.count >= count) {
            return Some(FaultBudget::given_up(spent.count.into()));
        }
        if budget.time.is_some_and(|time| spent.lost >= time) {
            let lost = spent.lost.as_secs_f64();
            let cost = format!("{lost:.0} s lost to faults and long replies");
            return Some(FaultBudget::given_up_after(&cost));
        }
        None
    }

    fn spent(&self) -> MutexGuard<'_, [Spent; 2]> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Death, Exhausted, Stream};

    const CRASH: Fault = Fault::Died(Death::Exited(3));
    const FLOOD: Fault = Fault::OutputLimit {
        limit: 1,
        stream: Stream::Output,
    };

    fn budget(faults: FaultBudget, total_time: Option<Duration>) -> Budget {
        let options = RunOptions {
            faults,
            total_time,
            ..RunOptions::default()
        };
        Budget::new(&options, Moment::now(), &[])
    }

    /// A budget in which so many of these faults are counted, each with the milliseconds lost to it.
    fn spent(faults: FaultBudget, count: u32, fault: &Fault, lost: u64) -> Budget {
        let budget = budget(faults, None);
        for _ in 0..count {
            budget.count(fault, Duration::from_millis(lost), false);
        }
        budget
    }

    fn assert_over(budget: &Budget, expected: &str) {
        let why = budget.exhausted().unwrap_or_default();
        assert!(
            why.contains(expected) && why.is_empty() == expected.is_empty(),
            "{why}"
        );
    }

    #[test]
    fn fifty_faults_or_a_minute_are_enough_unless_there_is_no_limit() {
        let usual = FaultBudget::default();
        for (faults, count, fault, lost, expected) in [
            (usual, 49, CRASH, 0, ""),
            (usual, 50, CRASH, 0, "after 50 faults"),
            (usual, 1, CRASH, 59_999, ""),
            (usual, 1, CRASH, 60_000, "60 s lost"),
            // The implementation reports it itself.
            (usual, 200, Fault::Caught("panic".into()), 1000, ""),
            (FaultBudget::UNLIMITED, 200, CRASH, 10_000, ""),
        ] {
            assert_over(&spent(faults, count, &fault, lost), expected);
        }
        // The time of the whole run is a separate limit.
        let over = budget(FaultBudget::UNLIMITED, Some(Duration::ZERO));
        assert_over(&over, "--total-timeout");
    }

    #[test]
    fn faults_of_an_earlier_part_of_the_run_count() {
        let cost =
            budget(FaultBudget::default(), None).count(&CRASH, Duration::from_secs(1), false);
        let costs = vec![cost.expect("it costs a process"); 49];
        let budget = Budget::new(&RunOptions::default(), Moment::now(), &costs);
        assert_over(&budget, "");
        assert!(
            !budget.allows_repetition(&CRASH),
            "49 such faults took a second each"
        );
        budget.count(&CRASH, Duration::ZERO, false);
        assert_over(&budget, "after 50 faults");
    }

    #[test]
    fn replies_that_cost_acegate_much_time_count_and_others_do_not() {
        let budget = budget(FaultBudget::default(), None);
        (0..10_000).for_each(|_| budget.count_own(FREE));
        assert_over(&budget, "");
        (0..60).for_each(|_| budget.count_own(FREE + Duration::from_secs(1)));
        assert_over(&budget, "and long replies");
    }

    #[test]
    fn an_advisory_time_limit_costs_none_of_the_budget_and_has_a_bound_of_its_own() {
        let budget = budget(FaultBudget::default(), None);
        let limit = Duration::from_secs(2);
        let slow = Fault::Timeout {
            limit,
            partial: 0,
            exhausted: Exhausted::Cpu,
        };
        for _ in 0..60 {
            assert_eq!(budget.too_slow(), None);
            budget.count(&slow, Duration::from_secs(1), true);
        }
        assert_over(&budget, "");
        assert!(
            budget
                .too_slow()
                .is_some_and(|reason| reason.contains("60 s"))
        );
        // Any other fault costs a process.
        (0..50).for_each(|_| drop(budget.count(&CRASH, Duration::ZERO, true)));
        assert_over(&budget, "after 50 faults");
    }

    #[test]
    fn five_faults_of_a_kind_are_repeated_and_more_if_that_costs_little() {
        for (fault, cost, repeated) in [
            (CRASH, 30, 20),
            (CRASH, 300, 5),
            (FLOOD, 1000, 5),
            (Fault::Caught("panic".into()), 0, 0),
            (Fault::NotRun("gone".into()), 0, 0),
        ] {
            let budget = budget(FaultBudget::UNLIMITED, None);
            let is_repeated = |_: &u32| {
                let is_repeated = budget.allows_repetition(&fault);
                budget.count(&fault, Duration::from_millis(cost), false);
                is_repeated
            };
            assert_eq!((0..20).filter(is_repeated).count(), repeated, "{fault}");
        }
        // Each kind has its own count, and a crash is a crash.
        let budget = spent(FaultBudget::UNLIMITED, 9, &CRASH, 1000);
        assert!(!budget.allows_repetition(&Fault::Died(Death::Signalled(11))));
        assert!(budget.allows_repetition(&FLOOD));
    }
}
