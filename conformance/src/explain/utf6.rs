//! The steps of the UTF-6 draft, sections 2.4.1, 2.4.2 and 2.5.

use acegate_codec::utf6::{self, Mode, PREFIX, UnitTrace};
use acegate_codec::{Codec, Failure, Parameters, Value};

use super::label::write_result;
use super::trace::{Direction, Table, Trace, each, joined};
use super::utf5::split;

/// The steps of encoding a label.
pub(super) fn encoding(text: &str) -> Result<Trace, Failure> {
    let label = utf6::explain(text)?;
    let mut trace = Trace::default();
    trace.table(Table {
        caption: "What the units have in common decides the mode",
        direction: Direction::Right,
        heads: &["unit", "row", "upper nibble"],
        entries: label.units.iter().map(shared).collect(),
        in_words: |entries| {
            vec![
                ("units", joined(entries, 0, " ")),
                ("rows", format!("  {}", joined(entries, 1, "   "))),
            ]
        },
    });
    let mode = match label.mode {
        Mode::Row(row) => format!("\"y\", row {row:02X}"),
        Mode::Nibble(nibble) => format!("\"z\", upper nibble {nibble:X}"),
        Mode::Plain => "no compression".to_owned(),
    };
    trace.fact("mode", format!("{mode}: {label}"));
    if !label.header.is_empty() {
        trace.fact("header", label.header.clone());
    }
    trace.table(Table {
        caption: "The digits of each unit",
        direction: Direction::Down,
        heads: &["unit", "left of it", "digits"],
        entries: label.units.iter().map(written).collect(),
        in_words: |entries| {
            each(entries, "unit", |entry| match (entry[0].as_str(), entry[1].as_str()) {
                (unit, HYPHEN) => format!("{unit} is the hyphen: {}", entry[2]),
                (unit, "") => format!("{unit}: {}", entry[2]),
                (unit, left) => format!("{unit}, {left} is left: {}", entry[2]),
            })
        },
    });
    trace.fact("payload", label.payload.clone());
    match &label.label {
        Ok(label) => trace.fact("label", label.clone()),
        Err(error) => trace.fact("refused", format!("{}: {error}", error.code())),
    }
    Ok(trace)
}

const HYPHEN: &str = "hyphen";

/// The facts that decide the mode: a unit, its row and its upper nibble.
fn shared(unit: &UnitTrace) -> Vec<String> {
    let nibble = if unit.hyphen { String::new() } else { format!("{:X}", unit.row >> 4) };
    vec![format!("{:04X}", unit.unit), format!("{:02X}", unit.row), nibble]
}

/// How a unit is written. Nothing is left of it if all of it is.
fn written(unit: &UnitTrace) -> Vec<String> {
    let left = match unit {
        UnitTrace { hyphen: true, .. } => HYPHEN.to_owned(),
        unit if unit.masked == unit.unit => String::new(),
        unit => format!("{:X}", unit.masked),
    };
    vec![format!("{:04X}", unit.unit), left, unit.digits.clone()]
}

/// The steps of decoding a label (section 2.5): the prefix, the header, and each number.
pub(super) fn decoding(codec: &dyn Codec, parameters: &Parameters, label: &str) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", label);
    let begins = label.get(..PREFIX.len()).is_some_and(|it| it.eq_ignore_ascii_case(PREFIX));
    if begins && label.is_ascii() {
        let payload = label[PREFIX.len()..].to_ascii_lowercase();
        let (header, rest) = split_header(&payload);
        // The bits that every unit but the hyphen shares.
        let mut common = 0;
        if let Some((mark, number)) = header {
            let value = value_of(number).unwrap_or_default();
            let (shift, what) = if mark == 'y' { (8, "row") } else { (12, "upper nibble") };
            let width = if mark == 'y' { 2 } else { 1 };
            trace.fact("header", format!("{mark}{number}: {what} {value:0width$X}"));
            common = value.checked_shl(shift).unwrap_or_default();
        }
        trace.table(Table {
            caption: "The unit of each number",
            direction: Direction::Down,
            heads: &["digits", "number", "unit"],
            entries: entries(rest, header.map(|_| common)),
            in_words: |entries| {
                each(entries, "unit", |entry| match (entry[0].as_str(), entry[2].as_str()) {
                    ("-", _) => "- is the hyphen".to_owned(),
                    (digits, "") => format!("{digits}: {}", entry[1]),
                    (digits, unit) => format!("{digits}: {}, so {unit}", entry[1]),
                })
            },
        });
    }
    write_result("text", &codec.apply("decode", parameters, &Value::from(label)), &mut trace);
    trace
}

/// The digits of each unit with their number, and the unit if it has more bits than that.
fn entries(payload: &str, common: Option<u32>) -> Vec<Vec<String>> {
    let mut entries = Vec::new();
    for part in payload.split_inclusive('-') {
        let digits = part.trim_end_matches('-');
        for (number, value) in split(digits, b'g'..=b'v', |octet| octet.is_ascii_hexdigit()) {
            let unit = u32::from_str_radix(&value, 16).ok().zip(common);
            let unit =
                unit.map_or_else(String::new, |(value, common)| format!("{:04X}", value | common));
            entries.push(vec![number, value, unit]);
        }
        if part.ends_with('-') {
            entries.push(vec!["-".to_owned(), HYPHEN.to_owned(), String::new()]);
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
    let numbers = split(digits, b'g'..=b'v', |octet| octet.is_ascii_hexdigit());
    u32::from_str_radix(&numbers.first()?.1, 16).ok()
}
