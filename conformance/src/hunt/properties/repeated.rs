//! The properties that compare two answers to one request, or to requests that mean the same.

use acegate_codec::{Family, Value, Verb};
use acegate_vectors::Level;

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property, Subject};
use crate::observation::Outcome;
use crate::protocol::Request;

/// A code with its letters in the other case gives the same text, letter case aside.
pub const CASE: Property = Property {
    id: "case",
    // The capital letters of an address are open (uri2dec-5).
    applies: |codec, operation| operation.case_is_free && codec.family != Family::Addresses,
    check: |request, subject| {
        let text = request.text()?;
        let swapped: Vec<u32> = text.code_points.iter().map(|&c| in_other_case(c)).collect();
        // With annotation, the case of letters is the input.
        let is_input = request.is("annotation", "true") || text.flags.is_some();
        if is_input || swapped == text.code_points {
            return None;
        }
        let first = (subject.answer)(request);
        let other = request.derive(&request.op, Value::from_code_points(swapped));
        let second = (subject.answer)(&other);
        // These let letters pass as they are.
        let is_kept = request.is_of(Family::Bootstring) || request.does(Verb::ToUnicode);
        let is_same = match (&first, &second) {
            (Outcome::Value(one), Outcome::Value(two)) if subject.is_strict && !is_kept => {
                one == two
            }
            (Outcome::Value(one), Outcome::Value(two)) => folded(one, 0) == folded(two, 0),
            (Outcome::Value(_), Outcome::Refused(_)) | (Outcome::Refused(_), Outcome::Value(_)) => {
                false
            }
            (one, two) => !subject.is_strict || one == two,
        };
        if is_same {
            return None;
        }
        let expected = right_outcome(&first)?;
        Some(Breach::new(other, expected, Level::Should, second))
    },
};

/// The value with its ASCII letters in lower case, from this place on.
pub(super) fn folded(value: &Value, start: usize) -> Value {
    let mut value = value.clone();
    if let Value::Text(text) = &mut value {
        for code_point in text.code_points.iter_mut().skip(start) {
            *code_point = lower_case(*code_point);
        }
    }
    value
}

/// The code point; an ASCII uppercase letter as lowercase.
pub(super) const fn lower_case(code_point: u32) -> u32 {
    if matches!(code_point, 0x41..=0x5A) {
        code_point | 0x20
    } else {
        code_point
    }
}

/// An ASCII letter in the other case; any other code point as it is.
pub(in crate::hunt) fn in_other_case(code_point: u32) -> u32 {
    let is_letter = matches!(code_point, 0x41..=0x5A | 0x61..=0x7A);
    if is_letter {
        code_point ^ 0x20
    } else {
        code_point
    }
}

/// The same request, sent again, gets the same answer.
pub(super) const SAME_AGAIN: Property = Property {
    id: "same-again",
    applies: |_, _| true,
    check: |request, subject| again(request, &[], subject),
};

/// A request has the same answer after a long one.
pub(super) const AFTER_LONG: Property = Property {
    id: "after-long",
    applies: |_, _| true,
    check: |request, subject| {
        let text = request.text()?;
        if text.flags.is_some() || !(1..=64).contains(&text.code_points.len()) {
            return None;
        }
        let long = Value::from_code_points(text.code_points.repeat(TIMES));
        again(request, &[request.derive(&request.op, long)], subject)
    },
};

/// How many times as long the long request is.
const TIMES: usize = 20;

/// Puts a request, others, and the request again.
fn again(request: &Request, between: &[Request], subject: &mut Subject<'_>) -> Option<Breach> {
    let first = (subject.answer)(request);
    let expected = right_outcome(&first)?;
    for request in between {
        (subject.answer)(request);
    }
    let outcome = (subject.answer)(request);
    let is_same = match (&first, &outcome) {
        (Outcome::Refused(_), Outcome::Refused(_)) => true,
        _ => right_outcome(&outcome)? == expected,
    };
    if is_same {
        return None;
    }
    let history = [std::slice::from_ref(request), between].concat();
    Some(Breach {
        history,
        ..Breach::new(request.clone(), expected, Level::Must, outcome)
    })
}
