//! The engine: puts the trials of a hunt to an implementation, and judges the answers.

use super::generator::{Schedule, Space, Trial};
use super::layers::LAYERS;
use super::properties::{judge_every_answer, laws};
use super::property::{Breach, Subject};
use super::random::Random;
use crate::implementation::Implementation;
use crate::observation::{Outcome, SkipReason};
use crate::protocol::Request;
use crate::suite::{Screened, screen_request};

/// A breach, and the trial that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the trial.
    pub trial: u64,
    /// The layer that made it.
    pub layer: &'static str,
    /// The breach.
    pub breach: Breach,
}

/// Puts the trials of these numbers to an implementation, one request after the other, and hands on
/// every breach. Returns how many requests were put.
pub fn hunt_serially(
    implementation: &mut dyn Implementation,
    seed: u64,
    trials: std::ops::Range<u64>,
    take: &mut dyn FnMut(Hit),
) -> u64 {
    let space = Space::of(implementation.describe(), &[]);
    let schedule = Schedule::new(LAYERS, seed, &space);
    let mut asked = Asked { implementation, requests: 0, wrong: Vec::new() };
    for number in trials {
        let trial = schedule.trial(&space, number);
        for breach in put(&mut asked, &trial, seed) {
            take(Hit { trial: number, layer: trial.layer, breach });
        }
    }
    asked.requests
}

/// One trial in this many is followed by a law.
const LAW_EVERY: usize = 8;

/// The breaches that a trial shows.
fn put(asked: &mut Asked<'_>, trial: &Trial, seed: u64) -> Vec<Breach> {
    for request in &trial.requests {
        asked.answer(request);
    }
    // The numbers of the law are not those of the requests.
    let mut random = Random::at(!seed, trial.number);
    if random.one_in(LAW_EVERY)
        && let (Some(law), Some(request)) = (random.choose(laws()), trial.requests.last())
        && (law.clause)(&request.codec, &request.op).is_some()
        && let Err(breach) = (law.check)(request, asked)
    {
        asked.wrong.push(*breach);
    }
    let mut wrong = std::mem::take(&mut asked.wrong);
    for breach in &mut wrong {
        // Requests before it in its trial may have to do with it.
        let before = trial.requests.iter().take_while(|request| **request != breach.request);
        if breach.history.is_empty() {
            breach.history = before.cloned().collect();
        }
    }
    wrong
}

/// An implementation as the subject of properties. Every answer is judged by the model.
struct Asked<'a> {
    implementation: &'a mut dyn Implementation,
    requests: u64,
    wrong: Vec<Breach>,
}

impl Subject for Asked<'_> {
    fn answer(&mut self, request: &Request) -> Outcome {
        let screened = screen_request(request.clone(), self.implementation.describe());
        if let Screened::Skip(reason, why) = screened {
            return Outcome::Skipped(reason, why);
        }
        if request.operation().is_none() {
            return Outcome::Skipped(SkipReason::Unsupported, "no such operation".to_owned());
        }
        self.requests += 1;
        let outcome = self.implementation.answer(request).outcome;
        self.wrong.extend(judge_every_answer(request, &outcome).map(|breach| *breach));
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{InProcess, Registry};
    use acegate_deviations::{DeviantCodec, find};

    #[test]
    fn the_reference_breaks_nothing_and_a_deviation_is_seen() {
        let mut reference = InProcess::registry(Registry::Reference);
        let mut hits = Vec::new();
        let asked = hunt_serially(&mut reference, 1, 0..5000, &mut |hit| hits.push(hit));
        assert_eq!(hits, []);
        assert!(asked >= 5000);
        let deviation = find("punycode/truncation-dropped").expect("a deviation");
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let mut deviant = InProcess::new(deviation.id, "", vec![Box::new(codec)]);
        hunt_serially(&mut deviant, 1, 0..5000, &mut |hit| hits.push(hit));
        assert!(!hits.is_empty());
    }
}
