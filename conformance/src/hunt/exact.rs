//! The exact integers of codes and texts that go beyond what the reference holds.
//!
//! RFC 3492, section 5, asks of the integers only that they are not negative, and section 6.4 leaves
//! their width to the implementation. So a refusal is right where the reference refuses for the width or
//! for the range of code points, and so are exactly these integers.

use std::sync::Arc;

use acegate_codec::bootstring::{Bootstring, ParameterSet};
use acegate_codec::punycode::PREFIX;
use acegate_codec::{Operation, codec, host};
use acegate_vectors::{Integer, Outcome, Value};

use crate::protocol::Request;

/// The outcome of a request in integers without a limit, and without a look at the range of code points.
/// `None` if the operation does not count, the request breaks another rule, or a number exceeds 128 bits.
pub(super) fn exact_outcome(request: &Request) -> Option<Outcome> {
    let text = &request.text()?.code_points;
    if request.is("annotation", "true") {
        return None;
    }
    match (&*request.codec, &*request.op) {
        ("utf5", "decode") => as_outcome(&utf5_numbers(text)?),
        ("punycode" | "bootstring", "decode") => {
            as_outcome(&decode(&bootstring(request)?.parameters(), text)?)
        }
        ("punycode" | "bootstring", "encode") => {
            let code = encode(&bootstring(request)?.parameters(), text)?;
            let code_points = code.into_iter().map(u32::from).collect();
            Some(Outcome::Ok(Arc::new(Value::Text { code_points, flags: None })))
        }
        ("punycode", "to-ascii" | "to-unicode") => {
            as_outcome(&in_names(text, request.op == "to-ascii")?)
        }
        _ => None,
    }
}

/// The labels of a name each encoded or decoded; one that cannot be is left as it is.
fn in_names(name: &[u32], is_to_ascii: bool) -> Option<Vec<u128>> {
    let set = Bootstring::PUNYCODE;
    let label = |label: &[u32]| {
        let numbers: Vec<u128> = label.iter().map(|&number| number.into()).collect();
        let ascii: String = label.iter().map_while(|&number| char::from_u32(number)).collect();
        let own = match host::has_prefix(&ascii, PREFIX) {
            true if !is_to_ascii => decode(&set.parameters(), &label[PREFIX.len()..]),
            false if is_to_ascii && label.iter().any(|&number| number >= 0x80) => {
                let code = encode(&set.parameters(), label);
                code.map(|code| {
                    [PREFIX.as_bytes(), &code].concat().into_iter().map(u128::from).collect()
                })
            }
            _ => None,
        };
        own.unwrap_or(numbers)
    };
    let labels: Vec<Vec<u128>> =
        name.split(|&number| number == u32::from('.')).map(label).collect();
    Some(labels.join(&u128::from(u32::from('.'))))
}

/// The Bootstring of a request; `None` if its parameters are no set.
pub(super) fn bootstring(request: &Request) -> Option<Bootstring> {
    if request.codec == "punycode" {
        return Some(Bootstring::PUNYCODE);
    }
    let operations = codec(&request.codec)?.operations();
    let arguments = Operation::select(operations, &request.op, &request.params).ok()?;
    Bootstring::from_arguments(arguments).ok()
}

fn as_outcome(numbers: &[u128]) -> Option<Outcome> {
    let small = numbers.iter().map(|&number| u32::try_from(number).ok()).collect::<Option<_>>();
    if let Some(code_points) = small {
        return Some(Outcome::Ok(Arc::new(Value::Text { code_points, flags: None })));
    }
    let integers = numbers.iter().map(|number| Integer::from_decimal(&number.to_string()));
    integers.collect::<Option<_>>().map(Outcome::Integers)
}

/// The numbers of a UTF-5 code: a digit from `G` to `V`, then hexadecimal digits.
fn utf5_numbers(code: &[u32]) -> Option<Vec<u128>> {
    let mut numbers: Vec<u128> = Vec::new();
    for &character in code {
        let digit = char::from_u32(character).filter(|c| !c.is_ascii_lowercase())?.to_digit(32)?;
        match digit {
            16.. => numbers.push(u128::from(digit - 16)),
            _ => {
                let last = numbers.last_mut()?;
                // A number does not begin with a zero.
                *last = last.checked_mul(16)?.checked_add(digit.into()).filter(|_| *last > 0)?;
            }
        }
    }
    Some(numbers)
}

/// RFC 3492, section 6.2, without limits.
fn decode(parameters: &ParameterSet<'_>, code: &[u32]) -> Option<Vec<u128>> {
    let delimiter = code.iter().rposition(|&c| c == u32::from(parameters.delimiter)).unwrap_or(0);
    let (literal, mut rest) = code.split_at(delimiter);
    if !literal.is_empty() {
        rest = &rest[1..];
    }
    if literal.iter().any(|&c| c >= parameters.basic) {
        return None;
    }
    let mut output: Vec<u128> = literal.iter().map(|&c| c.into()).collect();
    let mut n = u128::from(parameters.initial_n);
    let mut i = 0_u128;
    let mut bias = parameters.initial_bias.into();
    let mut digits = rest.iter();
    while digits.len() > 0 {
        let old = i;
        let (mut weight, mut k) = (1_u128, u128::from(parameters.base));
        loop {
            let digit = digit(parameters, *digits.next()?)?;
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(parameters, k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(u128::from(parameters.base) - threshold)?;
            k += u128::from(parameters.base);
        }
        let points = output.len() as u128 + 1;
        bias = adapted(parameters, i - old, points, old == 0);
        n = n.checked_add(i / points)?;
        i %= points;
        if n < u128::from(parameters.basic) {
            return None;
        }
        output.insert(usize::try_from(i).ok()?, n);
        i += 1;
    }
    Some(output)
}

/// RFC 3492, section 6.3, without limits.
fn encode(parameters: &ParameterSet<'_>, text: &[u32]) -> Option<Vec<u8>> {
    let basic: Vec<u8> = text
        .iter()
        .filter(|&&c| c < parameters.basic)
        .map(|&c| u8::try_from(c).ok())
        .collect::<Option<_>>()?;
    let mut handled = basic.len() as u128;
    let mut output = basic;
    if handled > 0 {
        output.push(u8::try_from(parameters.delimiter).ok()?);
    }
    let first = handled;
    let mut n = u128::from(parameters.initial_n);
    let (mut delta, mut bias) = (0_u128, parameters.initial_bias.into());
    while handled < text.len() as u128 {
        let is_left = |c: &u128| *c >= n && *c >= u128::from(parameters.basic);
        let next = text.iter().map(|&c| u128::from(c)).filter(is_left).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        n = next;
        for c in text.iter().map(|&c| u128::from(c)) {
            if c < n || c < u128::from(parameters.basic) {
                delta = delta.checked_add(1)?;
            }
            if c == n {
                write(parameters, delta, bias, &mut output)?;
                bias = adapted(parameters, delta, handled + 1, handled == first);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Some(output)
}

/// Writes a number as a variable-length integer (RFC 3492, section 6.3); `None` if a digit is missing.
pub(super) fn write(
    parameters: &ParameterSet<'_>,
    number: u128,
    bias: u128,
    out: &mut Vec<u8>,
) -> Option<()> {
    let digits = parameters.digits.as_bytes();
    let (mut rest, mut k) = (number, u128::from(parameters.base));
    loop {
        let threshold = threshold(parameters, k, bias);
        if rest < threshold {
            break;
        }
        let span = u128::from(parameters.base) - threshold;
        out.push(*digits.get(usize::try_from(threshold + (rest - threshold) % span).ok()?)?);
        rest = (rest - threshold) / span;
        k += u128::from(parameters.base);
    }
    out.push(*digits.get(usize::try_from(rest).ok()?)?);
    Some(())
}

fn threshold(parameters: &ParameterSet<'_>, k: u128, bias: u128) -> u128 {
    k.saturating_sub(bias).clamp(parameters.t_min.into(), parameters.t_max.into())
}

/// The bias after a delta (RFC 3492, section 6.1).
pub(super) fn adapted(
    parameters: &ParameterSet<'_>,
    delta: u128,
    points: u128,
    is_first: bool,
) -> u128 {
    let span = u128::from(parameters.base - parameters.t_min);
    let mut delta = if is_first { delta / u128::from(parameters.damp) } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > span * u128::from(parameters.t_max) / 2 {
        delta /= span;
        k += u128::from(parameters.base);
    }
    k + (span + 1) * delta / (delta + u128::from(parameters.skew))
}

fn digit(parameters: &ParameterSet<'_>, character: u32) -> Option<u128> {
    let character = char::from_u32(character)?;
    let is_same = |digit: char| {
        digit == character || parameters.fold_case && digit.eq_ignore_ascii_case(&character)
    };
    let digits = parameters.digits.chars().take(parameters.base as usize);
    Some(digits.enumerate().find(|(_, digit)| is_same(*digit))?.0 as u128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::Suite;

    use crate::suite::request_for;

    /// The suite has exact integers that three other programs agreed on.
    #[test]
    fn the_integers_are_those_of_the_suite() {
        let checks = Suite::embedded().expect("the embedded suite is valid").checks();
        let mut compared = 0;
        for check in &checks {
            let outcomes = check.expect.outcomes();
            let [Outcome::Error { kinds, .. }, right] = outcomes else { continue };
            let counts = ["overflow", "out-of-range", "surrogate"].contains(&&*kinds[0]);
            let request = request_for(check);
            let counts = counts && request.text().is_some_and(|text| text.code_points.len() < 300);
            if counts
                && !matches!(right, Outcome::Error { .. })
                && let Some(found) = exact_outcome(&request)
            {
                assert_eq!(found, *right, "{}", check.name);
                compared += 1;
            }
        }
        assert!(compared > 150, "{compared}");
    }

    #[test]
    fn what_the_reference_answers_is_answered_alike() {
        let checks = Suite::embedded().expect("the embedded suite is valid").checks();
        let mut compared = 0;
        for request in checks.iter().map(request_for) {
            let Ok(value) = request.fast() else { continue };
            if request.text().is_none_or(|text| text.code_points.len() > 300) {
                continue;
            }
            if let Some(found) = exact_outcome(&request) {
                let right = Outcome::Ok(Arc::new(crate::suite::vector_value(&value)));
                assert_eq!(found, right, "{request:?}");
                compared += 1;
            }
        }
        assert!(compared > 700, "{compared}");
    }

    #[test]
    fn a_request_that_is_wrong_in_another_way_has_no_integers() {
        for (op, input) in [("decode", "9999999z!"), ("decode", "99999999"), ("encode", "a")] {
            let request = Request::new("punycode", op, input.into());
            let has = exact_outcome(&request).is_some();
            assert_eq!(has, input == "a", "{input}");
        }
        assert_eq!(exact_outcome(&Request::new("utf5", "decode", "G0".into())), None);
        assert_eq!(exact_outcome(&Request::new("utf5", "decode", "0".into())), None);
        assert_eq!(exact_outcome(&Request::new("utf6", "decode", "wq--u9".into())), None);
    }
}
