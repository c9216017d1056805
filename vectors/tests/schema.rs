//! The published schema is the one of the code.

use std::fs;
use std::path::Path;

/// Writes the schema anew when set in the environment of this test.
const WRITE: &str = "ACEGATE_WRITE_SCHEMA";

fn pretty() -> String {
    let schema = acegate_vectors::schema();
    serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n"
}

#[test]
fn schema_json_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, pretty()).expect("the schema can be written");
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(published == pretty(), "schema.json is out of date: run this test with {WRITE}=1");
}

#[test]
fn the_schema_knows_the_fields_of_a_case() {
    let schema = serde_json::to_value(acegate_vectors::schema()).expect("a schema is JSON");
    let case = &schema["$defs"]["Case"];
    assert_eq!(case["additionalProperties"], false);
    let required: Vec<_> = case["required"].as_array().into_iter().flatten().collect();
    assert_eq!(required, ["id", "clause", "requirements", "level", "origin"]);
    let fields = case["properties"].as_object().expect("fields");
    assert_eq!(fields.len(), 13, "{fields:?}");
    let forms = serde_json::json!([{ "required": ["input", "expect"] }, { "required": ["steps"] }]);
    assert_eq!(case["oneOf"], forms);
    assert!(fields.values().all(|field| field["description"].is_string()), "{fields:?}");
}
