//! The steps that RACE and LACE share: a label is a prefix and the Base32 of compressed octets.

use acegate_codec::{Codec, Failure, Parameters, Value, base32};

use super::{Step, hex, numbers, refused, units};

/// An encoding of labels: its compression, and the steps of it.
pub(super) struct Compression {
    /// The prefix of the label.
    pub(super) prefix: &'static str,
    /// Compresses a text.
    pub(super) compress: fn(&str) -> Result<Vec<u8>, acegate_codec::Error>,
    /// The steps between a text and its octets.
    pub(super) writing: fn(&str, &[u8]) -> Vec<Step>,
    /// The steps between octets and their text, up to the first octet that cannot be read.
    pub(super) reading: fn(&[u8]) -> Vec<Step>,
}

/// The steps of encoding a label (sections 2.2 and 2.4.1).
pub(super) fn encoding(
    codec: &dyn Codec,
    parameters: &Parameters,
    text: &str,
    compression: &Compression,
) -> Vec<Step> {
    let mut steps = vec![
        ("input", numbers(text.chars().map(u32::from))),
        (
            "units",
            units(text).iter().map(|unit| format!("{unit:04X}")).collect::<Vec<_>>().join(" "),
        ),
    ];
    if let Ok(octets) = (compression.compress)(text) {
        steps.extend((compression.writing)(text, &octets));
        steps.push(("octets", hex(&octets)));
        steps.push(("base32", base32::encode(&octets)));
    }
    steps.push(result("label", codec.apply("encode", parameters, &Value::from(text))));
    steps
}

/// The steps of decoding a label (sections 2.3 and 2.4.2).
pub(super) fn decoding(
    codec: &dyn Codec,
    parameters: &Parameters,
    label: &str,
    compression: &Compression,
) -> Vec<Step> {
    let mut steps = vec![("input", label.to_owned())];
    let prefix = label.get(..compression.prefix.len());
    if prefix.is_some_and(|start| start.eq_ignore_ascii_case(compression.prefix)) {
        let payload = &label[compression.prefix.len()..];
        steps.push(("base32", payload.to_owned()));
        if let Ok(octets) = base32::decode(payload) {
            steps.push(("octets", hex(&octets)));
            steps.extend((compression.reading)(&octets));
        }
    }
    steps.push(result("text", codec.apply("decode", parameters, &Value::from(label))));
    steps
}

/// The last step: the value, or the refusal.
pub(super) fn result(name: &'static str, result: Result<Value, Failure>) -> Step {
    match result {
        Ok(value) => match value.as_text() {
            Ok(text) if name == "text" => ("text", numbers(text.code_points.iter().copied())),
            Ok(text) => (name, text.to_scalar_string().unwrap_or_default()),
            Err(failure) => ("refused", failure.to_string()),
        },
        Err(Failure::Refused(error)) => refused(error),
        Err(failure) => ("refused", failure.to_string()),
    }
}
