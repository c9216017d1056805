//! The run of the chosen checks, and what each test has of it.

use std::collections::HashMap;

use acegate_vectors::Check;

use super::harness::{Test, TestOutcome};
use super::known::Known;
use crate::escape::printable_lines;
use crate::event::{
    BaselineVerdict, BehavesLike, CaseEvent, Event, Evidence, Finding, Observed, Recording, record,
};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::Implementation;
use crate::judge::Verdict;
use crate::observation::StartError;
use crate::report::wording::{first_of, show_baseline, show_finding};
use crate::report::{CheckEntry, Kept, Run};
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
    checks: HashMap<String, CheckOutcome>,
    run: Run,
    /// The fault of the run as a whole, which fails every test.
    fault: Option<String>,
}

impl Results {
    /// Runs the checks.
    pub(super) fn new(
        start: &Start,
        options: &RunOptions,
        known: &mut Known,
        checks: &[Check],
    ) -> Self {
        let run = Run::new(Kept::STARTS);
        let mut results = Self { checks: HashMap::new(), run, fault: None };
        let recording = Recording {
            evidence: Evidence::OfFailures,
            diagnose: Some(behaves_like),
            known: known.failures(),
            ..Recording::default()
        };
        let mut sink = with_findings(|event: &Event| {
            if let Event::Case(case) = event {
                results.checks.insert(case.name.clone(), CheckOutcome::new(case));
            }
            results.run.add(event);
            known.take(event);
        });
        let end = record(checks, &**start, options, &recording, &mut sink);
        drop(sink);
        if let Err(error) = end {
            results.fault = Some(format!("the implementation does not start: {error}"));
            return results;
        }
        match known.renew() {
            Ok(true) => results.forgive(),
            Ok(false) => {}
            Err(error) => results.fault = Some(format!("the baseline is not renewed: {error}")),
        }
        results
    }

    /// The baseline holds the failures now.
    fn forgive(&mut self) {
        let reason = || CheckOutcome::Ignored("the baseline was renewed by this run".to_owned());
        self.checks.values_mut().filter(|it| it.is_failure()).for_each(|it| *it = reason());
        self.run.findings.clear();
    }

    /// The test of these checks.
    pub(super) fn test(&self, name: &str, checks: &[Check], is_grouped: bool) -> Test {
        let found = checks.iter().map(|check| self.checks.get(&check.name));
        let outcome = match (&self.fault, found.collect::<Option<Vec<_>>>()) {
            (Some(fault), _) => TestOutcome::Failed(fault.clone()),
            (None, None) => TestOutcome::Failed("it was not run".to_owned()),
            (None, Some(found)) => match found[..] {
                [check] if !is_grouped => check.outcome(&self.run.end.behaves_like),
                _ => outcome_of_group(&found),
            },
        };
        let is_of = |finding: &Finding| {
            checks.iter().any(|check| finding.checks.iter().any(|name| *name == *check.name))
        };
        let finding = match outcome {
            TestOutcome::Failed(_) => self.run.findings.iter().position(is_of),
            TestOutcome::Passed | TestOutcome::Ignored(_) => Some(usize::MAX),
        };
        Test { name: name.to_owned(), outcome, finding: finding.unwrap_or(usize::MAX - 1) }
    }

    /// The findings as they are above the tests: those that count with their example, the others in a
    /// line each.
    pub(super) fn findings_text(&self) -> String {
        let title = |finding: &Finding| format!("{}, {}", finding.level, show_finding(finding));
        let (counting, advisory) = self.run.findings();
        let (full, short) = counting.split_at(counting.len().min(FULL));
        let fault = self.fault.iter().map(|fault| format!("error: {}\n\n", printable_lines(fault)));
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

/// The result of a check.
#[derive(Debug)]
enum CheckOutcome {
    Passed,
    /// It is ignored, for this reason.
    Ignored(String),
    /// It failed and counts, as its finding says.
    Failed(Box<CheckEntry>),
    /// It does not fail and counts, for this reason.
    Wrong(String),
}

impl CheckOutcome {
    fn new(case: &CaseEvent) -> Self {
        let entry = || CheckEntry::new(case, &[], Kept::STARTS);
        match (case.verdict, case.baseline) {
            (_, Some(BaselineVerdict::ExpectedFailure)) => {
                Self::Ignored("known failure, by the baseline".to_owned())
            }
            (Verdict::NotRun, _) => Self::Wrong(format!("not run: {}", entry().reason)),
            (verdict, Some(known)) if !verdict.is_failure() => {
                Self::Wrong(format!("the baseline no longer holds: {}", show_baseline(known)))
            }
            (Verdict::Skip, None) => {
                Self::Ignored(case.observed.as_ref().map_or("", Observed::text).to_owned())
            }
            (Verdict::Pass, _) if case.unexpected => {
                Self::Wrong("right only with more time".into())
            }
            (Verdict::Pass, _) => Self::Passed,
            _ if case.unexpected => Self::Failed(Box::new(entry())),
            _ => Self::Ignored(entry().headline()),
        }
    }

    /// Whether it counts against the implementation.
    const fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Wrong(_))
    }

    /// The result of a test that is one check.
    fn outcome(&self, likes: &[BehavesLike]) -> TestOutcome {
        match self {
            Self::Passed => TestOutcome::Passed,
            Self::Ignored(reason) => TestOutcome::Ignored(reason.clone()),
            Self::Failed(entry) => {
                let lines = entry.lines(likes).into_iter();
                let lines = lines.map(|(field, text)| format!("{field:<9} {text}\n"));
                let text = lines.fold(entry.title() + "\n", |text, line| text + &line);
                TestOutcome::Failed(with_repeat(&text, &entry.case.name))
            }
            Self::Wrong(reason) => TestOutcome::Failed(reason.clone()),
        }
    }
}

/// The result of a test that is many checks.
fn outcome_of_group(checks: &[&CheckOutcome]) -> TestOutcome {
    let count = |has: fn(&CheckOutcome) -> bool| checks.iter().filter(|it| has(it)).count();
    let failed = count(CheckOutcome::is_failure);
    let ignored = count(|it| matches!(it, CheckOutcome::Ignored(_)));
    let wrong = checks.iter().find_map(|it| match it {
        CheckOutcome::Wrong(reason) => Some(format!("; {reason}")),
        _ => None,
    });
    match checks {
        _ if failed > 0 => TestOutcome::Failed(format!(
            "{failed} of {} checks fail, {ignored} ignored{}",
            checks.len(),
            wrong.unwrap_or_default()
        )),
        [CheckOutcome::Ignored(reason), ..] if ignored == checks.len() => {
            TestOutcome::Ignored(reason.clone())
        }
        _ => TestOutcome::Passed,
    }
}

/// The text on a failure with the command that runs this check here: cargo names the program
/// `conformance-0123456789abcdef`.
fn with_repeat(text: &str, check: &str) -> String {
    let program = std::env::current_exe().ok();
    let stem = program.as_ref().and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    let target = stem.rsplit_once('-').map_or(stem, |(target, _)| target);
    let repeat = shell_words::join(["cargo", "test", "--test", target, "--", "--exact", check]);
    let line = |line: &str| match line.starts_with("repeat ") {
        true => format!("{:<9} {repeat}\n", "repeat"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
