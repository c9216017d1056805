//! `--baseline` and `--update-baseline` of `acegate check`.

use std::path::Path;
use std::rc::Rc;

use acegate_vectors::Check;

use super::arguments::BaselineArguments;
use super::output::{Ended, Output};
use crate::baseline::{Baseline, Update};
use crate::event::{BaselineVerdict, CaseEvent, Event, KnownFailures, StaleEntry};
use crate::judge::ExitStatus;

/// A baseline with every failure of the run that counts.
#[derive(Debug)]
struct Renewed(Rc<Baseline>);

impl KnownFailures for Renewed {
    fn verdict(&self, case: &CaseEvent, digest: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        let is_new = case.unexpected && case.verdict.is_failure();
        let new = is_new.then_some(BaselineVerdict::ExpectedFailure);
        self.0.verdict(case, digest).or(new)
    }

    fn stale(&self) -> Vec<StaleEntry> {
        self.0.stale()
    }
}

/// The baseline of a run, and its update if one is wanted.
pub(super) struct KnownRun<'a> {
    path: &'a Path,
    reason: Option<&'a str>,
    baseline: Rc<Baseline>,
    update: Option<Update>,
}

impl<'a> KnownRun<'a> {
    /// The baseline that the arguments name; `None` if they name none.
    ///
    /// # Errors
    ///
    /// The sentence to print, if the file cannot be read or is not a baseline. A file that is missing
    /// is an empty baseline if it is to be updated.
    pub(super) fn new(
        arguments: &'a BaselineArguments,
        suite: &[Check],
    ) -> Result<Option<Self>, String> {
        let Some(path) = &arguments.baseline else { return Ok(None) };
        let update = arguments.update_baseline.then(Update::default);
        let reason = arguments.reason.as_deref();
        let is_new = update.is_some() && !path.exists();
        if is_new && reason.is_none_or(|reason| reason.trim().is_empty()) {
            let path = path.display();
            return Err(format!(
                "{path} is made by this run: give --reason TEXT for what it holds"
            ));
        }
        let baseline = Rc::new(Baseline::for_run(path, update.is_some(), suite)?);
        Ok(Some(Self { path, reason, baseline, update }))
    }

    /// The failures that count as known. If new ones get a reason, they do from this run on.
    pub(super) fn known(&self) -> Rc<dyn KnownFailures> {
        match self.update.is_some() && self.reason.is_some() {
            true => Rc::new(Renewed(self.baseline.clone())),
            false => self.baseline.clone(),
        }
    }

    /// Takes an event of the run.
    pub(super) fn take(&mut self, event: &Event) {
        self.update.iter_mut().for_each(|update| update.take(event));
    }

    /// Writes the renewed baseline, if one is wanted, and returns the exit status of the run.
    pub(super) fn finish(self, status: ExitStatus, output: &Output) -> Ended {
        let Some(update) = self.update else { return Ok(status) };
        if !matches!(status, ExitStatus::AsExpected | ExitStatus::Unexpected) {
            output.note("the baseline is not renewed: the run did not come to its end");
            return Ok(status);
        }
        let summary = self.baseline.renew(&update, self.reason)?;
        output.note(format!("{}: {summary}", self.path.display()));
        Ok(ExitStatus::AsExpected)
    }
}
