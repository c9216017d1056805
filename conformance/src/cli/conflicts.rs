//! Checks of the same input that two documents, or two editions of one, decide differently.
//!
//! In: all checks. Out: the names of the others for each. Only host names of Punycode and UTS #46 are compared,
//! because these are the documents between which a library has to choose.

use std::collections::BTreeMap;

use acegate_codec::punycode;
use acegate_codec::uts46::EDITION;
use acegate_vectors::{Check, Outcome};

use crate::suite::request_for;

/// The names of the checks that conflict with each check.
#[derive(Default)]
pub(super) struct Conflicts<'a>(BTreeMap<&'a str, Vec<&'a str>>);

impl<'a> Conflicts<'a> {
    /// The names of the checks that conflict with this one, sorted.
    pub(super) fn of(&self, name: &str) -> Vec<&'a str> {
        self.0.get(name).cloned().unwrap_or_default()
    }
}

/// The conflicts among these checks.
pub(super) fn conflicts<'a>(checks: &'a [Check]) -> Conflicts<'a> {
    let mut by_request: BTreeMap<String, Vec<&'a Check>> = BTreeMap::new();
    for check in checks {
        if let Some(request) = name_in(check) {
            by_request.entry(request).or_default().push(check);
        }
    }
    let mut conflicts = Conflicts::default();
    for same in by_request.values() {
        for one in same {
            for other in same {
                if authority(one) != authority(other) && !has_common_answer(one, other) {
                    let all = conflicts.0.entry(&one.name).or_default();
                    all.push(&other.name);
                }
            }
        }
    }
    for names in conflicts.0.values_mut() {
        names.sort_unstable();
    }
    conflicts
}

/// The operation, the input and the flags, without what only one document has; `None` if it is not a host name of
/// these codecs.
fn name_in(check: &Check) -> Option<String> {
    let is_punycode = check.codec() == punycode::ABOUT.id;
    let request = request_for(check);
    if !is_punycode && !request.is_of_checked_names() {
        return None;
    }
    if !request.verb()?.is_of_host_names() {
        return None;
    }
    let mut params = request.params;
    params.retain(|name, _| name != EDITION && name != PROFILE && name != PROCESS);
    Some(format!("{} {:?} {params:?}", check.op, check.input))
}

/// The parameter that chooses between UTS #46 and the URL Standard.
const PROFILE: &str = "profile";

/// The parameter that chooses between registration and lookup.
const PROCESS: &str = "process";

/// The authority on the answer: the document, its profile or process, and its edition.
fn authority(check: &Check) -> [String; 4] {
    [
        check.codec().to_owned(),
        parameter(check, PROFILE),
        parameter(check, PROCESS),
        parameter(check, EDITION),
    ]
}

fn parameter(check: &Check, name: &str) -> String {
    match check.params().get(name) {
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

/// Whether an answer passes both. Rejections of two kinds are the same answer.
fn has_common_answer(one: &Check, other: &Check) -> bool {
    let others = other.expect.outcomes();
    let outcomes = one.expect.outcomes();
    outcomes
        .iter()
        .any(|outcome| others.iter().any(|known| is_same(outcome, known)))
}

fn is_same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Error { .. }, Outcome::Error { .. }) => true,
        (Outcome::Error { .. }, _) | (_, Outcome::Error { .. }) => false,
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use acegate_vectors::Suite;

    use super::*;

    /// RFC 3490 leaves a label of ASCII as it is, UTS #46 maps its capitals, and the editions of the URL Standard
    /// differ on whether a host of ASCII is decoded.
    #[test]
    fn documents_that_differ_on_a_name_conflict() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let checks = suite.checks();
        let all = conflicts(&checks);
        let name = "punycode/host/encode-prefix-ascii-capital";
        let others = all.of(name);
        assert!(!others.is_empty());
        for other in others {
            assert!(other.starts_with("uts46/url-editions/"), "{other}");
            assert!(all.of(other).contains(&name), "a conflict has two sides");
        }
        assert!(all.of("uts46/std3/first").is_empty(), "one document has it");
    }
}
