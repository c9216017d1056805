//! Seeds for targets that make requests: one for each check of the suite that they concern.

use std::collections::BTreeMap;

use acegate::fuzz::{asked_and_right, with_inverses};
use acegate::protocol::Request;
use acegate_codec::{bootstring, punycode};
use acegate_vectors::{Check, Outcome, Suite};

use super::Examples;
use crate::octets::{Scope, octets};

/// The requests of all checks, and those that take their results back, by codec and operation. No text has more
/// than `longest` code points.
pub(super) fn seeds(scopes: &[Scope], longest: usize, suite: &Suite) -> BTreeMap<String, Examples> {
    let mut seeds: BTreeMap<_, Examples> = BTreeMap::new();
    for check in &suite.checks() {
        let Some((request, results)) = asked_and_right(check) else {
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
