//! Learning: which requests of a hunt have shown something new, and are worth changing.
//!
//! A request is kept if it has a feature that no request before it had. Features are numbers. Those of
//! now are the operation, its parameters, the kind of the right answer, the kind of the given answer and
//! the order of magnitude of the input.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use acegate_codec::{Failure, Value};

use super::violation::code_of;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The lessons of the epochs so far. They change only between epochs.
#[derive(Clone, Debug, Default)]
pub struct Learnt {
    /// Requests worth changing, the oldest first.
    pub corpus: Vec<Request>,
    /// The request of each feature, by its place in the corpus.
    features: BTreeMap<u64, usize>,
}

/// The most requests that are kept.
const KEPT: usize = 4096;

impl Learnt {
    /// Whether a request with this feature was seen.
    #[must_use]
    pub fn knows(&self, feature: u64) -> bool {
        self.features.contains_key(&feature)
    }

    /// How many features are known.
    #[must_use]
    pub fn count(&self) -> usize {
        self.features.len()
    }

    /// Takes a request with its features. Returns how many of them are new.
    pub(super) fn learn(&mut self, request: Request, features: &[u64]) -> usize {
        let before = self.features.len();
        for &feature in features {
            self.features.entry(feature).or_insert(self.corpus.len());
        }
        let new = self.features.len() - before;
        if new > 0 && self.corpus.len() < KEPT {
            self.corpus.push(request);
        }
        new
    }
}

/// The features of a request: what the model answers, and what the implementation answered.
pub(super) fn features_of(
    request: &Request,
    model: &Result<Value, Failure>,
    outcome: &Outcome,
) -> Vec<u64> {
    let answer = match outcome {
        Outcome::Value(value) if model.as_ref() == Ok(value) => "right",
        Outcome::Value(_) => "ok",
        Outcome::Large(_) => "large",
        Outcome::Refused(refusal) => refusal.kind.as_deref().unwrap_or("refused"),
        Outcome::Skipped(..) => "skipped",
        Outcome::Fault(fault) => fault.code(),
    };
    let mut hasher = hasher_of(request, model);
    answer.hash(&mut hasher);
    vec![hasher.finish()]
}

/// The feature of a request and the model's answer to it. The implementation's answer is not part of it.
pub(super) fn model_feature(request: &Request) -> u64 {
    hasher_of(request, &request.fast()).finish()
}

/// The operation, the names of its parameters, the kind of the right answer and the magnitude.
fn hasher_of(request: &Request, model: &Result<Value, Failure>) -> DefaultHasher {
    let size = match &request.input {
        Value::Text(text) => text.code_points.len(),
        Value::Octets(octets) => octets.len(),
        Value::List(values) => values.len(),
    };
    // The keys of this hasher are fixed, so that the features of two runs are the same.
    let mut hasher = DefaultHasher::new();
    let parameters: Vec<&String> = request.params.keys().collect();
    let magnitude = size.checked_ilog2();
    (&request.codec, &request.op, parameters, code_of(model), magnitude).hash(&mut hasher);
    hasher
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_kept_for_a_new_feature_only() {
        let mut learnt = Learnt::default();
        let request = |text: &str| Request::new("punycode", "decode", text.into());
        assert_eq!(learnt.learn(request("a"), &[1, 2]), 2);
        assert_eq!(learnt.learn(request("b"), &[2, 1]), 0);
        assert_eq!(learnt.learn(request("c"), &[2, 3]), 1);
        assert!(learnt.knows(3) && !learnt.knows(4));
        assert_eq!(learnt.corpus, [request("a"), request("c")]);
    }

    #[test]
    fn features_tell_kinds_of_answers_apart_and_values_not() {
        let features = |text: &str| {
            let request = Request::new("punycode", "decode", text.into());
            let model = request.fast();
            let outcome = match &model {
                Ok(value) => Outcome::Value(value.clone()),
                Err(_) => Outcome::Refused(Default::default()),
            };
            features_of(&request, &model, &outcome)
        };
        assert_eq!(features("tda"), features("vda"));
        assert_ne!(features("tda"), features("td!"));
        assert_ne!(features("tda"), features("bcher-kva"));
    }
}
