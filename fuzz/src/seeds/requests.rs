//! Seeds for targets that make requests: one for each check of the suite that they concern.

use std::collections::BTreeMap;

use acegate::protocol::Request;
use acegate::suite::{codec_value, request_for};
use acegate_codec::{Value, bootstring, punycode};
use acegate_vectors::{Check, Outcome, Suite};

use super::Examples;
use crate::octets::{Scope, octets};

/// The requests of all checks, and those that take their results back, by codec and operation. No text has more
/// than `longest` code points.
pub(super) fn seeds(scopes: &[Scope], longest: usize, suite: &Suite) -> BTreeMap<String, Examples> {
    let mut seeds: BTreeMap<_, Examples> = BTreeMap::new();
    for check in &suite.checks() {
        let Some((request, results)) = request(check) else {
            continue;
        };
        let requests = with_inverses(&request, results).into_iter();
        for request in requests.flat_map(as_any_bootstring) {
            if let Some(text) = request.text()
                && text.code_points.len() > longest
            {
                continue;
            }
            if let Some(seed) = octets(&request, scopes) {
                let subject = subject(&request, check);
                let examples = seeds.entry(request.name()).or_default();
                examples.entry(seed).or_insert(subject);
            }
        }
    }
    seeds
}

/// The subject of a request: the requirements that the check tests, the parameters, and what is right.
fn subject(request: &Request, check: &Check) -> String {
    let kinds = check.expect.outcomes().iter().map(|outcome| match outcome {
        Outcome::Ok(_) | Outcome::Integers(_) => "ok",
        Outcome::Error { kinds, .. } => kinds.first().map_or("", String::as_str),
    });
    let kinds: Vec<_> = kinds.collect();
    format!(
        "{:?} {:?} {kinds:?}",
        check.case.requirements, request.params
    )
}

/// The request of a check and the values that are right; `None` for a codec or operation that the
/// registry does not have.
pub(super) fn request(check: &Check) -> Option<(Request, Vec<Value>)> {
    let request = request_for(check);
    request.operation()?;
    let mut results = Vec::new();
    for outcome in check.expect.outcomes() {
        match outcome {
            Outcome::Ok(result) => results.push(codec_value(result)),
            Outcome::Integers(_) | Outcome::Error { .. } => {}
        }
    }
    Some((request, results))
}

fn with_inverses(request: &Request, results: Vec<Value>) -> Vec<Request> {
    let mut requests = vec![request.clone()];
    if let Some(operation) = request.operation()
        && let Some(inverse) = operation.inverse
    {
        for result in results {
            requests.push(request.derive(inverse, result));
        }
    }
    requests
}

/// Punycode is one Bootstring of many: its requests are also requests of the codec `bootstring`.
fn as_any_bootstring(request: Request) -> Vec<Request> {
    let other = Request {
        codec: bootstring::ABOUT.id.to_owned(),
        ..request.clone()
    };
    if request.codec != punycode::ABOUT.id || other.operation().is_none() {
        return vec![request];
    }
    let swift = other.clone().with("set", "swift");
    vec![request, other, swift]
}
