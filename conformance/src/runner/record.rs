//! The event of a check that is done.

use std::time::Duration;

use acegate_codec::Value;
use acegate_vectors::Outcome as Expected;
use serde_json::{Value as Json, json};

use super::confirm::Confirmation;
use super::options::{Evidence, RunOptions};
use super::worker::Pending;
use crate::event::CaseEvent;
use crate::judge::{Verdict, first_wrong_step, judge};
use crate::observation::{LargeValue, Outcome};
use crate::protocol::{ValueForm, large_to_json, parameter_to_json, value_to_json};
use crate::suite::{codec_value, request_for};

pub(super) fn case_event(pending: &Pending<'_>, options: &RunOptions) -> Box<CaseEvent> {
    let Pending { check, observation, confirmation, .. } = pending;
    let judgement = judge(check, &observation.outcome, options.strict_errors);
    let mut event = CaseEvent {
        name: check.name.clone(),
        case: check.case.id.clone(),
        codec: check.case.codec.clone(),
        op: check.op.clone(),
        document: check.case.document.clone(),
        clause: check.case.clause.clone(),
        level: check.case.level.as_str().into(),
        file: check.case.file.clone(),
        line: check.case.line,
        verdict: judgement.verdict,
        failing: judgement.failing,
        kind_agrees: judgement.kind_agrees,
        position_agrees: judgement.position_agrees,
        order_dependent: *confirmation == Some(Confirmation::OrderDependent),
        slow: *confirmation == Some(Confirmation::Slow),
        unexpected: judgement.verdict.is_failure() && check.case.level >= options.enforce,
        elapsed_us: micros(observation.elapsed),
        stderr: observation.stderr.clone(),
        ..CaseEvent::default()
    };
    if options.evidence == Evidence::OfAll || judgement.verdict != Verdict::Pass {
        let request = request_for(check);
        let params = request.params.iter();
        event.params =
            params.map(|(name, value)| (name.clone(), parameter_to_json(value))).collect();
        event.digest = check.digest().to_string();
        event.note.clone_from(&check.case.note);
        event.input = to_json(&request.input);
        event.expected = check.expect.outcomes().iter().map(expected_json).collect();
        event.observed = observed_json(&observation.outcome);
        event.step = judgement.failing.and_then(|_| first_wrong_step(check, &observation.outcome));
    }
    Box::new(event)
}

pub(super) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn to_json(value: &Value) -> Json {
    value_to_json(value, &[ValueForm::T, ValueForm::U, ValueForm::B]).unwrap_or_default()
}

fn expected_json(outcome: &Expected) -> Json {
    match outcome {
        Expected::Ok(value) => json!({ "ok": to_json(&codec_value(value)) }),
        Expected::Integers(integers) => {
            json!({ "ok": LargeValue::text(integers.clone()).map(|value| large_to_json(&value)) })
        }
        Expected::Error { kinds, at: None } => json!({ "error": kinds }),
        Expected::Error { kinds, at: Some(at) } => json!({ "error": kinds, "at": at }),
    }
}

/// What came of a request, as a report holds it.
pub(crate) fn observed_json(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Value(value) => json!({ "ok": to_json(value) }),
        Outcome::Large(value) => json!({ "ok": large_to_json(value) }),
        Outcome::Refused(refusal) => json!({ "error": refusal }),
        Outcome::Skipped(reason, text) => json!({ "skip": reason.code(), "reason": text }),
        Outcome::Fault(fault) => json!({ "fault": fault.code(), "text": fault.to_string() }),
    }
}
