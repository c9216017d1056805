//! The answer is that of the model, and there is an answer.

use acegate_codec::Failure;
use acegate_vectors::{Expectation, Level, Outcome as Right};

use crate::hunt::oracle::{agrees, judge_answer};
use crate::hunt::property::{Breach, Property};
use crate::hunt::request::model_outcome;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The answer is the one that the document gives: the value, or a refusal.
pub const EQUALS_MODEL: Property = Property {
    id: "equals-model",
    applies: |_, _| true,
    check: |request, subject| match subject.answer(request) {
        Outcome::Fault(_) => Ok(()),
        outcome if subject.is_strict() => equals_exactly(request, outcome),
        outcome => judge_every_answer(request, &outcome).map_or(Ok(()), Err),
    },
};

/// Any request has an answer: no crash, no hang, no more than the limits allow.
pub(super) const TOTAL: Property = Property {
    id: "total",
    applies: |_, _| true,
    check: |request, subject| match subject.answer(request) {
        outcome @ Outcome::Fault(_) => judge_every_answer(request, &outcome).map_or(Ok(()), Err),
        _ => Ok(()),
    },
};

/// The breach that an answer is of one of the two properties that every answer is judged by.
pub(in crate::hunt) fn judge_every_answer(
    request: &Request,
    outcome: &Outcome,
) -> Option<Box<Breach>> {
    let property = if matches!(outcome, Outcome::Fault(_)) { TOTAL } else { EQUALS_MODEL };
    judge_answer(property.id, request, outcome)
}

/// Whether the answer has the value of the model, or the kind and the position of its refusal. A request
/// that the model does not support has no answer.
fn equals_exactly(request: &Request, outcome: Outcome) -> Result<(), Box<Breach>> {
    let model = request.plain();
    let have_none =
        matches!(model, Err(Failure::Unsupported(_))) && matches!(outcome, Outcome::Skipped(..));
    if have_none || agrees(&model, &outcome, true) {
        return Ok(());
    }
    let unsupported = || Right::Error { kinds: vec!["unsupported".to_owned()], at: None };
    let expect = Expectation::one(model_outcome(&model).unwrap_or_else(unsupported));
    Err(Breach::new(EQUALS_MODEL.id, request.clone(), expect, Level::Must, outcome))
}
