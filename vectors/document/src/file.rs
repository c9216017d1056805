//! The fields of a vector file as they are written, with their positions. Its JSON Schema is made of
//! them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

/// A vector file: the cases of one codec and one document.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(title = "acegate vector file", rename = "File"))]
pub struct RawFile {
    /// The version of this format: 1.
    #[cfg_attr(test, schemars(with = "u64", range(min = 1, max = 1)))]
    pub format: Spanned<u64>,
    /// The codec that all cases are about, such as punycode.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub codec: Spanned<String>,
    /// The document that the clauses are of, such as "RFC 3492".
    #[cfg_attr(test, schemars(with = "String"))]
    pub document: Spanned<String>,
    /// The theme of the cases, or the name of several together. Ids name codec and theme.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub theme: Spanned<String>,
    /// One sentence on what the file holds.
    #[cfg_attr(test, schemars(with = "String"))]
    pub summary: Spanned<String>,
    /// The fields that most cases share. A case overrides those that it has itself.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawDefaults"))]
    pub defaults: Option<RawDefaults>,
    /// The cases, at least one.
    #[cfg_attr(test, schemars(with = "Vec<RawCase>", length(min = 1)))]
    pub cases: Spanned<Vec<Spanned<RawCase>>>,
}

/// The fields that most cases of a file share.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Defaults"))]
pub struct RawDefaults {
    /// The clause of the document, such as "6.2".
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub clause: Option<Spanned<String>>,
    /// The rows of the requirement ledger that the case tests.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub requirements: Option<Vec<Spanned<String>>>,
    /// How binding it is.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawLevel"))]
    pub level: Option<RawLevel>,
    /// The operation; exactly one of op and ops.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub op: Option<Spanned<String>>,
    /// Two operations, the second of which undoes the first: it is given the expected value and
    /// must give the input back.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>", length(min = 2, max = 2)))]
    pub ops: Option<Spanned<Vec<Spanned<String>>>>,
    /// The parameters of the operations; a parameter left out has its default.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, RawParam>"))]
    pub params: Option<BTreeMap<String, Spanned<RawParam>>>,
    /// The origin of the case.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawOrigin"))]
    pub origin: Option<RawOrigin>,
    /// Who agreed with the expectation when the case was written.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub confirmed: Option<Vec<Spanned<String>>>,
}

/// An input, one or two operations, and what must come out; or the steps of a scenario.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Case", extend("oneOf" = [
    { "required": ["input", "expect"] },
    { "required": ["steps"] },
])))]
pub struct RawCase {
    /// The stable name: codec/theme/what-is-special. Never renamed, never reused.
    #[cfg_attr(
        test,
        schemars(
            with = "String",
            regex(pattern = "^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+)*$")
        )
    )]
    pub id: Spanned<String>,
    /// The clause of the document, such as "6.2".
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub clause: Option<Spanned<String>>,
    /// The rows of the requirement ledger that the case tests.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub requirements: Option<Vec<Spanned<String>>>,
    /// How binding it is.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawLevel"))]
    pub level: Option<RawLevel>,
    /// The operation; exactly one of op and ops.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub op: Option<Spanned<String>>,
    /// Two operations, the second of which undoes the first: it is given the expected value and
    /// must give the input back.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>", length(min = 2, max = 2)))]
    pub ops: Option<Spanned<Vec<Spanned<String>>>>,
    /// The parameters of the operations; a parameter left out has its default.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, RawParam>"))]
    pub params: Option<BTreeMap<String, Spanned<RawParam>>>,
    /// The input of the first operation; a list if the operation takes several values.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawValues"))]
    pub input: Option<Spanned<RawValues>>,
    /// The right outcome of the first operation.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawExpect"))]
    pub expect: Option<Spanned<RawExpect>>,
    /// Input and expectation of an operation that takes steps and gives an answer to each.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<RawStep>", length(min = 1)))]
    pub steps: Option<Spanned<Vec<Spanned<RawStep>>>>,
    /// The origin of the case.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawOrigin"))]
    pub origin: Option<RawOrigin>,
    /// Who agreed with the expectation when the case was written.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub confirmed: Option<Vec<Spanned<String>>>,
    /// One sentence on why the case exists.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub note: Option<Spanned<String>>,
}

/// How binding a case is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Level"))]
pub enum RawLevel {
    /// An implementation may do it.
    May,
    /// An implementation does it unless it has a reason.
    Should,
    /// An implementation that does not is wrong.
    Must,
}

/// The origin of a case.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Origin"))]
pub enum RawOrigin {
    /// The document prints it. A misprint is one of these, too; it is expected to be
    /// refused or to mean something else.
    Printed,
    /// The right value, because the document prints a wrong one or none.
    Corrected,
    /// It follows from the rules of the document.
    Derived,
    /// An implementation was found to be wrong about it.
    Found,
}

/// A step of a scenario.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Step"))]
pub struct RawStep {
    /// The action.
    #[serde(rename = "do")]
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub action: Spanned<String>,
    /// The right answer.
    #[cfg_attr(test, schemars(with = "String"))]
    pub expect: Spanned<String>,
}

/// A value: exactly one of t, u, b and parts; flags only beside t and u.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Value"))]
pub struct RawValue {
    /// Text, written as it is.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub t: Option<Spanned<String>>,
    /// Text as code points, such as "U+00FC U+D800". Only in ok, a number may have more than eight
    /// digits.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(
        test,
        schemars(
            with = "String",
            regex(pattern = "^(U\\+[0-9A-Fa-f]{4,256}( U\\+[0-9A-Fa-f]{4,256})*)?$")
        )
    )]
    pub u: Option<Spanned<String>>,
    /// Octets as lower-case hexadecimal digits.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^([0-9a-f]{2})*$")))]
    pub b: Option<Spanned<String>>,
    /// Text as parts, one after the other, each of which may be repeated.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<RawPart>", length(min = 1)))]
    pub parts: Option<Spanned<Vec<Spanned<RawPart>>>>,
    /// The mixed-case annotation: u (upper) or l (lower) for each code point.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[ul]*$")))]
    pub flags: Option<Spanned<String>>,
}

/// A piece of a text: exactly one of t and u.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Part"))]
pub struct RawPart {
    /// Text, written as it is.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub t: Option<Spanned<String>>,
    /// Text as code points, such as "U+00FC U+D800".
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(
        test,
        schemars(
            with = "String",
            regex(pattern = "^U\\+[0-9A-Fa-f]{4,8}( U\\+[0-9A-Fa-f]{4,8})*$")
        )
    )]
    pub u: Option<Spanned<String>>,
    /// How many times the piece is repeated; 1 if left out.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "u64", range(min = 1)))]
    pub times: Option<Spanned<u64>>,
}

/// One outcome, ok or error; or any, which lists outcomes if the document leaves a choice.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Expect"))]
pub struct RawExpect {
    /// The value that must come out; a list if the operation gives several.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawValues"))]
    pub ok: Option<Spanned<RawValues>>,
    /// The kinds of error that describe the refusal, the best first.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>", length(min = 1)))]
    pub error: Option<Spanned<Vec<Spanned<String>>>>,
    /// The position of the error, in elements of the input, from 0.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "u64"))]
    pub at: Option<Spanned<u64>>,
    /// Two or more outcomes, each of which is right, the preferred one first.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<RawOutcome>", length(min = 2)))]
    pub any: Option<Spanned<Vec<Spanned<RawOutcome>>>>,
}

/// One outcome: exactly one of ok and error.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(rename = "Outcome"))]
pub struct RawOutcome {
    /// The value that must come out; a list if the operation gives several.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "RawValues"))]
    pub ok: Option<Spanned<RawValues>>,
    /// The kinds of error that describe the refusal, the best first.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "Vec<String>", length(min = 1)))]
    pub error: Option<Spanned<Vec<Spanned<String>>>>,
    /// The position of the error, in elements of the input, from 0.
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(test, schemars(with = "u64"))]
    pub at: Option<Spanned<u64>>,
}

/// A value, or several in order of preference.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged, rename = "Values"))]
pub enum RawValues {
    /// One value.
    One(Box<RawValue>),
    /// Several, the preferred one first.
    Many(#[cfg_attr(test, schemars(with = "Vec<RawValue>"))] Vec<Spanned<RawValue>>),
}

/// The value of a parameter.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged, rename = "Parameter"))]
pub enum RawParam {
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(u64),
    /// A text.
    Text(String),
}

/// Reads a field that may be left out, but not left empty: `note:` is refused, not ignored.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

// Written by hand, since a derived untagged enum loses the positions inside.
impl<'de> Deserialize<'de> for RawValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;

        impl<'de> Visitor<'de> for Shape {
            type Value = RawValues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value such as { t: \"…\" }, or a list of values")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawValues, A::Error> {
                Box::deserialize(MapAccessDeserializer::new(map)).map(RawValues::One)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<RawValues, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(RawValues::Many)
            }
        }

        deserializer.deserialize_any(Shape)
    }
}

impl<'de> Deserialize<'de> for RawParam {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;

        impl Visitor<'_> for Shape {
            type Value = RawParam;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string in double quotes, a whole number, true or false")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<RawParam, E> {
                Ok(RawParam::Boolean(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<RawParam, E> {
                Ok(RawParam::Integer(value))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<RawParam, E> {
                u64::try_from(value)
                    .map(RawParam::Integer)
                    .map_err(|_| E::custom("expected a number that is not negative"))
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<RawParam, E> {
                Err(E::custom("expected a whole number"))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<RawParam, E> {
                Ok(RawParam::Text(value.to_owned()))
            }
        }

        deserializer.deserialize_any(Shape)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use schemars::Schema;
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use serde_json::{Value, json};

    use super::*;

    /// The published schema.
    const SCHEMA: &str = include_str!("../../schema.json");

    /// Writes the schema anew when set in the environment of this test.
    const WRITE: &str = "ACEGATE_WRITE_SCHEMA";

    /// The schema of the fields above.
    fn schema() -> Schema {
        // A field that may be left out has no default to write: null is refused.
        let without_null = RecursiveTransform(|schema: &mut Schema| {
            if schema.get("default").is_some_and(Value::is_null) {
                schema.remove("default");
            }
        });
        let settings = SchemaSettings::default().with_transform(without_null);
        settings.into_generator().into_root_schema_for::<RawFile>()
    }

    #[test]
    fn schema_json_is_up_to_date() {
        let current = serde_json::to_string_pretty(&schema()).expect("a schema is JSON") + "\n";
        if std::env::var_os(WRITE).is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema.json");
            fs::write(path, current).expect("the schema can be written");
        } else {
            assert!(SCHEMA == current, "schema.json is out of date: run this test with {WRITE}=1");
        }
    }

    #[test]
    fn the_schema_knows_the_fields_of_a_case() {
        let schema = Value::from(schema());
        let case = &schema["$defs"]["Case"];
        assert_eq!(case["additionalProperties"], false);
        let required: Vec<_> = case["required"].as_array().into_iter().flatten().collect();
        assert_eq!(required, ["id"]);
        let fields = case["properties"].as_object().expect("fields");
        assert_eq!(fields.len(), 13, "{fields:?}");
        let forms = json!([{ "required": ["input", "expect"] }, { "required": ["steps"] }]);
        assert_eq!(case["oneOf"], forms);
        let defaults = schema["$defs"]["Defaults"]["properties"].as_object().expect("fields");
        assert_eq!(defaults.len(), 8, "{defaults:?}");
        assert!(defaults.iter().all(|(name, field)| fields[name] == *field), "{defaults:?}");
        assert!(fields.values().all(|field| field["description"].is_string()), "{fields:?}");
    }
}
