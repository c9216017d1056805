//! Serves the plain models in the line protocol. `mutants N` serves them with mutant N; `mutants 0`
//! serves them as they are.

use std::io::{BufRead, Write};
use std::{env, io};

use acegate_codec::{Failure, Parameter, Parameters, Text, Value, active, model};
use serde_json::{Value as Json, json};

fn main() -> io::Result<()> {
    let number = env::args().nth(1).and_then(|word| word.parse().ok());
    active::set(number.expect("the number of a mutant"));
    // The reply to hello of the plain models, as the program `acegate` writes it.
    let hello = env::var("HELLO").unwrap_or_default();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Json = serde_json::from_str(&line?)?;
        let reply = if request["type"] == "hello" {
            hello.clone()
        } else {
            reply(&request).to_string()
        };
        output.write_all(format!("{reply}\n").as_bytes())?;
    }
    Ok(())
}

fn reply(request: &Json) -> Json {
    let id = &request["id"];
    let skip = |why: String| json!({ "id": id, "skip": why });
    let word = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
    let Some(codec) = model(&word("codec")) else {
        return skip("another codec".into());
    };
    let parameters = request["params"].as_object().into_iter().flatten();
    let parameters: Parameters = parameters.map(|(name, it)| (name.clone(), parameter(it))).collect();
    let Some(input) = value(&request["in"]) else {
        return json!({ "id": id, "error": { "kind": "out-of-range", "at": 0 } });
    };
    match codec.apply(&word("op"), &parameters, &input) {
        Ok(value) => json!({ "id": id, "ok": written(&value) }),
        Err(Failure::Refused(error)) => {
            json!({ "id": id, "error": { "kind": error.code(), "at": error.position } })
        }
        Err(Failure::Unsupported(why)) => skip(why),
    }
}

fn parameter(json: &Json) -> Parameter {
    match json {
        Json::Bool(value) => Parameter::Boolean(*value),
        Json::Number(number) => Parameter::Integer(number.as_u64().unwrap_or(u64::MAX)),
        other => Parameter::Text(other.as_str().unwrap_or_default().into()),
    }
}

/// The value of the request; `None` if a number of it is over 32 bits.
fn value(json: &Json) -> Option<Value> {
    if let Json::Array(values) = json {
        return values.iter().map(value).collect::<Option<_>>().map(Value::List);
    }
    let number = |it: &Json| it.as_u64().and_then(|it| u32::try_from(it).ok());
    let flags = json["flags"].as_array();
    let flags = flags.map(|flags| flags.iter().map(|flag| flag == true).collect());
    if let Some(hex) = json["b"].as_str() {
        let octet = |at| u8::from_str_radix(&hex[at..at + 2], 16).ok();
        return (0..hex.len()).step_by(2).map(octet).collect::<Option<_>>().map(Value::Octets);
    }
    let code_points = match json["t"].as_str() {
        Some(text) => text.chars().map(u32::from).collect(),
        None => json["u"].as_array()?.iter().map(number).collect::<Option<_>>()?,
    };
    Some(Value::Text(Text { code_points, flags }))
}

fn written(value: &Value) -> Json {
    match value {
        Value::List(values) => values.iter().map(written).collect(),
        Value::Octets(octets) => {
            json!({ "b": octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>() })
        }
        Value::Text(text) => match &text.flags {
            Some(flags) => json!({ "u": text.code_points, "flags": flags }),
            None => json!({ "u": text.code_points }),
        },
    }
}
