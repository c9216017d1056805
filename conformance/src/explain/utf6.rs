//! The steps of the UTF-6 draft, sections 2.4.1, 2.4.2 and 2.5.

use acegate_codec::utf6::{self, LabelTrace, Mode, PREFIX, UnitTrace};
use acegate_codec::{Codec, Failure, Parameters, Value};

use super::Step;
use super::label::result;
use super::utf5::split;

/// The steps of encoding a label.
pub(super) fn encoding(text: &str) -> Result<Vec<Step>, Failure> {
    Ok(steps(&utf6::explain(text)?))
}

/// The steps of decoding a label (section 2.5): the prefix, the header, and each number.
pub(super) fn decoding(codec: &dyn Codec, parameters: &Parameters, label: &str) -> Vec<Step> {
    let mut all = vec![("input", label.to_owned())];
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
            all.push(("header", format!("{mark}{number}: {what} {value:0width$X}")));
            common = value.checked_shl(shift).unwrap_or_default();
        }
        for part in rest.split_inclusive('-') {
            let digits = part.trim_end_matches('-');
            for (number, value) in split(digits, b'g'..=b'v', |octet| octet.is_ascii_hexdigit()) {
                let unit = u32::from_str_radix(&value, 16).ok().map(|value| value | common);
                let unit = unit.filter(|_| header.is_some());
                let unit = unit.map_or_else(String::new, |unit| format!(", so {unit:04X}"));
                all.push(("unit", format!("{number}: {value}{unit}")));
            }
            if part.ends_with('-') {
                all.push(("unit", "- is the hyphen".to_owned()));
            }
        }
    }
    all.push(result("text", codec.apply("decode", parameters, &Value::from(label))));
    all
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

fn steps(trace: &LabelTrace) -> Vec<Step> {
    let units: Vec<_> = trace.units.iter().map(|unit| format!("{:04X}", unit.unit)).collect();
    let rows: Vec<_> = trace.units.iter().map(|unit| format!("  {:02X}", unit.row)).collect();
    let mode = match trace.mode {
        Mode::Row(row) => format!("\"y\", row {row:02X}"),
        Mode::Nibble(nibble) => format!("\"z\", upper nibble {nibble:X}"),
        Mode::Plain => "no compression".to_owned(),
    };
    let mut steps = vec![
        ("units", units.join(" ")),
        ("rows", rows.join(" ")),
        ("mode", format!("{mode}: {trace}")),
    ];
    if !trace.header.is_empty() {
        steps.push(("header", trace.header.clone()));
    }
    steps.extend(trace.units.iter().map(|unit| ("unit", show(unit))));
    steps.push(("payload", trace.payload.clone()));
    steps.push(match &trace.label {
        Ok(label) => ("label", label.clone()),
        Err(error) => ("refused", format!("{}: {error}", error.code())),
    });
    steps
}

fn show(unit: &UnitTrace) -> String {
    if unit.hyphen {
        return format!("{:04X} is the hyphen: {}", unit.unit, unit.digits);
    }
    let masked = if unit.masked == unit.unit {
        String::new()
    } else {
        format!(", {:X} is left", unit.masked)
    };
    format!("{:04X}{masked}: {}", unit.unit, unit.digits)
}
