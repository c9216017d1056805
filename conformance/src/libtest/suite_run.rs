//! The run that all tests of a process share. The first test that needs a result starts it.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

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

/// A run of checks, made when its first result is asked for.
pub(super) struct SuiteRun {
    start: Start,
    options: RunOptions,
    known: Known,
    /// The checks that tests will ask for.
    chosen: Mutex<Vec<Check>>,
    results: OnceLock<Results>,
}

/// The results of a run.
pub(super) struct Results {
    pub(super) checks: HashMap<String, CheckOutcome>,
    pub(super) likes: Vec<BehavesLike>,
    /// The fault of the run as a whole, which fails every test.
    pub(super) fault: Option<String>,
}

impl SuiteRun {
    pub(super) fn new(start: Start, options: RunOptions, known: Known) -> Self {
        let (chosen, results) = (Mutex::default(), OnceLock::new());
        Self { start, options, known, chosen, results }
    }

    /// Says which checks will be run.
    pub(super) fn choose(&self, checks: Vec<Check>) {
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = checks;
    }

    /// The results; the first call runs the checks.
    pub(super) fn results(&self) -> &Results {
        self.results.get_or_init(|| {
            let checks =
                std::mem::take(&mut *self.chosen.lock().unwrap_or_else(PoisonError::into_inner));
            self.run(&checks)
        })
    }

    fn run(&self, checks: &[Check]) -> Results {
        let mut results = Results { checks: HashMap::new(), likes: Vec::new(), fault: None };
        let mut update = Update::default();
        let recording = Recording {
            evidence: Evidence::OfFailures,
            diagnose: Some(behaves_like),
            known: self.known.failures(),
            ..Recording::default()
        };
        let mut sink = with_findings(|event: &Event| {
            if let Event::Case(case) = event {
                results.checks.insert(case.name.clone(), CheckOutcome::of(case));
            }
            update.take(event);
        });
        let end = record(checks, &*self.start, &self.options, &recording, &mut sink);
        drop(sink);
        match end {
            Ok(end) => results.likes = end.behaves_like,
            Err(error) => {
                results.fault = Some(format!("the implementation does not start: {error}"));
                return results;
            }
        }
        match self.known.renew(&update) {
            Ok(true) => results.forgive(),
            Ok(false) => {}
            Err(error) => results.fault = Some(format!("the baseline is not renewed: {error}")),
        }
        results
    }
}

impl Results {
    /// The baseline holds the failures now.
    fn forgive(&mut self) {
        let reason = || CheckOutcome::Ignored("the baseline was renewed by this run".to_owned());
        let is_in_it =
            |it: &CheckOutcome| matches!(it, CheckOutcome::Failed(_) | CheckOutcome::Wrong(_));
        self.checks.values_mut().filter(|it| is_in_it(it)).for_each(|it| *it = reason());
    }
}
