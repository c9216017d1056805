//! What is checked: one trait, and three transports that give it.

mod adapters;
mod command_line;
mod in_process;
mod one_shot;
mod source;
mod subprocess;

pub use adapters::{Adapter, adapters};
pub use in_process::{InProcess, Registry};
pub use one_shot::{InputForm, OneShot, OneShotSpec, OutputForm, Template};
pub use source::ImplementationSource;
pub use subprocess::Subprocess;

use std::time::Duration;

use crate::observation::{Fault, Observation, StartError};
use crate::protocol::{Description, Request};

/// Something that can be checked.
///
/// A Rust type implements it directly; a program is reached through [`Subprocess`] or [`OneShot`].
/// Answering never fails: whatever goes wrong is an [`Outcome`](crate::observation::Outcome) of the request.
pub trait Implementation: Send {
    /// What the implementation says of itself.
    fn describe(&self) -> &Description;

    /// Answers one request.
    fn answer(&mut self, request: &Request) -> Observation;

    /// Answers one request in a fresh state, so that nothing asked before can matter.
    ///
    /// An implementation without a state to renew answers as always.
    fn answer_alone(&mut self, request: &Request) -> Observation {
        self.answer(request)
    }

    /// The CPU time that it has used so far; `None` if that cannot be told.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// How much time it has kept its caller waiting so far, counted so that the load of the machine
    /// does not matter; `None` if only the clock can tell.
    fn waited(&self) -> Option<Duration> {
        None
    }

    /// Ends the implementation. The faults are those that only its end shows.
    fn finish(&mut self) -> Vec<Fault> {
        Vec::new()
    }
}

/// Starts an implementation, once for every job of a run.
pub type Starter<'a> = dyn Fn() -> Result<Box<dyn Implementation>, StartError> + Sync + 'a;
