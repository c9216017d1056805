//! The results of a run, handed on during the run.

use std::time::Duration;

use acegate_vectors::Check;
use serde::{Deserialize, Serialize};

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
    /// With one job, results come in the order of the checks, except that inputs longer than any name, and
    /// checks like those that timed out, come last. A result waits until its reply is known to be
    /// complete.
    fn checked(&mut self, result: CheckResult<'a>);

    /// Whether the results so far are enough: the remaining checks are then not run, but those that
    /// are sent already.
    fn is_enough(&self) -> bool {
        false
    }
}

/// The result of one check.
#[derive(Clone, Debug)]
pub struct CheckResult<'a> {
    /// The check.
    pub check: &'a Check,
    /// The index of the check in the run.
    pub index: usize,
    /// The observation.
    pub observation: Observation,
    /// The verdict on the observation, with its details.
    pub judgement: Judgement,
    /// The conclusion about a failure: `Unrepeated`, `Same`, `OrderDependent` or `Slow`.
    pub confirmation: Confirmation,
    /// Whether the result counts against the implementation.
    pub unexpected: bool,
    /// The fault that came while the check was run, if it cost a process.
    pub cost: Option<FaultCost>,
    /// The names of the checks after which it fails, in their order, if it depends on earlier requests;
    /// empty if they are not known.
    pub after: Vec<String>,
}

/// A fault that ended a process, and the time that it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FaultCost {
    /// The code of the fault, such as `timeout`.
    pub fault: String,
    /// The time lost to the fault and to the rerun, in microseconds.
    pub lost_us: u64,
    /// Whether it is a time limit that counts for nothing: it costs none of the fault budget.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_advisory: bool,
}

/// The part of a run that came before, where a run goes on that was cut off.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// The faults, which have used a part of the budget.
    pub costs: Vec<FaultCost>,
    /// The checks, with the time to their answers.
    pub asked: Vec<(Check, Duration)>,
    /// Whether its results are enough, so that no further check is run.
    pub is_enough: bool,
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
    /// Whether the run ended because the results were enough.
    pub stopped: bool,
    /// Why checks were not run, if a limit of the run was the reason.
    pub over: Option<String>,
    /// How long the run took.
    pub elapsed: Duration,
}
