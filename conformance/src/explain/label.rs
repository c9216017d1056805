//! The steps that RACE and LACE share: a label is a prefix and the Base32 of compressed octets. The
//! steps of a host name are the steps of its labels.

use acegate_codec::{Codec, Effect, Failure, Family, Parameters, Value, Verb, base32, punycode};

use super::trace::{RowInWords, Trace};
use super::{Answer, explain, hex, hex_unit, numbers, of_numbers, refused};

/// An encoding of labels: its compression, and the steps of it.
pub(super) struct Compression {
    /// The prefix of the label.
    pub(super) prefix: &'static str,
    /// Compresses a text.
    pub(super) compress: fn(&str) -> Result<Vec<u8>, acegate_codec::Error>,
    /// The steps between units and their octets.
    pub(super) writing: fn(&[[u8; 2]], &[u8], &mut Trace),
    /// The steps between octets and their text, up to the first octet that cannot be read.
    pub(super) reading: fn(&[u8], &mut Trace),
}

/// The steps of encoding a label (sections 2.2 and 2.4.1).
pub(super) fn encoding(
    text: &str,
    compression: &Compression,
    answer: &Answer,
) -> Result<Trace, Failure> {
    let mut trace = of_numbers(text);
    let units: Vec<_> = text.encode_utf16().map(u16::to_be_bytes).collect();
    let shown: Vec<_> = units.iter().map(|&unit| hex_unit(unit)).collect();
    trace.fact("units", shown.join(" "));
    if let Ok(octets) = (compression.compress)(text) {
        (compression.writing)(&units, &octets, &mut trace);
        trace.fact("octets", hex(&octets, ""));
        write_groups(&base32::encode(&octets), &mut trace);
    }
    write_result("label", answer, &mut trace);
    Ok(trace)
}

/// The steps of decoding a label (sections 2.3 and 2.4.2).
pub(super) fn decoding(label: &str, compression: &Compression, trace: &mut Trace) {
    let prefix = label.get(..compression.prefix.len());
    if prefix.is_some_and(|start| start.eq_ignore_ascii_case(compression.prefix)) {
        let payload = &label[compression.prefix.len()..];
        write_groups(payload, trace);
        if let Ok(octets) = base32::decode(payload) {
            trace.fact("octets", hex(&octets, ""));
            (compression.reading)(&octets, trace);
        }
    }
}

/// The steps of writing a host name in ASCII or in Unicode, label by label.
pub(super) fn converting_host(
    codec: &dyn Codec,
    verb: Verb,
    parameters: &Parameters,
    name: &str,
) -> Result<Trace, Failure> {
    let mut trace = Trace::of(name);
    for label in name.split('.').filter(|label| !label.is_empty()) {
        trace.fact("label", format!("{label:?}"));
        let answer = codec.apply(verb.name(), parameters, &Value::from(label));
        if answer == Ok(Value::from(label)) {
            trace.fact("kept", "it stays as it is");
            continue;
        }
        // If the label is refused, the answer for the whole name below has the position in the name.
        if answer.is_ok() {
            let (op, label) = match verb.effect() {
                Effect::Writes => (Verb::Encode, label),
                Effect::Reads | Effect::Changes => {
                    (Verb::Decode, without_punycode_prefix(codec, label))
                }
            };
            let steps = explain(codec, op.name(), parameters, &Value::from(label))?;
            trace.parts.extend(steps.parts);
            write_result("written", &answer, &mut trace);
        }
    }
    let answer = codec.apply(verb.name(), parameters, &Value::from(name));
    write_result("name", &answer, &mut trace);
    Ok(trace)
}

/// The label as the codec's `decode` takes it, which for Punycode is without `xn--`.
fn without_punycode_prefix<'a>(codec: &dyn Codec, label: &'a str) -> &'a str {
    if codec.about().family != Family::Bootstring {
        return label;
    }
    match label.split_at_checked(punycode::PREFIX.len()) {
        Some((prefix, code)) if prefix.eq_ignore_ascii_case(punycode::PREFIX) => code,
        _ => label,
    }
}

/// The letters of Base32 with the five bits of each, as far as they are such letters.
fn write_groups(payload: &str, trace: &mut Trace) {
    match payload.chars().map(group_of).collect::<Option<Vec<_>>>() {
        Some(entries) if !entries.is_empty() => {
            let letters = RowInWords {
                name: "base32",
                ..RowInWords::default()
            };
            trace.columns(
                "Groups of five bits",
                &["letter", "value", "bits"],
                entries,
                &[letters],
            );
        }
        _ => trace.fact("base32", payload),
    }
}

/// A letter of Base32, its value and its five bits.
fn group_of(letter: char) -> Option<[String; 3]> {
    let lower = letter.to_ascii_lowercase();
    let value = "abcdefghijklmnopqrstuvwxyz234567".find(lower)?;
    Some([
        letter.to_string(),
        value.to_string(),
        format!("{value:05b}"),
    ])
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
