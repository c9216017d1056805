//! Vector files and requirement ledgers as they are written: their fields, with their positions. The JSON
//! Schema of vector files is made of them. Nothing here knows what the fields mean.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::expectation::Level;
use crate::model::Origin;
use crate::value::Param;
use crate::yaml::{Given, Located};

/// A vector file: the cases of one codec and one document.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "acegate vector file", rename = "File"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFile {
    /// The version of this format: 1.
    #[cfg_attr(test, schemars(range(min = 1, max = 1)))]
    pub(crate) format: Located<u64>,
    /// The codec that all cases are about, such as punycode.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub(crate) codec: Located<String>,
    /// The document that the clauses are of, such as "RFC 3492".
    pub(crate) document: Located<String>,
    /// The theme of the cases, or the name of several together. Ids name codec and theme.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub(crate) theme: Located<String>,
    /// One sentence on what the file contains.
    pub(crate) summary: Located<String>,
    /// The cases, at least one.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(crate) cases: Located<Vec<Located<RawCase>>>,
    /// The fields that most cases share. A case overrides those that it has itself.
    #[serde(default)]
    pub(crate) defaults: RawDefaults,
    /// The groups of the cases by the middle part of their ids, and the fields that the cases of each share.
    #[serde(default)]
    #[cfg_attr(test, schemars(extend("propertyNames" = { "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" })))]
    pub(crate) groups: BTreeMap<String, Located<RawGroup>>,
}

/// A structure of its first fields, those that a case, its group and the defaults of its file have, and its
/// last.
macro_rules! structure_with_shared_fields {
    ($(#[$on:meta])* $name:ident { $($first:tt)* } { $($last:tt)* }) => {
        $(#[$on])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(crate) struct $name {
            $($first)*
            /// The clause of the document, such as "6.2".
            pub(crate) clause: Given<String>,
            /// The rows of the requirement ledger that the case tests.
            pub(crate) requirements: Given<Vec<Located<String>>>,
            /// How binding it is.
            pub(crate) level: Given<Level>,
            /// The operation; exactly one of op and ops.
            pub(crate) op: Given<String>,
            /// Two operations: the second undoes the first, so it receives the expected value and
            /// must give the input back.
            #[cfg_attr(test, schemars(length(min = 2, max = 2)))]
            pub(crate) ops: Given<Vec<Located<String>>>,
            /// The parameters of the operations; a parameter left out has its default.
            pub(crate) params: Given<BTreeMap<String, Located<Param>>>,
            /// The origin of the case.
            pub(crate) origin: Given<Origin>,
            /// Who agreed with the expectation when the case was written.
            pub(crate) confirmed: Given<Vec<Located<String>>>,
            $($last)*
        }
    };
}

structure_with_shared_fields! {
    /// The fields that most cases of a file share.
    #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Defaults"))]
    RawDefaults {} {}
}

structure_with_shared_fields! {
    /// The subject of the cases of a group, and the fields that most of them share. A group overrides the
    /// defaults, and a case its group.
    #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Group"))]
    RawGroup {
        /// A sentence or more on what the cases are about.
        pub(crate) summary: Given<String>,
    } {
        /// The note of each case without a note.
        pub(crate) note: Given<String>,
    }
}

structure_with_shared_fields! {
    /// An input, one or two operations, and what must come out; or the steps of a scenario.
    #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Case", extend("required" = ["id"], "oneOf" = [
        { "required": ["input", "expect"] },
        { "required": ["steps"] },
    ])))]
    RawCase {
        /// The stable name: codec/theme/what-is-special. Never reused, and from 0.1.0 on never renamed.
        #[cfg_attr(test, schemars(regex(pattern = "^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+)*$")))]
        pub(crate) id: Given<String>,
    } {
        /// The input of the first operation; a list if the operation takes several values.
        pub(crate) input: Given<RawValues>,
        /// The right outcome of the first operation.
        pub(crate) expect: Given<RawExpect>,
        /// Input and expectation of an operation that takes steps and gives an answer to each.
        #[cfg_attr(test, schemars(length(min = 1)))]
        pub(crate) steps: Given<Vec<Located<RawStep>>>,
        /// One sentence on why the case exists.
        pub(crate) note: Given<String>,
    }
}

/// A step of a scenario.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Step"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawStep {
    /// The action.
    #[serde(rename = "do")]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(crate) action: Located<String>,
    /// The right answer.
    pub(crate) expect: Located<String>,
}

/// A value: exactly one of t, u, b and parts; flags only with t and u.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawValue {
    /// Text, written as it is.
    pub(crate) t: Given<String>,
    /// Text as code points, such as "U+00FC U+D800". Only in ok, a number may have more than eight
    /// digits.
    #[cfg_attr(
        test,
        schemars(regex(pattern = "^(U\\+[0-9A-Fa-f]{4,256}( U\\+[0-9A-Fa-f]{4,256})*)?$"))
    )]
    pub(crate) u: Given<String>,
    /// Octets as lower-case hexadecimal digits.
    #[cfg_attr(test, schemars(regex(pattern = "^([0-9a-f]{2})*$")))]
    pub(crate) b: Given<String>,
    /// Text as parts, one after the other; each may be repeated.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(crate) parts: Given<Vec<Located<RawPart>>>,
    /// The mixed-case annotation: u (upper) or l (lower) for each code point.
    #[cfg_attr(test, schemars(regex(pattern = "^[ul]*$")))]
    pub(crate) flags: Given<String>,
}

/// A piece of a text: exactly one of t and u.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Part"))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawPart {
    /// Text, written as it is.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(crate) t: Given<String>,
    /// Text as code points, such as "U+00FC U+D800".
    #[cfg_attr(
        test,
        schemars(regex(pattern = "^U\\+[0-9A-Fa-f]{4,8}( U\\+[0-9A-Fa-f]{4,8})*$"))
    )]
    pub(crate) u: Given<String>,
    /// How many times the piece is repeated; 1 if left out.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) times: Given<u64>,
}

/// A structure with the fields of an outcome and further ones.
macro_rules! structure_of_an_outcome {
    ($(#[$on:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$on])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(crate) struct $name {
            /// The value that must come out; a list if the operation gives several.
            pub(crate) ok: Given<RawValues>,
            /// The kinds of error that describe the refusal, the best first.
            #[cfg_attr(test, schemars(length(min = 1)))]
            pub(crate) error: Given<Vec<Located<String>>>,
            /// The position of the error, in elements of the input, from 0.
            pub(crate) at: Given<u64>,
            $($own)*
        }
    };
}

structure_of_an_outcome! {
    /// One outcome, ok or error; or any, which lists outcomes if the document leaves a choice.
    #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Expect"))]
    RawExpect {
        /// Two or more outcomes, all right, the preferred one first.
        #[cfg_attr(test, schemars(length(min = 2)))]
        pub(crate) any: Given<Vec<Located<RawOutcome>>>,
    }
}

structure_of_an_outcome! {
    /// One outcome: exactly one of ok and error.
    #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Outcome"))]
    RawOutcome {}
}

/// A value, or several in order of preference.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged, rename = "Values"))]
pub(crate) enum RawValues {
    /// One value.
    One(Box<RawValue>),
    /// Several, the preferred one first.
    Many(Vec<Located<RawValue>>),
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

impl<'de> Deserialize<'de> for Param {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;

        impl Visitor<'_> for Shape {
            type Value = Param;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string in double quotes, a whole number, true or false")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Param, E> {
                Ok(Param::Boolean(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Param, E> {
                Ok(Param::Integer(value))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Param, E> {
                u64::try_from(value)
                    .map(Param::Integer)
                    .map_err(|_| E::custom("expected a number that is not negative"))
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Param, E> {
                Err(E::custom("expected a whole number"))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Param, E> {
                Ok(Param::Text(value.to_owned()))
            }
        }

        deserializer.deserialize_any(Shape)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use schemars::schema_for;

    use super::*;
    use crate::SCHEMA;

    /// Writes the schema anew when set in the environment of this test.
    const WRITE: &str = "ACEGATE_WRITE_SCHEMA";

    #[test]
    fn schema_json_is_up_to_date() {
        let schema = schema_for!(RawFile);
        let current = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        if std::env::var_os(WRITE).is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
            fs::write(path, current).expect("the schema can be written");
        } else {
            assert!(
                SCHEMA == current,
                "schema.json is out of date: run this test with {WRITE}=1"
            );
        }
    }
}
