//! The steps of UTF-5: every character is a separate number (sections 2.3 and 2.4).

use std::ops::RangeInclusive;

use acegate_codec::{Arguments, Failure, utf5};

use super::label::write_result;
use super::trace::{Entry, Trace};
use super::{Answer, Drawing, of_numbers};

/// UTF-5 in steps.
pub(super) const DRAWING: Drawing = Drawing {
    codec: utf5::ABOUT,
    encoding,
    decoding,
};

/// The steps of encoding a text.
fn encoding(_: Arguments<'_>, text: &str, answer: &Answer) -> Result<Trace, Failure> {
    let mut trace = of_numbers(text);
    trace.rows(
        "The digits of each character",
        &["number", "first digit", "digits"],
        text.chars().map(written_entry),
    );
    write_result("output", answer, &mut trace);
    Ok(trace)
}

fn written_entry(c: char) -> Entry<3> {
    let number = format!("{:X}", u32::from(c));
    let digits = utf5::encode(c.encode_utf8(&mut [0; 4]));
    let first = digits[..1].to_owned();
    let words = format!("{number}: first digit {first}, so {digits}");
    Entry {
        cells: [number, first, digits],
        steps: vec![("number", words)],
    }
}

/// The steps of decoding digits.
fn decoding(_: Arguments<'_>, digits: &str, trace: &mut Trace) {
    let numbers = split(
        digits,
        b'G'..=b'V',
        |octet| matches!(octet, b'0'..=b'9' | b'A'..=b'F'),
    );
    let mut entries = Vec::new();
    for WrittenNumber { digits, value } in numbers {
        let words = format!("{digits}: {value}");
        entries.push(Entry {
            cells: [digits, value],
            steps: vec![("number", words)],
        });
    }
    trace.rows(
        "The number of each character",
        &["digits", "number"],
        entries,
    );
}

/// A number of UTF-5 or UTF-6: the digits `JA9` have the value `3A9`.
pub(super) struct WrittenNumber {
    pub(super) digits: String,
    /// Its hexadecimal digits.
    pub(super) value: String,
}

/// Each number, up to the first character that does not begin a number. `first` has the first digits of
/// numbers, from 0 on, and `next` accepts the others.
pub(super) fn split(
    digits: &str,
    first: RangeInclusive<u8>,
    next: fn(u8) -> bool,
) -> Vec<WrittenNumber> {
    let mut numbers = Vec::new();
    let mut rest = digits.as_bytes();
    while let [begin, tail @ ..] = rest
        && first.contains(begin)
    {
        let end = tail.iter().position(|&octet| !next(octet));
        let (others, after) = tail.split_at(end.unwrap_or(tail.len()));
        let others = String::from_utf8_lossy(others);
        numbers.push(WrittenNumber {
            digits: format!("{}{others}", char::from(*begin)),
            value: format!("{:X}{}", begin - first.start(), others.to_ascii_uppercase()),
        });
        rest = after;
    }
    numbers
}
