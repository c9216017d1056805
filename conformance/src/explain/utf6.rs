//! The steps of the UTF-6 draft, sections 2.4.1, 2.4.2 and 2.5.

use acegate_codec::Failure;
use acegate_codec::utf6::{self, Mode, PREFIX, UnitTrace};

use super::refused;
use super::trace::{Step, Trace};
use super::utf5::split;

const HYPHEN: &str = "hyphen";

/// The steps of encoding a label.
pub(super) fn encoding(text: &str) -> Result<Trace, Failure> {
    let label = utf6::explain(text)?;
    let mut trace = Trace::default();
    // The facts that decide the mode: a unit, its row and its upper nibble.
    let shared = |unit: &UnitTrace| {
        let nibble = if unit.hyphen { String::new() } else { format!("{:X}", unit.row >> 4) };
        [format!("{:04X}", unit.unit), format!("{:02X}", unit.row), nibble]
    };
    trace.columns(
        "What the units have in common decides the mode",
        &["unit", "row", "upper nibble"],
        label.units.iter().map(shared),
        // In words the rows stand below the last digits of their units.
        &[("units", 0, "", " "), ("rows", 1, "  ", "   ")],
    );
    let mode = match label.mode {
        Mode::Row(row) => format!("\"y\", row {row:02X}"),
        Mode::Nibble(nibble) => format!("\"z\", upper nibble {nibble:X}"),
        Mode::Plain => "no compression".to_owned(),
    };
    trace.fact("mode", format!("{mode}: {label}"));
    if !label.header.is_empty() {
        trace.fact("header", label.header);
    }
    let heads = &["unit", "left of it", "digits"];
    trace.rows("The digits of each unit", heads, label.units.into_iter().map(written));
    trace.fact("payload", label.payload);
    match label.label {
        Ok(label) => trace.fact("label", label),
        Err(error) => refused(error, &mut trace),
    }
    Ok(trace)
}

/// How a unit is written. The second cell has the bits that the header leaves; it is empty if these are
/// all bits of the unit.
fn written(it: UnitTrace) -> ([String; 3], Vec<Step>) {
    let (unit, digits) = (format!("{:04X}", it.unit), it.digits);
    let (left, words) = if it.hyphen {
        (HYPHEN.to_owned(), format!("{unit} is the hyphen: {digits}"))
    } else if it.masked == it.unit {
        (String::new(), format!("{unit}: {digits}"))
    } else {
        (format!("{:X}", it.masked), format!("{unit}, {:X} is left: {digits}", it.masked))
    };
    ([unit, left, digits], vec![("unit", words)])
}

/// The steps of decoding a label (section 2.5): the header after the prefix, and each number.
pub(super) fn decoding(label: &str, trace: &mut Trace) {
    let begins = label.get(..PREFIX.len()).is_some_and(|it| it.eq_ignore_ascii_case(PREFIX));
    if !begins || !label.is_ascii() {
        return;
    }
    let payload = label[PREFIX.len()..].to_ascii_lowercase();
    let (header, rest) = split_header(&payload);
    // The bits that every unit but the hyphen shares.
    let common = header.map(|(mark, number)| {
        let value = value_of(number).unwrap_or_default();
        let (shift, what, width) =
            if mark == 'y' { (8, "row", 2) } else { (12, "upper nibble", 1) };
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
            let so = unit.as_ref().map_or_else(String::new, |unit| format!(", so {unit}"));
            let words = format!("{digits}: {number}{so}");
            entries.push(([digits, number, unit.unwrap_or_default()], vec![("unit", words)]));
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
    let Some(mark @ ('y' | 'z')) = payload.chars().next() else { return (None, payload) };
    let after_first = payload.get(2..).unwrap_or_default();
    let end = after_first.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(after_first.len());
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
