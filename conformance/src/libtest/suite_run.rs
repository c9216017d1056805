//! The run that all tests of a process share.

use std::collections::HashMap;

use acegate_vectors::Check;

use super::known::Known;
use super::outcome::CheckOutcome;
use crate::baseline::Update;
use crate::event::{BehavesLike, Event, Evidence, Recording, record};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::Implementation;
use crate::observation::StartError;
use crate::runner::RunOptions;

/// A function that starts an implementation, from any thread.
pub(super) type Start =
    Box<dyn Fn() -> Result<Box<dyn Implementation>, StartError> + Send + Sync + 'static>;

/// The results of a run.
pub(super) struct Results {
    pub(super) checks: HashMap<String, CheckOutcome>,
    pub(super) likes: Vec<BehavesLike>,
    /// The fault of the run as a whole, which fails every test.
    pub(super) fault: Option<String>,
}

impl Results {
    /// Runs the checks.
    pub(super) fn of_run(
        start: &Start,
        options: &RunOptions,
        known: &Known,
        checks: &[Check],
    ) -> Self {
        let mut results = Self { checks: HashMap::new(), likes: Vec::new(), fault: None };
        let mut update = Update::default();
        let recording = Recording {
            evidence: Evidence::OfFailures,
            diagnose: Some(behaves_like),
            known: known.failures(),
            ..Recording::default()
        };
        let mut sink = with_findings(|event: &Event| {
            if let Event::Case(case) = event {
                results.checks.insert(case.name.clone(), CheckOutcome::of(case));
            }
            update.take(event);
        });
        let end = record(checks, &**start, options, &recording, &mut sink);
        drop(sink);
        match end {
            Ok(end) => results.likes = end.behaves_like,
            Err(error) => {
                results.fault = Some(format!("the implementation does not start: {error}"));
                return results;
            }
        }
        match known.renew(&update) {
            Ok(true) => results.forgive(),
            Ok(false) => {}
            Err(error) => results.fault = Some(format!("the baseline is not renewed: {error}")),
        }
        results
    }

    /// The baseline holds the failures now.
    fn forgive(&mut self) {
        let reason = || CheckOutcome::Ignored("the baseline was renewed by this run".to_owned());
        let is_in_it =
            |it: &CheckOutcome| matches!(it, CheckOutcome::Failed(_) | CheckOutcome::Wrong(_));
        self.checks.values_mut().filter(|it| is_in_it(it)).for_each(|it| *it = reason());
    }
}
