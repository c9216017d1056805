//! If letter case carries no meaning, changing it changes no result.

use acegate_codec::{Codec, Text, Value};
use acegate_vectors::{Expectation, Level};

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property};
use crate::observation::Outcome;

/// Letter case is free.
pub const CASE: Property = Property {
    id: "case",
    statement: "A code with its letters in the other case gives the same text, letter case aside.",
    needs_reference: false,
    clause: |codec, op| {
        let is_free = matches!(codec, "punycode" | "utf6" | "race" | "lace")
            && matches!(op, "decode" | "to-unicode");
        acegate_codec::codec(codec).map(Codec::document).filter(|_| is_free)
    },
    check: |request, subject| {
        let Value::Text(text) = &request.input else { return Ok(()) };
        // With annotation, the case of letters is the input.
        if request.is("annotation", "true") || text.flags.is_some() {
            return Ok(());
        }
        let swapped: Vec<u32> = text.code_points.iter().map(|&c| in_other_case(c)).collect();
        if swapped == text.code_points {
            return Ok(());
        }
        let first = subject.answer(request);
        let other = request.then(&request.op, Value::from_code_points(swapped));
        let second = subject.answer(&other);
        // These let letters pass as they are.
        let is_kept = request.codec == "punycode" || request.op == "to-unicode";
        let is_same = match (&first, &second) {
            (Outcome::Value(one), Outcome::Value(two)) if subject.is_strict() && !is_kept => {
                one == two
            }
            (Outcome::Value(one), Outcome::Value(two)) => folded(one) == folded(two),
            (Outcome::Value(_), Outcome::Refused(_)) | (Outcome::Refused(_), Outcome::Value(_)) => {
                false
            }
            (one, two) => !subject.is_strict() || one == two,
        };
        let Some(expected) = right_outcome(&first).filter(|_| !is_same) else { return Ok(()) };
        Err(Box::new(Breach {
            property: CASE.id,
            history: Vec::new(),
            request: other,
            expect: Expectation::one(expected),
            level: Level::Should,
            outcome: second,
        }))
    },
};

/// The value with its ASCII letters in lower case.
pub(super) fn folded(value: &Value) -> Value {
    let fold = |c: &u32| lower_case(*c);
    match value {
        Value::Text(text) => Value::Text(Text {
            code_points: text.code_points.iter().map(fold).collect(),
            flags: text.flags.clone(),
        }),
        other => other.clone(),
    }
}

/// The code point; an ASCII uppercase letter as lowercase.
pub(super) const fn lower_case(code_point: u32) -> u32 {
    if matches!(code_point, 0x41..=0x5A) { code_point | 0x20 } else { code_point }
}

fn in_other_case(code_point: u32) -> u32 {
    let is_letter = matches!(code_point, 0x41..=0x5A | 0x61..=0x7A);
    if is_letter { code_point ^ 0x20 } else { code_point }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::property::Strict;
    use crate::hunt::{CodecSubject, Subject};
    use crate::observation::Refusal;
    use crate::protocol::Request;
    use acegate_deviations::{DeviantCodec, find};

    #[test]
    fn a_decoder_of_lower_case_alone_breaks_it() {
        let request = Request::new("punycode", "decode", "bcher-kva".into());
        let ask = |subject: &mut dyn Subject| (CASE.check)(&request, subject);
        let reference = acegate_codec::codec("punycode").expect("a codec");
        assert_eq!(ask(&mut CodecSubject(reference)), Ok(()));
        let deviation = find("punycode/upper-case-digits-refused").expect("a deviation");
        let deviant = DeviantCodec::new(deviation).expect("a codec");
        let breach = ask(&mut CodecSubject(&deviant)).expect_err("`KVA` is refused");
        assert_eq!(breach.request.input, "BCHER-KVA".into());
    }

    #[test]
    fn for_a_strict_subject_results_and_refusals_are_the_same_to_the_letter() {
        let request = Request::new("race", "decode", "bq--abqq".into());
        let ask = |answer| (CASE.check)(&request, &mut Strict(answer)).is_err();
        assert!(!ask(|_| Outcome::Value("x".into())));
        assert!(ask(|request| Outcome::Value(request.input.clone())));
        assert!(ask(|request| Outcome::Refused(Refusal {
            kind: Some("bad-digit".to_owned()),
            at: request.text().map(|text| text.code_points[0].into()),
            message: None,
        })));
    }
}
