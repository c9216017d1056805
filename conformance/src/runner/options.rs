//! How a run is done.

use std::time::Duration;

use acegate_vectors::Level;

/// How a run is done.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many instances of the implementation work side by side.
    pub jobs: usize,
    /// The weakest level whose failures count.
    pub enforce: Level,
    /// Whether a refusal of another kind fails a check.
    pub strict_errors: bool,
    /// Whether a check fails that is right only when it is sent alone and with more time.
    pub fail_slow: bool,
    /// How much is spent on faults before the implementation is given up.
    pub faults: FaultBudget,
    /// How long the run may take; `None` for as long as it needs.
    pub total_time: Option<Duration>,
}

/// How much is spent on faults before the implementation is given up. The remaining checks are not
/// run.
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
        }
    }
}
