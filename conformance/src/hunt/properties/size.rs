//! An answer is not larger than its input explains.

use acegate_codec::uri2dec::Protocol;
use acegate_codec::{Codec, Value};

use crate::hunt::oracle::cannot_be_right;
use crate::hunt::property::Property;
use crate::hunt::request::length;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The length of an answer is linear in that of its input.
pub const SIZE: Property = Property {
    id: "size",
    statement: "The length of an answer is at most a fixed multiple of the length of its input.",
    needs_reference: false,
    // Two answers to a request of ENUM can be right.
    clause: |codec, _| acegate_codec::codec(codec).map(Codec::document).filter(|_| codec != "enum"),
    check: |request, subject| {
        let outcome = subject.answer(request);
        let (Outcome::Value(value), Some(most)) = (&outcome, most_elements(request)) else {
            return Ok(());
        };
        let holds = match value {
            // Section 7.3 of the uri2dec document: one reading a marker at most; one answer a step, and one
            // address a protocol.
            Value::List(values) => {
                values.len() <= length(&request.input).max(Protocol::ALL.len())
                    && values.iter().all(|value| length(value) <= most)
            }
            value => length(value) <= most,
        };
        if holds {
            return Ok(());
        }
        cannot_be_right(SIZE.id, request, outcome, subject.is_strict())
    },
};

/// The most elements that the answer, or one of several, can have; `None` if nothing bounds it.
fn most_elements(request: &Request) -> Option<usize> {
    let input = length(&request.input);
    Some(match (request.codec.as_str(), request.op.as_str()) {
        // A number of 32 bits has at most 10 digits where every threshold is at most 26 of 36
        // (10 to the tenth power is more than 2 to the 32nd); a literal part adds its delimiter.
        ("punycode", "encode") => 1 + 10 * input,
        // At base 3 with thresholds of 1 every digit takes a factor of two.
        ("bootstring", "encode") => 1 + 33 * input,
        ("punycode" | "bootstring", "decode") => input,
        // Six digits for 10FFFF, one at least for anything.
        ("utf5", "encode") => 6 * input,
        ("utf5", _) => input,
        // Two units of four digits, or four octets in Base32 and the headers of their runs.
        ("utf6" | "race" | "lace", "encode") => 16 + 12 * input,
        (_, "to-ascii") => 254,
        (_, "decode" | "to-unicode" | "unescape" | "parses" | "read-record") => input,
        // A digit and a dot for each digit, and the tree of a request, which is not in the input.
        ("enum", "to-domain") => 256 + 2 * input,
        ("enum", "to-number") => input,
        // The elements of a list are its values, and a record may have nine groups of 16 characters.
        ("enum", "rewrite") => 17 * input,
        // A text of units beyond the table: six characters each, two units a code point.
        ("uri2dec", "escape") => 12 * input,
        ("uri2dec", "hash" | "invert") => input,
        // `http:` with `//` and `/` is the longest.
        ("uri2dec", "assign") => 8 + input,
        ("uri2dec", "choices") => 32 + 4 * input,
        // All addresses with the hashes and keys of those that were learnt, or the readings of a
        // number, of which there is one in four digits at most.
        ("uri2dec", "book") => 32 + 4 * input + input * (input + 1) / 4,
        // Three bits for each symbol at most, a triad of alignment, marker, spaces, 16 digits.
        ("uri2dec", _) => 32 + 2 * input,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::property::Strict;
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

    #[test]
    fn a_list_has_no_more_answers_than_its_input_has_elements() {
        let request = Request::new("uri2dec", "parses", "25423".into());
        let ask = |answer| (SIZE.check)(&request, &mut Strict(answer)).is_err();
        assert!(!ask(|_| Outcome::Value(Value::List(vec!["abcde".into(); 5]))));
        assert!(ask(|_| Outcome::Value(Value::List(vec!["a".into(); 6]))));
        assert!(ask(|_| Outcome::Value(Value::List(vec!["abcdef".into()]))));
        let shortest = Request::new("uri2dec", "choices", "a".into());
        let reference = acegate_codec::codec("uri2dec").expect("a codec");
        assert_eq!((SIZE.check)(&shortest, &mut CodecSubject(reference)), Ok(()));
    }
}
