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
use crate::report::{CheckEntry, CheckState, Kept, Run};
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
    /// Whether the baseline holds the failures now.
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
        let renewed = match end {
            Ok(_) => known
                .renew()
                .map_err(|error| format!("the baseline is not renewed: {error}")),
            Err(error) => Err(format!("the implementation does not start: {error}")),
        };
        let is_renewed = renewed == Ok(true);
        if is_renewed {
            run.findings.clear();
        }
        Self {
            run,
            fault: renewed.err(),
            is_renewed,
        }
    }

    /// The test of these checks.
    pub(super) fn test(&self, name: &str, checks: &[Check], is_grouped: bool) -> Test {
        let found = checks.iter().map(|check| self.run.check(&check.name));
        let outcome = match (&self.fault, found.collect::<Option<Vec<_>>>()) {
            (Some(fault), _) => TestOutcome::Failed(fault.clone()),
            (None, None) => TestOutcome::Failed("it was not run".to_owned()),
            (None, Some(found)) => match found[..] {
                [check] if !is_grouped => self.outcome(check),
                _ => self.outcome_of_group(&found),
            },
        };
        let is_of = |finding: &Finding| {
            checks
                .iter()
                .any(|check| finding.checks.iter().any(|name| *name == *check.name))
        };
        let finding = match outcome {
            TestOutcome::Failed(_) => self.run.findings.iter().position(is_of),
            TestOutcome::Passed | TestOutcome::Ignored(_) => Some(usize::MAX),
        };
        Test {
            name: name.to_owned(),
            outcome,
            finding: finding.unwrap_or(usize::MAX - 1),
        }
    }

    /// The result of a test that is one check.
    fn outcome(&self, check: &CheckEntry) -> TestOutcome {
        match (check.state, wrong(check)) {
            (CheckState::Failed | CheckState::NotRun, _) if self.is_renewed => {
                TestOutcome::Ignored("the baseline was renewed by this run".to_owned())
            }
            (_, Some(reason)) => TestOutcome::Failed(reason),
            (CheckState::Failed, None) => {
                let text = format!(
                    "{}\n{}",
                    check.title(),
                    check.text(&self.run.end.behaves_like)
                );
                TestOutcome::Failed(with_repeat(&text, &check.case.name))
            }
            (CheckState::Passed, None) => TestOutcome::Passed,
            (CheckState::Known, None) => {
                TestOutcome::Ignored("known failure, by the baseline".to_owned())
            }
            (CheckState::Skipped, None) => TestOutcome::Ignored(check.reason.clone()),
            (CheckState::Advisory | CheckState::NotRun, None) => {
                TestOutcome::Ignored(check.headline())
            }
        }
    }

    /// The result of a test that is many checks.
    fn outcome_of_group(&self, checks: &[&CheckEntry]) -> TestOutcome {
        let outcomes: Vec<_> = checks.iter().map(|check| self.outcome(check)).collect();
        let count = |has: fn(&TestOutcome) -> bool| outcomes.iter().filter(|it| has(it)).count();
        let failed = count(|it| matches!(it, TestOutcome::Failed(_)));
        let ignored = count(|it| matches!(it, TestOutcome::Ignored(_)));
        let wrong = checks.iter().find_map(|check| wrong(check));
        match outcomes.first() {
            _ if failed > 0 => TestOutcome::Failed(format!(
                "{failed} of {} fail, {ignored} ignored{}",
                plural::count(checks.len(), "check", "checks"),
                wrong.map_or_else(String::new, |reason| format!("; {reason}"))
            )),
            Some(TestOutcome::Ignored(reason)) if ignored == checks.len() => {
                TestOutcome::Ignored(reason.clone())
            }
            _ => TestOutcome::Passed,
        }
    }

    /// The findings as they are above the tests: those that count with their example, the others in a
    /// line each.
    pub(super) fn findings_text(&self) -> String {
        let title = |finding: &Finding| format!("{}, {}", finding.level, show_finding(finding));
        let (counting, advisory) = self.run.findings();
        let (full, short) = counting.split_at(counting.len().min(FULL));
        let fault = self
            .fault
            .iter()
            .map(|fault| format!("error: {}\n\n", printable_lines(fault)));
        let full = full.iter().map(|finding| {
            let text = self.run.finding_text(finding);
            let text = with_repeat(&text, finding.checks.first().map_or("", String::as_str));
            format!("{}\n{text}\n", title(finding))
        });
        let mut text: String = fault.chain(full).collect();
        for (findings, what) in [(short, "further"), (&advisory, "advisory")] {
            if !findings.is_empty() {
                let lines = first_of(findings.iter().map(|it| title(it)), NAMED, "\n");
                text += &format!("{what} findings in short:\n{lines}\n\n");
            }
        }
        text
    }
}

/// Why a check counts against the implementation, if its finding does not say that.
fn wrong(check: &CheckEntry) -> Option<String> {
    let case = &check.case;
    match (case.verdict, case.baseline) {
        (Verdict::NotRun, _) => Some(format!("not run: {}", check.reason)),
        (verdict, Some(known)) if !verdict.is_failure() => Some(format!(
            "the baseline no longer holds: {}",
            show_baseline(known)
        )),
        (Verdict::Pass, None) if case.unexpected => Some("right only with more time".to_owned()),
        _ => None,
    }
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
    let line = |line: &str| match line.starts_with("repeat ") {
        true => format!("{:<9} {repeat}\n", "repeat"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
