//! An operation and its inverse give the input again.

use acegate_codec::{Codec, Value};
use acegate_vectors::{Expectation, Level};

use super::case::folded;
use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property};
use crate::observation::Outcome;
use crate::protocol::Request;

/// The decoder reads an encoder's output as the text that was encoded.
pub(super) const ROUND_TRIP: Property = Property {
    id: "round-trip",
    statement: "What an encoder writes, the decoder reads as the text that was encoded.",
    needs_reference: false,
    clause: |codec, op| {
        let writes = matches!(op, "encode" | "to-ascii" | "invert" | "escape");
        document(codec).filter(|_| writes)
    },
    check: |request, subject| match inverse(request, subject.answer(request)) {
        Some(back) => comes_back(ROUND_TRIP.id, request, &back, subject.answer(&back)),
        None => Ok(()),
    },
};

/// The encoder writes again the code that was decoded.
pub(super) const CANONICAL: Property = Property {
    id: "canonical",
    statement: "A code that the decoder accepts is the one that the encoder writes, letter case aside.",
    needs_reference: false,
    clause: |codec, op| {
        let reads = matches!(op, "decode" | "to-unicode") && codec != "uri2dec";
        document(codec).filter(|_| reads)
    },
    check: |request, subject| match inverse(request, subject.answer(request)) {
        Some(back) => comes_back(CANONICAL.id, request, &back, subject.answer(&back)),
        None => Ok(()),
    },
};

fn document(codec: &str) -> Option<&'static str> {
    acegate_codec::codec(codec).map(Codec::document)
}

/// The request of the inverse operation on an answer; `None` if the law says nothing about it.
fn inverse(request: &Request, outcome: Outcome) -> Option<Request> {
    // Flags, bare layers, dialled numbers and lenient readers have rules of their own, and octets come
    // back as text.
    const OTHERS: [&str; 6] = ["annotation", "layer", "style", "scope", "strictness", "mode"];
    let has_own_rules = request.params.keys().any(|name| OTHERS.contains(&name.as_str()));
    let is_plain = request.text().is_some_and(|text| text.flags.is_none());
    let (false, true, Outcome::Value(output @ Value::Text(_))) = (has_own_rules, is_plain, outcome)
    else {
        return None;
    };
    Some(request.then(request.operation()?.inverse?, output))
}

/// Whether the inverse gave the input again, letter case aside.
fn comes_back(
    property: &'static str,
    request: &Request,
    back: &Request,
    outcome: Outcome,
) -> Result<(), Box<Breach>> {
    let is_back = match &outcome {
        Outcome::Value(value) => folded(value) == folded(&request.input),
        Outcome::Large(_) | Outcome::Refused(_) => false,
        Outcome::Skipped(..) | Outcome::Fault(_) => true,
    };
    let expected = right_outcome(&Outcome::Value(request.input.clone()));
    match expected.filter(|_| !is_back) {
        None => Ok(()),
        Some(expected) => Err(Box::new(Breach {
            property,
            history: Vec::new(),
            request: back.clone(),
            expect: Expectation::one(expected),
            // Where each answer alone is right, the documents leave the law to the implementation.
            level: Level::Should,
            outcome,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{CodecSubject, Subject};
    use acegate_codec::codec;

    /// Answers every request with the same.
    struct Always(Value);

    impl Subject for Always {
        fn answer(&mut self, _: &Request) -> Outcome {
            Outcome::Value(self.0.clone())
        }
    }

    #[test]
    fn the_reference_keeps_both_and_another_answer_breaks_them() {
        for (property, op, input) in [
            (ROUND_TRIP, "encode", "b\u{fc}cher"),
            (CANONICAL, "decode", "bcher-kva"),
            (CANONICAL, "decode", "BCHER-KVA"),
        ] {
            let request = Request::new("punycode", op, input.into());
            let reference = codec("punycode").expect("a codec");
            assert_eq!((property.check)(&request, &mut CodecSubject(reference)), Ok(()), "{input}");
            let breach = (property.check)(&request, &mut Always("x".into())).expect_err("not x");
            assert_eq!(breach.outcome, Outcome::Value("x".into()));
            assert_ne!(breach.request.op, op);
        }
    }
}
