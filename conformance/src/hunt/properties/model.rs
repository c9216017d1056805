//! The answer is that of the model, and there is an answer.

use acegate_codec::Failure;
use acegate_vectors::{Expectation, Level, Outcome as Right};

use crate::hunt::oracle::{agrees, judge_answer, model_outcome};
use crate::hunt::property::{Breach, Property};
use crate::observation::Outcome;
use crate::protocol::Request;

/// The answer is that of the model.
pub const EQUALS_MODEL: Property = Property {
    id: "equals-model",
    statement: "The answer is the one that the document gives: the value, or a refusal.",
    needs_reference: true,
    clause: document,
    check: |request, subject| match subject.answer(request) {
        Outcome::Fault(_) => Ok(()),
        outcome if subject.is_strict() => equals_exactly(request, outcome),
        outcome => judge_every_answer(request, &outcome).map_or(Ok(()), Err),
    },
};

/// There is an answer.
pub(super) const TOTAL: Property = Property {
    id: "total",
    statement: "Any request has an answer: no crash, no hang, no more than the limits allow.",
    needs_reference: false,
    clause: document,
    check: |request, subject| match subject.answer(request) {
        outcome @ Outcome::Fault(_) => judge_every_answer(request, &outcome).map_or(Ok(()), Err),
        _ => Ok(()),
    },
};

fn document(codec: &str, op: &str) -> Option<&'static str> {
    let known = acegate_codec::codec(codec)?;
    known.operations().iter().any(|own| own.name == op).then(|| known.document())
}

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
    Err(Box::new(Breach {
        property: EQUALS_MODEL.id,
        history: Vec::new(),
        request: request.clone(),
        expect: Expectation::one(model_outcome(&model).unwrap_or_else(unsupported)),
        level: Level::Must,
        outcome,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::property::Strict;
    use crate::hunt::{CodecSubject, Subject};
    use crate::observation::{Fault, Refusal, SkipReason};
    use acegate_codec::codec;
    use acegate_deviations::{DeviantCodec, find};

    #[test]
    fn the_reference_keeps_it_and_a_deviation_does_not() {
        let request = Request::new("punycode", "decode", "-".into());
        let reference = codec("punycode").expect("a codec");
        let ask = |subject: &mut dyn Subject| (EQUALS_MODEL.check)(&request, subject);
        assert_eq!(ask(&mut CodecSubject(reference)), Ok(()));
        let deviation = find("punycode/leading-delimiter-consumed").expect("a deviation");
        let deviant = DeviantCodec::new(deviation).expect("a codec");
        let breach = ask(&mut CodecSubject(&deviant)).expect_err("`-` alone is a bad digit");
        assert_eq!(breach.outcome, Outcome::Value("".into()));
        assert_eq!(breach.level, Level::Must);
    }

    #[test]
    fn a_strict_subject_has_the_kinds_the_positions_and_the_support_of_the_model() {
        fn refused(kind: &str, at: u64) -> Outcome {
            Outcome::Refused(Refusal { kind: Some(kind.into()), at: Some(at), message: None })
        }
        let right = Request::new("punycode", "decode", "a-!".into());
        let ask = |request: &Request, answer| {
            let breach = (EQUALS_MODEL.check)(request, &mut Strict(answer)).err()?;
            let (expected, observed) = breach.codes();
            Some(format!("{expected} ~ {observed}"))
        };
        assert_eq!(ask(&right, |_| refused("bad-digit", 2)), None);
        let positions = ask(&right, |_| refused("bad-digit", 1));
        assert_eq!(positions.as_deref(), Some("bad-digit ~ bad-digit"));
        let kinds = ask(&right, |_| refused("overflow", 2));
        assert_eq!(kinds.as_deref(), Some("bad-digit ~ overflow"));
        let skipped = |_: &Request| Outcome::Skipped(SkipReason::Unsupported, "no".into());
        assert_eq!(ask(&right, skipped).as_deref(), Some("bad-digit ~ unsupported"));
        let unknown = right.with("width", "30");
        assert_eq!(ask(&unknown, skipped), None);
        let answered = ask(&unknown, |_| Outcome::Value("a".into()));
        assert_eq!(answered.as_deref(), Some("unsupported ~ ok"));
    }

    #[test]
    fn a_fault_breaks_the_other_property() {
        struct Broken;
        impl Subject for Broken {
            fn answer(&mut self, _: &Request) -> Outcome {
                Outcome::Fault(Fault::Caught("x".into()))
            }
        }
        // A crash is as binding as the answers are, as it is in a run of the suite.
        let surrogate = acegate_codec::Value::from_code_points([0xD800]);
        let request = Request::new("utf6", "encode", surrogate);
        assert_eq!((EQUALS_MODEL.check)(&request, &mut Broken), Ok(()));
        let breach = (TOTAL.check)(&request, &mut Broken).expect_err("a crash is no answer");
        assert_eq!((breach.property, breach.level), ("total", Level::May));
    }
}
