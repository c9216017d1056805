//! An answer is not larger than its input explains.

use acegate_codec::{Codec, Value};
use acegate_vectors::{Expectation, Level};

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property};
use crate::hunt::request::length;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The length of an answer is linear in that of its input.
pub(super) const SIZE: Property = Property {
    id: "size",
    statement: "The length of an answer is at most a fixed multiple of the length of its input.",
    needs_reference: false,
    clause: |codec, _| acegate_codec::codec(codec).map(Codec::document),
    check: |request, subject| {
        let outcome = subject.answer(request);
        let (Outcome::Value(value), Some(most)) = (&outcome, most_elements(request)) else {
            return Ok(());
        };
        if length(value) <= most {
            return Ok(());
        }
        let right = match request.fast() {
            Ok(value) => Outcome::Value(value),
            Err(_) => Outcome::Refused(Default::default()),
        };
        let Some(expected) = right_outcome(&right) else { return Ok(()) };
        Err(Box::new(Breach {
            property: SIZE.id,
            history: Vec::new(),
            request: request.clone(),
            expect: Expectation::one(expected),
            level: Level::Should,
            outcome,
        }))
    },
};

/// The most elements that the answer can have; `None` if there is no such bound.
fn most_elements(request: &Request) -> Option<usize> {
    let Value::Text(text) = &request.input else { return None };
    let input = text.code_points.len();
    Some(match (&*request.codec, &*request.op) {
        // A number of 32 bits has at most 10 digits where every threshold is at most 26 of 36
        // (10 to the tenth power is more than 2 to the 32nd); a literal part adds its delimiter.
        ("punycode", "encode") => 1 + 10 * input,
        ("punycode" | "bootstring", "decode") | ("utf5", "decode") => input,
        // Six digits for 10FFFF.
        ("utf5", "encode") => 6 * input,
        // Two units of four digits, or four octets in Base32 and the headers of their runs.
        ("utf6" | "race" | "lace", "encode") => 16 + 12 * input,
        (_, "to-unicode") | ("utf6" | "race" | "lace", "decode") => input,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{CodecSubject, Subject};

    #[test]
    fn an_answer_that_is_too_long_breaks_it() {
        struct Long;
        impl Subject for Long {
            fn answer(&mut self, _: &Request) -> Outcome {
                Outcome::Value("abcd".into())
            }
        }
        let request = Request::new("punycode", "decode", "tda".into());
        assert!((SIZE.check)(&request, &mut Long).is_err());
        let reference = acegate_codec::codec("punycode").expect("a codec");
        assert_eq!((SIZE.check)(&request, &mut CodecSubject(reference)), Ok(()));
    }
}
