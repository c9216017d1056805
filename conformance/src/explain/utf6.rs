//! The steps of the UTF-6 draft, sections 2.4.1 and 2.4.2.

use acegate_codec::utf6::{self, Mode, Trace, UnitTrace};
use acegate_codec::{Codec, Failure, Parameters, Value};

use super::Step;

/// How a label is encoded.
pub(super) fn encoding(text: &str) -> Result<Vec<Step>, Failure> {
    Ok(steps(&utf6::explain(text)?))
}

/// How a label is decoded: the text, and the steps that lead back to the label.
pub(super) fn decoding(
    codec: &dyn Codec,
    parameters: &Parameters,
    input: &Value,
) -> Result<Vec<Step>, Failure> {
    let decoded = codec.apply("decode", parameters, input)?;
    let text = super::scalar(decoded.as_text()?)?;
    let mut all = vec![("decoded", format!("{text:?}"))];
    all.extend(steps(&utf6::explain(&text)?));
    Ok(all)
}

fn steps(trace: &Trace) -> Vec<Step> {
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
