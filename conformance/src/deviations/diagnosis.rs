//! What a failing implementation behaves like, by its outputs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::{Codec, Failure, Value};
use acegate_vectors::Check;

use super::{DeviantCodec, Deviation, deviations};
use crate::implementation::Outcome;
use crate::suite::request_for;

/// A deviation that explains failures of an implementation.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The deviation.
    pub deviation: &'static Deviation,
    /// How many answers tell it from the reference and are the implementation's own.
    pub explained: usize,
    /// How many answers tell it from the reference.
    pub telling: usize,
    /// The names of the checks that it explains and no deviation before it in the list does.
    pub checks: Vec<String>,
}

/// The deviations that the answers of an implementation are like, the best first.
///
/// For each deviation the checks count on which it answers otherwise than the reference, the
/// telling ones. It explains the implementation where most of these answers are the
/// implementation's own. Of deviations that explain the same failures only the one that fits best
/// is kept, so that the list is short.
///
/// # Complexity
///
/// One answer of every deviation of the codecs concerned for every check.
#[must_use]
pub fn diagnose(answers: &[(&Check, &Outcome)]) -> Vec<Diagnosis> {
    let mut by_codec: BTreeMap<&str, Vec<(&Check, &Outcome)>> = BTreeMap::new();
    for &(check, outcome) in answers {
        if matches!(outcome, Outcome::Value(_) | Outcome::Refused(_)) {
            by_codec.entry(check.codec()).or_default().push((check, outcome));
        }
    }
    let mut found = Vec::new();
    for deviation in deviations().filter(|deviation| deviation.equivalent.is_none()) {
        let (Some(answers), Some(codec)) =
            (by_codec.get(deviation.codec), DeviantCodec::new(deviation))
        else {
            continue;
        };
        if let Some(fit) = fit(deviation, &codec, answers) {
            found.push(fit);
        }
    }
    keep_best(found)
}

/// A candidate, with the checks that it explains.
struct Fit<'a> {
    diagnosis: Diagnosis,
    explains: Vec<&'a str>,
}

fn fit<'a>(
    deviation: &'static Deviation,
    deviant: &DeviantCodec,
    answers: &[(&'a Check, &Outcome)],
) -> Option<Fit<'a>> {
    let reference = acegate_codec::codec(deviation.codec)?;
    let mut explains = Vec::new();
    let mut telling = 0;
    for (check, outcome) in answers {
        let request = request_for(check);
        let own = deviant.apply(&request.op, &request.params, &request.input);
        let right = reference.apply(&request.op, &request.params, &request.input);
        if is_same(&own, &right) {
            continue;
        }
        telling += 1;
        if agrees(&own, outcome) {
            explains.push(check.name.as_str());
        }
    }
    let explained = explains.len();
    let diagnosis = Diagnosis { deviation, explained, telling, checks: Vec::new() };
    // Fewer than half would call many things like it that are not.
    (explained * 2 >= telling && explained > 0).then_some(Fit { diagnosis, explains })
}

/// The best fit first, and each only where it explains a failure that those before it do not.
fn keep_best(mut found: Vec<Fit<'_>>) -> Vec<Diagnosis> {
    let mut kept: Vec<Diagnosis> = Vec::new();
    let mut explained = BTreeSet::new();
    loop {
        // What contradicts a deviation weighs as much as what it explains first.
        let best = found.iter().enumerate().max_by_key(|(index, fit)| {
            let first = fit.explains.iter().filter(|name| !explained.contains(*name)).count();
            let contradicted = fit.diagnosis.telling - fit.diagnosis.explained;
            (first.min(1), first as isize - contradicted as isize, Reverse(*index))
        });
        let Some((index, _)) = best else {
            return kept;
        };
        let Fit { mut diagnosis, explains } = found.remove(index);
        let first = explains.into_iter().filter(|name| explained.insert(*name));
        diagnosis.checks = first.map(str::to_owned).collect();
        if diagnosis.checks.is_empty() {
            return kept;
        }
        kept.push(diagnosis);
    }
}

/// Whether two answers are the same; one refusal is like another.
fn is_same(one: &Result<Value, Failure>, two: &Result<Value, Failure>) -> bool {
    match (one, two) {
        (Ok(one), Ok(two)) => one == two,
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

fn agrees(own: &Result<Value, Failure>, outcome: &Outcome) -> bool {
    match (own, outcome) {
        (Ok(own), Outcome::Value(value)) => own == value,
        (Err(Failure::Refused(_)), Outcome::Refused(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Implementation, InProcess, Registry};
    use acegate_vectors::Suite;

    #[test]
    fn every_deviation_is_recognised_by_its_answers_and_the_reference_is_like_none() {
        let checks = Suite::embedded().expect("the suite is valid").checks();
        let answer = |codec: &dyn Codec, check: &Check| {
            let request = request_for(check);
            match codec.apply(&request.op, &request.params, &request.input) {
                Ok(value) => Outcome::Value(value),
                Err(_) => Outcome::Refused(Default::default()),
            }
        };
        for deviation in deviations().filter(|deviation| deviation.equivalent.is_none()) {
            let codec = DeviantCodec::new(deviation).expect("a codec of the registry");
            let outcomes: Vec<_> = checks
                .iter()
                .filter(|check| check.codec() == deviation.codec)
                .map(|check| (check, answer(&codec, check)))
                .collect();
            let answers: Vec<_> =
                outcomes.iter().map(|(check, outcome)| (*check, outcome)).collect();
            let found = diagnose(&answers);
            let first = found.first().map(|found| found.deviation.id);
            assert_eq!(first, Some(deviation.id));
        }
        let mut reference = InProcess::registry(Registry::Reference);
        let outcomes: Vec<_> =
            checks.iter().map(|check| reference.answer(&request_for(check)).outcome).collect();
        let answers: Vec<_> = checks.iter().zip(&outcomes).collect();
        assert!(diagnose(&answers).is_empty());
    }
}
