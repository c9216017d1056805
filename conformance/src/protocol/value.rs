//! Values in lines: `{"u":[…]}`, `{"t":"…"}`, `{"b":"…"}`, or an array of these.

use acegate_codec::{Parameter, Text, Value};
use acegate_vectors::integers_to_json;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value as Json, json};

use super::error::MessageError;

/// A form of values, with the names that the protocol uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueForm {
    /// Code points as an array of integers, which can express any value.
    U,
    /// A JSON string, which can express only Unicode scalar values.
    T,
    /// Octets as lower-case hexadecimal digits.
    B,
}

impl ValueForm {
    pub(crate) const ALL: &[Self] = &[Self::U, Self::T, Self::B];
}

/// Writes a value as JSON; `None` if none of `forms` can express it.
///
/// Text is written as `t` if that is one of `forms` and all code points are scalar values, otherwise
/// as `u`.
#[must_use]
pub fn value_to_json(value: &Value, forms: &[ValueForm]) -> Option<Json> {
    serde_json::from_str(&value_to_line(value, forms)?).ok()
}

/// Writes a value as a part of a line; `None` if none of `forms` can express it.
pub(super) fn value_to_line(value: &Value, forms: &[ValueForm]) -> Option<String> {
    match value {
        Value::Text(text) => {
            let flags = text.flags.as_deref();
            if forms.contains(&ValueForm::T)
                && let Some(string) = text.to_scalar_string()
            {
                return Some(text_to_line("t", &json!(string).to_string(), flags));
            }
            if forms.contains(&ValueForm::U) {
                let list = integers_to_json(&text.code_points).unwrap_or_default();
                return Some(text_to_line("u", &list, flags));
            }
            None
        }
        Value::Octets(octets) => {
            if !forms.contains(&ValueForm::B) {
                return None;
            }
            Some(json!({ "b": HEXLOWER.encode(octets) }).to_string())
        }
        Value::List(values) => {
            let mut items = Vec::new();
            for value in values {
                items.push(value_to_line(value, forms)?);
            }
            Some(list_to_line(&items))
        }
    }
}

/// Writes a text, which is JSON of this form, and its flags.
pub(super) fn text_to_line(form: &str, text: &str, flags: Option<&[bool]>) -> String {
    let flags = flags
        .map(|flags| format!("\"flags\":{},", json!(flags)))
        .unwrap_or_default();
    format!("{{{flags}\"{form}\":{text}}}")
}

/// Writes a list of values or integers.
pub(super) fn list_to_line(items: &[String]) -> String {
    format!("[{}]", items.join(","))
}

/// A text or octets as nearly all replies have them. Any other value is read by its digits.
#[derive(Deserialize)]
pub(super) struct Ordinary {
    /// Serde takes an array for the fields of a struct in their order. This field comes first and refuses
    /// it. An object with a field of this name is read by its digits.
    #[serde(default, rename = "", deserialize_with = "refuse")]
    _no_array: (),
    u: Option<Vec<u32>>,
    t: Option<String>,
    b: Option<String>,
    flags: Option<Vec<bool>>,
}

fn refuse<'de, D: Deserializer<'de>>(_: D) -> Result<(), D::Error> {
    Err(D::Error::custom("expected an object"))
}

impl Ordinary {
    /// The value; `None` if it has no form or several.
    pub(super) fn value(self) -> Option<Value> {
        let code_points = match (self.u, self.t, self.b) {
            (Some(code_points), None, None) => code_points,
            (None, Some(text), None) => text.chars().map(u32::from).collect(),
            (None, None, Some(hex)) => return octets_from_hex(&hex).ok().map(Value::Octets),
            _ => return None,
        };
        Some(Value::Text(Text {
            code_points,
            flags: self.flags,
        }))
    }

    /// The value, or the list of such values, that a tree of JSON is.
    pub(super) fn from_json(json: &Json) -> Option<Value> {
        match json {
            Json::Array(items) => items
                .iter()
                .map(Self::from_json)
                .collect::<Option<_>>()
                .map(Value::List),
            json => Self::deserialize(json).ok()?.value(),
        }
    }
}

/// Writes code points as `U+` numbers, separated by spaces.
pub(crate) fn code_point_words(text: &Text) -> String {
    let words: Vec<_> = text
        .code_points
        .iter()
        .map(|c| format!("U+{c:04X}"))
        .collect();
    words.join(" ")
}

/// Reads a `U+` number; `None` if the word is none.
pub(crate) fn code_point_from_word(word: &str) -> Option<u32> {
    u32::from_str_radix(word.strip_prefix("U+")?, 16).ok()
}

pub(crate) fn octets_from_hex(hex: &str) -> Result<Vec<u8>, MessageError> {
    let octets = HEXLOWER_PERMISSIVE.decode(hex.as_bytes());
    octets.map_err(|_| MessageError::new("expected pairs of hexadecimal digits in \"b\""))
}

pub(crate) fn parameter_to_json(value: &Parameter) -> Json {
    match value {
        Parameter::Boolean(value) => Json::from(*value),
        Parameter::Integer(value) => Json::from(*value),
        Parameter::Text(value) => Json::from(value.as_str()),
    }
}

pub(crate) fn parameter_from_json(json: &Json) -> Result<Parameter, MessageError> {
    match json {
        Json::Bool(value) => Ok(Parameter::Boolean(*value)),
        Json::String(value) => Ok(Parameter::Text(value.clone())),
        Json::Number(number) => match number.as_u64() {
            Some(integer) => Ok(Parameter::Integer(integer)),
            None => Err(MessageError::unexpected(
                "a whole number",
                &number.to_string(),
            )),
        },
        other => Err(MessageError::unexpected(
            "a boolean, a number or a string",
            &other.to_string(),
        )),
    }
}
