//! A result in a report file, made again. All that the suite says of a check, and the verdict on its answer,
//! follows from the check and from what was observed; whoever changes one of them in the file is found out.
//! The verdict on a fault or a skip comes only from the run.

use std::time::Duration;

use acegate_vectors::Check;
use serde_json::Value as Json;

use super::record::{add_question, case_event};
use super::{CaseEvent, Observed, RunStart};
use crate::escape::printable_start;
use crate::judge::{Verdict, judge};
use crate::observation::{
    Exhausted, Fault, Observation, Outcome, ProtocolFault, SkipReason, Stream,
};
use crate::runner::{CheckResult, Confirmation};

/// How many octets of a field are shown.
const SHOWN: usize = 200;

/// A field of a result that is not what the check and the observation make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction {
    /// The field.
    pub(crate) field: &'static str,
    /// The check, what the field must be and what it is, in a sentence.
    pub(crate) what: String,
}

/// All contradictions between a result and its check in the suite.
pub(crate) fn contradictions(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
) -> Vec<Contradiction> {
    let made = match made_again(check, case, start) {
        Ok(made) => made,
        Err(contradiction) => return vec![contradiction],
    };
    let mut fields = differing_results(&made, case);
    fields.extend(differing_questions(&made, case));
    show(&fields, &made, case)
}

/// The first contradiction in the result of a check that was made of the same event: what was asked and
/// expected is not compared.
pub(super) fn contradicting_result(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
) -> Result<(), Contradiction> {
    let made = made_again(check, case, start)?;
    let fields = differing_results(&made, case);
    match show(&fields, &made, case).into_iter().next() {
        Some(contradiction) => Err(contradiction),
        None => Ok(()),
    }
}

/// The event that the check and the observation make; or a contradiction, if they make no such verdict.
fn made_again(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
) -> Result<CaseEvent, Contradiction> {
    let Some(outcome) = outcome(case) else {
        let what = format!(
            "{}: it holds nothing that makes the verdict {}",
            printable_start(&check.name, SHOWN),
            case.verdict
        );
        return Err(Contradiction {
            field: "observed",
            what,
        });
    };
    let mut judgement = judge(check, &outcome, start.strict_errors);
    // A limit that was reached on a long input may count less, which only the run knows.
    if matches!(outcome, Outcome::Fault(_)) && case.level == check.case.level {
        judgement.level = check.case.level;
    }
    let unexpected = match start.enforce {
        // A baseline decides whether a failure that it knows counts, and the broken property whether a
        // discovery of a hunt does.
        Some(least) if case.baseline.is_none() && start.seed.is_none() => {
            judgement.verdict.is_failure() && judgement.level >= least
        }
        _ => case.unexpected,
    };
    let result = CheckResult {
        check,
        index: 0,
        observation: Observation::new(outcome, Duration::ZERO),
        judgement,
        confirmation: Confirmation::Unrepeated,
        unexpected,
        cost: None,
        after: Vec::new(),
    };
    let mut made = case_event(result, true);
    // Before format 2, skipped checks were written with their question.
    if case.verdict == Verdict::Skip && case.input.is_some() {
        add_question(&mut made, check);
    }
    Ok(made)
}

/// The fields that follow from the answer and differ.
fn differing_results(made: &CaseEvent, found: &CaseEvent) -> Vec<&'static str> {
    let mut fields = Vec::new();
    let pairs = [
        ("verdict", made.verdict == found.verdict),
        ("failing", made.failing == found.failing),
        ("level", made.level == found.level),
        ("unexpected", made.unexpected == found.unexpected),
        ("step", made.step == found.step),
        ("kind_agrees", made.kind_agrees == found.kind_agrees),
        (
            "position_agrees",
            made.position_agrees == found.position_agrees,
        ),
    ];
    for (field, is_same) in pairs {
        if !is_same {
            fields.push(field);
        }
    }
    fields
}

/// The fields that follow from the suite and differ.
fn differing_questions(made: &CaseEvent, found: &CaseEvent) -> Vec<&'static str> {
    let mut fields = Vec::new();
    let pairs = [
        ("digest", made.digest == found.digest),
        ("case", made.case == found.case),
        ("codec", made.codec == found.codec),
        ("op", made.op == found.op),
        ("params", made.params == found.params),
        ("document", made.document == found.document),
        ("clause", made.clause == found.clause),
        ("requirements", made.requirements == found.requirements),
        ("note", made.note == found.note),
        ("input", made.input == found.input),
        ("expected", made.expected == found.expected),
    ];
    for (field, is_same) in pairs {
        if !is_same {
            fields.push(field);
        }
    }
    fields
}

fn show(fields: &[&'static str], made: &CaseEvent, found: &CaseEvent) -> Vec<Contradiction> {
    if fields.is_empty() {
        return Vec::new();
    }
    let name = printable_start(&made.name, SHOWN);
    let [made, found] = [made, found].map(|event| serde_json::to_value(event).unwrap_or_default());
    let mut told = Vec::new();
    for &field in fields {
        let (made, found) = (show_field(&made, field), show_field(&found, field));
        let what = format!("{name}: expected {made}, found {found}");
        told.push(Contradiction { field, what });
    }
    told
}

fn show_field(event: &Json, field: &str) -> String {
    match event.get(field) {
        Some(value) => printable_start(&value.to_string(), SHOWN),
        None => "nothing".to_owned(),
    }
}

/// The outcome that an event holds, with the fault of its code; `None` if it makes no such verdict.
fn outcome(case: &CaseEvent) -> Option<Outcome> {
    Some(match case.observed.as_ref()? {
        Observed::Value(value) => value.clone().into(),
        Observed::Refused(refusal) => Outcome::Refused(refusal.clone()),
        Observed::Skipped { .. } => Outcome::Skipped(SkipReason::Unsupported, String::new()),
        Observed::Fault { .. } => Outcome::Fault(match case.verdict {
            Verdict::Crash => Fault::Caught(String::new()),
            Verdict::Timeout => {
                let (limit, exhausted) = (Duration::ZERO, Exhausted::Cpu);
                Fault::Timeout {
                    limit,
                    partial: 0,
                    exhausted,
                }
            }
            Verdict::OutputLimit => Fault::OutputLimit {
                limit: 0,
                stream: Stream::Output,
            },
            Verdict::MemoryLimit => Fault::MemoryLimit { limit: 0 },
            Verdict::ProtocolError => Fault::Protocol(ProtocolFault::AnotherHello),
            Verdict::NotRun => Fault::NotRun(String::new()),
            Verdict::Pass | Verdict::Fail | Verdict::Skip => return None,
        }),
    })
}
