//! The steps of UTF-5: every character is a number of its own (sections 2.3 and 2.4).

use std::ops::RangeInclusive;

use super::trace::Trace;

/// The steps of encoding a text.
pub(super) fn encoding(text: &str, trace: &mut Trace) {
    let entry = |c: char| {
        let number = format!("{:X}", u32::from(c));
        let digits = acegate_codec::utf5::encode(c.encode_utf8(&mut [0; 4]));
        let first = digits[..1].to_owned();
        let step = (
            "number",
            format!("{number}: first digit {first}, so {digits}"),
        );
        ([number, first, digits], vec![step])
    };
    let heads = &["number", "first digit", "digits"];
    trace.rows(
        "The digits of each character",
        heads,
        text.chars().map(entry),
    );
}

/// The steps of decoding digits.
pub(super) fn decoding(digits: &str, trace: &mut Trace) {
    let numbers = split(
        digits,
        b'G'..=b'V',
        |octet| matches!(octet, b'0'..=b'9' | b'A'..=b'F'),
    );
    let entry = |(digits, number): (String, String)| {
        let step = ("number", format!("{digits}: {number}"));
        ([digits, number], vec![step])
    };
    let heads = &["digits", "number"];
    trace.rows(
        "The number of each character",
        heads,
        numbers.into_iter().map(entry),
    );
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
    while let Some((begin, tail)) = rest
        .split_first()
        .filter(|(begin, _)| first.contains(begin))
    {
        let end = tail
            .iter()
            .position(|&octet| !next(octet))
            .unwrap_or(tail.len());
        let others = String::from_utf8_lossy(&tail[..end]).into_owned();
        let value = format!("{:X}{}", begin - first.start(), others.to_ascii_uppercase());
        numbers.push((format!("{}{others}", char::from(*begin)), value));
        rest = &tail[end..];
    }
    numbers
}
