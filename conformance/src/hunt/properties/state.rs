//! The answer depends on the request alone.

use acegate_codec::{Codec, Value};
use acegate_vectors::{Expectation, Level};

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property, Subject};
use crate::observation::Outcome;
use crate::protocol::Request;

/// The same request has the same answer.
pub(super) const SAME_AGAIN: Property = Property {
    id: "same-again",
    statement: "The same request, asked again, has the same answer.",
    needs_reference: false,
    clause: document,
    check: |request, subject| again(SAME_AGAIN.id, request, &[], subject),
};

/// A long request leaves nothing behind.
pub(super) const AFTER_LONG: Property = Property {
    id: "after-long",
    statement: "A request has the same answer after a long one.",
    needs_reference: false,
    clause: document,
    check: |request, subject| {
        let Some(text) = request.text() else { return Ok(()) };
        if text.code_points.is_empty() || text.code_points.len() > 64 || text.flags.is_some() {
            return Ok(());
        }
        let long = text.code_points.repeat(TIMES);
        let long = request.then(&request.op, Value::from_code_points(long));
        again(AFTER_LONG.id, request, &[long], subject)
    },
};

/// How many times as long the long request is.
const TIMES: usize = 20;

fn document(codec: &str, _: &str) -> Option<&'static str> {
    acegate_codec::codec(codec).map(Codec::document)
}

/// Puts a request, others, and the request again.
fn again(
    property: &'static str,
    request: &Request,
    between: &[Request],
    subject: &mut dyn Subject,
) -> Result<(), Box<Breach>> {
    let first = subject.answer(request);
    let Some(expected) = right_outcome(&first) else { return Ok(()) };
    between.iter().for_each(|request| drop(subject.answer(request)));
    let outcome = subject.answer(request);
    let is_refused = |outcome: &Outcome| matches!(outcome, Outcome::Refused(_));
    let is_same = |second| second == expected || is_refused(&first) && is_refused(&outcome);
    if right_outcome(&outcome).is_none_or(is_same) {
        return Ok(());
    }
    let mut history = vec![request.clone()];
    history.extend_from_slice(between);
    Err(Box::new(Breach {
        property,
        history,
        request: request.clone(),
        expect: Expectation::one(expected),
        level: Level::Must,
        outcome,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::CodecSubject;

    #[test]
    fn an_answer_that_changes_breaks_it() {
        struct Counting(usize);
        impl Subject for Counting {
            fn answer(&mut self, _: &Request) -> Outcome {
                self.0 += 1;
                Outcome::Value(self.0.to_string().as_str().into())
            }
        }
        let request = Request::new("punycode", "decode", "tda".into());
        let breach = (SAME_AGAIN.check)(&request, &mut Counting(0)).expect_err("1, then 2");
        assert_eq!(breach.history, std::slice::from_ref(&request));
        assert_eq!(breach.outcome, Outcome::Value("2".into()));
        let reference = acegate_codec::codec("punycode").expect("a codec");
        assert_eq!((SAME_AGAIN.check)(&request, &mut CodecSubject(reference)), Ok(()));
    }
}
