//! The options of a run.

use std::time::Duration;

use acegate_vectors::Level;

/// The options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The number of instances of the implementation that work at the same time.
    pub jobs: usize,
    /// The weakest level whose failures count.
    pub enforce: Level,
    /// Fails a check if the kind of its error is not an expected one.
    pub strict_errors: bool,
    /// Fails a check that is right only alone and with more time.
    pub strict_time: bool,
    /// How much is spent on faults before the implementation is given up.
    pub faults: FaultBudget,
    /// The longest time for the run; `None` for no limit.
    pub total_time: Option<Duration>,
}

/// How much is spent on faults before the implementation is given up. The remaining checks are not
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultBudget {
    /// The number of faults after which it is given up; `None` for no limit.
    pub count: Option<u32>,
    /// The time lost to faults after which it is given up; `None` for no limit.
    pub time: Option<Duration>,
}

impl FaultBudget {
    /// The sentence that an implementation is given up after this many faults, and what to do.
    pub(crate) fn given_up(faults: u64) -> String {
        let noun = if faults == 1 { "fault" } else { "faults" };
        Self::given_up_after(&format!("{faults} {noun}"))
    }

    /// The sentence that an implementation is given up after faults of this cost, and what to do.
    pub(crate) fn given_up_after(cost: &str) -> String {
        format!(
            "given up after {cost}: let the program catch its exceptions and reply `crash`, which ends no \
             process, or raise --fault-budget"
        )
    }

    /// No implementation is given up, however often it fails.
    pub const UNLIMITED: Self = Self {
        count: None,
        time: None,
    };

    /// The faults that a check may cost: half a percent of the suite.
    pub const FAULTS: u32 = 50;

    /// The time for each fault, so that 50 faults have a minute.
    const TIME_PER_FAULT: Duration = Duration::from_millis(1200);

    /// The budget for this many faults, with a time that grows with it; 0 is no limit.
    #[must_use]
    pub fn of(count: u32) -> Self {
        if count == 0 {
            return Self::UNLIMITED;
        }
        Self {
            count: Some(count),
            time: Some(Self::TIME_PER_FAULT.saturating_mul(count)),
        }
    }
}

impl Default for FaultBudget {
    /// Fifty faults, or a minute.
    fn default() -> Self {
        Self::of(Self::FAULTS)
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            jobs: 1,
            enforce: Level::Must,
            strict_errors: false,
            strict_time: false,
            faults: FaultBudget::default(),
            total_time: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_has_a_minute_for_fifty_faults_and_none_for_no_limit() {
        let minute = Some(Duration::from_secs(60));
        let default = FaultBudget::default();
        assert_eq!((default.count, default.time), (Some(50), minute));
        assert_eq!(FaultBudget::of(100).time, Some(Duration::from_secs(120)));
        assert_eq!(FaultBudget::of(0), FaultBudget::UNLIMITED);
    }
}
