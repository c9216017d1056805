//! Generators: which requests a hunt sends, and in which order.
//!
//! A hunt numbers its trials from 0. Trial `k` is a pure function of the seed, of `k`, and of the
//! [`Space`]. So instances may work on trials in any order, and the same seed sends the same requests again.
//!
//! # How to add a generator
//!
//! A generator is one way of making requests: all short codes, mutated codes, pairs that show state. Write it as
//! a function in a file of `hunt/generators/` and add a row to [`GENERATORS`](super::generators::GENERATORS). The tests in
//! this module then check that it is reproducible, that every request is of the space, and that it is not
//! empty. Requests that the implementation cannot receive (too long, no parameter of this name) are left
//! out, and cost only their generation.

use std::iter;

use acegate_codec::{Input, Value};

use super::random::Random;
use super::space::Space;
use crate::protocol::Request;
use crate::sorting::sort_by_key;

/// The requests of one trial. One instance receives them one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) number: u64,
    pub(super) generator: &'static str,
    /// The requests; at least one.
    pub(super) requests: Vec<Request>,
}

/// One way of making requests.
#[derive(Debug)]
pub(super) struct Generator {
    /// The stable name, such as `short`.
    pub(super) name: &'static str,
    pub(super) turn: Turn,
    /// The requests of a trial, usually one: by the space, the index of the trial in the generator (0, 1, 2 …
    /// without a gap, whatever the other generators do) and random numbers, and by nothing else. `None` if there
    /// are none. The trial then falls to a generator that [fills](Turn::Filling), or to the last one, which always has
    /// some.
    pub(super) make: fn(&Space, u64, &mut Random) -> Option<Vec<Request>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// Before the others, this many trials, in the order of the list.
    First(fn(&Space) -> u64),
    /// In turn with the others, this many trials of a round.
    Share(u64),
    /// The same, and the trials of all generators that have no requests for the implementation. A generator of one codec
    /// has thus most of the trials where this codec is the only one.
    Filling(u64),
}

/// The order of the trials of a hunt.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    seed: u64,
    pub(super) space: Space,
    generators: &'static [Generator],
    /// How many trials each of the first generators has.
    first: Vec<(&'static Generator, u64)>,
    /// The turns of a round, in their order.
    round: Vec<TurnOfRound>,
}

/// One of the trials of a round.
#[derive(Clone, Copy, Debug)]
struct TurnOfRound {
    generator: &'static Generator,
    /// How many trials of a round the generator has.
    share: u64,
    /// How many of them come before this one.
    before: u64,
}

impl TurnOfRound {
    /// Where it is in a round, in millionths: in the middle of its part, as if the generator had the whole round.
    const fn place(&self) -> u64 {
        (2 * self.before + 1) * 1_000_000 / self.share
    }
}

/// A trial of a generator.
#[derive(Clone, Copy)]
struct TrialOfGenerator {
    generator: &'static Generator,
    /// Its number among the trials of the generator.
    index: u64,
}

impl Schedule {
    /// The order of these generators, usually [`GENERATORS`](super::generators::GENERATORS), under this seed.
    pub(super) fn new(generators: &'static [Generator], seed: u64, space: Space) -> Self {
        let mut first = Vec::new();
        let mut round = Vec::new();
        for generator in generators {
            match generator.turn {
                Turn::First(count) => first.push((generator, count(&space))),
                Turn::Share(share) | Turn::Filling(share) => {
                    for before in 0..share {
                        round.push(TurnOfRound {
                            generator,
                            share,
                            before,
                        });
                    }
                }
            }
        }
        // Turns of one generator are spread over the round.
        sort_by_key(&mut round, TurnOfRound::place);
        Self {
            seed,
            space,
            generators,
            first,
            round,
        }
    }

    pub(super) fn trial(&self, number: u64) -> Trial {
        let TrialOfGenerator { generator, index } = self.turn(number);
        let mut trial = Trial {
            number,
            generator: generator.name,
            requests: Vec::new(),
        };
        for generator in iter::once(generator).chain(self.filling_generators()) {
            if let Some(requests) = self.requests_of(generator, index, number) {
                trial.generator = generator.name;
                trial.requests = requests;
                break;
            }
        }
        trial
    }

    /// The generators that take over a trial for which its generator has no requests, tried in this order.
    fn filling_generators(&self) -> impl Iterator<Item = &'static Generator> {
        let generators = self.generators;
        let filling = generators
            .iter()
            .filter(|generator| matches!(generator.turn, Turn::Filling(_)));
        filling.chain(generators.last())
    }

    /// The requests that a generator makes for a trial; `None` if it has none, or one without the shape of its
    /// operation.
    fn requests_of(&self, generator: &Generator, index: u64, number: u64) -> Option<Vec<Request>> {
        let requests = (generator.make)(&self.space, index, &mut Random::at(self.seed, number))?;
        if !requests.iter().all(has_shape) {
            return None;
        }
        let mut asked = Vec::new();
        for request in requests {
            asked.push(self.space.asked(request));
        }
        Some(asked)
    }

    /// Random numbers of a trial that differ from the numbers of its requests.
    pub(super) const fn random_beside(&self, number: u64) -> Random {
        Random::at(!self.seed, number)
    }

    /// The generator of a trial, and the index of the trial in that generator.
    fn turn(&self, number: u64) -> TrialOfGenerator {
        let mut rest = number;
        for &(generator, count) in &self.first {
            if rest < count {
                return TrialOfGenerator {
                    generator,
                    index: rest,
                };
            }
            rest -= count;
        }
        let length = self.round.len().max(1) as u64;
        let rounds = rest / length;
        match self.round.get((rest % length) as usize) {
            Some(turn) => TrialOfGenerator {
                generator: turn.generator,
                index: rounds * turn.share + turn.before,
            },
            None => TrialOfGenerator {
                generator: &self.generators[0],
                index: rest,
            },
        }
    }
}

/// Whether the input is a list where the operation takes one. An adapter may end at another.
fn has_shape(request: &Request) -> bool {
    match request.operation() {
        Some(operation) if operation.input == Input::List => {
            matches!(request.input, Value::List(_))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::hunt::generators::GENERATORS;
    use crate::implementation::{Implementation, InProcess, Registry};
    use crate::suite::screen_request;

    #[test]
    fn first_generators_end_and_the_others_take_turns_by_weight_without_gaps() {
        const fn generator(name: &'static str, turn: Turn) -> Generator {
            let make = |_: &Space, index: u64, _: &mut Random| {
                Some(vec![Request::new("", &index.to_string(), "".into())])
            };
            Generator { name, turn, make }
        }
        static GENERATORS: [Generator; 4] = [
            generator("two", Turn::Share(2)),
            generator("first", Turn::First(|_| 3)),
            generator("one", Turn::Share(1)),
            Generator {
                make: |_, _, _| None,
                ..generator("none", Turn::First(|_| 0))
            },
        ];
        let schedule = Schedule::new(&GENERATORS, 1, Space::of_reference());
        let asked: Vec<_> = (0..9)
            .map(|number| {
                let trial = schedule.trial(number);
                format!("{}{}", trial.generator, trial.requests[0].op)
            })
            .collect();
        let expected = [
            "first0", "first1", "first2", "two0", "one0", "two1", "two2", "one1", "two3",
        ];
        assert_eq!(asked, expected);
    }

    #[test]
    fn every_generator_makes_requests_of_the_space_and_the_same_again() {
        let schedule = Schedule::new(GENERATORS, 5, Space::of_reference());
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        // The last trials of the first generators, and many of the others.
        let first: u64 = schedule.first.iter().map(|(_, count)| count).sum();
        let numbers = (0..200).chain(first.saturating_sub(200)..first + 2000);
        for number in numbers.clone() {
            let trial = schedule.trial(number);
            assert_eq!(schedule.trial(number), trial);
            *seen.entry(trial.generator).or_default() += usize::from(!trial.requests.is_empty());
            for request in &trial.requests {
                let operation = schedule
                    .space
                    .operation_of(request)
                    .expect("an operation of the space");
                let reads = |name: &String| operation.parameters.iter().any(|it| it.name == name);
                assert!(
                    request.params.keys().all(reads),
                    "{}: {request:?}",
                    trial.generator
                );
                assert!(has_shape(request), "{}: {request:?}", trial.generator);
            }
        }
        let other = Schedule::new(GENERATORS, 6, Space::of_reference());
        let differs = |number| other.trial(number) != schedule.trial(number);
        assert!(
            numbers.into_iter().any(differs),
            "another seed asks something else"
        );
        for generator in GENERATORS {
            assert!(
                seen[generator.name] > 0,
                "{} made no requests",
                generator.name
            );
        }
    }

    #[test]
    fn every_request_has_values_that_the_implementation_offers() {
        let mut description = InProcess::registry(Registry::Reference).describe().clone();
        let offered = [
            (
                "uri2dec",
                r#"{"profile":["octal"],"style":["dialled"],"capacity":[3]}"#,
            ),
            ("bootstring", r#"{"set":["swift"],"annotation":[]}"#),
            ("lace", r#"{"draft":[0],"layer":[]}"#),
        ];
        for (codec, params) in offered {
            let support = description.codecs.get_mut(codec).expect("a codec");
            support.params = serde_json::from_str(params).expect("parameters of a hello");
        }
        let codecs = offered.map(|(codec, _)| codec.to_owned());
        let schedule = Schedule::new(GENERATORS, 5, Space::of(&description, &codecs));
        let (mut sent, mut skipped) = (0, Vec::new());
        for number in 0..2000 {
            for request in schedule.trial(number).requests {
                // A number that is read may show another profile.
                if matches!(&*request.op, "decode" | "read-record") && request.codec == "uri2dec" {
                    continue;
                }
                match screen_request(request, &description) {
                    Ok(_) => sent += 1,
                    Err((_, why)) => skipped.push(why),
                }
            }
        }
        skipped.retain(|why| why.contains("offers only"));
        assert!(
            skipped.is_empty() && sent > 1000,
            "{sent} sent, {skipped:?}"
        );
    }
}
