//! The result of a check as a test has it.

use libtest_mimic::{Completion, Failed};

use crate::event::{BaselineVerdict, BehavesLike, CaseEvent, Observed};
use crate::judge::Verdict;
use crate::report::wording::show_baseline;
use crate::report::{CheckEntry, Kept};

/// How many failures of a group are shown in full.
const FULL: usize = 3;

/// How many more are named.
const NAMED: usize = 20;

/// The result of a check.
#[derive(Debug)]
pub(super) enum CheckOutcome {
    Passed,
    /// It is ignored, for this reason.
    Ignored(String),
    /// It failed and counts.
    Failed(Box<CheckEntry>),
    /// It does not fail and counts, for this reason.
    Wrong(String),
}

impl CheckOutcome {
    pub(super) fn of(case: &CaseEvent) -> Self {
        let entry = || CheckEntry::new(case, &[], Kept::FAILURES);
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

    /// The result of a test that is one check.
    pub(super) fn completion(
        &self,
        name: &str,
        likes: &[BehavesLike],
    ) -> Result<Completion, Failed> {
        match self {
            Self::Passed => Ok(Completion::Completed),
            Self::Ignored(reason) => Ok(Completion::ignored_with(reason)),
            Self::Failed(failure) => Err(text(name, failure, likes).into()),
            Self::Wrong(reason) => Err(reason.into()),
        }
    }
}

/// The result of a test that is many checks.
pub(super) fn completion_of_group(
    checks: &[(&str, &CheckOutcome)],
    likes: &[BehavesLike],
) -> Result<Completion, Failed> {
    let failed = checks.iter().filter_map(|(name, outcome)| match outcome {
        CheckOutcome::Failed(failure) => Some((*name, text(name, failure, likes))),
        CheckOutcome::Wrong(reason) => Some((*name, format!("{name}: {reason}\n"))),
        CheckOutcome::Passed | CheckOutcome::Ignored(_) => None,
    });
    let failed: Vec<_> = failed.collect();
    let ignored = checks.iter().filter(|(_, it)| matches!(it, CheckOutcome::Ignored(_))).count();
    if failed.is_empty() {
        return Ok(match checks {
            [(_, CheckOutcome::Ignored(reason)), ..] if ignored == checks.len() => {
                Completion::ignored_with(reason)
            }
            _ => Completion::Completed,
        });
    }
    let mut out = format!("{} of {} checks fail, {ignored} ignored\n", failed.len(), checks.len());
    for (at, (name, text)) in failed.iter().take(FULL + NAMED).enumerate() {
        out += &if at < FULL { format!("\n{text}") } else { format!("\nalso {name}") };
    }
    if failed.len() > FULL + NAMED {
        out += &format!("\nand {} more", failed.len() - FULL - NAMED);
    }
    Err(out.into())
}

/// A failure as the reports show it, with the command that repeats it here.
fn text(name: &str, failure: &CheckEntry, likes: &[BehavesLike]) -> String {
    let mut out = failure.title() + "\n";
    for (field, text) in failure.lines(likes) {
        match field {
            "repeat" => out += &format!("{field:<9} {}\n", repeat(name)),
            _ => out += &format!("{field:<9} {text}\n"),
        }
    }
    out
}

/// The command that runs this check alone: cargo names the program `conformance-0123456789abcdef`.
fn repeat(name: &str) -> String {
    let program = std::env::current_exe().ok();
    let stem = program.as_ref().and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    let target = stem.rsplit_once('-').map_or(stem, |(target, _)| target);
    shell_words::join(["cargo", "test", "--test", target, "--", "--exact", name])
}
