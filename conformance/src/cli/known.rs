//! The baseline of a command: the failures or differences that are known.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use acegate_vectors::Check;
use clap::Args;

use super::output::{CliError, Ended, Output};
use crate::baseline::{Baseline, BaselineError, Update};
use crate::event::{BaselineVerdict, CaseEvent, Event, KnownFailures, Observed, StaleEntry};
use crate::judge::{ExitStatus, Failing, Verdict};
use crate::observation::AnyValue;

/// The options on a baseline.
#[derive(Clone, Debug, Args)]
pub(super) struct BaselineArguments {
    /// A file of known failures, which do not fail the run. Entries that are out of date do.
    #[arg(long, value_name = "FILE", help_heading = "Baseline")]
    pub(super) baseline: Option<PathBuf>,
    /// Update the baseline: add new failures and remove those that are fixed. Entries of checks that
    /// did not run stay.
    #[arg(long, requires = "baseline", help_heading = "Baseline")]
    update_baseline: bool,
    /// With --update-baseline: why the new failures are accepted for now.
    #[arg(
        long,
        value_name = "TEXT",
        requires = "update_baseline",
        help_heading = "Baseline"
    )]
    reason: Option<String>,
}

impl BaselineArguments {
    pub(super) const fn path(&self) -> Option<&PathBuf> {
        self.baseline.as_ref()
    }
}

/// A baseline with every failure of the run that counts.
#[derive(Debug)]
struct Renewed(Rc<Baseline>);

impl KnownFailures for Renewed {
    fn verdict(&self, case: &CaseEvent, digest: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        let known = self.0.verdict(case, digest);
        if known.is_none() && case.unexpected && case.verdict.is_failure() {
            return Some(BaselineVerdict::ExpectedFailure);
        }
        known
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
    /// The baseline that the arguments name, if any. A file that is missing is an empty one if it is to be
    /// updated.
    pub(super) fn new(
        arguments: &'a BaselineArguments,
        suite: &[Check],
    ) -> Result<Option<Self>, CliError> {
        Self::with(arguments, |path, is_renewed| {
            Baseline::for_run(path, is_renewed, suite)
        })
    }

    /// The same for a baseline that is read in this way.
    fn with(
        arguments: &'a BaselineArguments,
        read: impl FnOnce(&Path, bool) -> Result<Baseline, BaselineError>,
    ) -> Result<Option<Self>, CliError> {
        let Some(path) = &arguments.baseline else {
            return Ok(None);
        };
        let mut update = None;
        if arguments.update_baseline {
            update = Some(Update::default());
        }
        let reason = arguments.reason.as_deref();
        let is_new = update.is_some() && !path.exists();
        if is_new && reason.is_none_or(|reason| reason.trim().is_empty()) {
            let path = path.display();
            let what = format!(
                "{path} does not exist yet: give --reason TEXT to say why its failures are accepted"
            );
            return Err(what.into());
        }
        let baseline = Rc::new(read(path, update.is_some())?);
        Ok(Some(Self {
            path,
            reason,
            baseline,
            update,
        }))
    }

    /// The failures that count as known. If new ones get a reason, they do from this run on.
    pub(super) fn known(&self) -> Rc<dyn KnownFailures> {
        if self.update.is_some() && self.reason.is_some() {
            Rc::new(Renewed(self.baseline.clone()))
        } else {
            self.baseline.clone()
        }
    }

    pub(super) fn take(&mut self, event: &Event) {
        if let Some(update) = &mut self.update {
            update.take(event);
        }
    }

    /// Writes the renewed baseline, if one is wanted, and returns the exit status of the run.
    pub(super) fn finish(self, status: ExitStatus, output: &Output) -> Ended {
        let Some(update) = self.update else {
            return Ok(status);
        };
        if !matches!(status, ExitStatus::AsExpected | ExitStatus::Unexpected) {
            output.note("the baseline is not updated: the run did not finish");
            return Ok(status);
        }
        let summary = self.baseline.renew(&update, self.reason)?;
        output.note(format!("{}: {summary}", self.path.display()));
        Ok(ExitStatus::AsExpected)
    }
}

/// A group of findings or differences, for a baseline.
pub(super) struct KnownGroup {
    /// Its name, which begins with the name of the command.
    pub(super) name: String,
    /// The sentence about it.
    pub(super) summary: String,
    /// The observed answers: a group with other content is not the known one.
    pub(super) content: String,
}

/// The verdict of a baseline on each group of a command, and the entries of the command that name no group. The
/// baseline is renewed if that is wanted.
pub(super) struct KnownGroups {
    pub(super) verdicts: Vec<Option<BaselineVerdict>>,
    pub(super) stale: Vec<String>,
}

impl KnownGroups {
    /// Looks the groups up. `command` is the name of the command; a baseline of another one is an error.
    pub(super) fn new(
        arguments: &BaselineArguments,
        command: &str,
        groups: &[KnownGroup],
        output: &Output,
    ) -> Result<Self, CliError> {
        let mut known = Self {
            verdicts: vec![None; groups.len()],
            stale: Vec::new(),
        };
        let Some(mut run) = KnownRun::with(arguments, Baseline::of_groups)? else {
            return Ok(known);
        };
        let prefix = format!("{command}/");
        if !run.baseline.is_of_groups(&prefix) {
            let path = run.path.display();
            return Err(format!("{path} is not a baseline of acegate {command}").into());
        }
        let failures = run.known();
        for (verdict, group) in known.verdicts.iter_mut().zip(groups) {
            let mut case = group.event();
            case.baseline = failures.verdict(&case, &|| case.digest.clone());
            *verdict = case.baseline;
            if let Some(update) = &mut run.update {
                update.take_group(&case, &group.summary);
            }
        }
        for name in run.baseline.names() {
            let is_here = groups.iter().any(|group| group.name == name);
            if !is_here {
                known.stale.push(name.to_owned());
            }
        }
        for name in &known.stale {
            if let Some(update) = &mut run.update {
                update.take_group(&stale_event(name), "");
            }
        }
        if run.update.is_some() {
            run.finish(ExitStatus::AsExpected, output)?;
            known.stale.clear();
            known.verdicts.fill(Some(BaselineVerdict::ExpectedFailure));
        }
        Ok(known)
    }
}

/// The event of an entry that names no group.
fn stale_event(name: &str) -> CaseEvent {
    CaseEvent {
        name: name.to_owned(),
        baseline: Some(BaselineVerdict::Stale),
        ..CaseEvent::default()
    }
}

impl KnownGroup {
    /// The group as the result of a check, because a baseline lists checks.
    fn event(&self) -> CaseEvent {
        CaseEvent {
            name: self.name.clone(),
            digest: "group".to_owned(),
            verdict: Verdict::Fail,
            failing: Some(Failing::WrongValue),
            unexpected: true,
            observed: Some(Observed::Value(AnyValue::Ordinary(
                self.content.as_str().into(),
            ))),
            ..CaseEvent::default()
        }
    }
}
