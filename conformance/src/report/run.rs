//! A finished run, for formats that can only be written at its end.

use std::borrow::Cow;
use std::io::{self, Write};

use super::failure::{Failure, is_own_vector};
use super::reporter::Reporter;
use super::wording::{show_cause, show_others};
use crate::escape::printable_start;
use crate::event::{CaseEvent, Event, Finding, Observed, RunEnd, RunStart};

/// How many octets of a field a document shows.
const FIELD: usize = 4 << 10;

/// A run with all that a document needs of it. The text kept of a check is bounded, however long its
/// replies were.
#[derive(Debug)]
pub(crate) struct Run {
    /// The facts from before the first check.
    pub(crate) start: RunStart,
    /// The checks in the order of the suite.
    pub(crate) checks: Vec<CheckEntry>,
    /// The findings, the most serious first.
    pub(crate) findings: Vec<Finding>,
    /// The facts from after the last check.
    pub(crate) end: RunEnd,
}

impl Run {
    /// The findings that count, and those that are advisory.
    pub(super) fn findings(&self) -> (Vec<&Finding>, Vec<&Finding>) {
        self.findings.iter().partition(|finding| finding.unexpected > 0)
    }

    /// The best example of a finding.
    pub(crate) fn example(&self, finding: &Finding) -> Option<&CheckEntry> {
        let name = finding.checks.first()?;
        self.checks.iter().find(|check| check.case.name == *name)
    }

    /// All that is said of a finding, a field a line: its cause, its example, its other checks.
    pub(crate) fn finding_text(&self, finding: &Finding) -> String {
        let mut text = format!("{:<9} {}\n", "cause", show_cause(finding));
        if let Some(example) = self.example(finding) {
            let name = printable_start(&example.case.name, FIELD);
            text += &format!(
                "{:<9} {}  {name}\n{}",
                "example",
                example.headline(),
                example.text(&self.end)
            );
        }
        text + &show_others(finding)
            .map_or_else(String::new, |others| format!("{:<9} {others}\n", "also"))
    }

    /// Whether a vector file is one of the user, so that its places mean something there.
    pub(super) fn is_own_vector(&self, file: &str) -> bool {
        is_own_vector(file, &self.start.arguments)
    }
}

/// A check of a finished run.
#[derive(Debug)]
pub(crate) struct CheckEntry {
    /// Its event, without the evidence.
    pub(crate) case: CaseEvent,
    /// The failure; `None` for any other result.
    failure: Option<Failure>,
    /// Why it was skipped or not run, made printable.
    pub(super) reason: String,
}

impl CheckEntry {
    pub(crate) fn new(case: &CaseEvent, repeat: &[String]) -> Self {
        let is_failure = case.verdict.is_failure();
        let reason =
            if is_failure { "" } else { case.observed.as_ref().map_or("", Observed::text) };
        Self {
            case: case.without_evidence(),
            failure: is_failure.then(|| Failure::new(case, repeat, FIELD)),
            reason: printable_start(reason.strip_prefix("not run: ").unwrap_or(reason), FIELD),
        }
    }

    /// The verdict of a failure, in words: `accepted wrongly (advisory)`. Empty otherwise.
    pub(crate) fn headline(&self) -> String {
        self.failure.as_ref().map_or_else(String::new, |failure| failure.title.headline())
    }

    /// The lines on a failure, made printable: a name such as `got`, and a text.
    pub(crate) fn lines<'a>(&'a self, end: &'a RunEnd) -> Vec<(&'static str, Cow<'a, str>)> {
        self.failure.as_ref().map_or_else(Vec::new, |failure| failure.lines(&end.behaves_like))
    }

    /// The same as one text, a field a line.
    pub(super) fn text(&self, end: &RunEnd) -> String {
        let lines = self.lines(end).into_iter();
        lines.map(|(name, text)| format!("{name:<9} {text}\n")).collect()
    }

    fn place(&self) -> (&str, usize, &str) {
        (&self.case.file, self.case.line, &self.case.name)
    }
}

/// A reporter that writes a document when the run is finished.
pub(super) struct Document {
    start: RunStart,
    checks: Vec<CheckEntry>,
    findings: Vec<Finding>,
    write: fn(&Run, &mut dyn Write) -> io::Result<()>,
}

impl Document {
    pub(super) fn boxed(write: fn(&Run, &mut dyn Write) -> io::Result<()>) -> Box<dyn Reporter> {
        Box::new(Self {
            start: RunStart::default(),
            checks: Vec::new(),
            findings: Vec::new(),
            write,
        })
    }
}

impl Reporter for Document {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => self.checks.push(CheckEntry::new(case, &self.start.arguments)),
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            Event::RunEnd(end) => {
                let mut checks = std::mem::take(&mut self.checks);
                checks.sort_by(|one, other| one.place().cmp(&other.place()));
                let start = std::mem::take(&mut self.start);
                let findings = std::mem::take(&mut self.findings);
                return (self.write)(&Run { start, checks, findings, end: (**end).clone() }, out);
            }
        }
        Ok(())
    }
}
