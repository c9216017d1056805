//! The letter case of what an encoder wrote, where its document leaves it free.
//!
//! In: the expected text and another one. Out: whether they differ in the case of digits, encoded labels
//! or escapes only, as `Bcher-kva` and `Bcher-KVA` do.

use acegate_codec::{Family, Verb, about, punycode, utf6};
use acegate_vectors::Level;

use super::question::Question;

/// Whether an encoder wrote the expected text in a letter case that its document leaves free.
///
/// The digits of Punycode may all be of either case (RFC 3492, section 5); with annotation their case
/// means something. UTF-6 ignores case (section 2), and the document of uri2dec prints the escape `%u20AC`
/// although letters of an address count as small (sections 8.1 and 8.3), so only a *should* requires one.
pub(super) fn is_same_but_for_case(
    question: &Question<'_>,
    expected: &[u32],
    found: &[u32],
) -> bool {
    let (Some(codec), Some(verb)) = (about(question.codec), Verb::named(question.op)) else {
        return false;
    };
    let is_must = question.level == Level::Must;
    match (codec.family, verb) {
        (Family::Bootstring, Verb::Encode)
            if codec == punycode::ABOUT && !question.is_annotated =>
        {
            has_capital_digits(expected, found)
        }
        (Family::Labels, Verb::Encode | Verb::ToAscii) if codec == utf6::ABOUT && is_must => {
            is_same_name(expected, found)
        }
        (Family::Addresses, Verb::Escape) if is_must => has_same_escapes(expected, found),
        _ => false,
    }
}

/// Whether `found` is `expected` with all digits in upper case. The literal part, which ends at the
/// last delimiter, has the case of the text.
fn has_capital_digits(expected: &[u32], found: &[u32]) -> bool {
    if expected.len() != found.len() {
        return false;
    }
    let delimiter = expected.iter().rposition(|&c| c == u32::from('-'));
    let literal_length = delimiter.map_or(0, |at| at + 1);
    let (literal, digits) = expected.split_at(literal_length);
    let (found_literal, found_digits) = found.split_at(literal_length);
    literal == found_literal && digits.iter().map(upper).eq(found_digits.iter().copied())
}

/// Whether the names differ only in the letter case of encoded labels.
fn is_same_name(expected: &[u32], found: &[u32]) -> bool {
    if expected.len() != found.len() {
        return false;
    }
    let labels = expected.split(|&c| c == u32::from('.'));
    let found_labels = found.split(|&c| c == u32::from('.'));
    for (label, found_label) in labels.zip(found_labels) {
        let is_encoded = label.starts_with(&['w', 'q', '-', '-'].map(u32::from));
        let is_same = if is_encoded {
            label.iter().map(upper).eq(found_label.iter().map(upper))
        } else {
            label == found_label
        };
        if !is_same {
            return false;
        }
    }
    true
}

/// Whether the texts differ only in the letter case of escapes, such as `%u20AC` and `%u20ac`.
fn has_same_escapes(expected: &[u32], found: &[u32]) -> bool {
    if expected.len() != found.len() {
        return false;
    }
    let mut left_of_escape = 0;
    for (at, (right, other)) in expected.iter().zip(found).enumerate() {
        if *right == u32::from('%') {
            let is_long = expected.get(at + 1) == Some(&u32::from('u'));
            left_of_escape = if is_long { LONG_ESCAPE } else { SHORT_ESCAPE };
        }
        let is_same = right == other || left_of_escape > 0 && upper(right) == upper(other);
        if !is_same {
            return false;
        }
        left_of_escape = left_of_escape.saturating_sub(1);
    }
    true
}

/// The characters of an escape such as `%20`, and of one such as `%u20ac`.
const SHORT_ESCAPE: usize = 3;
const LONG_ESCAPE: usize = 6;

fn upper(&c: &u32) -> u32 {
    u8::try_from(c).map_or(c, |octet| octet.to_ascii_uppercase().into())
}

#[cfg(test)]
mod tests {
    use acegate_codec::Value;
    use acegate_vectors::{Expectation, Level, Outcome as Expected, Value as VectorValue};

    use crate::judge::Verdict;
    use crate::judge::judgement::judge_question;
    use crate::judge::question::Question;
    use crate::observation::Outcome;

    fn ok(value: &str) -> Expected {
        Expected::Ok(VectorValue::from(value).into())
    }

    #[test]
    fn digits_encoded_labels_and_escapes_may_be_of_another_letter_case() {
        let punycode = ("punycode", "Bcher-kva", Level::Must);
        let utf6 = ("utf6", "wq--ymk5k8.a", Level::Must);
        let should = ("utf6", "wq--ymk5k8.a", Level::Should);
        let escapes = ("uri2dec", "%2c%u20aca", Level::Must);
        let escapes_should = ("uri2dec", "%2c%u20aca", Level::Should);
        for ((codec, expected, level), op, is_annotated, found, is_right) in [
            (punycode, "encode", false, "Bcher-kva", true),
            (punycode, "encode", false, "Bcher-KVA", true),
            (punycode, "encode", false, "Bcher-KvA", false),
            (punycode, "encode", false, "BCHER-KVA", false),
            (punycode, "encode", false, "Bcher-KV", false),
            (punycode, "encode", true, "Bcher-KVA", false),
            (punycode, "decode", false, "Bcher-KVA", false),
            (utf6, "encode", false, "wq--YMk5k8.a", true),
            (utf6, "to-ascii", false, "WQ--YMK5K8.a", true),
            (utf6, "encode", false, "wq--ymk5k8.A", false),
            (utf6, "to-ascii", false, "wq--ymk5k9.a", false),
            (utf6, "encode", false, "wq--ymk5k8", false),
            (should, "to-ascii", false, "wq--YMk5k8.a", false),
            (utf6, "decode", false, "wq--YMk5k8.a", false),
            (escapes, "escape", false, "%2C%u20ACa", true),
            (escapes, "escape", false, "%2C%U20aCa", true),
            (escapes, "escape", false, "%2c%u20acA", false),
            (escapes, "escape", false, "%2c%u20ada", false),
            (escapes, "escape", false, "%2c%u20ac", false),
            (escapes, "unescape", false, "%2C%u20ACa", false),
            (escapes_should, "escape", false, "%2C%u20ACa", false),
        ] {
            let expect = Expectation::any(vec![ok(expected)]).expect("one");
            let question = Question {
                codec,
                op,
                is_annotated,
                length: 0,
                expect: &expect,
                level,
            };
            let outcome = Outcome::Value(Value::from(found));
            let verdict = judge_question(&question, &outcome, false).verdict;
            assert_eq!(verdict == Verdict::Pass, is_right, "{codec} {op} {found}");
        }
    }
}
