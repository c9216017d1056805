//! The results of a run, handed on while it goes on.

use std::time::Duration;

use acegate_vectors::Check;

use super::confirm::Confirmation;
use super::growth::Growth;
use crate::judge::Judgement;
use crate::observation::Observation;
use crate::protocol::Description;

/// Watches a run. Whatever keeps, writes or shows results implements it.
pub trait Observer<'a> {
    /// The implementation has started and describes itself like this.
    fn started(&mut self, description: &Description);

    /// A check is done. Every check of the run is handed on exactly once.
    ///
    /// With one job the checks come in their order, except that a check which is not sent may come
    /// before the one in front of it: that one waits until its reply is known to be complete.
    fn checked(&mut self, result: CheckResult<'a>);
}

/// The result of one check.
#[derive(Clone, Debug)]
pub struct CheckResult<'a> {
    /// The check.
    pub check: &'a Check,
    /// The observation.
    pub observation: Observation,
    /// The verdict on the observation, with its details.
    pub judgement: Judgement,
    /// Whether a fault showed again: `Unrepeated`, `Same`, `OrderDependent` or `Slow`.
    pub confirmation: Confirmation,
    /// Whether the result counts against the implementation.
    pub unexpected: bool,
}

/// The facts that are known when every check is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// The operations whose time grows faster than the length of their input.
    pub growth: Vec<Growth>,
    /// Facts that belong to no check, each said once.
    pub remarks: Vec<String>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// How long the run took.
    pub elapsed: Duration,
}
