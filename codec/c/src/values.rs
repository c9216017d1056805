//! Values of the codecs in the forms of the header.

use acegate_codec::{Text, Value};

/// After each text of a list of code points.
const END: u32 = u32::MAX;

/// After each text of a list in UTF-8.
const LINE_END: u8 = b'\n';

/// `enum acegate_form`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Utf8,
    CodePoints,
    Octets,
    Utf8List,
    CodePointsList,
}

impl Form {
    pub(crate) fn of_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Utf8,
            1 => Self::CodePoints,
            2 => Self::Octets,
            3 => Self::Utf8List,
            4 => Self::CodePointsList,
            _ => return None,
        })
    }
}

/// The text in these octets; `None` if they are no UTF-8.
pub(crate) fn from_utf8(octets: &[u8]) -> Option<Value> {
    std::str::from_utf8(octets).ok().map(Value::from)
}

/// The list in these octets; `None` if they are no UTF-8, or its last text has no end.
pub(crate) fn list_from_utf8(octets: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(octets).ok()?;
    let mut values = Vec::new();
    for line in text.split_inclusive('\n') {
        values.push(Value::from(line.strip_suffix('\n')?));
    }
    Some(Value::List(values))
}

/// The list in these numbers; `None` if its last text has no end.
pub(crate) fn list_from_code_points(numbers: &[u32]) -> Option<Value> {
    let mut values = Vec::new();
    for text in numbers.split_inclusive(|&number| number == END) {
        values.push(Value::from_code_points(text.strip_suffix(&[END])?));
    }
    Some(Value::List(values))
}

/// A result in UTF-8; `None` if it has no such form.
pub(crate) fn utf8(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Text(text) => text.to_scalar_string().map(String::into_bytes),
        Value::Octets(octets) => Some(octets.clone()),
        Value::List(values) => {
            let mut out = Vec::new();
            for value in values {
                let text = utf8(value)?;
                if text.contains(&LINE_END) {
                    return None;
                }
                out.extend(text);
                out.push(LINE_END);
            }
            Some(out)
        }
    }
}

/// A result as numbers.
pub(crate) fn code_points(value: &Value) -> Vec<u32> {
    match value {
        Value::Text(Text { code_points, .. }) => code_points.clone(),
        Value::Octets(octets) => octets.iter().copied().map(u32::from).collect(),
        Value::List(values) => {
            let mut out = Vec::new();
            for value in values {
                out.extend(code_points(value));
                out.push(END);
            }
            out
        }
    }
}

/// The offset in UTF-8 of the code point with this index.
pub(crate) fn utf8_offset(value: &Value, index: usize) -> usize {
    let Value::Text(text) = value else {
        return index;
    };
    let before = text.code_points.iter().take(index);
    before
        .filter_map(|&number| char::from_u32(number))
        .map(char::len_utf8)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        let text = |numbers: &[u32]| Value::from_code_points(numbers);
        let list = Value::List(vec![text(&[0x61]), text(&[]), text(&[0xFC])]);
        let octets = utf8(&list).expect("UTF-8");
        assert_eq!(octets, "a\n\n\u{fc}\n".as_bytes());
        assert_eq!(list_from_utf8(&octets), Some(list.clone()));
        let numbers = code_points(&list);
        assert_eq!(numbers, [0x61, END, END, 0xFC, END]);
        assert_eq!(list_from_code_points(&numbers), Some(list));
        let empty = Some(Value::List(Vec::new()));
        assert_eq!(list_from_utf8(b""), empty);
        assert_eq!(list_from_code_points(&[]), empty);
        // No end, no UTF-8, a line end inside, and a surrogate.
        assert_eq!(list_from_utf8(b"a\nb"), None);
        assert_eq!(list_from_code_points(&[0x61]), None);
        assert_eq!(from_utf8(b"\xff"), None);
        assert_eq!(utf8(&Value::List(vec![Value::from("a\nb")])), None);
        assert_eq!(utf8(&text(&[0xD800])), None);
    }
}
