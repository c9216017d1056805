//! The failures of a run, grouped by cause.

use std::cmp::Reverse;

use super::common::Passing;
use super::failure::Failure;
use super::groups::{Groups, Known};
use crate::event::{BehavesLike, CaseEvent, Cause, Event, Finding};
use crate::judge::{LengthLimit, Verdict};

/// Groups the failures of a run by cause.
///
/// A failure belongs to the first of these causes that fits it: its result depends on earlier
/// requests; the implementation has a length limit; a known deviation explains it, or is like it in part; it
/// is a fault.
/// Failures that remain are grouped by codec, operation and kind of difference. The findings do not
/// depend on the order in which the checks ran, and a further failure renames no finding.
///
/// Of a failure it keeps a few hundred bytes, however long the answer was.
#[derive(Debug, Default)]
pub(crate) struct Grouping {
    failures: Vec<Failure>,
    passing: Passing,
    /// Whether the events had findings already.
    has_findings: bool,
}

impl Grouping {
    /// Takes the result of a check. Of one that passes it keeps only the traits of the input.
    pub(crate) fn add(&mut self, case: &CaseEvent) {
        if case.verdict.is_failure() {
            self.failures.push(Failure::new(case));
        } else if case.verdict == Verdict::Pass {
            self.passing.add(case);
        }
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
    /// before wrong values of ordinary text before others, must before should before may, what depends on
    /// earlier requests before all else, because it may be the reason of the rest, then explained before
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
        findings.sort_by_cached_key(|(severity, finding)| {
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
