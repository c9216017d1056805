//! Implementations for tests: the reference with some outcomes changed, and deviations.

use std::time::Duration;

use acegate_deviations::{DeviantCodec, find};

use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Observation, Outcome};
use crate::protocol::{Description, Request};

/// The reference, whose outcome of each request is handed through a function.
pub(super) struct Altered<F>(InProcess, F);

impl<F: FnMut(&Request, Outcome) -> Outcome + Send> Altered<F> {
    pub(super) fn new(alter: F) -> Self {
        Self(InProcess::registry(Registry::Reference), alter)
    }
}

impl<F: FnMut(&Request, Outcome) -> Outcome + Send> Implementation for Altered<F> {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let outcome = self.0.answer(request).outcome;
        Observation::new((self.1)(request, outcome), Duration::ZERO)
    }
}

pub(super) fn deviant(id: &str) -> InProcess {
    let codec = find(id).and_then(DeviantCodec::new).expect("a deviation");
    InProcess::new(id, "", vec![Box::new(codec)])
}
