//! The shapes of messages, for error messages in the words of JSON.
//!
//! In: a line that is not a message. Out: `expected an array, each item a string in
//! "codecs.punycode.ops", found "decode"`.

use serde_json::Value as Json;

use super::value::shortened;

/// The shape that a message or a part of one must have.
pub(super) enum Shape {
    String,
    /// A whole number from 0 up to this one.
    Whole(u64),
    Array(&'static Self),
    /// An object with these fields. It may have others.
    Object(&'static [Field]),
    /// An object with any names and these values.
    Map(&'static Self),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    Any,
}

/// A field of an object.
pub(super) struct Field {
    name: &'static str,
    needed: Needed,
    shape: Shape,
}

/// Whether a field must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    Always,
    /// It may be left out.
    Perhaps,
    /// It may be left out or `null`.
    OrNull,
}

const fn field(name: &'static str, needed: Needed, shape: Shape) -> Field {
    Field { name, needed, shape }
}

use Needed::{Always, OrNull, Perhaps};

const STRINGS: Shape = Shape::Array(&Shape::String);
const NUMBER: Shape = Shape::Whole(u64::MAX);

/// The reply to hello.
pub(super) const HELLO: Shape = Shape::Object(&[
    field("type", Always, Shape::String),
    field("protocol", Always, Shape::Whole(u32::MAX as u64)),
    field("implementation", Always, IDENTITY),
    field("codecs", Always, Shape::Map(&SUPPORT)),
    field("values", Perhaps, Shape::Array(&Shape::OneOf(&["u", "t", "b"]))),
    field("window", Perhaps, NUMBER),
]);

const IDENTITY: Shape = Shape::Object(&[
    field("name", Always, Shape::String),
    field("version", Perhaps, Shape::String),
    field("language", Perhaps, Shape::String),
    field("url", Perhaps, Shape::String),
]);

const SUPPORT: Shape = Shape::Object(&[
    field("ops", Always, STRINGS),
    field("params", Perhaps, STRINGS),
    field("limits", Perhaps, LIMITS),
]);

const LIMITS: Shape =
    Shape::Object(&[field("width", OrNull, NUMBER), field("length", OrNull, NUMBER)]);

/// The reply to a request.
pub(super) const REPLY: Shape = Shape::Object(&[
    field("id", Always, NUMBER),
    field("error", OrNull, REFUSAL),
    field("skip", OrNull, Shape::String),
    field("crash", OrNull, Shape::String),
]);

const REFUSAL: Shape = Shape::Object(&[
    field("kind", OrNull, Shape::String),
    field("at", OrNull, NUMBER),
    field("message", OrNull, Shape::String),
]);

/// A request.
pub(super) const REQUEST: Shape = Shape::Object(&[
    field("id", Always, NUMBER),
    field("codec", Always, Shape::String),
    field("op", Always, Shape::String),
    field("params", Perhaps, Shape::Map(&Shape::Any)),
    field("in", Always, Shape::Any),
]);

impl Shape {
    /// The message for a line without this shape, which serde refuses with this error.
    pub(super) fn fault(&self, line: &[u8], error: &serde_json::Error) -> String {
        let json = serde_json::from_slice::<Json>(line).ok();
        json.and_then(|json| self.fault_in(&json, "")).unwrap_or_else(|| error.to_string())
    }

    /// The message for the first part without this shape: what was expected, in which field, and what
    /// was found; `None` if every part has it.
    fn fault_in(&self, json: &Json, path: &str) -> Option<String> {
        match (self, json) {
            (Self::Any, _) | (Self::String, Json::String(_)) => None,
            (Self::Whole(most), Json::Number(number))
                if number.as_u64().is_some_and(|number| number <= *most) =>
            {
                None
            }
            (Self::OneOf(words), Json::String(word)) if words.contains(&word.as_str()) => None,
            (Self::Array(shape), Json::Array(items)) => items
                .iter()
                .enumerate()
                .find_map(|(index, item)| shape.fault_in(item, &format!("{path}[{index}]"))),
            (Self::Map(shape), Json::Object(object)) => {
                object.iter().find_map(|(name, value)| shape.fault_in(value, &join(path, name)))
            }
            (Self::Object(fields), Json::Object(object)) => {
                fields.iter().find_map(|field| field.fault_in(object.get(field.name), path))
            }
            _ => Some(format!(
                "expected {}{}, found {}",
                self.named(),
                within(path),
                shortened(&json.to_string())
            )),
        }
    }

    fn named(&self) -> String {
        match self {
            Self::String => "a string".into(),
            Self::Whole(u64::MAX) => "a whole number".into(),
            Self::Whole(most) => format!("a whole number up to {most}"),
            Self::Array(shape) => format!("an array, each item {}", shape.named()),
            Self::Object(_) | Self::Map(_) => "an object".into(),
            Self::OneOf(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                format!("one of {}", words.join(", "))
            }
            Self::Any => "a value".into(),
        }
    }
}

impl Field {
    fn fault_in(&self, value: Option<&Json>, path: &str) -> Option<String> {
        match value {
            None if self.needed == Needed::Always => Some(format!(
                "expected {}{}, which is missing",
                self.shape.named(),
                within(&join(path, self.name))
            )),
            None => None,
            Some(Json::Null) if self.needed == Needed::OrNull => None,
            Some(value) => self.shape.fault_in(value, &join(path, self.name)),
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn within(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" in \"{path}\"") }
}

#[cfg(test)]
mod tests {
    use super::super::{Description, Reply, Request};

    const WHOLE: &str = r#"{"type":"hello","protocol":1,"implementation":{"name":"x"},
        "codecs":{"punycode":{"ops":["decode"],"limits":{"width":null}}}}"#;

    #[test]
    fn a_fault_in_hello_names_its_field_as_json_does() {
        Description::from_line(WHOLE.as_bytes()).expect("valid");
        let version = r#""protocol":1"#;
        for (from, to, expected) in [
            (
                r#"["decode"]"#,
                r#""decode""#,
                r#"an array, each item a string in "codecs.punycode.ops", found "decode""#,
            ),
            (r#"["decode"]"#, "[7]", r#"a string in "codecs.punycode.ops[0]", found 7"#),
            (r#""name""#, r#""nome""#, r#"a string in "implementation.name", which is missing"#),
            (version, r#""protocol":"1""#, r#"up to 4294967295 in "protocol", found "1""#),
            (version, r#""protocol":4294967296"#, r#"295 in "protocol", found 4294967296"#),
            (r#":null"#, ":-1", r#"a whole number in "codecs.punycode.limits.width", found -1"#),
            (
                version,
                r#""protocol":1,"values":["x"]"#,
                r#"one of "u", "t", "b" in "values[0]", found "x""#,
            ),
            (r#"{"punycode""#, r#"{"x":[],"punycode""#, r#"an object in "codecs.x", found []"#),
        ] {
            let line = WHOLE.replace(from, to);
            assert_ne!(line, WHOLE);
            let message = Description::from_line(line.as_bytes()).expect_err("a fault");
            let is_right = message.starts_with("expected ") && message.ends_with(expected);
            assert!(is_right, "{message}");
        }
    }

    #[test]
    fn a_fault_in_a_reply_or_request_names_its_field() {
        for (line, expected) in [
            ("[]", "expected an object, found []"),
            (r#"{"id":"1","skip":"no"}"#, r#"expected a whole number in "id", found "1""#),
            (r#"{"skip":"no"}"#, r#"expected a whole number in "id", which is missing"#),
            (r#"{"id":1,"error":"bad"}"#, r#"expected an object in "error", found "bad""#),
            (r#"{"id":1,"error":{"at":-1}}"#, r#"expected a whole number in "error.at", found -1"#),
            (r#"{"id":1,"skip":true}"#, r#"expected a string in "skip", found true"#),
        ] {
            assert_eq!(Reply::from_line(line.as_bytes()), Err(expected.to_owned()));
        }
        let message = Request::from_line(br#"{"id":1,"codec":7,"op":"x","in":{}}"#);
        assert_eq!(message, Err(r#"expected a string in "codec", found 7"#.to_owned()));
    }
}
