//! An implementation that is sent requests in batches, until the time is over or it is given up.

use std::time::{Duration, Instant};

use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::observation::{Observation, StartError};
use crate::protocol::{Description, Request};
use crate::runner::FaultBudget;

/// How much may be spent on an implementation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// When the run began.
    pub(crate) begun: Instant,
    /// The longest time of the run; `None` for no limit.
    pub(crate) time: Option<Duration>,
    /// How much is spent on faults before the implementation is given up.
    pub(crate) faults: FaultBudget,
}

/// An implementation that is sent requests in batches.
pub(crate) struct Asker {
    implementation: Box<dyn Implementation>,
    budget: Budget,
    faults: u32,
    lost: Duration,
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Interrupted,
    Late(Duration),
    GivenUp { faults: u32 },
}

impl End {
    pub(crate) fn sentence(self) -> String {
        match self {
            Self::Interrupted => "interrupted: not all requests were sent".to_owned(),
            Self::Late(time) => {
                let seconds = time.as_secs_f64();
                format!("not all requests were sent in {seconds} s (--time)")
            }
            Self::GivenUp { faults } => FaultBudget::given_up(faults.into()),
        }
    }
}

impl Asker {
    pub(crate) fn new(start: &Starter<'_>, budget: Budget) -> Result<Self, StartError> {
        Ok(Self {
            implementation: start()?,
            budget,
            faults: 0,
            lost: Duration::ZERO,
        })
    }

    pub(crate) fn describe(&self) -> &Description {
        self.implementation.describe()
    }

    /// The observations of a batch, sent again after each fault that ends the process. There are fewer of them if
    /// the run is over.
    pub(crate) fn observe(&mut self, requests: &[&Request]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(requests.len());
        while observations.len() < requests.len() && self.early_end().is_none() {
            let begun = Instant::now();
            let left = &requests[observations.len()..];
            observations.extend(self.implementation.answer_all(left));
            let is_fault = observations.last().is_some_and(|last| last.end().is_some());
            if is_fault {
                self.faults += 1;
                self.lost += begun.elapsed();
            }
        }
        observations
    }

    /// The observation of one request in a fresh state.
    pub(crate) fn observe_alone(&mut self, request: &Request) -> Observation {
        self.implementation.answer_alone(request)
    }

    /// Why no more requests are sent; `None` if they are.
    pub(crate) fn early_end(&self) -> Option<End> {
        if interrupt::requested() {
            return Some(End::Interrupted);
        }
        if let Some(time) = self.budget.time
            && self.budget.begun.elapsed() >= time
        {
            return Some(End::Late(time));
        }
        let FaultBudget { count, time } = self.budget.faults;
        let is_spent = count.is_some_and(|most| self.faults >= most)
            || time.is_some_and(|most| self.lost >= most);
        if !is_spent {
            return None;
        }
        Some(End::GivenUp {
            faults: self.faults,
        })
    }

    /// Ends the implementation. Returns the facts that belong to no request.
    pub(crate) fn finish(mut self) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        remarks.extend(self.implementation.not_held().map(str::to_owned));
        remarks.extend(self.implementation.left_memory());
        for fault in self.implementation.finish() {
            remarks.push(fault.to_string());
        }
        remarks
    }
}
