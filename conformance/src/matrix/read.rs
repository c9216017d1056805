//! The way from the report file of a run to its row and its page.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use acegate_vectors::Suite;

use super::page::Page;
use super::row::{Cell, MatrixFinding, MatrixRow, RowState};
use crate::escape::printable_start;
use crate::event::{CaseEvent, Cause, Event, Finding, Observed, RunEnd, RunStart};
use crate::judge::{ExitStatus, Verdict};
use crate::protocol::Identity;
use crate::report::{CheckEntry, RenderError, Reporter, render};

/// How many octets of a text of the implementation are shown.
const SHOWN: usize = 300;

/// How many reasons for skipping are kept.
const REASONS: usize = 100;

/// The signals that a process dies of when its memory is not what it takes it for.
const MEMORY_SIGNALS: [&str; 4] = ["(SIGSEGV)", "(SIGBUS)", "(SIGABRT)", "(SIGILL)"];

/// The requirements of each case, by the id of the case.
pub type CaseRequirements = BTreeMap<String, Vec<String>>;

/// The requirements that the cases of this suite name.
#[must_use]
pub fn case_requirements(suite: &Suite) -> CaseRequirements {
    suite.cases.iter().map(|case| (case.id.clone(), case.requirements.clone())).collect()
}

/// Reads the report file of a run, and makes its row and its page.
///
/// `withheld` says of the id of a finding whether its inputs are not to be shown. Those of a
/// process that died as if its memory was damaged are never shown.
///
/// # Errors
///
/// [`RenderError::Read`] if the file is not a report.
pub fn read_report(
    name: &str,
    file: impl BufRead,
    requirements: &CaseRequirements,
    withheld: &dyn Fn(&str) -> bool,
) -> Result<(MatrixRow, Page), RenderError> {
    let row = MatrixRow { name: name.to_owned(), ..MatrixRow::default() };
    let mut reader =
        RowReader { requirements, withheld, row, page: Page::default(), damaged: BTreeSet::new() };
    render(file, &mut reader, &mut io::sink())?;
    Ok((reader.row, reader.page))
}

/// Takes the events of one run.
struct RowReader<'a> {
    requirements: &'a CaseRequirements,
    withheld: &'a dyn Fn(&str) -> bool,
    row: MatrixRow,
    page: Page,
    /// The checks in which the process died as if its memory was damaged.
    damaged: BTreeSet<String>,
}

impl Reporter for RowReader<'_> {
    fn event(&mut self, event: &Event, _out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => self.start(start),
            Event::Case(case) => self.case(case),
            Event::Finding(finding) => self.finding(finding),
            Event::RunEnd(end) => self.end(end),
        }
        Ok(())
    }
}

impl RowReader<'_> {
    fn start(&mut self, start: &RunStart) {
        let shown = |text: &String| printable_start(text, SHOWN);
        let Identity { name, version, language, url } = &start.implementation;
        self.row.implementation = Identity {
            name: shown(name),
            version: shown(version),
            language: shown(language),
            url: shown(url),
        };
        self.row.arguments = start.arguments.iter().map(shown).collect();
        self.row.acegate = shown(&start.acegate);
        self.row.day = shown(&start.date).chars().take_while(|c| *c != 'T').collect();
        self.row.suite = shown(&start.suite);
    }

    fn case(&mut self, case: &CaseEvent) {
        match case.verdict {
            Verdict::Skip => {
                self.row.skipped += 1;
                let reason = case.observed.as_ref().map_or("", Observed::text);
                self.page.skip(&printable_start(reason, SHOWN), REASONS);
            }
            Verdict::NotRun => {}
            _ => self.ran(case),
        }
    }

    /// Counts a check that was sent.
    fn ran(&mut self, case: &CaseEvent) {
        self.row.run += 1;
        *self.row.codecs.entry(printable_start(&case.codec, SHOWN)).or_default() += 1;
        let has_passed = !case.verdict.is_failure();
        let add = |passed: &mut usize, counting: &mut usize, advisory: &mut usize| match case {
            _ if has_passed => *passed += 1,
            case if case.unexpected => *counting += 1,
            _ => *advisory += 1,
        };
        let MatrixRow { passed, counting, advisory, requirements, .. } = &mut self.row;
        add(passed, counting, advisory);
        // Reports of older versions do not name the requirements.
        let named = (!case.requirements.is_empty()).then_some(&case.requirements);
        for id in named.or_else(|| self.requirements.get(&case.case)).into_iter().flatten() {
            let Cell { passed, counting, advisory } =
                requirements.entry(printable_start(id, SHOWN)).or_default();
            add(passed, counting, advisory);
        }
        if !has_passed {
            let text = case.observed.as_ref().map_or("", Observed::text);
            if case.verdict == Verdict::Crash && MEMORY_SIGNALS.iter().any(|it| text.contains(it)) {
                self.damaged.insert(case.name.clone());
            }
            self.page.run.checks.push(CheckEntry::new(case, &self.row.arguments));
        }
    }

    fn finding(&mut self, finding: &Finding) {
        if matches!(finding.cause, Cause::Deviation | Cause::LengthLimit) {
            self.row.explained += finding.checks.len();
        }
        let is_withheld = (self.withheld)(&finding.id)
            || finding.checks.iter().any(|name| self.damaged.contains(name));
        self.row.findings.push(MatrixFinding {
            id: printable_start(&finding.id, SHOWN),
            level: printable_start(&finding.level, SHOWN),
            summary: printable_start(&finding.summary, 4 * SHOWN),
            clauses: finding.clauses.iter().map(|it| printable_start(it, SHOWN)).collect(),
            checks: finding.checks.len(),
            counting: finding.unexpected,
            withheld: is_withheld,
        });
        if is_withheld {
            self.page.withheld.insert(finding.id.clone());
        }
        self.page.run.findings.push(finding.clone());
    }

    fn end(&mut self, end: &RunEnd) {
        self.row.state = match end.exit {
            ExitStatus::NotAlive => RowState::NotAlive,
            ExitStatus::NothingRan => RowState::NothingRan,
            ExitStatus::Interrupted => RowState::Interrupted,
            ExitStatus::AsExpected | ExitStatus::Unexpected | ExitStatus::Usage => RowState::Whole,
        };
        self.page.end(end);
    }
}
