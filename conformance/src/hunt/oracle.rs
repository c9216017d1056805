//! Judging an answer: whether it is right, by the transcription and by the [interpretations](super::interpretations)
//! of the documents, and how much a wrong one counts.

use std::sync::Arc;

use acegate_codec::{Failure, Value};
use acegate_vectors::{Expectation, Integer, Level, Outcome as Right};

use super::interpretations::{is_open, right_answers};
use super::property::Breach;
use super::request::length;
use crate::judge::{Question, judge_question};
use crate::observation::Outcome;
use crate::protocol::Request;
use crate::suite::vector_value;

/// The names of the two properties that every answer is judged by.
pub(super) const EQUALS_MODEL_ID: &str = "equals-model";
pub(super) const TOTAL_ID: &str = "total";

/// The worth of an answer.
pub(crate) enum Answered {
    /// It is the answer of the reference, whatever the kind and position of a rejection.
    Right,
    /// It is another one that the documents allow. The breach, if theirs is the better one.
    Allowed(Option<Breach>),
    /// It is wrong.
    Wrong(Breach),
    /// The transcription does not support the request, or there was no answer.
    Unjudged,
}

/// The breach of one of them that an answer is; `None` also if the model has none.
pub(crate) fn judge_answer(request: &Request, outcome: &Outcome) -> Option<Breach> {
    match weigh_answer(request, outcome) {
        Answered::Wrong(breach) => Some(breach),
        Answered::Allowed(breach) => breach,
        Answered::Right | Answered::Unjudged => None,
    }
}

/// Judges an answer by the document, and then by the answer of the transcription.
pub(crate) fn weigh_answer(request: &Request, outcome: &Outcome) -> Answered {
    if matches!(outcome, Outcome::Skipped(..)) {
        return Answered::Unjudged;
    }
    let fast = request.fast();
    if agrees(&fast, outcome, false) {
        return Answered::Right;
    }
    let property = if matches!(outcome, Outcome::Fault(_)) {
        TOTAL_ID
    } else {
        EQUALS_MODEL_ID
    };
    let Some(right) = right_answers(request) else {
        return Answered::Unjudged;
    };
    if let Some(breach) = breach_of(request, outcome, right.expect, right.level, property) {
        return Answered::Wrong(breach);
    }
    // Below must, the answer of the model was the only right one, and this is it.
    if right.level < Level::Must || is_open(request) {
        return Answered::Allowed(None);
    }
    // At must, a document may allow several answers. The answer of the model is the best of them.
    let model = Expectation::one(right.model);
    Answered::Allowed(breach_of(request, outcome, model, Level::Should, property))
}

/// The breach that an answer is where these are right; `None` if it is one of them.
fn breach_of(
    request: &Request,
    outcome: &Outcome,
    expect: Expectation,
    level: Level,
    property: &'static str,
) -> Option<Breach> {
    let question = Question {
        codec: &request.codec,
        op: &request.op,
        is_annotated: request.params.contains_key("annotation"),
        length: length(&request.input) as u64,
        expect: &expect,
        level,
    };
    let judgement = judge_question(&question, outcome, false);
    if !judgement.verdict.is_failure() {
        return None;
    }
    Some(Breach {
        property,
        history: Vec::new(),
        request: request.clone(),
        expect,
        level: judgement.level,
        outcome: outcome.clone(),
    })
}

/// Whether the answer equals the model's; quick, since nearly every answer does. With `is_strict` the kind
/// and the position of a refusal must also be equal.
pub(super) fn agrees(model: &Result<Value, Failure>, outcome: &Outcome, is_strict: bool) -> bool {
    match (model, outcome) {
        (Ok(right), Outcome::Value(found)) => right == found,
        (Err(Failure::Refused(error)), Outcome::Refused(refusal)) => {
            !is_strict
                || refusal.kind.as_deref() == Some(error.code())
                    && refusal.at == Some(error.position as u64)
        }
        _ => false,
    }
}

/// An answer as an outcome that is right; `None` for a fault or no answer.
pub(super) fn right_outcome(outcome: &Outcome) -> Option<Right> {
    match outcome {
        Outcome::Value(value) => Some(Right::Ok(Arc::new(vector_value(value)))),
        Outcome::Large(value) => {
            let integers = value.integers()?;
            for integer in integers {
                if integer.as_decimal().len() > Integer::MOST_DIGITS {
                    return None;
                }
            }
            Some(Right::Integers(integers.to_vec()))
        }
        Outcome::Refused(_) => Some(Right::Error {
            kinds: vec!["refused".to_owned()],
            at: None,
        }),
        Outcome::Skipped(..) | Outcome::Fault(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::hunt::known::elements;
    use crate::judge::judge;
    use crate::observation::{AnyValue, Refusal};
    use crate::suite::{codec_value, request_for};
    use acegate_vectors::{Check, Suite};

    fn outcome(right: &Right) -> Outcome {
        match right {
            Right::Ok(value) => Outcome::Value(codec_value(value)),
            Right::Integers(integers) => AnyValue::text(integers.clone(), None).into(),
            Right::Error { .. } => Outcome::Refused(Refusal::default()),
        }
    }

    /// No answer counts that the suite takes for right, and most answers that break a must of it do.
    #[test]
    fn answers_count_that_break_a_must_of_the_suite_and_no_others() {
        let checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        let mut by_request: BTreeMap<String, Vec<&Check>> = BTreeMap::new();
        // The models take quadratic time.
        for check in checks
            .iter()
            .filter(|check| elements(&check.input).len() < 300)
        {
            by_request
                .entry(format!("{:?}", request_for(check)))
                .or_default()
                .push(check);
        }
        let (mut accused, mut wrong, mut counted) = (Vec::new(), 0, 0);
        for checks in by_request.values() {
            let (request, name) = (request_for(checks[0]), &checks[0].name);
            let musts = || {
                checks
                    .iter()
                    .filter(|check| check.case.level == Level::Must)
            };
            // Wrong answers to very long texts are a should there, because a refusal is right; the
            // case of letters is one, because other cases test the letters. Integers
            // beyond the range of code points have a separate must only in some cases. Names of ASCII are
            // right with and without the flag of STD 3 there, and a hunt sends them only with the flag.
            let elsewhere = [
                "/long-codes/",
                "/not-asked-for",
                "/written-small-",
                "/foreign-in-ascii/",
            ];
            let is_elsewhere = elsewhere.iter().any(|part| name.contains(part))
                || name.starts_with("utf5/") && musts().next().is_none();
            // All answers that no must of the suite forbids, such as a refusal and the input unchanged.
            let right = checks
                .iter()
                .flat_map(|check| check.expect.outcomes())
                .map(outcome);
            let others = [request.input.clone(), "".into(), "no such answer".into()];
            let others = others.map(Outcome::Value).into_iter();
            for answer in right
                .chain(others)
                .chain([Outcome::Refused(Refusal::default())])
            {
                let broken =
                    musts().filter(|check| judge(check, &answer, false).verdict.is_failure());
                let broken = broken.count();
                let counts =
                    judge_answer(&request, &answer).is_some_and(|it| it.level == Level::Must);
                wrong += broken;
                counted += if counts { broken } else { 0 };
                // Some have a must in no case.
                let is_known = answer != Outcome::Value("no such answer".into());
                if counts && broken == 0 && is_known && !is_elsewhere {
                    let text = format!("{name}: {answer:?}");
                    accused.push(text.chars().take(120).collect::<String>());
                }
            }
        }
        assert!(accused.is_empty(), "{}: {accused:#?}", accused.len());
        assert!(counted * 4 > wrong * 3, "{counted} of {wrong}");
    }
}
