//! Implementations: one trait, and the three ways to reach something that has it.
//!
//! In: a request. Out: an observation. [`InProcess`] calls a Rust type, [`Subprocess`] talks to a
//! program in the line protocol, and [`OneShot`] starts a command for each request. An
//! [`ImplementationSource`] makes one of the three from the words of a user.

mod in_process;
#[cfg(feature = "process")]
mod program;

pub use in_process::{CaughtPanic, Functions, InProcess, Registry, catch_panic};
#[cfg(feature = "process")]
pub use program::{
    Adapter, CommandLineError, ImplementationSource, InputForm, Manifest, OneShot, OneShotSpec,
    OutputForm, PackageManager, Subprocess, Template, TemplateError, adapters, where_unbundled,
};

use std::time::Duration;

use crate::observation::{Fault, Observation, StartError};
use crate::protocol::{Description, Request};

/// An implementation that can be checked.
///
/// A Rust type implements this trait; a program is reached through [`Subprocess`] or [`OneShot`]. An
/// answer is never an error: every fault is an [`Outcome`](crate::observation::Outcome).
pub trait Implementation: Send {
    /// The description that the implementation gives of itself.
    fn describe(&self) -> &Description;

    /// Answers one request.
    fn answer(&mut self, request: &Request) -> Observation;

    /// Answers several requests, in their order, up to the first fault that ends the process. A program
    /// that reads ahead is sent several at once.
    fn answer_all(&mut self, requests: &[&Request]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(requests.len());
        for request in requests {
            let observation = self.answer(request);
            let is_over = observation.end().is_some();
            observations.push(observation);
            if is_over {
                break;
            }
        }
        observations
    }

    /// Answers one request in a fresh state, so that no earlier request can matter.
    ///
    /// An implementation without state answers as always.
    fn answer_alone(&mut self, request: &Request) -> Observation {
        self.answer(request)
    }

    /// Whether a new process answers each request, so that no earlier request can matter.
    fn is_new_each_time(&self) -> bool {
        false
    }

    /// The CPU time that it has used so far; `None` if that is not known.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// How long its caller has waited for it so far, whatever the load of the machine; `None` if only
    /// the clock is known.
    fn waited(&self) -> Option<Duration> {
        None
    }

    /// A sentence on what its supervisor cannot contain on this system; `None` if it contains everything.
    fn not_held(&self) -> Option<&str> {
        None
    }

    /// A sentence on memory that outlives its processes; `None` if there is none.
    fn left_memory(&self) -> Option<String> {
        None
    }

    /// Ends the implementation. Returns the faults that only its end shows.
    fn finish(&mut self) -> Vec<Fault> {
        Vec::new()
    }
}

/// A function that starts an implementation, called once for each job of a run.
pub type Starter<'a> = dyn Fn() -> Result<Box<dyn Implementation>, StartError> + Sync + 'a;
