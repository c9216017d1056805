//! The steps of UTF-5: every character is a number of its own (sections 2.3 and 2.4).

use std::ops::RangeInclusive;

use acegate_codec::{Codec, Parameters, Value};

use super::label::write_result;
use super::numbers;
use super::trace::{Direction, Table, Trace, each};

/// The steps of encoding a text.
pub(super) fn encoding(codec: &dyn Codec, parameters: &Parameters, text: &str) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", numbers(text.chars().map(u32::from)));
    let entry = |c: char| {
        let digits = acegate_codec::utf5::encode(c.encode_utf8(&mut [0; 4]));
        vec![format!("{:X}", u32::from(c)), digits[..1].to_owned(), digits]
    };
    trace.table(Table {
        caption: "The digits of each character",
        direction: Direction::Down,
        heads: &["number", "first digit", "digits"],
        entries: text.chars().map(entry).collect(),
        in_words: |entries| {
            each(entries, "number", |entry| {
                format!("{}: first digit {}, so {}", entry[0], entry[1], entry[2])
            })
        },
    });
    write_result("output", &codec.apply("encode", parameters, &Value::from(text)), &mut trace);
    trace
}

/// The steps of decoding digits.
pub(super) fn decoding(codec: &dyn Codec, parameters: &Parameters, digits: &str) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", digits);
    let numbers = split(digits, b'G'..=b'V', |octet| matches!(octet, b'0'..=b'9' | b'A'..=b'F'));
    trace.table(Table {
        caption: "The number of each character",
        direction: Direction::Down,
        heads: &["digits", "number"],
        entries: numbers.into_iter().map(|(digits, value)| vec![digits, value]).collect(),
        in_words: |entries| each(entries, "number", |entry| format!("{}: {}", entry[0], entry[1])),
    });
    write_result("text", &codec.apply("decode", parameters, &Value::from(digits)), &mut trace);
    trace
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
