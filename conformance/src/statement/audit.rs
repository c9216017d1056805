//! The comparison of a report with the suite: a report that contradicts it makes no statement.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use acegate_vectors::{Check, Suite};

use crate::event::{CaseEvent, Observed, ReadError, RunEnd, RunStart, Totals};
use crate::judge::{Verdict, judge};
use crate::observation::{AnyValue, Outcome};

/// How many contradictions are named.
const NAMED: usize = 20;

/// Why a report makes no statement.
#[derive(Debug)]
pub enum SourceError {
    /// It is not a report, or is broken.
    Read(ReadError),
    /// It was made with another suite than the one that is given.
    OtherSuite {
        /// The digest of its suite; empty if it names none.
        report: String,
        /// The version of acegate that made it.
        acegate: String,
        /// The digest of the suite that is given.
        own: String,
    },
    /// It does not say which codecs the implementation claims.
    NoClaims,
    /// It contradicts the suite or itself.
    Contradictions {
        /// A sentence each.
        named: Vec<String>,
        /// How many more there are.
        more: usize,
    },
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::OtherSuite { report, .. } if report.is_empty() => {
                f.write_str("it does not name its suite: make it with acegate check --report FILE")
            }
            Self::OtherSuite { report, acegate, own } => write!(
                f,
                "it is of suite {report}, made by acegate {acegate}, and this acegate has suite \
                 {own}: use the acegate that made it, or run the check again"
            ),
            Self::NoClaims => f.write_str(
                "it does not say which codecs the implementation claims: run the check again",
            ),
            Self::Contradictions { named, more } => {
                write!(f, "it contradicts the suite or itself:\n  {}", named.join("\n  "))?;
                if *more > 0 {
                    write!(f, "\n  and {more} more")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for SourceError {}

/// The checks of a suite, each with its event in the report, if it has one.
pub(super) type Paired<'a> = Vec<(&'a Check, Option<&'a CaseEvent>)>;

/// Pairs the checks of the suite with the events of the report.
///
/// The verdict on an answer follows from the answer and the suite, so it is made again. The verdict
/// on a fault or a skip is of the run alone.
///
/// # Errors
///
/// [`SourceError::OtherSuite`], or [`SourceError::Contradictions`] if a check is not in the suite,
/// differs from the suite's, is there twice or has another verdict than its answer, or if the counts
/// at the end are not those of the checks.
pub(super) fn pair<'a>(
    suite: &Suite,
    checks: &'a [Check],
    start: &RunStart,
    cases: &'a [CaseEvent],
    end: Option<&RunEnd>,
) -> Result<Paired<'a>, SourceError> {
    let digest = suite.digest().to_string();
    if start.suite != digest {
        let acegate = start.acegate.clone();
        return Err(SourceError::OtherSuite { report: start.suite.clone(), acegate, own: digest });
    }
    let mut wrong = Vec::new();
    let mut events: HashMap<&str, &CaseEvent> = HashMap::with_capacity(cases.len());
    let mut totals = Totals::default();
    for case in cases {
        totals.add(case);
        if events.insert(&case.name, case).is_some() {
            wrong.push(format!("{}: it is in the report twice", case.name));
        }
    }
    if cases.len() > start.checks {
        wrong.push(format!("it holds {} checks, and says it has {}", cases.len(), start.checks));
    }
    if end.is_some_and(|end| end.totals != totals) {
        wrong.push("the counts at its end are not those of its checks".to_owned());
    }
    let mut paired = Vec::with_capacity(checks.len());
    for check in checks {
        let case = events.remove(check.name.as_str());
        if let Some(what) = case.and_then(|case| contradiction(check, case, start.strict_errors)) {
            wrong.push(format!("{}: {what}", check.name));
        }
        paired.push((check, case));
    }
    let strangers: BTreeMap<_, _> = events.into_iter().collect();
    wrong.extend(strangers.keys().map(|name| format!("{name}: the suite has no such check")));
    if wrong.is_empty() {
        return Ok(paired);
    }
    let more = wrong.len().saturating_sub(NAMED);
    wrong.truncate(NAMED);
    Err(SourceError::Contradictions { named: wrong, more })
}

/// In which way an event contradicts its check; `None` if it does not.
fn contradiction(check: &Check, case: &CaseEvent, strict_errors: bool) -> Option<String> {
    if case.digest != check.digest().to_string() {
        return Some("its digest is not that of the suite's check".to_owned());
    }
    let outcome = match &case.observed {
        Some(Observed::Value(AnyValue::Ordinary(value))) => Outcome::Value(value.clone()),
        Some(Observed::Value(AnyValue::Large(value))) => Outcome::Large(value.clone()),
        Some(Observed::Refused(refusal)) => Outcome::Refused(refusal.clone()),
        Some(Observed::Skipped { .. }) if case.verdict == Verdict::Skip => return None,
        Some(Observed::Fault { .. }) if !matches!(case.verdict, Verdict::Pass | Verdict::Skip) => {
            return None;
        }
        _ => return Some(format!("the report holds nothing that makes it {}", case.verdict)),
    };
    let judged = judge(check, &outcome, strict_errors);
    ((judged.verdict, judged.failing) != (case.verdict, case.failing)).then(|| {
        format!(
            "the report says {}, and the answer in it makes it {}",
            case.verdict, judged.verdict
        )
    })
}
