//! The known deviations whose answers a failing implementation gives.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::{Codec, Failure, Value};
use acegate_deviations::{DeviantCodec, Deviation, deviations};
use acegate_vectors::Check;

use crate::observation::Answer;
use crate::protocol::Request;
use crate::suite::request_for;

/// A deviation that explains failures of an implementation.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The deviation.
    pub deviation: &'static Deviation,
    /// How many of those answers the implementation gives, too.
    pub explained: usize,
    /// How many of its answers differ from the reference.
    pub telling: usize,
    /// The names of the checks that it explains and no deviation before it in the list does.
    pub checks: Vec<String>,
}

/// The deviations that the answers of an implementation are like, the best first.
///
/// A check is telling for a deviation if the deviation answers it differently from the reference. A
/// deviation is a candidate if the implementation gives at least half of its telling answers. A
/// candidate that was seen in a real library comes first if the implementation gives all of them; an
/// invented one is named only for failures that no such candidate explains. If several explain the
/// same failures, only the best one is kept, so that the list is short.
///
/// # Complexity
///
/// One answer of every deviation of the codecs concerned for every check.
#[must_use]
pub fn diagnose(answers: &[(&Check, Answer)]) -> Vec<Diagnosis> {
    let answers: Vec<_> =
        answers.iter().filter(|(_, answer)| *answer != Answer::Other).copied().collect();
    let checks: Vec<&Check> = answers.iter().map(|(check, _)| *check).collect();
    let fits = telling_answers(&checks);
    let fits = fits.iter().filter_map(|telling| fit(telling, &answers));
    keep_best(fits.collect())
}

/// The answers of a deviation that are not those of the reference, each with the index of its
/// check.
struct Telling {
    deviation: &'static Deviation,
    answers: Vec<(usize, Answer)>,
}

/// The telling answers of every deviation on these checks.
fn telling_answers(checks: &[&Check]) -> Vec<Telling> {
    let mut by_codec: BTreeMap<&str, Vec<Question>> = BTreeMap::new();
    for (index, check) in checks.iter().enumerate() {
        let Some(reference) = acegate_codec::codec(check.codec()) else { continue };
        let request = request_for(check);
        let right = reference.apply(&request.op, &request.params, &request.input);
        by_codec.entry(check.codec()).or_default().push(Question { index, request, right });
    }
    let mut all = Vec::new();
    for deviation in deviations().filter(|deviation| deviation.equivalent.is_none()) {
        let (Some(questions), Some(deviant)) =
            (by_codec.get(deviation.codec()), DeviantCodec::new(deviation))
        else {
            continue;
        };
        let answers = questions.iter().filter_map(|Question { index, request, right }| {
            let own = deviant.apply(&request.op, &request.params, &request.input);
            (!is_same(&own, right)).then(|| (*index, answer_of(&own)))
        });
        all.push(Telling { deviation, answers: answers.collect() });
    }
    all
}

/// A check as it is sent, and the answer of the reference.
struct Question {
    index: usize,
    request: Request,
    right: Result<Value, Failure>,
}

/// A candidate, with the checks that it explains.
struct Fit<'a> {
    diagnosis: Diagnosis,
    explains: Vec<&'a str>,
}

fn fit<'a>(telling: &Telling, answers: &[(&'a Check, Answer)]) -> Option<Fit<'a>> {
    let Telling { deviation, answers: own } = telling;
    let explains: Vec<_> = own
        .iter()
        .filter_map(|(index, own)| {
            let (check, answer) = answers.get(*index)?;
            (own == answer && *own != Answer::Other).then_some(check.name.as_ref())
        })
        .collect();
    let (explained, telling) = (explains.len(), own.len());
    let diagnosis = Diagnosis { deviation, explained, telling, checks: Vec::new() };
    // Fewer than half would call many things like it that are not.
    (explained * 2 >= telling && explained > 0).then_some(Fit { diagnosis, explains })
}

/// The best fit first, and each only where it explains a failure that those before it do not.
///
/// One that was seen in a real library and that no answer contradicts is better than any other.
fn keep_best(mut found: Vec<Fit<'_>>) -> Vec<Diagnosis> {
    let mut kept: Vec<Diagnosis> = Vec::new();
    let mut explained = BTreeSet::new();
    loop {
        // An answer that contradicts a deviation weighs as much as one that it alone explains.
        let best = found.iter().enumerate().max_by_key(|(index, fit)| {
            let first = fit.explains.iter().filter(|name| !explained.contains(*name)).count();
            let contradicted = fit.diagnosis.telling - fit.diagnosis.explained;
            let seen = !fit.diagnosis.deviation.seen.is_empty();
            let weight = first as isize - contradicted as isize;
            (first.min(1), seen && contradicted == 0, weight, seen, Reverse(*index))
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

/// The answer of a codec.
fn answer_of(result: &Result<Value, Failure>) -> Answer {
    match result {
        Ok(value) => Answer::of_value(value),
        Err(Failure::Refused(_)) => Answer::Refused,
        Err(_) => Answer::Other,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Implementation, InProcess, Registry};
    use acegate_deviations::find;
    use acegate_vectors::Suite;

    /// A candidate: its deviation, the checks that it explains, and how many contradict it.
    type Candidate = (&'static str, &'static [&'static str], usize);

    const SEEN: &str = "punycode/leading-delimiter-consumed";
    const SEEN_TOO: &str = "punycode/surrogates-accepted";
    const INVENTED: &str = "punycode/final-delimiter-kept";
    const INVENTED_TOO: &str = "punycode/index-stays";

    /// Candidates, and the deviations that are named, in their order.
    const NAMED: &[(&[Candidate], &[&str])] = &[
        // Both explain all: the seen one, wherever it stands.
        (&[(INVENTED, &["a", "b"], 0), (SEEN, &["a", "b"], 0)], &[SEEN]),
        (&[(SEEN, &["a", "b"], 0), (INVENTED, &["a", "b"], 0)], &[SEEN]),
        // The invented one explains more: it is named for the rest.
        (&[(INVENTED, &["a", "b", "c"], 0), (SEEN, &["a"], 0)], &[SEEN, INVENTED]),
        // The seen ones explain all of it together.
        (
            &[(INVENTED, &["a", "b", "c"], 0), (SEEN, &["a"], 0), (SEEN_TOO, &["b", "c"], 0)],
            &[SEEN_TOO, SEEN],
        ),
        // An answer contradicts the seen one: the invented one fits better, alike, or worse.
        (&[(SEEN, &["a", "b"], 1), (INVENTED, &["a", "b"], 0)], &[INVENTED]),
        (&[(INVENTED, &["a", "b"], 1), (SEEN, &["a", "b"], 1)], &[SEEN]),
        (&[(INVENTED, &["a", "b"], 2), (SEEN, &["a", "b"], 1)], &[SEEN]),
        // None was seen.
        (&[(INVENTED, &["a"], 0), (INVENTED_TOO, &["a", "b"], 0)], &[INVENTED_TOO]),
        (&[], &[]),
    ];

    #[test]
    fn seen_deviations_are_named_before_invented_ones() {
        for (at, (candidates, named)) in NAMED.iter().enumerate() {
            let fits = candidates.iter().map(|(id, explains, contradicted)| {
                let deviation = find(id).expect("a deviation");
                let (explained, checks) = (explains.len(), Vec::new());
                let telling = explained + contradicted;
                let diagnosis = Diagnosis { deviation, explained, telling, checks };
                Fit { diagnosis, explains: explains.to_vec() }
            });
            let kept = keep_best(fits.collect());
            let names: Vec<_> = kept.iter().map(|found| found.deviation.id).collect();
            assert_eq!(names, *named, "row {at}");
        }
    }

    #[test]
    fn every_deviation_is_recognised_by_its_answers_and_the_reference_is_like_none() {
        let checks = Suite::embedded().expect("the suite is valid").checks();
        let checks: Vec<&Check> = checks.iter().collect();
        let mut reference = InProcess::registry(Registry::Reference);
        let mut right = |check: &&Check| Answer::of(&reference.answer(&request_for(check)).outcome);
        let right: Vec<_> = checks.iter().map(&mut right).collect();
        // Every deviation is asked once for all, and not once for each that is to be recognised.
        let all = telling_answers(&checks);
        for Telling { deviation, answers } in &all {
            let mut given = right.clone();
            for (index, own) in answers {
                given[*index] = *own;
            }
            let answers: Vec<_> = checks.iter().copied().zip(given).collect();
            let found = keep_best(all.iter().filter_map(|each| fit(each, &answers)).collect());
            // Those before it were seen in a library, and the answers are theirs too.
            let is_truly_like = |found: &&Diagnosis| {
                !found.deviation.seen.is_empty() && found.explained == found.telling
            };
            let named = found
                .iter()
                .find(|found| !is_truly_like(found) || found.deviation.id == deviation.id);
            assert_eq!(named.map(|found| found.deviation.id), Some(deviation.id));
            if !deviation.seen.is_empty() {
                assert_eq!(found[0].deviation.id, deviation.id);
            }
        }
        assert_eq!(all.len(), deviations().filter(|each| each.equivalent.is_none()).count());
        let answers: Vec<_> = checks.iter().copied().zip(right).collect();
        assert!(diagnose(&answers).is_empty());
    }
}
