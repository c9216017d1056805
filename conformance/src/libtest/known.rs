//! The known failures of a run, and their update.

use std::fmt;
use std::path::Path;
use std::rc::Rc;

use acegate_vectors::Check;

#[cfg(feature = "yaml")]
use crate::baseline::{Baseline, BaselineError, Update};
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
    ) -> Result<Self, KnownError> {
        let reason = std::env::var(UPDATE).ok();
        let Some(path) = path else {
            if reason.is_some() {
                return Err(KnownError::NoFile);
            }
            return Ok(Self::default());
        };
        if reason.is_some() && is_grouped {
            // Each process would write only what it has seen.
            return Err(KnownError::ManyProcesses);
        }
        let baseline = Baseline::for_run(path, reason.is_some(), checks);
        Ok(Self {
            baseline: Some(baseline.map_err(KnownError::Baseline)?),
            reason,
            update: Update::default(),
        })
    }

    /// The failures in the form that a run takes.
    pub(super) fn failures(&self) -> Option<Rc<dyn KnownFailures>> {
        let baseline = self.baseline.clone()?;
        Some(Rc::new(baseline))
    }

    /// The entries whose checks are not in the suite; `None` if there is no baseline, or if it is to
    /// be renewed.
    pub(super) fn stale(&self) -> Option<Vec<StaleEntry>> {
        if self.reason.is_some() {
            return None;
        }
        self.baseline.as_ref().map(KnownFailures::stale)
    }

    /// Takes an event of the run.
    pub(super) fn take(&mut self, event: &Event) {
        self.update.take(event);
    }

    /// Writes the file with the results of the run, if it is to be renewed. Returns whether it is.
    pub(super) fn renew(&self) -> Result<bool, KnownError> {
        let (Some(baseline), Some(reason)) = (&self.baseline, &self.reason) else {
            return Ok(false);
        };
        match baseline.renew(&self.update, Some(reason)) {
            Ok(_) => Ok(true),
            Err(error) => Err(KnownError::Baseline(error)),
        }
    }
}

/// Why the known failures are not read, or not renewed.
#[cfg(feature = "yaml")]
#[derive(Debug)]
pub(super) enum KnownError {
    /// They are to be renewed, and there is no file.
    NoFile,
    /// They are to be renewed by several processes.
    ManyProcesses,
    Baseline(BaselineError),
}

#[cfg(feature = "yaml")]
impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => write!(f, "{UPDATE} needs ACEGATE_BASELINE"),
            Self::ManyProcesses => {
                write!(f, "{UPDATE} needs all tests in one process: use cargo test")
            }
            Self::Baseline(error) => error.fmt(f),
        }
    }
}

/// There are known failures, and nothing here reads YAML.
#[cfg(not(feature = "yaml"))]
#[derive(Debug)]
pub(super) struct KnownError;

#[cfg(not(feature = "yaml"))]
impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = "features = [\"libtest\", \"yaml\"]";
        write!(
            f,
            "known failures are a YAML file: acegate reads it with {features}"
        )
    }
}

/// No known failures: the file of them is YAML.
#[cfg(not(feature = "yaml"))]
pub(super) struct Known;

#[cfg(not(feature = "yaml"))]
impl Known {
    pub(super) fn read(path: Option<&Path>, _: bool, _: &[Check]) -> Result<Self, KnownError> {
        if path.is_none() && std::env::var_os(UPDATE).is_none() {
            return Ok(Self);
        }
        Err(KnownError)
    }

    pub(super) fn failures(&self) -> Option<Rc<dyn KnownFailures>> {
        None
    }

    pub(super) fn stale(&self) -> Option<Vec<StaleEntry>> {
        None
    }

    pub(super) fn take(&mut self, _: &Event) {}

    pub(super) fn renew(&self) -> Result<bool, KnownError> {
        Ok(false)
    }
}
