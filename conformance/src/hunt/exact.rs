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
fn decode(set: &ParameterSet<'_>, code: &[u32]) -> Option<Vec<u128>> {
    let delimiter = code.iter().rposition(|&c| c == u32::from(set.delimiter)).unwrap_or(0);
    let (literal, rest) = code.split_at(delimiter);
    if literal.iter().any(|&c| c >= set.basic) {
        return None;
    }
    let mut output: Vec<u128> = literal.iter().map(|&c| c.into()).collect();
    let mut coder = Coder::new(set, literal.len());
    let mut digits = rest.iter().skip(usize::from(!literal.is_empty()));
    while digits.len() > 0 {
        let (mut delta, mut weight, mut k) = (0_u128, 1_u128, u128::from(set.base));
        loop {
            let digit = digit(set, *digits.next()?)?;
            delta = delta.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(set, k, coder.bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(u128::from(set.base) - threshold)?;
            k += u128::from(set.base);
        }
        coder.advance(delta)?;
        if coder.n < set.basic.into() {
            return None;
        }
        output.insert(usize::try_from(coder.i - 1).ok()?, coder.n);
    }
    Some(output)
}

/// RFC 3492, section 6.3, without limits: the deltas of a decoder that inserts the code points in the order
/// of their numbers.
fn encode(set: &ParameterSet<'_>, text: &[u32]) -> Option<Vec<u8>> {
    let (mut others, mut code) = (Vec::new(), Vec::new());
    for (at, &c) in text.iter().enumerate() {
        match c < set.basic {
            true => code.push(u8::try_from(c).ok()?),
            false => others.push((u128::from(c), at)),
        }
    }
    let mut coder = Coder::new(set, code.len());
    if !code.is_empty() {
        code.push(u8::try_from(set.delimiter).ok()?);
    }
    others.sort_unstable();
    for (c, at) in others {
        let before = text[..at].iter().filter(|&&other| u128::from(other) <= c).count();
        let delta = coder.delta_to(c, before).filter(|_| c >= coder.n)?;
        coder.write(delta, &mut code)?;
    }
    Some(code)
}

/// The state of a decoder (RFC 3492, section 6.2), in integers without limits.
pub(super) struct Coder<'a> {
    set: &'a ParameterSet<'a>,
    /// The code point that was inserted last, and the place after it.
    n: u128,
    pub(super) i: u128,
    pub(super) length: u128,
    bias: u128,
    is_first: bool,
}

impl<'a> Coder<'a> {
    /// A decoder that has read a literal of this length.
    pub(super) fn new(set: &'a ParameterSet<'a>, literal: usize) -> Self {
        let (n, bias) = (set.initial_n.into(), set.initial_bias.into());
        Self { set, n, i: 0, length: literal as u128, bias, is_first: true }
    }

    /// The delta that inserts a code point at a place, or the least if it is below the last one.
    pub(super) fn delta_to(&self, point: u128, place: usize) -> Option<u128> {
        let steps = point.saturating_sub(self.n).checked_mul(self.length + 1)?;
        Some(steps.checked_add(place as u128)?.saturating_sub(self.i))
    }

    /// Writes a delta as a variable-length integer (section 6.3), and goes on as a decoder does; `None` if
    /// a digit is missing or a number ends.
    pub(super) fn write(&mut self, delta: u128, code: &mut Vec<u8>) -> Option<()> {
        let digits = self.set.digits.as_bytes();
        let (mut rest, mut k) = (delta, u128::from(self.set.base));
        loop {
            let threshold = threshold(self.set, k, self.bias);
            if rest < threshold {
                break;
            }
            let span = u128::from(self.set.base) - threshold;
            code.push(*digits.get(usize::try_from(threshold + (rest - threshold) % span).ok()?)?);
            rest = (rest - threshold) / span;
            k += u128::from(self.set.base);
        }
        code.push(*digits.get(usize::try_from(rest).ok()?)?);
        self.advance(delta)
    }

    /// Inserts the next code point, and adapts the bias (section 6.1).
    fn advance(&mut self, delta: u128) -> Option<()> {
        let set = self.set;
        self.length += 1;
        let sum = self.i.checked_add(delta)?;
        self.n = self.n.checked_add(sum / self.length)?;
        self.i = sum % self.length + 1;
        let damp = if std::mem::take(&mut self.is_first) { set.damp.into() } else { 2 };
        let mut delta = delta / damp;
        delta += delta / self.length;
        let (span, mut k) = (u128::from(set.base - set.t_min), 0);
        while delta > span * u128::from(set.t_max) / 2 {
            delta /= span;
            k += u128::from(set.base);
        }
        self.bias = k + (span + 1) * delta / (delta + u128::from(set.skew));
        Some(())
    }
}

fn threshold(parameters: &ParameterSet<'_>, k: u128, bias: u128) -> u128 {
    k.saturating_sub(bias).clamp(parameters.t_min.into(), parameters.t_max.into())
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

    /// The integers are the exact ones of the suite, on which three other programs agreed, and otherwise
    /// those of the reference.
    #[test]
    fn the_integers_are_those_of_the_suite_and_of_the_reference() {
        let checks = Suite::embedded().expect("the embedded suite is valid").checks();
        let (mut exact, mut ordinary) = (0, 0);
        for check in &checks {
            let request = request_for(check);
            if request.text().is_none_or(|text| text.code_points.len() >= 300) {
                continue;
            }
            let Some(found) = exact_outcome(&request) else { continue };
            if let Ok(value) = request.fast() {
                let right = Outcome::Ok(Arc::new(crate::suite::vector_value(&value)));
                assert_eq!(found, right, "{request:?}");
                ordinary += 1;
            } else if let [Outcome::Error { kinds, .. }, right] = check.expect.outcomes()
                && ["overflow", "out-of-range", "surrogate"].contains(&&*kinds[0])
                && !matches!(right, Outcome::Error { .. })
            {
                assert_eq!(found, *right, "{}", check.name);
                exact += 1;
            }
        }
        assert!(exact > 150 && ordinary > 700, "{exact}, {ordinary}");
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
