//! The run of the chosen checks, and what each test has of it.

use acegate_vectors::Check;

use super::harness::{Test, TestOutcome};
use super::known::Known;
use crate::escape::printable_lines;
use crate::event::{Event, Evidence, Finding, Recording, record};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::Implementation;
use crate::judge::Verdict;
use crate::observation::StartError;
use crate::plural;
use crate::report::wording::{first_of, show_baseline, show_finding};
use crate::report::{CheckEntry, CheckState, Kept, Label, Run, labelled};
use crate::runner::RunOptions;

/// How many findings that count are shown with their example.
const FULL: usize = 20;

/// How many further findings have a line.
const NAMED: usize = 10;

/// A function that starts an implementation, from any thread.
pub(super) type Start =
    Box<dyn Fn() -> Result<Box<dyn Implementation>, StartError> + Send + Sync + 'static>;

/// The results of a run.
pub(super) struct Results {
    run: Run,
    /// The fault of the run as a whole, which fails every test.
    fault: Option<String>,
    /// Whether the baseline now lists the failures.
    is_renewed: bool,
}

impl Results {
    /// Runs the checks.
    pub(super) fn new(
        start: &Start,
        options: &RunOptions,
        known: &mut Known,
        checks: &[Check],
    ) -> Self {
        let mut run = Run::new(Kept::STARTS);
        let recording = Recording {
            evidence: Evidence::OfFailures,
            diagnose: Some(behaves_like),
            known: known.failures(),
            ..Recording::default()
        };
        let mut sink = with_findings(|event: &Event| {
            run.add(event);
            known.take(event);
        });
        let end = record(checks, &**start, options, &recording, &mut sink);
        drop(sink);
        let mut results = Self {
            run,
            fault: None,
            is_renewed: false,
        };
        if let Err(error) = end {
            results.fault = Some(format!("the implementation does not start: {error}"));
            return results;
        }
        match known.renew() {
            Ok(is_renewed) => results.is_renewed = is_renewed,
            Err(error) => results.fault = Some(format!("the baseline is not renewed: {error}")),
        }
        if results.is_renewed {
            results.run.findings.clear();
        }
        results
    }

    /// The test of these checks.
    pub(super) fn test(&self, name: &str, checks: &[Check], is_grouped: bool) -> Test {
        let outcome = self.outcome_of_checks(checks, is_grouped);
        let finding = match outcome {
            TestOutcome::Failed(_) => self.place_of_finding(checks),
            TestOutcome::Passed | TestOutcome::Ignored(_) => Test::NOT_FAILED,
        };
        Test {
            name: name.to_owned(),
            outcome,
            finding,
        }
    }

    fn outcome_of_checks(&self, checks: &[Check], is_grouped: bool) -> TestOutcome {
        if let Some(fault) = &self.fault {
            return TestOutcome::Failed(fault.clone());
        }
        let mut entries = Vec::with_capacity(checks.len());
        for check in checks {
            let Some(entry) = self.run.check(&check.name) else {
                return TestOutcome::Failed("it was not run".to_owned());
            };
            entries.push(entry);
        }
        match entries[..] {
            [entry] if !is_grouped => self.outcome(entry),
            _ => self.outcome_of_group(&entries),
        }
    }

    /// The place of the first finding that has one of these checks.
    fn place_of_finding(&self, checks: &[Check]) -> usize {
        for (place, finding) in self.run.findings.iter().enumerate() {
            if checks
                .iter()
                .any(|check| finding.checks.contains(&check.name))
            {
                return place;
            }
        }
        Test::NO_FINDING
    }

    /// The result of a test that is one check.
    fn outcome(&self, check: &CheckEntry) -> TestOutcome {
        if self.is_renewed && matches!(check.state, CheckState::Failed | CheckState::NotRun) {
            return TestOutcome::Ignored("the baseline was renewed by this run".to_owned());
        }
        if let Some(reason) = wrong(check) {
            return TestOutcome::Failed(reason);
        }
        match check.state {
            CheckState::Failed => {
                let title = check.title();
                let text = check.text(&self.run.end.behaves_like);
                let text = with_repeat(&format!("{title}\n{text}"), &check.case.name);
                TestOutcome::Failed(text)
            }
            CheckState::Passed => TestOutcome::Passed,
            CheckState::Known => TestOutcome::Ignored("known failure, by the baseline".to_owned()),
            CheckState::Skipped => TestOutcome::Ignored(check.reason.clone()),
            CheckState::Advisory | CheckState::NotRun => TestOutcome::Ignored(check.headline()),
        }
    }

    /// The result of a test that is many checks: it fails if one of them does, and is ignored if all are.
    fn outcome_of_group(&self, checks: &[&CheckEntry]) -> TestOutcome {
        let mut failed = 0;
        let mut ignored = 0;
        let mut first_reason = None;
        for check in checks {
            match self.outcome(check) {
                TestOutcome::Passed => {}
                TestOutcome::Failed(_) => failed += 1,
                TestOutcome::Ignored(reason) => {
                    ignored += 1;
                    first_reason.get_or_insert(reason);
                }
            }
        }
        if failed > 0 {
            let all = plural::count(checks.len(), "check", "checks");
            let counts = format!("{failed} of {all} fail, {ignored} ignored");
            return TestOutcome::Failed(match checks.iter().find_map(|check| wrong(check)) {
                Some(reason) => format!("{counts}; {reason}"),
                None => counts,
            });
        }
        match first_reason {
            Some(reason) if ignored == checks.len() => TestOutcome::Ignored(reason),
            _ => TestOutcome::Passed,
        }
    }

    /// The findings as they are above the tests: those that count with their example, the others in a
    /// line each.
    pub(super) fn findings_text(&self) -> String {
        let (counting, advisory) = self.run.findings();
        let (full, short) = counting.split_at(counting.len().min(FULL));
        let mut text = String::new();
        if let Some(fault) = &self.fault {
            text += &format!("error: {}\n\n", printable_lines(fault));
        }
        for finding in full {
            let example = finding.checks.first().map_or("", String::as_str);
            let details = with_repeat(&self.run.finding_text(finding), example);
            text += &format!("{}\n{details}\n", title(finding));
        }
        text += &in_short("further", short);
        text += &in_short("advisory", &advisory);
        text
    }
}

/// The findings in a line each; nothing if there are none.
fn in_short(what: &str, findings: &[&Finding]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let titles = findings.iter().map(|finding| title(finding));
    let lines = first_of(titles, NAMED, "\n");
    format!("{what} findings in short:\n{lines}\n\n")
}

fn title(finding: &Finding) -> String {
    format!("{}, {}", finding.level, show_finding(finding))
}

/// Why a check counts against the implementation, if its finding does not say that.
fn wrong(check: &CheckEntry) -> Option<String> {
    let case = &check.case;
    match case.verdict {
        Verdict::NotRun => return Some(format!("not run: {}", check.reason)),
        Verdict::Pass | Verdict::Skip => {}
        Verdict::Fail
        | Verdict::Crash
        | Verdict::Timeout
        | Verdict::OutputLimit
        | Verdict::MemoryLimit
        | Verdict::ProtocolError => return None,
    }
    if let Some(known) = case.baseline {
        let change = show_baseline(known);
        return Some(format!("the baseline is out of date: {change}"));
    }
    if case.verdict == Verdict::Pass && case.unexpected {
        return Some("right only with more time".to_owned());
    }
    None
}

/// The text on a failure with the command that runs this check here: cargo names the program
/// `conformance-0123456789abcdef`.
fn with_repeat(text: &str, check: &str) -> String {
    let program = std::env::current_exe().ok();
    let stem = program
        .as_ref()
        .and_then(|path| path.file_stem()?.to_str())
        .unwrap_or_default();
    let target = stem.rsplit_once('-').map_or(stem, |(target, _)| target);
    let repeat = shell_words::join(["cargo", "test", "--test", target, "--", "--exact", check]);
    let mut changed = String::new();
    for line in text.lines() {
        if line.starts_with("rerun ") {
            changed += &labelled(Label::Rerun, &repeat);
        } else {
            changed += &format!("{line}\n");
        }
    }
    changed
}
