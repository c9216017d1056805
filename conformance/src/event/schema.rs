//! The JSON Schema of the events, made of their types.

use std::borrow::Cow;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value as Json, json};

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

/// Writes by hand the schema of a type that is serialized by hand.
macro_rules! schema {
    ($type:ident, |$generator:ident| $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

schema!(AnyValue, |generator| {
    let value = generator.subschema_for::<AnyValue>();
    let flags = json!({ "type": "array", "items": { "type": "boolean" } });
    json_schema!({
        "description": "A value: text as `t`, text that is not Unicode as `u`, octets as `b`, or a list.",
        "oneOf": [
            {
                "type": "object",
                "properties": { "t": { "type": "string" }, "flags": flags },
                "required": ["t"],
            },
            {
                "type": "object",
                "properties": {
                    "u": {
                        "description": "Code points; an integer above 2^53 - 1 is a string.",
                        "type": "array",
                        "items": { "oneOf": [
                            { "type": "integer", "minimum": 0 },
                            { "type": "string", "pattern": "^[1-9][0-9]*$" },
                        ] },
                    },
                    "flags": flags,
                },
                "required": ["u"],
            },
            {
                "type": "object",
                "properties": { "b": { "type": "string", "pattern": "^([0-9a-f]{2})*$" } },
                "required": ["b"],
            },
            { "type": "array", "items": value },
        ],
    })
});

schema!(Expected, |generator| {
    let value = generator.subschema_for::<AnyValue>();
    json_schema!({
        "description": "An outcome that is right: a value, or a refusal of one of these kinds.",
        "oneOf": [
            { "type": "object", "properties": { "ok": value }, "required": ["ok"] },
            {
                "type": "object",
                "properties": {
                    "error": { "type": "array", "items": { "type": "string" } },
                    "at": { "type": "integer", "minimum": 0 },
                },
                "required": ["error"],
            },
        ],
    })
});

schema!(Observed, |generator| {
    let value = generator.subschema_for::<AnyValue>();
    let word = json!({ "type": "string" });
    json_schema!({
        "description": "What was observed: a value, a refusal, a reason for no answer, or a fault.",
        "oneOf": [
            { "type": "object", "properties": { "ok": value }, "required": ["ok"] },
            {
                "type": "object",
                "properties": { "error": {
                    "type": "object",
                    "properties": {
                        "kind": word,
                        "at": { "type": "integer", "minimum": 0 },
                        "message": word,
                    },
                } },
                "required": ["error"],
            },
            {
                "type": "object",
                "properties": { "skip": word, "reason": word },
                "required": ["skip", "reason"],
            },
            {
                "type": "object",
                "properties": { "fault": word, "text": word },
                "required": ["fault", "text"],
            },
        ],
    })
});

/// Compares a published schema with the one of the type, or writes it anew if the environment says so.
/// Returns it.
pub(crate) fn assert_schema<T: JsonSchema>(
    file: &str,
    published: &str,
    id: &str,
    add: impl FnOnce(&mut Json),
) -> Json {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = Json::from(settings.into_generator().into_root_schema_for::<T>());
    schema["$id"] = id.into();
    add(&mut schema);
    let current = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
    if std::env::var_os(WRITE).is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        std::fs::write(path, current).expect("the schema can be written");
    } else {
        assert!(published == current, "{file} is out of date: run this test with {WRITE}=1");
    }
    schema
}

/// Adds the document with all events of a run.
fn add_document(schema: &mut Json) {
    let list = json!({ "type": "array", "items": { "$ref": "#" } });
    schema["$defs"]["Document"] = json!({
        "description": "The events of a run in one object.",
        "type": "object",
        "properties": {
            "start": { "$ref": "#" },
            "cases": list,
            "findings": list,
            "end": { "$ref": "#" },
        },
        "required": ["start", "cases", "findings", "end"],
    });
}

#[test]
fn the_schema_is_up_to_date_and_describes_every_type_of_event_and_every_field() {
    let id = format!("urn:acegate:report:{FORMAT}");
    let schema = assert_schema::<Event>("report.schema.json", SCHEMA, &id, add_document);
    let types = schema["oneOf"].as_array().expect("types of events");
    let name = |event: &Json| event["properties"]["type"]["const"].as_str().map(str::to_owned);
    let names: Vec<_> = types.iter().filter_map(name).collect();
    assert_eq!(names, ["run-start", "case", "finding", "run-end"]);
    let case = &schema["$defs"]["CaseEvent"];
    let required: Vec<_> = case["required"].as_array().into_iter().flatten().collect();
    assert!(required.contains(&&json!("verdict")) && !required.contains(&&json!("failing")));
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        assert!(definition["description"].is_string(), "{name}");
    }
    let fields = case["properties"].as_object().expect("fields");
    assert!(fields.values().all(|field| field["description"].is_string()), "{fields:?}");
}
