//! Planted faults: proof that the laws find what they are there to find.
//!
//! Every deviation is put to every law of its codec as its subject, with random requests. The faults that no
//! deviation can have are in [`FAULT`](crate::FAULT).

mod table;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::hunt::{CodecSubject, Subject, Violation};
use acegate::protocol::Request;
use acegate_codec::Codec;
use acegate_deviations::{DeviantCodec, Deviation, deviations};
use acegate_vectors::{LoadError, Suite};
use fastrand::Rng;

use crate::evidence::random_octets;
use crate::octets::{Scope, request_of};
use crate::seeds;
use crate::targets::{Body, TARGETS};

pub use table::Table;

/// How hard the laws try.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// From which random numbers are made.
    pub seed: u64,
    /// The random requests of each law and target to each deviation.
    pub executions: usize,
}

/// The result for one deviation.
#[derive(Clone, Debug)]
pub struct Found {
    /// The deviation.
    pub deviation: &'static Deviation,
    /// The laws of its codec, each with the request that broke it.
    pub laws: BTreeMap<&'static str, Option<Hit>>,
}

/// The first request that broke a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number, from 1.
    pub request: usize,
    /// Whether it is a seed. Seeds come after all random requests.
    pub is_seed: bool,
}

impl Found {
    /// Whether a law finds it.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.laws.values().any(Option::is_some)
    }
}

/// Puts the deviations of these codecs to the laws, and hands on what came of each.
///
/// # Errors
///
/// The errors of the loader of the vectors; inside, the law that a codec without a deviation breaks by one of
/// the same requests.
pub fn measure(
    trial: Trial,
    codecs: &[&dyn Codec],
    mut each: impl FnMut(&Found),
) -> Result<Result<Table, Violation>, LoadError> {
    let suite = Suite::embedded()?;
    let mut rows = Vec::new();
    for &reference in codecs {
        let laws = laws_of(reference, trial, &suite);
        for law in &laws {
            let broken = |request| (law.check)(request, &mut CodecSubject(reference)).err();
            if let Some(violation) = law.random.iter().chain(&law.seeds).find_map(broken) {
                return Ok(Err(violation));
            }
        }
        for deviation in deviations().filter(|it| it.codec() == reference.id()) {
            let Some(deviant) = DeviantCodec::new(deviation) else { continue };
            let laws = laws.iter().map(|law| (law.name, law.first_hit(&deviant))).collect();
            let found = Found { deviation, laws };
            each(&found);
            rows.push(found);
        }
    }
    Ok(Ok(Table { rows, trial }))
}

/// A law with the requests that are put to each deviation.
struct Law {
    name: &'static str,
    check: fn(&Request, &mut dyn Subject) -> Result<(), Violation>,
    random: Vec<Request>,
    seeds: Vec<Request>,
}

impl Law {
    fn first_hit(&self, codec: &dyn Codec) -> Option<Hit> {
        let mut requests = self.random.iter().chain(&self.seeds);
        let before = requests.position(|request| self.finds(codec, request))?;
        Some(Hit { request: before + 1, is_seed: before >= self.random.len() })
    }

    /// Whether a request shows that the codec breaks the law, or ends the program.
    fn finds(&self, codec: &dyn Codec, request: &Request) -> bool {
        let check = || (self.check)(request, &mut CodecSubject(codec)).is_err();
        catch_unwind(AssertUnwindSafe(check)).unwrap_or(true)
    }
}

/// The laws of the targets that are about a codec, each with requests of all its targets.
fn laws_of(codec: &dyn Codec, trial: Trial, suite: &Suite) -> Vec<Law> {
    let mut laws: Vec<Law> = Vec::new();
    for target in TARGETS {
        for part in target.parts {
            let scope = part.scopes.iter().find(|scope| scope.codec == codec.id());
            let (Some(scope), Body::Law(check)) = (scope, part.body) else { continue };
            let models: Vec<_> = seeds::of_scope(scope, suite).into_iter().collect();
            let random = random_requests(scope, &models, target.longest, trial);
            let is_short = |model: &&Vec<u8>| model.len() <= target.longest;
            let seeds = models.iter().filter(is_short).map(|model| request_of(scope, model));
            match laws.iter_mut().find(|law| law.name == part.name) {
                Some(law) => {
                    law.random.extend(random);
                    law.seeds.extend(seeds);
                }
                None => laws.push(Law { name: part.name, check, random, seeds: seeds.collect() }),
            }
        }
    }
    laws
}

/// Random requests; fewer if they are longer than most, since some models take quadratic time.
fn random_requests(
    scope: &Scope,
    models: &[Vec<u8>],
    longest: usize,
    trial: Trial,
) -> Vec<Request> {
    const USUAL: usize = 512;
    let mut random = Rng::with_seed(trial.seed);
    let one = |_| request_of(scope, &random_octets(models, &mut random, longest));
    (0..trial.executions * USUAL / longest.max(USUAL)).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_find_most_deviations_and_accuse_no_codec_without_one() {
        let codec = acegate_codec::codec("race").expect("a codec");
        let trial = Trial { seed: 1, executions: 400 };
        let table = measure(trial, &[codec], |_| ()).expect("the vectors load").expect("no breach");
        let found = table.rows.iter().filter(|row| row.is_found()).count();
        assert!(found * 10 > table.rows.len() * 8, "{found} of {}", table.rows.len());
        for law in ["fast_equals_plain", "inverse_undoes", "letter_case_is_free"] {
            assert!(table.rows.iter().any(|row| row.laws[law].is_some()), "{law} finds some");
        }
        let equal = table.rows.iter().filter(|row| row.deviation.equivalent.is_some());
        assert_eq!(equal.filter(|row| row.is_found()).count(), 0);
    }
}
