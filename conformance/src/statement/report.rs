//! The events of a report file by kind.

use std::collections::HashMap;

use super::requirement::Absence;
use crate::event::{CaseEvent, Event, EventReader, Finding, ReadError, RunEnd, RunStart};
use crate::findings::Grouping;

/// A report with its events by kind, most of them with their lines.
pub(super) struct Report {
    pub(super) start: RunStart,
    pub(super) cases: Vec<(usize, CaseEvent)>,
    pub(super) findings: Vec<(usize, Finding)>,
    pub(super) end: Option<(usize, RunEnd)>,
}

impl Report {
    pub(super) fn read(report: &[u8]) -> Result<Self, ReadError> {
        let mut read =
            Self { start: RunStart::default(), cases: Vec::new(), findings: Vec::new(), end: None };
        let mut grouping = Grouping::default();
        let mut events = EventReader::new(report);
        while let Some(event) = events.next() {
            let event = event?;
            for finding in grouping.findings_before(&event) {
                read.take(events.line(), finding);
            }
            read.take(events.line(), event);
        }
        if read.end.is_none() && read.findings.is_empty() {
            let findings = grouping.findings(&[], &[]);
            read.findings = findings.into_iter().map(|finding| (0, finding)).collect();
        }
        Ok(read)
    }

    fn take(&mut self, line: usize, event: Event) {
        match event {
            Event::RunStart(start) => self.start = *start,
            Event::Case(case) => self.cases.push((line, *case)),
            Event::Finding(finding) => self.findings.push((line, *finding)),
            Event::RunEnd(end) => self.end = Some((line, *end)),
        }
    }

    /// The last event.
    pub(super) fn end(&self) -> Option<&RunEnd> {
        self.end.as_ref().map(|(_, end)| end)
    }

    /// Why checks of the suite are not in the report.
    pub(super) fn absence(&self) -> Absence {
        match (self.cases.len() < self.start.checks, self.start.filtered) {
            (false, _) => Absence::Filtered,
            (true, 0) => Absence::Ended,
            (true, _) => Absence::Either,
        }
    }

    pub(super) fn finding_of_each_check(&self) -> HashMap<&str, &str> {
        let mut found = HashMap::new();
        for (_, finding) in &self.findings {
            found.extend(finding.checks.iter().map(|check| (check.as_str(), finding.id.as_str())));
        }
        found
    }
}
