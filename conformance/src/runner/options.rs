//! How a run is done.

use std::time::Duration;

use acegate_vectors::Level;

use crate::event::RunStart;

/// Which events carry what was asked, what was expected and what was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// Those of all checks, as the report file holds them.
    #[default]
    OfAll,
    /// Those of the checks that did not pass. The text report shows no others, and without the rest
    /// a run costs half.
    OfFailures,
}

/// How a run is done.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many instances of the implementation work side by side.
    pub jobs: usize,
    /// The weakest level whose failures count.
    pub enforce: Level,
    /// Whether a refusal of another kind fails a check.
    pub strict_errors: bool,
    /// Whether a check fails that is right only when it is put alone and with more time.
    pub fail_slow: bool,
    /// How much is spent on faults before the implementation is given up.
    pub faults: FaultBudget,
    /// How long the run may take; `None` for as long as it needs.
    pub total_time: Option<Duration>,
    /// Whether failures are compared with the known deviations.
    pub diagnose: bool,
    /// Which events are complete.
    pub evidence: Evidence,
    /// The facts of the run that are known already.
    pub start: RunStart,
}

/// How much is spent on faults before the implementation is given up. The checks that are left are
/// not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultBudget {
    /// How many faults there may be; `None` for any number.
    pub count: Option<u32>,
    /// How much time may be lost to them; `None` for any.
    pub time: Option<Duration>,
}

impl FaultBudget {
    /// No implementation is given up, however often it fails.
    pub const UNLIMITED: Self = Self { count: None, time: None };
}

impl Default for FaultBudget {
    /// Fifty faults, or a minute.
    fn default() -> Self {
        Self { count: Some(50), time: Some(Duration::from_secs(60)) }
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            jobs: 1,
            enforce: Level::Must,
            strict_errors: false,
            fail_slow: false,
            faults: FaultBudget::default(),
            total_time: None,
            diagnose: true,
            evidence: Evidence::OfAll,
            start: RunStart::default(),
        }
    }
}
