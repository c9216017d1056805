//! Fast codec and model on many random requests.

use acegate::hunt::{Violation, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::{Codec, Value};
use acegate_vectors::{LoadError, Suite};
use fastrand::Rng;

use crate::octets::{Scope, request_of};
use crate::seeds;

/// How often fast codec and model agreed, and on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The requests on which both gave the same value.
    pub values: u64,
    /// The requests that both refused with the same kind and position.
    pub refusals: u64,
    /// The requests that neither supports, because their parameters make no sense.
    pub unsupported: u64,
}

/// Puts `count` requests that have a meaning, and those without one that come between, to a codec
/// and to its model.
///
/// A third of the requests are of random octets, the rest are requests of the embedded vectors with
/// up to eight changes. The same `seed` gives the same requests.
///
/// # Errors
///
/// The errors of the loader of the vectors; inside, the first request on which the two disagree.
pub fn compare(
    codec: &'static dyn Codec,
    count: u64,
    seed: u64,
) -> Result<Result<Agreement, Violation>, LoadError> {
    let suite = Suite::embedded()?;
    let ops: Vec<_> = codec.operations().iter().map(|operation| operation.name).collect();
    // One small list for each of eight codecs, for as long as the program runs.
    let scope = Scope { codec: codec.id(), ops: ops.leak() };
    let models: Vec<_> = seeds::of_scope(&scope, &suite).into_iter().collect();
    let mut random = Rng::with_seed(seed);
    let mut agreement = Agreement::default();
    while agreement.values + agreement.refusals < count {
        let octets = random_octets(&models, &mut random, LONGEST);
        match agreement.and(&request_of(&scope, &octets)) {
            Ok(more) => agreement = more,
            Err(violation) => return Ok(Err(violation)),
        }
    }
    Ok(Ok(agreement))
}

impl Agreement {
    fn and(mut self, request: &Request) -> Result<Self, Violation> {
        let fast = request.fast();
        compare_outcomes(&request.name(), &fast, &request.plain())?;
        match fast {
            Ok(Value::Text(_) | Value::Octets(_) | Value::List(_)) => self.values += 1,
            Err(acegate_codec::Failure::Refused(_)) => self.refusals += 1,
            Err(_) => self.unsupported += 1,
        }
        Ok(self)
    }
}

/// The longest input, so that a model of cubic cost does not make the whole cubic.
const LONGEST: usize = 160;

/// Random octets, or those of a model with up to eight changes, cut at `longest`.
fn random_octets(models: &[Vec<u8>], random: &mut Rng, longest: usize) -> Vec<u8> {
    if models.is_empty() || random.u8(..3) == 0 {
        let length = random.usize(..64);
        return (0..length).map(|_| random.u8(..)).collect();
    }
    let mut octets = models[random.usize(..models.len())].clone();
    for _ in 0..random.u8(..=8) {
        change(&mut octets, models, random);
    }
    octets.truncate(longest);
    octets
}

/// One change, of the kinds that mutating fuzzers make.
fn change(octets: &mut Vec<u8>, models: &[Vec<u8>], random: &mut Rng) {
    let at = random.usize(..=octets.len());
    let to = random.usize(at..=octets.len());
    match random.u8(..7) {
        0 => octets.insert(at, random.u8(..)),
        1 => octets.insert(at, random.u8(b' '..=b'~')),
        2 => {
            let mut form = [0; 4];
            octets.splice(at..at, random.char(..).encode_utf8(&mut form).bytes());
        }
        3 if at < octets.len() => octets[at] ^= 1 << random.u8(..8),
        4 if at < octets.len() => octets.insert(at, octets[at]),
        5 => drop(octets.drain(at..to)),
        _ => {
            let other = &models[random.usize(..models.len())];
            let from = random.usize(..=other.len());
            octets.splice(at..to, other[from..].iter().copied());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codec_agrees_with_its_twin_on_values_and_refusals() {
        for &codec in acegate_codec::codecs() {
            let agreement = compare(codec, 2000, 1)
                .expect("the vectors load")
                .unwrap_or_else(|violation| panic!("{violation}"));
            assert_eq!(agreement.values + agreement.refusals, 2000);
            // Few changes of a NAPTR record leave one.
            let least = if codec.id() == "enum" { 50 } else { 200 };
            assert!(agreement.values > least, "{}: {agreement:?}", codec.id());
            assert!(agreement.refusals > 200, "{}: {agreement:?}", codec.id());
        }
    }

    #[test]
    fn a_seed_is_a_promise() {
        let codec = acegate_codec::codec("utf6").expect("registered");
        let run = |seed| compare(codec, 300, seed).expect("vectors").expect("agreement");
        assert_eq!(run(7), run(7));
        assert_ne!(run(7), run(8));
    }
}
