//! The exact integers of codes and texts that are too large for the reference.
//!
//! RFC 3492, section 5, requires only that integers are not negative, and section 6.4 leaves their width to the
//! implementation. So where the reference rejects an input for the width or for the range of code points, a
//! rejection is right, and so are exactly these integers.

use std::sync::Arc;

use acegate_codec::bootstring::Bootstring;
use acegate_codec::bootstring::model::{Integers, Model, Numbers, Steps};
use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::{Family, Operation, Verb, codec, host};
use acegate_vectors::{Integer, Outcome, Value};

use super::Asked;
use crate::protocol::Request;

/// The model with integers larger than any code point needs, and without a check of their range.
const EXACT: &[Steps] = &[Steps {
    integers: Numbers::all(Integers::Bounded(126)),
    code_point: |set, number| (number >= set.basic.into()).then_some(number as u128),
    ..Steps::RFC
}];

/// The outcome of a request in integers without a limit, and without a look at the range of code points.
/// `None` if the operation does not count, the request breaks another rule, or a number exceeds 126 bits.
pub(in crate::hunt) fn exact_outcome(request: &Request) -> Option<Outcome> {
    let text = &request.text()?.code_points;
    if request.is("annotation", "true") {
        return None;
    }
    let numbers = match (request.family()?, request.verb()?) {
        (Family::Texts, Verb::Decode) => utf5_numbers(text)?,
        (Family::Bootstring, Verb::Decode) => decode(&bootstring(request)?, text)?,
        (Family::Bootstring, Verb::Encode) => encode(&bootstring(request)?, text)?,
        (Family::Bootstring, verb @ (Verb::ToAscii | Verb::ToUnicode)) => {
            in_names(text, verb == Verb::ToAscii)
        }
        _ => return None,
    };
    if let Some(code_points) = code_points(&numbers) {
        return Some(Outcome::Ok(Arc::new(Value::Text {
            code_points,
            flags: None,
        })));
    }
    let mut integers = Vec::new();
    for number in numbers {
        integers.push(Integer::from_decimal(&number.to_string())?);
    }
    Some(Outcome::Integers(integers))
}

/// The largest delta of a Bootstring that every implementation must be able to count: 24 bits.
const COUNTED: u64 = 1 << 24;

/// Whether a Punycode delta of the text that is written or read may take more bits than [`COUNTED`] allows.
pub(super) fn is_wide(asked: &Asked<'_>) -> bool {
    let request = asked.request;
    if request.codec != punycode::ABOUT.id || request.params.contains_key("width") {
        return false;
    }
    let Outcome::Ok(value) = asked.model else {
        return false;
    };
    let text = match (request.text(), &**value, request.verb()) {
        (Some(text), _, Some(Verb::Encode)) => &text.code_points,
        (_, Value::Text { code_points, .. }, Some(Verb::Decode)) => code_points,
        _ => return false,
    };
    let highest = text.iter().copied().max().unwrap_or(0);
    u64::from(highest) * (text.len() as u64 + 1) > COUNTED
}

/// The exact integers with each pair of surrogates as one code point; none if there is no pair.
pub(super) fn as_utf16(asked: &Asked<'_>) -> Vec<Outcome> {
    asked.exact.as_ref().and_then(joined).into_iter().collect()
}

/// The same text with each pair of surrogates as one code point, as in UTF-16; `None` if there is no pair.
fn joined(outcome: &Outcome) -> Option<Outcome> {
    let Outcome::Ok(value) = outcome else {
        return None;
    };
    let Value::Text { code_points, .. } = &**value else {
        return None;
    };
    let mut joined: Vec<u32> = Vec::with_capacity(code_points.len());
    for &number in code_points {
        match (joined.last_mut(), number) {
            (Some(high @ 0xD800..=0xDBFF), 0xDC00..=0xDFFF) => {
                *high = 0x1_0000 + ((*high - 0xD800) << 10) + (number - 0xDC00);
            }
            _ => joined.push(number),
        }
    }
    if joined == *code_points {
        return None;
    }
    Some(Outcome::Ok(Arc::new(Value::Text {
        code_points: joined,
        flags: None,
    })))
}

/// The numbers in 32 bits; `None` if one has more.
fn code_points(numbers: &[u128]) -> Option<Vec<u32>> {
    numbers
        .iter()
        .map(|&number| u32::try_from(number).ok())
        .collect()
}

/// The labels of a name each encoded or decoded; one that cannot be is left as it is.
fn in_names(name: &[u32], is_to_ascii: bool) -> Vec<u128> {
    let mut labels: Vec<Vec<u128>> = Vec::new();
    for label in name.split(|&number| number == u32::from('.')) {
        let changed = if is_to_ascii {
            encoded_label(label)
        } else {
            decoded_label(label)
        };
        labels.push(changed.unwrap_or_else(|| label.iter().map(|&number| number.into()).collect()));
    }
    labels.join(&u128::from(u32::from('.')))
}

/// The code of a label, with the prefix; `None` if ToASCII does not encode it.
fn encoded_label(label: &[u32]) -> Option<Vec<u128>> {
    if has_prefix(label) || label.iter().all(|&number| number < 0x80) {
        return None;
    }
    let mut encoded: Vec<u128> = PREFIX.bytes().map(u128::from).collect();
    encoded.extend(encode(&Bootstring::PUNYCODE, label)?);
    Some(encoded)
}

/// The text of a label; `None` if ToUnicode does not decode it.
fn decoded_label(label: &[u32]) -> Option<Vec<u128>> {
    if !has_prefix(label) {
        return None;
    }
    decode(&Bootstring::PUNYCODE, &label[PREFIX.len()..])
}

fn has_prefix(label: &[u32]) -> bool {
    let beginning: String = label
        .iter()
        .map_while(|&number| char::from_u32(number))
        .collect();
    host::has_prefix(&beginning, PREFIX)
}

fn decode(bootstring: &Bootstring, code: &[u32]) -> Option<Vec<u128>> {
    let set = bootstring.parameters();
    let model = Model {
        changed: EXACT,
        ..Model::right(&set)
    };
    let (text, _) = model.decode(code).ok()?;
    Some(text)
}

fn encode(bootstring: &Bootstring, text: &[u32]) -> Option<Vec<u128>> {
    let set = bootstring.parameters();
    let model = Model {
        changed: EXACT,
        ..Model::right(&set)
    };
    let code = model.encode(text, None).ok()?;
    Some(code.into_iter().map(u128::from).collect())
}

/// The Bootstring of a request; `None` if its parameters are no set.
pub(in crate::hunt) fn bootstring(request: &Request) -> Option<Bootstring> {
    if request.codec == punycode::ABOUT.id {
        return Some(Bootstring::PUNYCODE);
    }
    let operations = codec(&request.codec)?.operations();
    let arguments = Operation::select(operations, &request.op, &request.params).ok()?;
    Bootstring::from_arguments(arguments).ok()
}

/// The numbers of a UTF-5 code: a digit from `G` to `V`, then hexadecimal digits.
fn utf5_numbers(code: &[u32]) -> Option<Vec<u128>> {
    let mut numbers: Vec<u128> = Vec::new();
    for &character in code {
        let character = char::from_u32(character)?;
        if character.is_ascii_lowercase() {
            return None;
        }
        let digit = character.to_digit(32)?;
        if digit >= 16 {
            numbers.push(u128::from(digit - 16));
            continue;
        }
        let last = numbers.last_mut()?;
        if *last == 0 {
            // A number does not begin with a zero.
            return None;
        }
        *last = last.checked_mul(16)?.checked_add(digit.into())?;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::{Level, Suite};

    use crate::suite::{request_for, vector_value};

    /// The themes in which a refusal or exactly the right integers are expected.
    const THEMES: [&str; 4] = [
        "punycode/integers/",
        "punycode/surrogates/",
        "punycode/any-width/",
        "bootstring/integers/",
    ];

    /// One number of this case has 139 bits.
    const BEYOND: &str = "punycode/integers/weights-forty";

    /// The suite allows a refusal or exactly these integers, which `tests/commands/adapters.rs` has counted again
    /// by Python. It allows only a refusal of a request that is not a code for integers of any width. A limit
    /// on integers or code points is not a must: what implementations with wider integers may read or write
    /// is not refused at must. Integers that fit are the reference's.
    #[test]
    fn the_suite_allows_a_refusal_or_exactly_the_integers() {
        let (mut computed, mut refused, mut ordinary) = (0, 0, 0);
        for check in Suite::embedded()
            .expect("the embedded suite is valid")
            .checks()
        {
            let (request, name) = (request_for(&check), &check.name);
            let outcomes = check.expect.outcomes();
            let is_value = |outcome: &&Outcome| !matches!(outcome, Outcome::Error { .. });
            let values: Vec<_> = outcomes.iter().filter(is_value).collect();
            if THEMES.iter().any(|theme| name.starts_with(theme)) && name != BEYOND {
                assert_eq!(values, Vec::from_iter(&exact_outcome(&request)), "{name}");
                assert_eq!(outcomes.len(), values.len() + 1, "{name}");
                computed += 1;
            }
            let is_label = matches!(&*request.name(), "punycode encode" | "punycode decode");
            let is_refused = check.case.level == Level::Must && values.is_empty();
            if is_label && is_refused && check.params().is_empty() {
                assert_eq!(exact_outcome(&request), None, "{name}");
                refused += 1;
            }
            if request
                .text()
                .is_some_and(|text| text.code_points.len() < 300)
                && let Ok(value) = request.fast()
                && let Some(found) = exact_outcome(&request)
            {
                assert_eq!(found, Outcome::Ok(Arc::new(vector_value(&value))), "{name}");
                ordinary += 1;
            }
        }
        assert!(
            computed >= 160 && refused >= 200,
            "{computed} computed, {refused} refused"
        );
        assert!(ordinary > 700, "{ordinary}");
    }

    #[test]
    fn a_request_that_is_wrong_in_another_way_has_no_integers() {
        assert_eq!(
            exact_outcome(&Request::new("utf5", "decode", "G0".into())),
            None
        );
        assert_eq!(
            exact_outcome(&Request::new("utf5", "decode", "0".into())),
            None
        );
    }
}
