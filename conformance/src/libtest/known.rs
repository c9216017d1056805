//! The known failures of a run, and their update.

use std::path::Path;
use std::rc::Rc;

use acegate_vectors::Check;

#[cfg(feature = "yaml")]
use crate::baseline::{Baseline, Update};
use crate::event::{Event, KnownFailures, StaleEntry};

/// The variable that renews the baseline.
const UPDATE: &str = "ACEGATE_UPDATE_BASELINE";

/// The known failures.
#[cfg(feature = "yaml")]
#[derive(Default)]
pub(super) struct Known {
    baseline: Option<Baseline>,
    /// The reason for new failures, if the file is to be renewed.
    reason: Option<String>,
    update: Update,
}

#[cfg(feature = "yaml")]
impl Known {
    /// The failures in this file; none if there is no file.
    pub(super) fn read(
        path: Option<&Path>,
        is_grouped: bool,
        checks: &[Check],
    ) -> Result<Self, String> {
        let reason = std::env::var(UPDATE).ok();
        let Some(path) = path else {
            return match reason {
                None => Ok(Self::default()),
                Some(_) => Err(format!("{UPDATE} needs ACEGATE_BASELINE")),
            };
        };
        if reason.is_some() && is_grouped {
            // Each process would write only what it has seen.
            return Err(format!(
                "{UPDATE} needs all tests in one process: use cargo test"
            ));
        }
        let baseline = Baseline::for_run(path, reason.is_some(), checks)?;
        Ok(Self {
            baseline: Some(baseline),
            reason,
            update: Update::default(),
        })
    }

    /// The failures in the form that a run takes.
    pub(super) fn failures(&self) -> Option<Rc<dyn KnownFailures>> {
        self.baseline
            .as_ref()
            .map(|baseline| Rc::new(baseline.clone()) as _)
    }

    /// The entries whose checks are not in the suite; `None` if there is no baseline, or if it is to
    /// be renewed.
    pub(super) fn stale(&self) -> Option<Vec<StaleEntry>> {
        let baseline = self.baseline.as_ref().filter(|_| self.reason.is_none());
        baseline.map(KnownFailures::stale)
    }

    /// Takes an event of the run.
    pub(super) fn take(&mut self, event: &Event) {
        self.update.take(event);
    }

    /// Writes the file with the results of the run, if it is to be renewed. Returns whether it is.
    pub(super) fn renew(&self) -> Result<bool, String> {
        let (Some(baseline), Some(reason)) = (&self.baseline, &self.reason) else {
            return Ok(false);
        };
        baseline.renew(&self.update, Some(reason)).map(|_| true)
    }
}

/// No known failures: the file of them is YAML.
#[cfg(not(feature = "yaml"))]
pub(super) struct Known;

#[cfg(not(feature = "yaml"))]
impl Known {
    pub(super) fn read(path: Option<&Path>, _: bool, _: &[Check]) -> Result<Self, String> {
        if path.is_none() && std::env::var_os(UPDATE).is_none() {
            return Ok(Self);
        }
        let features = "features = [\"libtest\", \"yaml\"]";
        Err(format!(
            "known failures are a YAML file: acegate reads it with {features}"
        ))
    }

    pub(super) fn failures(&self) -> Option<Rc<dyn KnownFailures>> {
        None
    }

    pub(super) fn stale(&self) -> Option<Vec<StaleEntry>> {
        None
    }

    pub(super) fn take(&mut self, _: &Event) {}

    pub(super) fn renew(&self) -> Result<bool, String> {
        Ok(false)
    }
}
