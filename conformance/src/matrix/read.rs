//! The way from the report file of a run to its row and its page.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use acegate_vectors::Suite;

use super::answers::Answers;
use super::markdown::Page;
use super::model::{Cell, Example, MatrixFinding, MatrixRow, RowState};
use crate::escape::printable_start;
use crate::event::{Cause, Finding};
use crate::judge::{ExitStatus, Verdict};
use crate::report::wording::{printable_identity, show_cause};
use crate::report::{CheckEntry, Kept, Label, RenderError, Run};

/// How many octets of a text of the implementation are shown.
const SHOWN: usize = 300;

/// How many reasons for skipping are shown.
const REASONS: usize = 100;

/// The signals that kill a process after a memory error.
const MEMORY_SIGNALS: [&str; 4] = ["(SIGSEGV)", "(SIGBUS)", "(SIGABRT)", "(SIGILL)"];

/// The requirements of each case, by the id of the case.
pub(crate) type CaseRequirements = BTreeMap<String, Vec<String>>;

/// The requirements that the cases of this suite name.
pub(crate) fn case_requirements(suite: &Suite) -> CaseRequirements {
    let mut by_id = CaseRequirements::new();
    for case in &suite.cases {
        by_id.insert(case.id.clone(), case.requirements.clone());
    }
    by_id
}

/// Reads the report file of a run, makes its row and its page, and adds its answers. The inputs of a finding are not shown if
/// `withheld` says so of its id, or if a process died as if its memory was damaged.
pub(crate) fn read_report(
    name: &str,
    file: impl BufRead,
    requirements: &CaseRequirements,
    withheld: &dyn Fn(&str) -> bool,
    answers: &mut Answers,
) -> Result<(MatrixRow, Page), RenderError> {
    let (mut run, _) = Run::read(file, Kept::FAILURES)?;
    // Reports of older versions do not name the requirements.
    for CheckEntry { case, .. } in &mut run.checks {
        if case.requirements.is_empty()
            && let Some(ids) = requirements.get(&case.case)
        {
            case.requirements.clone_from(ids);
        }
    }
    let mut ids = BTreeSet::new();
    for finding in &run.findings {
        if withheld(&finding.id) || has_damage(finding, &run) {
            ids.insert(finding.id.clone());
        }
    }
    let row = row(name, &run, &ids);
    answers.add(name, &run, &ids);
    let page = Page { run, withheld: ids };
    Ok((row, page))
}

fn row(name: &str, run: &Run, withheld: &BTreeSet<String>) -> MatrixRow {
    let mut codecs = BTreeMap::new();
    let mut asked = 0;
    let mut skipped = 0;
    let mut all = Cell::default();
    for check in &run.checks {
        skipped += usize::from(check.case.verdict == Verdict::Skip);
        if check.is_sent() {
            *codecs.entry(shown(&check.case.codec)).or_default() += 1;
            asked += 1;
            all.add(check);
        }
    }
    let mut skipped_of_its_codecs = 0;
    for check in &run.checks {
        let is_skipped = check.case.verdict == Verdict::Skip;
        if is_skipped && codecs.contains_key(&shown(&check.case.codec)) {
            skipped_of_its_codecs += 1;
        }
    }
    let mut requirements = BTreeMap::new();
    for (id, cell) in run.by_requirement(Cell::add) {
        if cell != Cell::default() {
            requirements.insert(shown(id), cell);
        }
    }
    let mut explained = 0;
    let mut findings = Vec::new();
    for finding in &run.findings {
        if is_explained(finding) {
            explained += finding.checks.len();
        }
        findings.push(MatrixFinding {
            id: shown(&finding.id),
            level: finding.level,
            summary: printable_start(&finding.summary, 4 * SHOWN),
            clauses: all_shown(&finding.clauses),
            checks: finding.checks.len(),
            counting: finding.unexpected,
            withheld: withheld.contains(&finding.id),
            cause: printable_start(&show_cause(finding), 4 * SHOWN),
            example: example(finding, run, withheld),
        });
    }
    let date = shown(&run.start.date);
    let day = date.split('T').next().unwrap_or_default();
    MatrixRow {
        name: name.to_owned(),
        implementation: printable_identity(&run.start.implementation, SHOWN),
        arguments: all_shown(&run.start.arguments),
        acegate: shown(&run.start.acegate),
        day: day.to_owned(),
        suite: shown(&run.start.suite),
        state: match run.end.exit {
            ExitStatus::NotAlive => RowState::NotAlive,
            ExitStatus::NothingRan => RowState::NothingRan,
            ExitStatus::Interrupted => RowState::Interrupted,
            ExitStatus::AsExpected | ExitStatus::Unexpected | ExitStatus::Usage => RowState::Whole,
        },
        run: asked,
        passed: all.passed,
        counting: all.counting,
        advisory: all.advisory,
        skipped,
        skipped_of_its_codecs,
        explained,
        codecs,
        requirements,
        findings,
        skips: skips(run),
    }
}

/// The check that shows a finding best, unless its inputs are withheld.
fn example(finding: &Finding, run: &Run, withheld: &BTreeSet<String>) -> Option<Example> {
    if withheld.contains(&finding.id) {
        return None;
    }
    let check = run.example(finding)?;
    let mut lines = Vec::new();
    for (label, text) in check.lines(&[]) {
        lines.push((label.code().to_owned(), printable_start(&text, 4 * SHOWN)));
    }
    Some(Example {
        check: shown(&check.case.name),
        digest: shown(&check.case.digest),
        lines,
    })
}

/// The reasons for skipping; the rare ones of very many are one entry.
fn skips(run: &Run) -> Vec<(String, usize)> {
    let mut reasons = run.skips();
    let others = reasons.split_off(reasons.len().min(REASONS));
    let mut skips = Vec::new();
    for (reason, checks) in reasons {
        skips.push((shown(reason), checks));
    }
    let left: usize = others.iter().map(|(_, checks)| checks).sum();
    if left > 0 {
        skips.push(("other reasons".to_owned(), left));
    }
    skips
}

fn shown(text: &str) -> String {
    printable_start(text, SHOWN)
}

fn all_shown(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| shown(text)).collect()
}

/// Whether one known cause explains the complete finding.
const fn is_explained(finding: &Finding) -> bool {
    match finding.cause {
        Cause::Deviation | Cause::LengthLimit => true,
        Cause::InPart | Cause::State | Cause::Fault | Cause::Unexplained => false,
    }
}

impl Cell {
    /// Counts a check, if it was sent.
    fn add(&mut self, check: &CheckEntry) {
        let verdict = check.case.verdict;
        if verdict == Verdict::Pass {
            self.passed += 1;
        } else if verdict.is_failure() {
            if check.case.unexpected {
                self.counting += 1;
            } else {
                self.advisory += 1;
            }
        }
    }
}

/// Whether a process died as if its memory was damaged.
fn has_damage(finding: &Finding, run: &Run) -> bool {
    for name in &finding.checks {
        let Some(check) = run.check(name) else {
            continue;
        };
        if check.case.verdict == Verdict::Crash && names_memory_signal(check.line(Label::Got)) {
            return true;
        }
    }
    false
}

fn names_memory_signal(text: &str) -> bool {
    MEMORY_SIGNALS.iter().any(|signal| text.contains(signal))
}
