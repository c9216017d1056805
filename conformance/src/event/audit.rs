//! A result in a report file, made again. All that the suite says of a check, and the verdict on its answer,
//! follows from the check and from what was observed, so a change of one of them in the file is detected.
//! The verdict on a fault or a skip comes only from the run.

use std::time::Duration;

use acegate_vectors::Check;
use serde_json::Value as Json;

use super::record::{add_question, case_event};
use super::{CaseEvent, Observed, RunStart};
use crate::escape::printable_start;
use crate::judge::{Verdict, judge};
use crate::observation::{Exhausted, Fault, Observation, Outcome, ProtocolFault, Stream};
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
    let compared = Compared::new(&made, case);
    let mut fields = differing(&compared.results);
    fields.extend(differing(&compared.questions));
    show(&fields, &made, case)
}

/// The first contradiction in the result of a check that was made of the same event: the input and what is
/// expected is not compared.
pub(super) fn contradicting_result(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
) -> Result<(), Contradiction> {
    let made = made_again(check, case, start)?;
    let fields = differing(&Compared::new(&made, case).results);
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
            "{}: it has no result that leads to the verdict {}",
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

/// The fields of two events of a check, each with whether it is the same in both.
struct Compared {
    /// The fields that follow from the answer.
    results: [(&'static str, bool); 7],
    /// The fields that follow from the suite.
    questions: [(&'static str, bool); 11],
}

impl Compared {
    /// Compares an event that was made again with the one that was found. A new field is named here: as one that
    /// follows from the check and its answer, or as one that only the run knows.
    fn new(made: &CaseEvent, found: &CaseEvent) -> Self {
        let CaseEvent {
            verdict,
            failing,
            level,
            unexpected,
            step,
            kind_agrees,
            position_agrees,
            digest,
            case,
            codec,
            op,
            params,
            document,
            clause,
            requirements,
            note,
            input,
            expected,
            // The check was found by it.
            name: _,
            // The place of the vector, which differs from computer to computer.
            file: _,
            line: _,
            // The answer, from which the event was made.
            observed: _,
            // Only the run knows these.
            order_dependent: _,
            unsettled: _,
            after: _,
            slow: _,
            baseline: _,
            elapsed_us: _,
            stderr: _,
            cost: _,
            place: _,
            traits: _,
        } = made;
        Self {
            results: [
                ("verdict", *verdict == found.verdict),
                ("failing", *failing == found.failing),
                ("level", *level == found.level),
                ("unexpected", *unexpected == found.unexpected),
                ("step", *step == found.step),
                ("kind_agrees", *kind_agrees == found.kind_agrees),
                ("position_agrees", *position_agrees == found.position_agrees),
            ],
            questions: [
                ("digest", *digest == found.digest),
                ("case", *case == found.case),
                ("codec", *codec == found.codec),
                ("op", *op == found.op),
                ("params", *params == found.params),
                ("document", *document == found.document),
                ("clause", *clause == found.clause),
                ("requirements", *requirements == found.requirements),
                ("note", *note == found.note),
                ("input", *input == found.input),
                ("expected", *expected == found.expected),
            ],
        }
    }
}

fn differing(fields: &[(&'static str, bool)]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for &(name, is_same) in fields {
        if !is_same {
            names.push(name);
        }
    }
    names
}

fn show(fields: &[&'static str], made: &CaseEvent, found: &CaseEvent) -> Vec<Contradiction> {
    if fields.is_empty() {
        return Vec::new();
    }
    let name = printable_start(&made.name, SHOWN);
    let made = serde_json::to_value(made).unwrap_or_default();
    let found = serde_json::to_value(found).unwrap_or_default();
    let mut contradictions = Vec::new();
    for &field in fields {
        let expected = show_field(&made, field);
        let found = show_field(&found, field);
        let what = format!("{name}: expected {expected}, found {found}");
        contradictions.push(Contradiction { field, what });
    }
    contradictions
}

fn show_field(event: &Json, field: &str) -> String {
    match event.get(field) {
        Some(value) => printable_start(&value.to_string(), SHOWN),
        None => "nothing".to_owned(),
    }
}

/// The outcome that an event records, with the fault of its code; `None` if it makes no such verdict.
fn outcome(case: &CaseEvent) -> Option<Outcome> {
    let observed = case.observed.as_ref()?;
    if !matches!(observed, Observed::Fault { .. }) {
        return Some(observed.outcome());
    }
    Some(Outcome::Fault(match case.verdict {
        Verdict::Crash => Fault::Caught(String::new()),
        Verdict::Timeout => Fault::Timeout {
            limit: Duration::ZERO,
            partial: 0,
            exhausted: Exhausted::Cpu,
        },
        Verdict::OutputLimit => Fault::OutputLimit {
            limit: 0,
            stream: Stream::Output,
        },
        Verdict::MemoryLimit => Fault::MemoryLimit { limit: 0 },
        Verdict::ProtocolError => Fault::Protocol(ProtocolFault::AnotherHello),
        Verdict::NotRun => Fault::NotRun(String::new()),
        Verdict::Pass | Verdict::Fail | Verdict::Skip => return None,
    }))
}
