//! The answer depends on the request alone.

use acegate_vectors::{Expectation, Level};

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property};

/// The same request has the same answer.
pub(super) const SAME_AGAIN: Property = Property {
    id: "same-again",
    statement: "The same request, asked again, has the same answer.",
    needs_reference: false,
    clause: |codec, _| acegate_codec::codec(codec).map(acegate_codec::Codec::document),
    check: |request, subject| {
        let first = subject.answer(request);
        let Some(expected) = right_outcome(&first) else { return Ok(()) };
        let second = subject.answer(request);
        if right_outcome(&second).is_none_or(|second| second == expected) {
            return Ok(());
        }
        Err(Box::new(Breach {
            property: SAME_AGAIN.id,
            history: vec![request.clone()],
            request: request.clone(),
            expect: Expectation::one(expected),
            level: Level::Must,
            outcome: second,
        }))
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{CodecSubject, Subject};
    use crate::observation::Outcome;
    use crate::protocol::Request;

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
