//! The way from the report file of a run to its row and its page.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use acegate_vectors::Suite;

use super::markdown::Page;
use super::model::{Cell, MatrixFinding, MatrixRow, RowState};
use crate::escape::printable_start;
use crate::event::{Cause, Finding};
use crate::judge::{ExitStatus, Verdict};
use crate::report::wording::printable_identity;
use crate::report::{CheckEntry, Kept, RenderError, Run};

/// How many octets of a text of the implementation are shown.
const SHOWN: usize = 300;

/// The signals that a process dies of when its memory is not what it takes it for.
const MEMORY_SIGNALS: [&str; 4] = ["(SIGSEGV)", "(SIGBUS)", "(SIGABRT)", "(SIGILL)"];

/// The requirements of each case, by the id of the case.
pub(crate) type CaseRequirements = BTreeMap<String, Vec<String>>;

/// The requirements that the cases of this suite name.
pub(crate) fn case_requirements(suite: &Suite) -> CaseRequirements {
    suite
        .cases
        .iter()
        .map(|case| (case.id.clone(), case.requirements.clone()))
        .collect()
}

/// Reads the report file of a run, and makes its row and its page. The inputs of a finding are not shown if
/// `withheld` says so of its id, or if a process died as if its memory was damaged.
pub(crate) fn read_report(
    name: &str,
    file: impl BufRead,
    requirements: &CaseRequirements,
    withheld: &dyn Fn(&str) -> bool,
) -> Result<(MatrixRow, Page), RenderError> {
    let (mut run, _) = Run::read(file, Kept::FAILURES)?;
    // Reports of older versions do not name the requirements.
    for CheckEntry { case, .. } in &mut run.checks {
        if let Some(ids) = requirements
            .get(&case.case)
            .filter(|_| case.requirements.is_empty())
        {
            case.requirements.clone_from(ids);
        }
    }
    let is_withheld = |finding: &Finding| {
        let has_damage = |name: &String| run.check(name).is_some_and(is_damage);
        withheld(&finding.id) || finding.checks.iter().any(has_damage)
    };
    let findings = run.findings.iter().filter(|finding| is_withheld(finding));
    let withheld: BTreeSet<String> = findings.map(|finding| finding.id.clone()).collect();
    let row = row(name, &run, &withheld);
    Ok((row, Page { run, withheld }))
}

fn row(name: &str, run: &Run, withheld: &BTreeSet<String>) -> MatrixRow {
    let shown = |text: &String| printable_start(text, SHOWN);
    let asked = || run.checks.iter().filter(|check| check.is_asked());
    let mut codecs = BTreeMap::new();
    let mut all = Cell::default();
    for check in asked() {
        *codecs.entry(shown(&check.case.codec)).or_default() += 1;
        all.add(check);
    }
    let mut cells = run.by_requirement(Cell::add);
    cells.retain(|_, cell| *cell != Cell::default());
    let is_explained =
        |finding: &&Finding| matches!(finding.cause, Cause::Deviation | Cause::LengthLimit);
    let explained = run.findings.iter().filter(is_explained);
    let finding = |finding: &Finding| MatrixFinding {
        id: shown(&finding.id),
        level: finding.level,
        summary: printable_start(&finding.summary, 4 * SHOWN),
        clauses: finding.clauses.iter().map(shown).collect(),
        checks: finding.checks.len(),
        counting: finding.unexpected,
        withheld: withheld.contains(&finding.id),
    };
    MatrixRow {
        name: name.to_owned(),
        implementation: printable_identity(&run.start.implementation, SHOWN),
        arguments: run.start.arguments.iter().map(shown).collect(),
        acegate: shown(&run.start.acegate),
        day: shown(&run.start.date)
            .chars()
            .take_while(|c| *c != 'T')
            .collect(),
        suite: shown(&run.start.suite),
        state: match run.end.exit {
            ExitStatus::NotAlive => RowState::NotAlive,
            ExitStatus::NothingRan => RowState::NothingRan,
            ExitStatus::Interrupted => RowState::Interrupted,
            ExitStatus::AsExpected | ExitStatus::Unexpected | ExitStatus::Usage => RowState::Whole,
        },
        run: asked().count(),
        passed: all.passed,
        counting: all.counting,
        advisory: all.advisory,
        skipped: run
            .checks
            .iter()
            .filter(|check| check.case.verdict == Verdict::Skip)
            .count(),
        explained: explained.map(|finding| finding.checks.len()).sum(),
        codecs,
        requirements: cells
            .into_iter()
            .map(|(id, cell)| (shown(&id.to_owned()), cell))
            .collect(),
        findings: run.findings.iter().map(finding).collect(),
    }
}

impl Cell {
    /// Counts a check, if it was sent.
    fn add(&mut self, check: &CheckEntry) {
        match check.case.verdict {
            Verdict::Skip | Verdict::NotRun => {}
            Verdict::Pass => self.passed += 1,
            _ if check.case.unexpected => self.counting += 1,
            _ => self.advisory += 1,
        }
    }
}

/// Whether the process died as if its memory was damaged.
fn is_damage(check: &CheckEntry) -> bool {
    let names_signal = |text: &str| MEMORY_SIGNALS.iter().any(|signal| text.contains(signal));
    check.case.verdict == Verdict::Crash && names_signal(check.line("got"))
}
