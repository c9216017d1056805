//! The failures of a run, grouped by cause.

use std::cmp::Reverse;

use super::failure::Failure;
use super::groups::{Groups, Known};
use crate::event::{BehavesLike, CaseEvent, Cause, Event, Finding};
use crate::judge::LengthLimit;

/// Groups the failures of a run by cause.
///
/// A failure belongs to the first of these causes that fits it: its result depends on earlier
/// requests; the implementation has a length limit; a known deviation explains it; it is a fault.
/// Failures that remain are grouped by codec, operation and kind of difference. The findings do not
/// depend on the order in which the checks ran, and a further failure renames no finding.
///
/// Of a failure it keeps a few hundred bytes, however long the answer was.
#[derive(Debug, Default)]
pub(crate) struct Grouping {
    failures: Vec<Failure>,
    /// Whether the events had findings already.
    has_findings: bool,
}

impl Grouping {
    /// Takes the result of a check; one that did not fail is ignored.
    pub(crate) fn add(&mut self, case: &CaseEvent) {
        self.failures.extend(case.verdict.is_failure().then(|| Failure::new(case)));
    }

    /// Takes the next event of a run. Before the last one it gives the findings, as events.
    ///
    /// Findings that are among the events already, as in a report file, are left as they are: none
    /// are given then.
    pub(crate) fn findings_before(&mut self, event: &Event) -> Vec<Event> {
        match event {
            Event::Case(case) => self.add(case),
            Event::Finding(_) => self.has_findings = true,
            Event::RunEnd(end) if !self.has_findings => {
                let findings = std::mem::take(self).findings(&end.behaves_like, &end.length_limits);
                return findings.into_iter().map(|found| Event::Finding(Box::new(found))).collect();
            }
            Event::RunStart(_) | Event::RunEnd(_) => {}
        }
        Vec::new()
    }

    /// The findings, the most serious first: those that count before advisory ones, faults of the process
    /// before wrong values of ordinary text before others, must before should before may, explained
    /// before unexplained, many checks before few.
    ///
    /// # Complexity
    ///
    /// `n log n` in the number of failures.
    pub(crate) fn findings(self, likes: &[BehavesLike], limits: &[LengthLimit]) -> Vec<Finding> {
        let known = Known::new(likes, limits);
        let mut groups = Groups::default();
        for failure in self.failures {
            groups.add(&known, failure, true);
        }
        for failure in groups.take_doubtful() {
            groups.add(&known, failure, false);
        }
        groups.join_sums();
        let mut findings: Vec<_> = groups.findings().collect();
        findings.sort_by_cached_key(|(severity, finding)| {
            (
                finding.unexpected == 0,
                *severity,
                Reverse(finding.level),
                finding.cause == Cause::Unexplained,
                Reverse((finding.unexpected, finding.checks.len())),
                finding.id.clone(),
            )
        });
        findings.into_iter().map(|(_, finding)| finding).collect()
    }
}

#[cfg(test)]
mod tests;
