//! The failures of a run, grouped by cause.

use std::cmp::Reverse;

use super::common::Passing;
use super::failure::Failure;
use super::groups::{Groups, Known};
use crate::event::{BehavesLike, CaseEvent, Cause, Event, Finding};
use crate::judge::{LengthLimit, Verdict};
use crate::sorting::sort_by_key;

/// Collects the events of a run and groups its failures by cause.
///
/// A failure belongs to the first of these causes that fits: its result depends on earlier
/// requests; the implementation has a length limit; a known deviation explains it, fully or in part; it
/// is a fault of the process.
/// Failures that remain are grouped by codec, operation and kind of difference. The findings do not
/// depend on the order in which the checks ran, and a further failure renames no finding.
///
/// It keeps a few hundred bytes per failure, however long the answer was.
#[derive(Debug, Default)]
pub(crate) struct Grouping {
    failures: Vec<Failure>,
    passing: Passing,
    /// Whether the events had findings already.
    has_findings: bool,
}

impl Grouping {
    /// Takes the result of a check. Of a check that passed, it keeps only the traits of the input.
    pub(crate) fn add(&mut self, case: &CaseEvent) {
        if case.verdict.is_failure() {
            self.failures.push(Failure::new(case));
        } else if case.verdict == Verdict::Pass {
            self.passing.add(case);
        }
    }

    /// Takes the next event of a run. Before the last event, it emits the findings as events.
    ///
    /// If the events already contain findings, as in a report file, these are kept and none
    /// are added.
    pub(crate) fn findings_before(&mut self, event: &Event) -> Vec<Event> {
        match event {
            Event::Case(case) => self.add(case),
            Event::Finding(_) => self.has_findings = true,
            Event::RunEnd(end) if !self.has_findings => {
                let findings = std::mem::take(self).findings(&end.behaves_like, &end.length_limits);
                return findings
                    .into_iter()
                    .map(|found| Event::Finding(Box::new(found)))
                    .collect();
            }
            Event::RunStart(_) | Event::RunEnd(_) => {}
        }
        Vec::new()
    }

    /// The findings, the most serious first: those that count before advisory ones, faults of the process
    /// before wrong values of ordinary text before others, must before should before may. Failures that depend on
    /// earlier requests come first of all, because they may be the reason for the rest. Then explained before
    /// unexplained, many checks before few.
    ///
    /// # Complexity
    ///
    /// `n log n` in the number of failures.
    pub(crate) fn findings(self, likes: &[BehavesLike], limits: &[LengthLimit]) -> Vec<Finding> {
        let known = Known::new(likes, limits);
        let mut groups = Groups::default();
        for failure in self.failures {
            groups.add(&known, failure);
        }
        for failure in groups.take_doubtful() {
            groups.add_unexplained(failure);
        }
        groups.join_sums();
        let mut findings: Vec<_> = groups.findings(&self.passing).collect();
        sort_by_key(&mut findings, |(severity, finding)| {
            (
                finding.unexpected == 0,
                *severity,
                Reverse(finding.level),
                finding.cause != Cause::State,
                !finding.cause.is_known(),
                Reverse((finding.unexpected, finding.checks.len())),
                finding.id.clone(),
            )
        });
        findings.into_iter().map(|(_, finding)| finding).collect()
    }
}

#[cfg(test)]
mod tests;
