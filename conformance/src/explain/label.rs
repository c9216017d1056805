//! The steps that RACE and LACE share: a label is a prefix and the Base32 of compressed octets.

use acegate_codec::{Codec, Failure, Parameters, Value, base32};

use super::trace::{Direction, Part, Table, Trace, joined};
use super::{hex, numbers, refused, units};

/// An encoding of labels: its compression, and the steps of it.
pub(super) struct Compression {
    /// The prefix of the label.
    pub(super) prefix: &'static str,
    /// Compresses a text.
    pub(super) compress: fn(&str) -> Result<Vec<u8>, acegate_codec::Error>,
    /// The steps between a text and its octets.
    pub(super) writing: fn(&str, &[u8]) -> Vec<Part>,
    /// The steps between octets and their text, up to the first octet that cannot be read.
    pub(super) reading: fn(&[u8]) -> Vec<Part>,
}

/// The steps of encoding a label (sections 2.2 and 2.4.1).
pub(super) fn encoding(
    codec: &dyn Codec,
    parameters: &Parameters,
    text: &str,
    compression: &Compression,
) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", numbers(text.chars().map(u32::from)));
    let units: Vec<_> = units(text).iter().map(|unit| format!("{unit:04X}")).collect();
    trace.fact("units", units.join(" "));
    if let Ok(octets) = (compression.compress)(text) {
        trace.parts.extend((compression.writing)(text, &octets));
        trace.fact("octets", hex(&octets));
        write_groups(&base32::encode(&octets), &mut trace);
    }
    write_result("label", &codec.apply("encode", parameters, &Value::from(text)), &mut trace);
    trace
}

/// The steps of decoding a label (sections 2.3 and 2.4.2).
pub(super) fn decoding(
    codec: &dyn Codec,
    parameters: &Parameters,
    label: &str,
    compression: &Compression,
) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", label);
    let prefix = label.get(..compression.prefix.len());
    if prefix.is_some_and(|start| start.eq_ignore_ascii_case(compression.prefix)) {
        let payload = &label[compression.prefix.len()..];
        write_groups(payload, &mut trace);
        if let Ok(octets) = base32::decode(payload) {
            trace.fact("octets", hex(&octets));
            trace.parts.extend((compression.reading)(&octets));
        }
    }
    write_result("text", &codec.apply("decode", parameters, &Value::from(label)), &mut trace);
    trace
}

/// The letters of Base32 with the five bits of each, as far as they are such letters.
fn write_groups(payload: &str, trace: &mut Trace) {
    let value = |letter: char| match letter.to_ascii_lowercase() {
        letter @ 'a'..='z' => Some(u32::from(letter) - u32::from('a')),
        digit @ '2'..='7' => Some(u32::from(digit) - u32::from('2') + 26),
        _ => None,
    };
    let entry = |letter: char| {
        let value = value(letter)?;
        Some(vec![letter.to_string(), value.to_string(), format!("{value:05b}")])
    };
    match payload.chars().map(entry).collect::<Option<Vec<_>>>() {
        Some(entries) if !entries.is_empty() => trace.table(Table {
            caption: "Groups of five bits",
            direction: Direction::Right,
            heads: &["letter", "value", "bits"],
            entries,
            in_words: |entries| vec![("base32", joined(entries, 0, ""))],
        }),
        _ => trace.fact("base32", payload),
    }
}

/// Adds the last step: the value, or the refusal.
pub(super) fn write_result(name: &'static str, result: &Result<Value, Failure>, trace: &mut Trace) {
    let value = match result {
        Ok(value) => value.as_text(),
        Err(Failure::Refused(error)) => return refused(*error, trace),
        Err(failure) => return trace.fact("refused", failure.to_string()),
    };
    match value {
        Ok(text) if name == "text" => {
            trace.fact("text", numbers(text.code_points.iter().copied()));
        }
        Ok(text) => trace.fact(name, text.to_scalar_string().unwrap_or_default()),
        Err(failure) => trace.fact("refused", failure.to_string()),
    }
}
