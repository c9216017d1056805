//! One instance of the implementation at work on the checks that are left.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use acegate_vectors::Check;

use super::budget::Budget;
use super::confirm::{
    Confirmation, deserves_confirmation, is_fault, is_unasked, may_blame_previous,
};
use super::growth::Suspects;
use super::options::RunOptions;
use super::pending::Pending;
use super::record::case_event;
use crate::event::CaseEvent;
use crate::implementation::Implementation;
use crate::interrupt;
use crate::observation::{Fault, Observation, Outcome, ProtocolFault};
use crate::protocol::Request;
use crate::suite::{Screened, screen};

/// What a worker reports.
pub(super) enum Message {
    /// A check is done: its event, its place in the list, and its outcome.
    Case(Box<CaseEvent>, usize, Outcome),
    /// Something that only the end of the implementation showed.
    Remark(String),
}

/// The checks that are left, shared by all workers.
pub(super) struct Queue<'a> {
    pub(super) checks: &'a [Check],
    pub(super) next: AtomicUsize,
    pub(super) options: &'a RunOptions,
    pub(super) budget: Budget,
    pub(super) suspects: Suspects,
}

impl<'a> Queue<'a> {
    /// Puts checks to the implementation until none is left.
    pub(super) fn work(
        &self,
        mut implementation: Box<dyn Implementation>,
        send: &mut dyn FnMut(Message),
    ) {
        let implementation = implementation.as_mut();
        let mut previous: Option<Pending<'a>> = None;
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(check) = self.checks.get(index) else {
                break;
            };
            let request = match self.request(check, implementation) {
                Ok(request) => request,
                Err(outcome) => {
                    let observation = Observation::new(outcome, Duration::ZERO);
                    let pending = Pending { index, check, observation, confirmation: None };
                    send(self.message(pending));
                    continue;
                }
            };
            let (observation, confirmation) = self.ask(implementation, &request, previous.as_mut());
            let pending = Pending { index, check, observation, confirmation };
            if let Some(previous) = previous.replace(pending) {
                send(self.message(previous));
            }
        }
        for fault in implementation.finish() {
            match (&fault, &mut previous) {
                (Fault::Protocol(ProtocolFault::IgnoresEnd { .. }), _) | (_, None) => {
                    send(Message::Remark(fault.to_string()));
                }
                (_, Some(previous)) => {
                    previous.take_blame(implementation, &fault, false);
                }
            }
        }
        if let Some(previous) = previous {
            send(self.message(previous));
        }
    }

    /// The request for a check, or the outcome of a check that is not put.
    fn request(
        &self,
        check: &Check,
        implementation: &dyn Implementation,
    ) -> Result<Request, Outcome> {
        let request = match screen(check, implementation.describe()) {
            Screened::Put(request) => request,
            Screened::Skip(reason, text) => return Err(Outcome::Skipped(reason, text)),
        };
        if interrupt::requested() {
            return Err(Outcome::Fault(Fault::NotRun("interrupted".into())));
        }
        match self.budget.exhausted() {
            Some(reason) => Err(Outcome::Fault(Fault::NotRun(reason))),
            None => Ok(request),
        }
    }

    /// Puts a request, and after a fault finds out whose it is.
    fn ask(
        &self,
        implementation: &mut dyn Implementation,
        request: &Request,
        previous: Option<&mut Pending<'_>>,
    ) -> (Observation, Option<Confirmation>) {
        let (begun, waited) = (Instant::now(), implementation.waited());
        let observation = implementation.answer(request);
        self.suspects.add(request, observation.elapsed);
        let fault = match &observation.outcome {
            Outcome::Fault(fault) if deserves_confirmation(fault) => fault.clone(),
            _ => return (observation, None),
        };
        let found = if self.budget.takes_confirmation(&fault) {
            self.confirm(implementation, request, previous, observation, &fault)
        } else if let (true, Some(previous)) = (is_unasked(&fault), previous) {
            previous.observation = observation;
            (implementation.answer(request), None)
        } else {
            (observation, None)
        };
        let lost = match (waited, implementation.waited()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => begun.elapsed(),
        };
        self.budget.count(&fault, lost);
        found
    }

    /// Puts a request again whose first answer was a fault.
    fn confirm(
        &self,
        implementation: &mut dyn Implementation,
        request: &Request,
        previous: Option<&mut Pending<'_>>,
        first: Observation,
        fault: &Fault,
    ) -> (Observation, Option<Confirmation>) {
        let alone = implementation.answer_alone(request);
        let confirmation = Confirmation::from_outcome(fault, &alone.outcome);
        let of_previous = may_blame_previous(fault, confirmation)
            && previous.is_some_and(|previous| {
                // A fault that shows without the request before needs no other reason.
                let explained = !is_unasked(fault) || is_fault(&alone.outcome);
                previous.take_blame(implementation, fault, explained)
            });
        if of_previous || is_unasked(fault) && is_fault(&alone.outcome) {
            return (alone, None);
        }
        match confirmation {
            Confirmation::Slow if !self.options.fail_slow => (alone, Some(confirmation)),
            _ => (first, Some(confirmation)),
        }
    }

    fn message(&self, pending: Pending<'_>) -> Message {
        Message::Case(
            case_event(&pending, self.options),
            pending.index,
            pending.observation.outcome,
        )
    }
}
