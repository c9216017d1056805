//! A result that waits until it is known whose the next fault is.

use acegate_vectors::Check;

use super::confirm::{Blame, Confirmation, blame};
use crate::implementation::Implementation;
use crate::observation::{Fault, Observation};
use crate::suite::request_for;

/// A result that waits for the next reply, which shows that nothing follows it.
pub(super) struct Pending<'a> {
    pub(super) index: usize,
    pub(super) check: &'a Check,
    pub(super) observation: Observation,
    /// What putting it again alone said of its fault; `None` if it was not put again.
    pub(super) confirmation: Option<Confirmation>,
}

impl Pending<'_> {
    /// Takes the fault that followed the reply, if it is this check's. Returns whether it is.
    pub(super) fn take_blame(
        &mut self,
        implementation: &mut dyn Implementation,
        fault: &Fault,
        explained: bool,
    ) -> bool {
        match blame(implementation, &request_for(self.check), fault, explained) {
            Blame::Previous(observation, order_dependent) => {
                self.observation = observation;
                self.confirmation = Some(if order_dependent {
                    Confirmation::OrderDependent
                } else {
                    Confirmation::Same
                });
                true
            }
            Blame::NotPrevious => false,
        }
    }
}
