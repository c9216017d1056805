//! The steps of UTF-5: every character is a number of its own (sections 2.3 and 2.4).

use std::ops::RangeInclusive;

use acegate_codec::{Codec, Parameters, Value};

use super::label::result;
use super::{Step, numbers};

/// The steps of encoding a text.
pub(super) fn encoding(codec: &dyn Codec, parameters: &Parameters, text: &str) -> Vec<Step> {
    let mut steps = vec![("input", numbers(text.chars().map(u32::from)))];
    for c in text.chars() {
        let digits = acegate_codec::utf5::encode(c.encode_utf8(&mut [0; 4]));
        let hexadecimal = format!("{:X}", u32::from(c));
        steps.push(("number", format!("{hexadecimal}: first digit {}, so {digits}", &digits[..1])));
    }
    steps.push(result("output", codec.apply("encode", parameters, &Value::from(text))));
    steps
}

/// The steps of decoding digits.
pub(super) fn decoding(codec: &dyn Codec, parameters: &Parameters, digits: &str) -> Vec<Step> {
    let mut steps = vec![("input", digits.to_owned())];
    let numbers = split(digits, b'G'..=b'V', |octet| matches!(octet, b'0'..=b'9' | b'A'..=b'F'));
    steps.extend(
        numbers.into_iter().map(|(number, value)| ("number", format!("{number}: {value}"))),
    );
    steps.push(result("text", codec.apply("decode", parameters, &Value::from(digits))));
    steps
}

/// Each number with its value in hexadecimal digits, up to the first character that does not begin a
/// number.
pub(super) fn split(
    digits: &str,
    first: RangeInclusive<u8>,
    next: fn(u8) -> bool,
) -> Vec<(String, String)> {
    let mut numbers = Vec::new();
    let mut rest = digits.as_bytes();
    while let Some((begin, tail)) = rest.split_first().filter(|(begin, _)| first.contains(begin)) {
        let end = tail.iter().position(|&octet| !next(octet)).unwrap_or(tail.len());
        let others = String::from_utf8_lossy(&tail[..end]).into_owned();
        let value = format!("{:X}{}", begin - first.start(), others.to_ascii_uppercase());
        numbers.push((format!("{}{others}", char::from(*begin)), value));
        rest = &tail[end..];
    }
    numbers
}
