//! The results of a run, handed on during the run.

use std::time::Duration;

use acegate_vectors::Check;

use super::confirm::Confirmation;
use super::growth::Growth;
use crate::judge::Judgement;
use crate::observation::Observation;
use crate::protocol::Description;

/// A receiver of results, which it keeps, writes or shows.
pub trait Observer<'a> {
    /// Takes the description that the implementation gives of itself after its start.
    fn started(&mut self, description: &Description);

    /// Takes the result of one check. Every check of the run is handed on exactly once.
    ///
    /// With one job, results come in the order of the checks, with one exception. A result waits until
    /// its reply is known to be complete. If the next check is not sent, its result comes first.
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
    /// The conclusion about a fault: `Unrepeated`, `Same`, `OrderDependent` or `Slow`.
    pub confirmation: Confirmation,
    /// Whether the result counts against the implementation.
    pub unexpected: bool,
}

/// The facts that are known after the last check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// The operations whose time grows faster than the length of their input.
    pub growth: Vec<Growth>,
    /// Facts that belong to no check, each of them once.
    pub remarks: Vec<String>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// How long the run took.
    pub elapsed: Duration,
}
