//! The event of a check that is done.

use std::time::Duration;

use super::confirm::Confirmation;
use super::options::{Evidence, RunOptions};
use super::pending::Pending;
use crate::event::{CaseEvent, Expected, Observed};
use crate::judge::{Verdict, first_wrong_step, judge};
use crate::observation::AnyValue;
use crate::suite::request_for;

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
        event.params = request.params;
        event.digest = check.digest().to_string();
        event.note.clone_from(&check.case.note);
        event.input = Some(AnyValue::Ordinary(request.input));
        event.expected = check.expect.outcomes().iter().map(Expected::of).collect();
        event.observed = Some(Observed::of(&observation.outcome));
        event.step = judgement.failing.and_then(|_| first_wrong_step(check, &observation.outcome));
    }
    Box::new(event)
}

pub(super) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
