//! The shapes of messages, for error messages in the words of JSON.
//!
//! In: a line that is not a message. Out: `expected an array, each item a string in
//! "codecs.punycode.ops", found "decode"`.
//!
//! A shape is also JSON: the words for a value, an array with the shape of its items, or an object with
//! the shapes of its fields, which may have others. A field with `?` may be left out, one with `??` may also
//! be `null`, and `*` is a field of any name. An object with the one field `|` lists shapes of different
//! kinds, and any one of them is accepted.

use std::mem::discriminant;

use serde_json::{Map, Value as Json};

use super::error::{MessageError, shortened};

/// The reply to hello.
pub(super) const HELLO: &str = r#"{
    "type": "a string",
    "protocol": "a whole number up to 4294967295",
    "implementation": {
        "name": "a string", "version?": "a string", "language?": "a string", "url?": "a string"
    },
    "codecs": {"*": {
        "ops": ["a string"],
        "params?": {"|": [["a string"], {"*": ["a boolean, a number or a string"]}]},
        "limits?": {
            "width??": "a whole number",
            "length??": "a whole number",
            "labels??": "a whole number",
            "url??": "a string",
            "unicode??": {"|": ["one of \"12.1\", \"13\", \"14\", \"15.0\", \"15.1\", \"16\", \"17\", \"18\"", {
                "mapping": "one of \"12.1\", \"13\", \"14\", \"15.0\", \"15.1\", \"16\", \"17\", \"18\"",
                "nfc": "one of \"12.1\", \"13\", \"14\", \"15.0\", \"15.1\", \"16\", \"17\", \"18\"",
                "bidi": "one of \"12.1\", \"13\", \"14\", \"15.0\", \"15.1\", \"16\", \"17\", \"18\"",
                "joining": "one of \"12.1\", \"13\", \"14\", \"15.0\", \"15.1\", \"16\", \"17\", \"18\""
            }]}
        }
    }},
    "values?": ["one of \"u\", \"t\", \"b\""],
    "window?": "a whole number"
}"#;

pub(super) const REPLY: &str = r#"{
    "id": "a whole number",
    "error??": {"kind??": "a string", "at??": "a whole number", "message??": "a string"},
    "skip??": "a string",
    "crash??": "a string"
}"#;

pub(super) const REQUEST: &str = r#"{
    "id": "a whole number", "codec": "a string", "op": "a string",
    "params?": {"*": "a value"}, "in": "a value"
}"#;

/// The error for a line without this shape, which serde refuses with this error.
pub(super) fn fault(shape: &str, line: &[u8], error: &serde_json::Error) -> MessageError {
    if let Ok(shape) = serde_json::from_str::<Json>(shape)
        && let Ok(value) = serde_json::from_slice::<Json>(line)
        && let Some(fault) = fault_in(&shape, &value, "")
    {
        return MessageError::new(fault);
    }
    MessageError::new(error.to_string())
}

/// The message for the first part without its shape: what was expected, in which field, and what was
/// found; `None` if every part has it.
fn fault_in(shape: &Json, value: &Json, path: &str) -> Option<String> {
    match (shape, value) {
        (Json::Object(fields), _) if fields.contains_key("|") => {
            fault_in_any(shape, alternatives(fields), value, path)
        }
        (Json::Array(shapes), Json::Array(items)) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| fault_in(&shapes[0], item, &format!("{path}[{index}]"))),
        (Json::Object(fields), Json::Object(values)) => fields
            .iter()
            .find_map(|(field, shape)| fault_in_field(field, shape, values, path)),
        (Json::String(words), value) if is(words, value) => None,
        _ => Some(fault_of(shape, value, path)),
    }
}

/// The message for a value that is not of this shape.
fn fault_of(shape: &Json, value: &Json, path: &str) -> String {
    format!(
        "expected {}{}, found {}",
        in_words(shape),
        within(path),
        shortened(&value.to_string())
    )
}

/// The same for a value that may have one of several shapes: the fault in the one of its kind. A string of
/// another spelling is told all of them.
fn fault_in_any(shape: &Json, alternatives: &[Json], value: &Json, path: &str) -> Option<String> {
    for alternative in alternatives {
        if discriminant(alternative) == discriminant(value) {
            let fault = fault_in(alternative, value, path)?;
            if value.is_string() {
                break;
            }
            return Some(fault);
        }
    }
    Some(fault_of(shape, value, path))
}

/// The shapes that `|` lists.
fn alternatives(fields: &Map<String, Json>) -> &[Json] {
    fields["|"].as_array().map_or(&[], Vec::as_slice)
}

/// The same for a field of an object; `*` means all of its fields.
fn fault_in_field(
    field: &str,
    shape: &Json,
    values: &Map<String, Json>,
    path: &str,
) -> Option<String> {
    if field == "*" {
        return values
            .iter()
            .find_map(|(name, value)| fault_in(shape, value, &join(path, name)));
    }
    let name = field.trim_end_matches('?');
    let path = join(path, name);
    match values.get(name) {
        None if field == name => Some(format!(
            "expected {}{}, which is missing",
            in_words(shape),
            within(&path)
        )),
        None => None,
        Some(Json::Null) if field.ends_with("??") => None,
        Some(value) => fault_in(shape, value, &path),
    }
}

/// Whether these are words for the value.
fn is(words: &str, value: &Json) -> bool {
    match value {
        _ if words == "a value" => true,
        Json::Number(number) if words.starts_with("a whole number") => {
            let most = words.rsplit(' ').next().and_then(|most| most.parse().ok());
            number
                .as_u64()
                .is_some_and(|number| number <= most.unwrap_or(u64::MAX))
        }
        Json::Bool(_) => words.starts_with("a boolean"),
        Json::Number(_) => words.contains("a number"),
        Json::String(_) if words.ends_with("a string") => true,
        // A version of Unicode may be written with `.0`, or without.
        Json::String(text) => {
            let text = text.strip_suffix(".0").unwrap_or(text);
            words.contains(&format!("\"{text}\"")) || words.contains(&format!("\"{text}.0\""))
        }
        _ => false,
    }
}

fn in_words(shape: &Json) -> String {
    match shape {
        Json::String(words) => words.clone(),
        Json::Array(shapes) => format!("an array, each item {}", in_words(&shapes[0])),
        Json::Object(fields) if fields.contains_key("|") => {
            let words: Vec<_> = alternatives(fields).iter().map(in_words).collect();
            words.join(", or ")
        }
        _ => "an object".to_owned(),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn within(path: &str) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!(" in \"{path}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Description, Reply, Request};

    const WHOLE: &str = r#"{"type":"hello","protocol":1,"implementation":{"name":"x"},
        "codecs":{"punycode":{"ops":["decode"],"limits":{"width":null}}}}"#;

    #[test]
    fn a_fault_in_hello_names_its_field_as_json_does() {
        let [version, limits, width] = [r#""protocol":1"#, r#""limits""#, r#""width":null"#];
        for (from, to, expected) in [
            (
                r#"["decode"]"#,
                r#""decode""#,
                r#"an array, each item a string in "codecs.punycode.ops", found "decode""#,
            ),
            (
                r#"["decode"]"#,
                "[7]",
                r#"a string in "codecs.punycode.ops[0]", found 7"#,
            ),
            (
                r#""name""#,
                r#""nome""#,
                r#"a string in "implementation.name", which is missing"#,
            ),
            (
                version,
                r#""protocol":"1""#,
                r#"up to 4294967295 in "protocol", found "1""#,
            ),
            (
                version,
                r#""protocol":4294967296"#,
                r#"295 in "protocol", found 4294967296"#,
            ),
            (
                r#":null"#,
                ":-1",
                r#"a whole number in "codecs.punycode.limits.width", found -1"#,
            ),
            (
                version,
                r#""protocol":1,"values":["x"]"#,
                r#"one of "u", "t", "b" in "values[0]", found "x""#,
            ),
            (
                r#"{"punycode""#,
                r#"{"x":[],"punycode""#,
                r#"an object in "codecs.x", found []"#,
            ),
            (
                limits,
                r#""params":7,"limits""#,
                r#"an array, each item a string, or an object in "codecs.punycode.params", found 7"#,
            ),
            (
                limits,
                r#""params":{"std3":[null]},"limits""#,
                r#"a boolean, a number or a string in "codecs.punycode.params.std3[0]", found null"#,
            ),
            (
                width,
                r#""unicode":"9""#,
                r#""18", or an object in "codecs.punycode.limits.unicode", found "9""#,
            ),
            (
                width,
                r#""unicode":{"mapping":"18"}"#,
                r#""18" in "codecs.punycode.limits.unicode.bidi", which is missing"#,
            ),
        ] {
            let line = WHOLE.replace(from, to);
            assert_ne!(line, WHOLE);
            let message = Description::from_line(line.as_bytes())
                .expect_err("a fault")
                .to_string();
            let is_right = message.starts_with("expected ") && message.ends_with(expected);
            assert!(is_right, "{message}");
        }
        // A field of several shapes is no fault if it has one of them.
        for (from, to) in [
            (limits, r#""params":["std3"],"limits""#),
            (
                limits,
                r#""params":{"std3":[false],"profile":["whatwg"],"width":[31]},"limits""#,
            ),
            (width, r#""unicode":"15.0""#),
            (
                width,
                r#""unicode":{"mapping":"15","nfc":"13.0","bidi":"13","joining":"18"}"#,
            ),
        ] {
            let line = WHOLE.replace(from, to);
            Description::from_line(line.as_bytes()).expect("valid");
            let line = line.replace(version, r#""protocol":1,"window":[]"#);
            let message = Description::from_line(line.as_bytes())
                .expect_err("a fault")
                .to_string();
            assert_eq!(message, r#"expected a whole number in "window", found []"#);
        }
    }

    #[test]
    fn a_fault_in_a_reply_or_request_names_its_field() {
        let outcomes = r#"expected exactly one of "ok", "error", "skip" and "crash""#;
        for (line, expected) in [
            (r#"{"id":1,"took_ms":3}"#, outcomes),
            (r#"{"id":1,"ok":{"t":""},"skip":"no"}"#, outcomes),
            ("[]", "expected an object, found []"),
            (
                r#"{"id":"1","skip":"no"}"#,
                r#"expected a whole number in "id", found "1""#,
            ),
            (
                r#"{"skip":"no"}"#,
                r#"expected a whole number in "id", which is missing"#,
            ),
            (
                r#"{"id":1,"error":"bad"}"#,
                r#"expected an object in "error", found "bad""#,
            ),
            (
                r#"{"id":1,"error":{"at":-1}}"#,
                r#"expected a whole number in "error.at", found -1"#,
            ),
            (
                r#"{"id":1,"skip":true}"#,
                r#"expected a string in "skip", found true"#,
            ),
        ] {
            let error = Reply::from_line(line.as_bytes()).expect_err("a fault");
            assert_eq!(error.to_string(), expected);
        }
        let line = br#"{"id":1,"codec":7,"op":"x","in":{}}"#;
        let error = Request::from_line(line).expect_err("a fault");
        assert_eq!(
            error.to_string(),
            r#"expected a string in "codec", found 7"#
        );
    }
}
