//! A report reduced to what a comparison asks of it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use crate::event::{BaselineVerdict, CaseEvent, Event, Finding, RunStart};
use crate::judge::{Failing, Verdict};
use crate::report::{RenderError, Reporter, render};

/// A report reduced to what a comparison asks of it: a few hundred bytes a check.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The facts from before the first check.
    pub(super) start: RunStart,
    /// The results by the name of the check.
    pub(super) results: BTreeMap<String, Outcome>,
    /// The findings, the most serious first.
    pub(super) findings: Vec<Finding>,
    /// Whether the run came to its end.
    pub(super) is_complete: bool,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) digest: String,
    pub(super) level: String,
    pub(super) requirements: Vec<String>,
    pub(super) verdict: Verdict,
    pub(super) failing: Option<Failing>,
    /// The same for the same way of failing.
    pub(super) fingerprint: String,
    pub(super) is_known: bool,
    pub(super) is_unexpected: bool,
}

impl Snapshot {
    /// Reads a report file, whole or cut off.
    ///
    /// # Errors
    ///
    /// The errors of [`render`].
    pub fn read(file: impl BufRead) -> Result<Self, RenderError> {
        let mut snapshot = Self::default();
        let rendered = render(file, &mut snapshot, &mut io::sink())?;
        snapshot.is_complete = rendered.is_complete;
        Ok(snapshot)
    }

    /// Whether the run came to its end.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl Reporter for Snapshot {
    fn event(&mut self, event: &Event, _out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => {
                self.results.insert(case.name.clone(), Outcome::of(case));
            }
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            Event::RunEnd(_) => {}
        }
        Ok(())
    }
}

impl Outcome {
    fn of(case: &CaseEvent) -> Self {
        Self {
            digest: case.digest.clone(),
            level: case.level.clone(),
            requirements: case.requirements.clone(),
            verdict: case.verdict,
            failing: case.failing,
            fingerprint: case.fingerprint(),
            is_known: case.baseline == Some(BaselineVerdict::ExpectedFailure),
            is_unexpected: case.unexpected,
        }
    }

    /// Whether the implementation was asked.
    pub(super) const fn is_asked(&self) -> bool {
        !matches!(self.verdict, Verdict::Skip | Verdict::NotRun)
    }

    /// Whether it fails and does not count: it is of a level that is not enforced.
    pub(super) const fn is_advisory(&self) -> bool {
        self.verdict.is_failure() && !self.is_unexpected && !self.is_known
    }
}
