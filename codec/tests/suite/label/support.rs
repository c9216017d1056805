//! Runs an operation on the reference codec and on the plain one, which must agree where they are two; and
//! labels for the property tests of the encodings of host labels.

use acegate_codec::{Codec, Error, Failure, Parameter, Parameters, Value, base32, codec, plain};
use proptest::prelude::*;

/// The result of an operation, or the code of the error and its position in code points.
pub(crate) type Outcome = Result<String, (&'static str, usize)>;

/// The outcome for a text and parameters such as `layer=bare`.
pub(crate) fn run(id: &str, operation: &str, input: &str) -> Outcome {
    run_value(id, operation, &input.into())
}

/// The outcome for any sequence of numbers. The values of a list have a space between them.
pub(crate) fn run_value(id: &str, operation: &str, input: &Value) -> Outcome {
    let (operation, parameters) = operation.split_once(' ').unwrap_or((operation, ""));
    let parameters: Parameters = parameters
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, word)| (name.to_owned(), Parameter::from_word(word)))
        .collect();
    let apply = |codec: Option<&dyn Codec>| codec.unwrap().apply(operation, &parameters, input);
    let reference = apply(codec(id));
    assert_eq!(reference, apply(plain::codec(id)), "{id} {operation} {input:?}");
    match reference {
        Ok(Value::List(values)) => Ok(values.iter().map(text).collect::<Vec<_>>().join(" ")),
        Ok(value) => Ok(text(&value)),
        Err(Failure::Refused(Error { kind, position })) => Err((kind.code(), position)),
        Err(Failure::Unsupported(what)) => panic!("{id} {operation}: {what}"),
    }
}

/// Asserts that the first operation writes a text as this code, and that the second reads it back.
#[track_caller]
pub(crate) fn assert_pair(id: &str, [write, read]: [&str; 2], text: &str, code: &str) {
    assert_eq!(run(id, write, text).as_deref(), Ok(code), "{text:?}");
    assert_eq!(run(id, read, code).as_deref(), Ok(text), "{code}");
}

/// Asserts that the operation refuses each input with the error and the position beside it.
#[track_caller]
pub(crate) fn assert_refused(id: &str, operation: &str, rows: &[(&str, &str, usize)]) {
    for &(input, kind, position) in rows {
        assert_eq!(run(id, operation, input), Err((kind, position)), "{operation} {input:?}");
    }
}

/// Asserts for each row that the label of the first octets is refused, although `decompress` reads the same
/// text from them as `decode` from the second, canonical ones.
#[track_caller]
pub(crate) fn assert_aliases(
    decode: fn(&[u8]) -> Outcome,
    decompress: fn(&[u8]) -> Result<String, Error>,
    rows: &[(&[u8], &[u8])],
) {
    for &(alias, canonical) in rows {
        assert_eq!(decompress(alias), Ok(decode(canonical).unwrap()));
        let length = 4 + base32::encode(alias).len();
        assert_eq!(decode(alias), Err(("not-canonical", length)), "{alias:X?}");
    }
}

/// Texts like those of host labels: characters of few rows, and sometimes a hyphen, a letter, a
/// character above the first plane, or any other.
pub(crate) fn label() -> impl Strategy<Value = String> {
    let row = prop_oneof![Just(0_u32), Just(1), Just(6), 0x30..0x32_u32, Just(0xFF), 0..0xD8_u32];
    (row.clone(), row, 0..24_usize).prop_flat_map(|(one, other, length)| {
        let of = |row: u32| (0..=0xFF_u32).prop_map(move |low| row * 0x100 + low);
        let character = prop_oneof![
            12 => of(one),
            2 => of(other),
            2 => Just(u32::from('-')),
            1 => prop_oneof![Just(0x2E), Just(0x99), Just(0xE9), Just(0x61), Just(0x31)],
            1 => 0x1_0000..=0x10_FFFF_u32,
            1 => 0..=0xFFFF_u32,
        ];
        proptest::collection::vec(character, length)
            .prop_map(|numbers| numbers.into_iter().filter_map(char::from_u32).collect())
    })
}

/// An encoded label after at most one small change.
pub(crate) fn changed(encoded: String) -> impl Strategy<Value = String> {
    let position = 0..=encoded.len();
    (position, prop_oneof!["[a-z2-7]", "[g-v0-9a-f-]", "[A-Za-z0-9-]", Just("é".to_owned())], 0..5)
        .prop_map(move |(position, new, change)| {
            let mut label = encoded.clone();
            match change {
                0 => label.insert_str(position, &new),
                1 if position < label.len() => drop(label.remove(position)),
                2 if position < label.len() => {
                    label.replace_range(position..=position, &new);
                }
                3 => label.truncate(position),
                _ => label.make_ascii_uppercase(),
            }
            label
        })
}

fn text(value: &Value) -> String {
    value.as_text().unwrap().to_scalar_string().unwrap()
}
