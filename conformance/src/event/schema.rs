//! The JSON Schema of the events, made of their types.

use std::borrow::Cow;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value as Json, json};

use super::skips::SkippedChecks;
use super::{Event, Expected, FORMAT, Observed, SCHEMA};
use crate::observation::AnyValue;

/// The variable with which the test writes the schema.
const WRITE: &str = "WRITE_SCHEMA";

/// A parameter: a boolean, a number or a string.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ParameterSchema {
    Boolean(bool),
    Integer(u64),
    Text(String),
}

/// The schema of a type that is serialized by hand is written by hand, in the published one.
macro_rules! written_by_hand {
    ($($type:ident)*) => {$(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut published: Json = serde_json::from_str(SCHEMA).expect("JSON");
                let definition = published["$defs"][stringify!($type)].take();
                definition.try_into().expect("a definition")
            }
        }
    )*};
}
written_by_hand!(AnyValue Expected Observed);

/// Compares a published schema with the one of the type, or writes it anew if the environment says so.
pub(crate) fn assert_schema<T: JsonSchema>(
    file: &str,
    published: &str,
    id: &str,
    add: impl FnOnce(&mut Json),
) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = Json::from(settings.into_generator().into_root_schema_for::<T>());
    schema["$id"] = id.into();
    add(&mut schema);
    let current = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
    if std::env::var_os(WRITE).is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        std::fs::write(path, current).expect("the schema can be written");
    } else {
        assert!(
            published == current,
            "{file} is out of date: run this test with {WRITE}=1"
        );
    }
}

/// Adds the line for several checks, which is not an event.
fn add_skips(schema: &mut Json) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let skips = settings
        .into_generator()
        .into_root_schema_for::<SkippedChecks>();
    let mut skips = Json::from(skips);
    let Json::Object(mut defs) = skips["$defs"].take() else {
        panic!("it has definitions")
    };
    for name in ["$defs", "$schema", "title"] {
        skips.as_object_mut().expect("an object").remove(name);
    }
    for name in ["SkippedCheck", "SkippedFields"] {
        schema["$defs"][name] = defs.remove(name).expect("a definition");
    }
    schema["$defs"]["SkippedChecks"] = skips;
    let line = json!({
        "$ref": "#/$defs/SkippedChecks",
        "description": "Checks are skipped. In the events they are one `case` each.",
        "properties": { "type": { "const": "skips", "type": "string" } },
        "required": ["type"],
        "type": "object",
    });
    schema["oneOf"].as_array_mut().expect("a list").push(line);
}

fn add_document(schema: &mut Json) {
    let list = json!({ "type": "array", "items": { "$ref": "#" } });
    schema["$defs"]["Document"] = json!({
        "description": "The events of a run in one object.",
        "type": "object",
        "properties": {
            "start": { "$ref": "#" },
            "cases": list,
            "skips": { "type": "array", "items": { "$ref": "#/$defs/SkippedChecks" } },
            "findings": list,
            "end": { "$ref": "#" },
        },
        "required": ["start", "cases", "skips", "findings", "end"],
    });
}

#[test]
fn the_schema_is_up_to_date() {
    let id = format!("urn:acegate:report:{FORMAT}");
    assert_schema::<Event>("report.schema.json", SCHEMA, &id, |schema| {
        add_skips(schema);
        add_document(schema);
    });
}
