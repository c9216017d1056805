//! The steps of the UTF-6 draft, sections 2.4.1, 2.4.2 and 2.5.

use acegate_codec::plain::utf6::{Header, Utf6};
use acegate_codec::utf6::{PREFIX, RULES};
use acegate_codec::{Error, Failure, host};

use super::refused;
use super::trace::{Step, Trace};
use super::utf5::split;

const HYPHEN: &str = "hyphen";

/// The steps of encoding a label.
pub(super) fn encoding(text: &str) -> Result<Trace, Failure> {
    let label = host::encode_bare(text, &RULES)?;
    let units: Vec<u32> = text.encode_utf16().map(u32::from).collect();
    let header = (Utf6::DRAFT.header)(&units);
    let mask = header.map_or(u32::MAX, |header| header.mask);
    let entries = units
        .iter()
        .map(|&unit| written(unit, mask))
        .collect::<Result<Vec<_>, _>>()?;
    let mut trace = Trace::default();
    // The facts that decide the mode: a unit, its row and its upper nibble.
    let shared = |&unit: &u32| {
        let nibble = if is_hyphen(unit) {
            String::new()
        } else {
            format!("{:X}", unit >> 12)
        };
        [format!("{unit:04X}"), format!("{:02X}", unit >> 8), nibble]
    };
    trace.columns(
        "What the units have in common decides the mode",
        &["unit", "row", "upper nibble"],
        units.iter().map(shared),
        // In words the rows stand below the last digits of their units.
        &[("units", 0, "", " "), ("rows", 1, "  ", "   ")],
    );
    let mode = match header {
        Some(Header {
            letter: 'y',
            number,
            ..
        }) => format!("\"y\", row {number:02X}"),
        Some(Header { number, .. }) => format!("\"z\", upper nibble {number:X}"),
        None => "no compression".to_owned(),
    };
    trace.fact("mode", format!("{mode}: {}", reason(&units, header)));
    let payload = &label[PREFIX.len()..];
    let digits: usize = entries.iter().map(|([.., digits], _)| digits.len()).sum();
    if header.is_some() {
        trace.fact("header", &payload[..payload.len() - digits]);
    }
    trace.rows(
        "The digits of each unit",
        &["unit", "left of it", "digits"],
        entries,
    );
    trace.fact("payload", payload);
    match host::encode_label(text, &RULES) {
        Ok(label) => trace.fact("label", label),
        Err(error) => refused(error, &mut trace),
    }
    Ok(trace)
}

fn is_hyphen(unit: u32) -> bool {
    (Utf6::DRAFT.hyphen)(unit)
}

/// Why units have this header.
fn reason(units: &[u32], header: Option<Header>) -> String {
    let counted: Vec<_> = units
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, unit)| !is_hyphen(unit))
        .collect();
    let count = counted.len();
    // The first unit, and the first one after it that differs from it above these bits.
    let differ = |shift: u32| {
        let (first, rest) = counted.split_first()?;
        let other = rest
            .iter()
            .find(|(_, unit)| unit >> shift != first.1 >> shift)?;
        Some([*first, *other].map(|(at, unit)| (at, unit >> shift)))
    };
    match (header, differ(8), differ(12)) {
        (
            Some(Header {
                letter: 'y',
                number,
                ..
            }),
            ..,
        ) => {
            format!("all {count} units besides hyphens are of row {number:02X}")
        }
        (Some(Header { number, .. }), Some([(first, row), (other, its)]), _) => format!(
            "rows differ ({row:02X} and {its:02X} at units {first} and {other}), \
             but all {count} upper nibbles are {number:X}"
        ),
        (_, _, Some([(first, nibble), (other, its)])) => {
            format!("upper nibbles differ ({nibble:X} and {its:X} at units {first} and {other})")
        }
        _ => "fewer than two units besides hyphens".to_owned(),
    }
}

/// How a unit is written. The second cell has the bits that the header leaves; it is empty if these are
/// all bits of the unit.
fn written(unit: u32, mask: u32) -> Result<([String; 3], Vec<Step>), Error> {
    let (digits, masked) = (Utf6::DRAFT.numbers(&[unit], mask)?, unit & mask);
    let cell = format!("{unit:04X}");
    let (left, words) = if is_hyphen(unit) {
        (HYPHEN.to_owned(), format!("{cell} is the hyphen: {digits}"))
    } else if masked == unit {
        (String::new(), format!("{cell}: {digits}"))
    } else {
        (
            format!("{masked:X}"),
            format!("{cell}, {masked:X} is left: {digits}"),
        )
    };
    Ok(([cell, left, digits], vec![("unit", words)]))
}

/// The steps of decoding a label (section 2.5): the header after the prefix, and each number.
pub(super) fn decoding(label: &str, trace: &mut Trace) {
    let begins = label
        .get(..PREFIX.len())
        .is_some_and(|it| it.eq_ignore_ascii_case(PREFIX));
    if !begins || !label.is_ascii() {
        return;
    }
    let payload = label[PREFIX.len()..].to_ascii_lowercase();
    let (header, rest) = split_header(&payload);
    // The bits that every unit but the hyphen shares.
    let common = header.map(|(mark, number)| {
        let value = value_of(number).unwrap_or_default();
        let (shift, what, width) = if mark == 'y' {
            (8, "row", 2)
        } else {
            (12, "upper nibble", 1)
        };
        trace.fact("header", format!("{mark}{number}: {what} {value:0width$X}"));
        value.checked_shl(shift).unwrap_or_default()
    });
    let heads = &["digits", "number", "unit"];
    trace.rows("The unit of each number", heads, entries(rest, common));
}

/// The digits of each unit with their number, and the unit if it has more bits than that.
fn entries(payload: &str, common: Option<u32>) -> Vec<([String; 3], Vec<Step>)> {
    let mut entries = Vec::new();
    for part in payload.split_inclusive('-') {
        for (digits, number) in numbers_of(part.trim_end_matches('-')) {
            let unit = u32::from_str_radix(&number, 16).ok().zip(common);
            let unit = unit.map(|(value, common)| format!("{:04X}", value | common));
            let so = unit
                .as_ref()
                .map_or_else(String::new, |unit| format!(", so {unit}"));
            let words = format!("{digits}: {number}{so}");
            entries.push((
                [digits, number, unit.unwrap_or_default()],
                vec![("unit", words)],
            ));
        }
        if part.ends_with('-') {
            let cells = ["-", HYPHEN, ""].map(str::to_owned);
            entries.push((cells, vec![("unit", "- is the hyphen".to_owned())]));
        }
    }
    entries
}

/// The header `y` or `z` with the number after it, and the rest.
fn split_header(payload: &str) -> (Option<(char, &str)>, &str) {
    let Some(mark @ ('y' | 'z')) = payload.chars().next() else {
        return (None, payload);
    };
    let after_first = payload.get(2..).unwrap_or_default();
    let end = after_first
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(after_first.len());
    let end = (2 + end).min(payload.len());
    (Some((mark, &payload[1..end])), &payload[end..])
}

/// The number that is written as a first digit and hexadecimal digits.
fn value_of(digits: &str) -> Option<u32> {
    u32::from_str_radix(&numbers_of(digits).first()?.1, 16).ok()
}

fn numbers_of(digits: &str) -> Vec<(String, String)> {
    split(digits, b'g'..=b'v', |octet| octet.is_ascii_hexdigit())
}
