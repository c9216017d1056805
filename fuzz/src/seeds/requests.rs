//! Seeds for targets that make requests: one for each check of the suite that they concern.

use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::{Operation, Parameter, Parameters, Text, Value};
use acegate_vectors::{Check, Outcome, Param, Suite, Value as Given};

use crate::request::{Request, Scope};

/// The requests of all checks, and those that take their results back, by codec and operation.
pub(super) fn seeds(scopes: &[Scope], suite: &Suite) -> BTreeMap<String, BTreeSet<Vec<u8>>> {
    let mut seeds: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    let checks = suite.checks();
    let asked = checks.iter().filter_map(request);
    let requests = asked.flat_map(|(request, results)| with_inverses(request, results));
    for request in requests.flat_map(as_any_bootstring) {
        if let Some(seed) = request.chosen(scopes) {
            seeds.entry(request.name()).or_default().insert(seed);
        }
    }
    seeds
}

/// The request of a check and the values that are right; nothing for a codec or operation that
/// the registry does not have.
pub(super) fn request(check: &Check) -> Option<(Request, Vec<Value>)> {
    let codec = acegate_codec::codec(check.codec())?;
    let operation = operation(codec.operations(), &check.op)?;
    let parameters = check.params().iter().map(|(name, param)| (name.clone(), parameter(param)));
    let request = Request {
        codec: codec.id(),
        operation,
        parameters: parameters.collect(),
        input: value(&check.input),
    };
    let results = check.expect.outcomes().iter().filter_map(|outcome| match outcome {
        Outcome::Ok(result) => Some(value(result)),
        Outcome::Integers(_) | Outcome::Error { .. } => None,
    });
    Some((request, results.collect()))
}

fn with_inverses(request: Request, results: Vec<Value>) -> Vec<Request> {
    let inverse = request.operation.inverse;
    let mut requests = vec![request];
    if let Some(inverse) = inverse {
        let back = results.into_iter().map(|result| requests[0].then(inverse, result));
        requests.extend(back.collect::<Vec<_>>());
    }
    requests
}

/// Punycode is one Bootstring of many: its requests are also requests of the codec `bootstring`.
fn as_any_bootstring(request: Request) -> Vec<Request> {
    let bootstring = acegate_codec::codec("bootstring").map(acegate_codec::Codec::operations);
    let operation = operation(bootstring.unwrap_or_default(), request.operation.name);
    match operation {
        Some(operation) if request.codec == "punycode" => {
            let other = Request { codec: "bootstring", operation, ..request.clone() };
            let swift = other.clone().with("set", "swift");
            vec![request, other, swift]
        }
        _ => vec![request],
    }
}

/// What no vector is, or too few are to be surely kept: parameters that are no set of a Bootstring,
/// each for another reason, and plain ASCII that is longer than a label.
pub(super) fn odd(scopes: &[Scope]) -> BTreeSet<Vec<u8>> {
    const SETS: [&[(&str, &str)]; 11] = [
        &[("base", "2")],
        &[("base", "128")],
        &[("tmin", "30"), ("tmax", "20")],
        &[("skew", "0")],
        &[("damp", "1")],
        &[("initial-bias", "1153")],
        &[("initial-n", "256")],
        &[("delimiter", "\u{FC}")],
        &[("digits", "0123456789")],
        &[("base", "3"), ("tmin", "1"), ("tmax", "1"), ("digits", "aab"), ("initial-bias", "0")],
        &[("base", "3"), ("tmin", "1"), ("tmax", "1"), ("digits", "abc"), ("initial-bias", "0")],
    ];
    let codec = acegate_codec::codec("bootstring").map(acegate_codec::Codec::operations);
    let operations = codec.unwrap_or_default().iter();
    let requests = operations.flat_map(|operation| {
        SETS.map(|set| {
            let request = Request {
                codec: "bootstring",
                operation,
                parameters: Parameters::default(),
                input: Value::from("b\u{FC}cher"),
            };
            set.iter().fold(request, |request, (name, word)| request.with(name, word))
        })
    });
    requests.chain([long_ascii()]).filter_map(|request| request.chosen(scopes)).collect()
}

fn long_ascii() -> Request {
    let operations = acegate_codec::codec("punycode").map(acegate_codec::Codec::operations);
    Request {
        codec: "punycode",
        operation: operation(operations.unwrap_or_default(), "encode").expect("of every codec"),
        parameters: Parameters::default(),
        input: Value::from("a".repeat(70).as_str()),
    }
}

fn operation(operations: &'static [Operation], name: &str) -> Option<&'static Operation> {
    operations.iter().find(|operation| operation.name == name)
}

fn parameter(param: &Param) -> Parameter {
    match param {
        Param::Boolean(value) => Parameter::Boolean(*value),
        Param::Integer(value) => Parameter::Integer(*value),
        Param::Text(value) => Parameter::Text(value.clone()),
    }
}

/// The value as the codecs know it.
pub(super) fn value(value_: &Given) -> Value {
    match value_ {
        Given::Text { code_points, flags } => {
            Value::Text(Text { code_points: code_points.clone(), flags: flags.clone() })
        }
        Given::Octets(octets) => Value::Octets(octets.clone()),
        Given::List(values) => Value::List(values.iter().map(value).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_the_document_is_a_seed() {
        let suite = Suite::embedded().expect("the vectors load");
        let scopes = [Scope { codec: "punycode", ops: &["decode"] }];
        let seeds = seeds(&scopes, &suite);
        // RFC 3492, section 7.1 (S); both parameters are left out.
        assert!(seeds["punycode decode"].iter().any(|seed| seed == b"00-> $1.00 <--"));
    }
}
