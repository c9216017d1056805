//! The inputs of operations as octets, as a fuzzer has them, and back.

use acegate_codec::{Input, Operation, Value};

use super::text_bytes;

/// Between the values of a list.
const LINE_END: u8 = b'\n';

/// The value that these octets mean to an operation. Every octet string means one.
///
/// A text is its UTF-8; [`text_bytes`] says what other octets mean. An operation that also takes octets gets them where
/// they are no UTF-8. A list is one value a line.
#[must_use]
pub fn value_of(operation: &Operation, octets: &[u8]) -> Value {
    match operation.input {
        Input::TextOrOctets if std::str::from_utf8(octets).is_err() => {
            Value::Octets(octets.to_vec())
        }
        Input::Text | Input::TextOrOctets => {
            Value::from_code_points(text_bytes::code_points(octets))
        }
        Input::List => Value::List(read_lines(octets)),
    }
}

/// The lines of an input as texts; none if it is empty.
fn read_lines(octets: &[u8]) -> Vec<Value> {
    if octets.is_empty() {
        return Vec::new();
    }
    let lines = octets.split(|&octet| octet == LINE_END);
    lines
        .map(|line| Value::from_code_points(text_bytes::code_points(line)))
        .collect()
}

/// The octets that mean this value to an operation; `None` if none do, such as for a text with flags.
#[must_use]
pub fn octets_of(operation: &Operation, value: &Value) -> Option<Vec<u8>> {
    let octets = match value {
        Value::Text(text) => text_bytes::octets(&text.code_points),
        Value::Octets(octets) => octets.clone(),
        Value::List(values) => {
            let mut lines = Vec::new();
            for value in values {
                lines.push(text_bytes::octets(&value.as_text().ok()?.code_points));
            }
            lines.join(&LINE_END)
        }
    };
    if value_of(operation, &octets) == *value {
        Some(octets)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::{Text, Verb, punycode, uri2dec};

    #[test]
    fn inputs_are_read_back() {
        let decode = punycode::ABOUT
            .operation(Verb::Decode)
            .expect("an operation");
        let escape = uri2dec::ABOUT
            .operation(Verb::Escape)
            .expect("an operation");
        let book = uri2dec::ABOUT.operation(Verb::Book).expect("an operation");
        let list = |lines: &[&str]| Value::List(lines.iter().map(|&line| line.into()).collect());
        for (operation, value, octets) in [
            (decode, Value::from("\u{fc}-"), "\u{fc}-".as_bytes()),
            (
                decode,
                Value::from_code_points(vec![0xD800]),
                b"\xed\xa0\x80",
            ),
            (escape, Value::from("a"), b"a"),
            (escape, Value::Octets(vec![0x80]), b"\x80"),
            (book, list(&[]), b""),
            (book, list(&["connect a", "ask 2"]), b"connect a\nask 2"),
        ] {
            assert_eq!(octets_of(operation, &value).as_deref(), Some(octets));
            assert_eq!(value_of(operation, octets), value);
        }
        let flagged = Value::Text(Text {
            code_points: vec![0x61],
            flags: Some(vec![true]),
        });
        // These octets are a text, a list of no value and a text with a line end are others.
        for (operation, value) in [
            (decode, flagged),
            (escape, Value::Octets(b"a".to_vec())),
            (book, list(&["a\nb"])),
        ] {
            assert_eq!(octets_of(operation, &value), None);
        }
    }
}
