//! The fields of a vector file as they are written, with their positions. Its JSON Schema is made of
//! them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

/// A structure of its own fields, and of those that may be left out, each with its type in the schema.
macro_rules! structure {
    (
        $(#[$on:meta])* $name:ident { $($required:tt)* }
        $($(#[$about:meta])* $field:ident: $type:ty = $schema:tt $(, $rule:ident $limits:tt)*;)*
    ) => {
        #[derive(Debug, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        $(#[$on])*
        pub struct $name {
            $($required)*
            $(
                $(#[$about])*
                #[serde(default, deserialize_with = "present")]
                #[cfg_attr(test, schemars(with = $schema $(, $rule $limits)*))]
                pub $field: Option<$type>,
            )*
        }
    };
}

structure! {
    /// A vector file: the cases of one codec and one document.
    #[cfg_attr(test, schemars(title = "acegate vector file", rename = "File"))]
    RawFile {
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
        /// The cases, at least one.
        #[cfg_attr(test, schemars(with = "Vec<RawCase>", length(min = 1)))]
        pub cases: Spanned<Vec<Spanned<RawCase>>>,
    }
    /// The fields that most cases share. A case overrides those that it has itself.
    defaults: RawDefaults = "RawDefaults";
}

/// Such a structure, with the fields that a case and the defaults of its file have.
macro_rules! structure_with_shared_fields {
    ($(#[$on:meta])* $name:ident { $($required:tt)* } $($own:tt)*) => {
        structure! {
            $(#[$on])*
            $name { $($required)* }
            /// The clause of the document, such as "6.2".
            clause: Spanned<String> = "String";
            /// The rows of the requirement ledger that the case tests.
            requirements: Vec<Spanned<String>> = "Vec<String>";
            /// How binding it is.
            level: RawLevel = "RawLevel";
            /// The operation; exactly one of op and ops.
            op: Spanned<String> = "String";
            /// Two operations, the second of which undoes the first: it is given the expected value and
            /// must give the input back.
            ops: Spanned<Vec<Spanned<String>>> = "Vec<String>", length(min = 2, max = 2);
            /// The parameters of the operations; a parameter left out has its default.
            params: BTreeMap<String, Spanned<RawParam>> = "BTreeMap<String, RawParam>";
            /// The origin of the case.
            origin: RawOrigin = "RawOrigin";
            /// Who agreed with the expectation when the case was written.
            confirmed: Vec<Spanned<String>> = "Vec<String>";
            $($own)*
        }
    };
}

structure_with_shared_fields! {
    /// The fields that most cases of a file share.
    #[derive(Default)]
    #[cfg_attr(test, schemars(rename = "Defaults"))]
    RawDefaults {}
}

structure_with_shared_fields! {
    /// An input, one or two operations, and what must come out; or the steps of a scenario.
    #[cfg_attr(test, schemars(rename = "Case", extend("oneOf" = [
        { "required": ["input", "expect"] },
        { "required": ["steps"] },
    ])))]
    RawCase {
        /// The stable name: codec/theme/what-is-special. Never renamed, never reused.
        #[cfg_attr(
            test,
            schemars(
                with = "String",
                regex(pattern = "^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+)*$")
            )
        )]
        pub id: Spanned<String>,
    }
    /// The input of the first operation; a list if the operation takes several values.
    input: Spanned<RawValues> = "RawValues";
    /// The right outcome of the first operation.
    expect: Spanned<RawExpect> = "RawExpect";
    /// Input and expectation of an operation that takes steps and gives an answer to each.
    steps: Spanned<Vec<Spanned<RawStep>>> = "Vec<RawStep>", length(min = 1);
    /// One sentence on why the case exists.
    note: Spanned<String> = "String";
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

structure! {
    /// A value: exactly one of t, u, b and parts; flags only beside t and u.
    #[cfg_attr(test, schemars(rename = "Value"))]
    RawValue {}
    /// Text, written as it is.
    t: Spanned<String> = "String";
    /// Text as code points, such as "U+00FC U+D800". Only in ok, a number may have more than eight
    /// digits.
    u: Spanned<String> = "String", regex(pattern = "^(U\\+[0-9A-Fa-f]{4,256}( U\\+[0-9A-Fa-f]{4,256})*)?$");
    /// Octets as lower-case hexadecimal digits.
    b: Spanned<String> = "String", regex(pattern = "^([0-9a-f]{2})*$");
    /// Text as parts, one after the other, each of which may be repeated.
    parts: Spanned<Vec<Spanned<RawPart>>> = "Vec<RawPart>", length(min = 1);
    /// The mixed-case annotation: u (upper) or l (lower) for each code point.
    flags: Spanned<String> = "String", regex(pattern = "^[ul]*$");
}

structure! {
    /// A piece of a text: exactly one of t and u.
    #[cfg_attr(test, schemars(rename = "Part"))]
    RawPart {}
    /// Text, written as it is.
    t: Spanned<String> = "String", length(min = 1);
    /// Text as code points, such as "U+00FC U+D800".
    u: Spanned<String> = "String", regex(pattern = "^U\\+[0-9A-Fa-f]{4,8}( U\\+[0-9A-Fa-f]{4,8})*$");
    /// How many times the piece is repeated; 1 if left out.
    times: Spanned<u64> = "u64", range(min = 1);
}

/// Such a structure, with the fields of an outcome.
macro_rules! structure_of_an_outcome {
    ($(#[$on:meta])* $name:ident $($own:tt)*) => {
        structure! {
            $(#[$on])*
            $name {}
            /// The value that must come out; a list if the operation gives several.
            ok: Spanned<RawValues> = "RawValues";
            /// The kinds of error that describe the refusal, the best first.
            error: Spanned<Vec<Spanned<String>>> = "Vec<String>", length(min = 1);
            /// The position of the error, in elements of the input, from 0.
            at: Spanned<u64> = "u64";
            $($own)*
        }
    };
}

structure_of_an_outcome! {
    /// One outcome, ok or error; or any, which lists outcomes if the document leaves a choice.
    #[cfg_attr(test, schemars(rename = "Expect"))]
    RawExpect
    /// Two or more outcomes, each of which is right, the preferred one first.
    any: Spanned<Vec<Spanned<RawOutcome>>> = "Vec<RawOutcome>", length(min = 2);
}

structure_of_an_outcome! {
    /// One outcome: exactly one of ok and error.
    #[cfg_attr(test, schemars(rename = "Outcome"))]
    RawOutcome
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
