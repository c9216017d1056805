//! The comparison of a report with the suite: a report that contradicts it makes no statement.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use acegate_vectors::{Check, Level, Suite};
use serde_json::Value as Json;

use super::report::Report;
use crate::escape::printable_start;
use crate::event::{CaseEvent, Observed, ReadError, RunStart, Totals, case_event};
use crate::judge::{Verdict, judge};
use crate::observation::{
    AnyValue, Exhausted, Fault, Observation, Outcome, ProtocolFault, SkipReason, Stream,
};
use crate::runner::{CheckResult, Confirmation};

/// How many contradictions are named.
const NAMED: usize = 20;

/// How many octets of a field are shown.
const SHOWN: usize = 200;

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
/// All that the suite says of a check, and the verdict on its answer, is made again. The verdict on a
/// fault or a skip is of the run alone.
///
/// # Errors
///
/// [`SourceError::OtherSuite`], or [`SourceError::Contradictions`] if a check is not in the suite, is
/// there twice or has a field that is not what the suite and its answer make it, or if the counts or
/// a finding are not those of the checks.
pub(super) fn pair<'a>(
    suite: &Suite,
    checks: &'a [Check],
    report: &'a Report,
) -> Result<Paired<'a>, SourceError> {
    let Report { start, cases, findings, end } = report;
    let digest = suite.digest().to_string();
    if start.suite != digest {
        let acegate = start.acegate.clone();
        return Err(SourceError::OtherSuite { report: start.suite.clone(), acegate, own: digest });
    }
    let mut wrong = Vec::new();
    let mut add = |line: usize, field: &str, what: String| {
        wrong.push(ReadError { line, field: Some(field.to_owned()), what });
    };
    let mut events: HashMap<&str, &(usize, CaseEvent)> = HashMap::with_capacity(cases.len());
    let mut totals = Totals::default();
    for event in cases {
        let (line, case) = event;
        totals.add(case);
        if events.insert(&case.name, event).is_some() {
            add(*line, "name", format!("{} is in the report twice", case.name));
        }
    }
    if cases.len() > start.checks {
        add(1, "checks", format!("expected at least {}, found {}", cases.len(), start.checks));
    }
    if let Some((line, _)) = end.as_ref().filter(|(_, end)| end.totals != totals) {
        add(*line, "totals", "the counts are not those of the checks".to_owned());
    }
    for (line, finding) in findings {
        let level = |name: &String| Some(events.get(name.as_str())?.1.level.as_str());
        if !finding.checks.iter().any(|name| level(name) == Some(&*finding.level)) {
            let what = format!("none of its checks is of level {:?}", finding.level);
            add(*line, "level", what);
        }
    }
    let mut paired = Vec::with_capacity(checks.len());
    for check in checks {
        let event = events.remove(check.name.as_str());
        if let Some((line, case)) = event {
            contradictions(check, case, start, &mut |field, what| add(*line, field, what));
        }
        paired.push((check, event.map(|(_, case)| case)));
    }
    for (line, case) in events.into_values() {
        add(*line, "name", format!("the suite has no check {:?}", case.name));
    }
    if wrong.is_empty() {
        return Ok(paired);
    }
    wrong.sort_by_key(|error| error.line);
    let more = wrong.len().saturating_sub(NAMED);
    let named = wrong.iter().take(NAMED).map(ToString::to_string).collect();
    Err(SourceError::Contradictions { named, more })
}

/// The fields of a check that follow from the suite and from its answer.
const FIELDS: [&str; 18] = [
    "digest",
    "verdict",
    "failing",
    "level",
    "unexpected",
    "step",
    "kind_agrees",
    "position_agrees",
    "case",
    "codec",
    "op",
    "params",
    "document",
    "clause",
    "requirements",
    "note",
    "input",
    "expected",
];

/// Hands on the fields of an event that contradict its check, and what they must be.
fn contradictions(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
    add: &mut dyn FnMut(&str, String),
) {
    let Some(outcome) = outcome(case) else {
        return add(
            "observed",
            format!("it holds nothing that makes the verdict {}", case.verdict),
        );
    };
    let mut judgement = judge(check, &outcome, start.strict_errors);
    // A limit that was reached on a long input may count less, which only the run knows.
    if matches!(outcome, Outcome::Fault(_)) && case.level == check.case.level.as_str() {
        judgement.level = check.case.level;
    }
    let mut levels = [Level::May, Level::Should, Level::Must].into_iter();
    let unexpected = match levels.find(|level| level.as_str() == start.enforce) {
        // A baseline decides whether a failure that it knows counts.
        Some(least) if case.baseline.is_none() => {
            judgement.verdict.is_failure() && judgement.level >= least
        }
        _ => case.unexpected,
    };
    let made = case_event(
        CheckResult {
            check,
            index: 0,
            observation: Observation::new(outcome, Duration::ZERO),
            judgement,
            confirmation: Confirmation::Unrepeated,
            unexpected,
            cost: None,
            after: Vec::new(),
        },
        true,
    );
    let [made, found] = [&made, case].map(|event| serde_json::to_value(event).unwrap_or_default());
    for field in FIELDS.into_iter().filter(|field| made.get(field) != found.get(field)) {
        let shown = |event: &Json| match event.get(field) {
            Some(value) => printable_start(&value.to_string(), SHOWN),
            None => "nothing".to_owned(),
        };
        let what = format!("{}: expected {}, found {}", check.name, shown(&made), shown(&found));
        add(field, what);
    }
}

/// The outcome that an event holds, with the fault of its code; `None` if it makes no such verdict.
fn outcome(case: &CaseEvent) -> Option<Outcome> {
    Some(match case.observed.as_ref()? {
        Observed::Value(AnyValue::Ordinary(value)) => Outcome::Value(value.clone()),
        Observed::Value(AnyValue::Large(value)) => Outcome::Large(value.clone()),
        Observed::Refused(refusal) => Outcome::Refused(refusal.clone()),
        Observed::Skipped { .. } => Outcome::Skipped(SkipReason::Unsupported, String::new()),
        Observed::Fault { .. } => Outcome::Fault(match case.verdict {
            Verdict::Crash => Fault::Caught(String::new()),
            Verdict::Timeout => {
                let (limit, exhausted) = (Duration::ZERO, Exhausted::Cpu);
                Fault::Timeout { limit, partial: 0, exhausted }
            }
            Verdict::OutputLimit => Fault::OutputLimit { limit: 0, stream: Stream::Output },
            Verdict::MemoryLimit => Fault::MemoryLimit { limit: 0 },
            Verdict::ProtocolError => Fault::Protocol(ProtocolFault::AnotherHello),
            Verdict::NotRun => Fault::NotRun(String::new()),
            Verdict::Pass | Verdict::Fail | Verdict::Skip => return None,
        }),
    })
}
