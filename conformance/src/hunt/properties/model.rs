//! The answer is that of the model, and there is an answer.

use acegate_vectors::Level;

use crate::hunt::oracle::judge_answer;
use crate::hunt::property::{Breach, Property};
use crate::hunt::request::length;
use crate::judge::level_of_fault;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The answer is that of the model.
pub(super) const EQUALS_MODEL: Property = Property {
    id: "equals-model",
    statement: "The answer is the one that the document gives: the value, or a refusal.",
    needs_reference: true,
    clause: document,
    check: |request, subject| {
        let outcome = subject.answer(request);
        match outcome {
            Outcome::Fault(_) => Ok(()),
            outcome => judge_one(request, &outcome, subject.is_strict()).map_or(Ok(()), Err),
        }
    },
};

/// There is an answer.
pub(super) const TOTAL: Property = Property {
    id: "total",
    statement: "Any request has an answer: no crash, no hang, no more than the limits allow.",
    needs_reference: false,
    clause: document,
    check: |request, subject| {
        let outcome = subject.answer(request);
        match outcome {
            Outcome::Fault(_) => judge_one(request, &outcome, false).map_or(Ok(()), Err),
            _ => Ok(()),
        }
    },
};

fn document(codec: &str, op: &str) -> Option<&'static str> {
    let known = acegate_codec::codec(codec)?;
    known.operations().iter().any(|own| own.name == op).then(|| known.document())
}

/// The breach of either property that an answer is.
pub(in crate::hunt) fn judge_one(
    request: &Request,
    outcome: &Outcome,
    is_strict: bool,
) -> Option<Box<Breach>> {
    let Outcome::Fault(fault) = outcome else {
        return judge_answer(EQUALS_MODEL.id, request, outcome, is_strict);
    };
    let breach = judge_answer(TOTAL.id, request, outcome, is_strict)?;
    let level = level_of_fault(fault, length(&request.input) as u64, Level::Must);
    Some(Box::new(Breach { level, ..*breach }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{CodecSubject, Subject};
    use crate::observation::{Exhausted, Fault};
    use acegate_codec::codec;
    use acegate_deviations::{DeviantCodec, find};
    use std::time::Duration;

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
    fn a_fault_breaks_the_other_property() {
        struct Broken;
        impl Subject for Broken {
            fn answer(&mut self, _: &Request) -> Outcome {
                Outcome::Fault(Fault::Caught("x".into()))
            }
        }
        // A refusal of a surrogate is only a should, a crash over one is not.
        let surrogate = acegate_codec::Value::from_code_points([0xD800]);
        let request = Request::new("utf6", "encode", surrogate);
        assert_eq!((EQUALS_MODEL.check)(&request, &mut Broken), Ok(()));
        let breach = (TOTAL.check)(&request, &mut Broken).expect_err("a crash is no answer");
        assert_eq!((breach.property, breach.level), ("total", Level::Must));
    }

    #[test]
    fn to_be_slow_on_an_input_longer_than_any_name_breaks_no_must() {
        let level = |length, exhausted| {
            let request = Request::new("punycode", "encode", "ü".repeat(length).as_str().into());
            let limit = Duration::from_secs(2);
            let outcome = Outcome::Fault(Fault::Timeout { limit, partial: 0, exhausted });
            judge_one(&request, &outcome, false).expect("no answer came").level
        };
        assert_eq!(level(255, Exhausted::Cpu), Level::Must);
        assert_eq!(level(256, Exhausted::Cpu), Level::Should);
        assert_eq!(level(256, Exhausted::Idle), Level::Must);
    }
}
