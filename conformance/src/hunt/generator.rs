//! Generators: which requests a hunt sends, and in which order.
//!
//! A hunt numbers its trials from 0. Trial `k` is a pure function of the seed, of `k`, and of the
//! [`Space`]. So instances may work on trials in any order, and the same seed sends the same requests again.
//!
//! # How to add a layer
//!
//! A layer is one way of making requests: all short codes, mutated codes, pairs that show state. Write it as
//! a function in a file of `hunt/layers/` and add a row to [`LAYERS`](super::layers::LAYERS). The tests of
//! this module then check that it is reproducible, that every request is of the space, and that it is not
//! empty. Requests that the implementation cannot receive (too long, no parameter of this name) are left
//! out, and cost only their generation.

use std::iter;

use acegate_codec::{Input, Value};

use super::random::Random;
use super::space::Space;
use crate::protocol::Request;

/// The requests of one trial. One instance receives them one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) number: u64,
    pub(super) layer: &'static str,
    /// The requests; at least one.
    pub(super) requests: Vec<Request>,
}

/// One way of making requests.
#[derive(Debug)]
pub(super) struct Layer {
    /// The stable name, such as `short`.
    pub(super) name: &'static str,
    pub(super) turn: Turn,
    /// The requests of a trial, usually one: by the space, the index of the trial in the layer (0, 1, 2 …
    /// without a gap, whatever the other layers do) and random numbers, and by nothing else. `None` if there
    /// are none; the trial then falls to a layer that [fills](Turn::Filling) or to the last one, which always has
    /// some.
    pub(super) make: fn(&Space, u64, &mut Random) -> Option<Vec<Request>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// Before the others, this many trials, in the order of the list.
    First(fn(&Space) -> u64),
    /// In turn with the others, this many trials of a round.
    Share(u64),
    /// The same, and the trials of all layers that have no requests for the implementation. A layer of one codec
    /// has thus most of the trials where this codec is the only one.
    Filling(u64),
}

/// The order of the trials of a hunt.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    seed: u64,
    pub(super) space: Space,
    layers: &'static [Layer],
    /// How many trials each of the first layers has.
    first: Vec<(&'static Layer, u64)>,
    /// The turns of a round, in their order.
    round: Vec<TurnOfRound>,
}

/// One of the trials of a round.
#[derive(Clone, Copy, Debug)]
struct TurnOfRound {
    layer: &'static Layer,
    /// How many trials of a round the layer has.
    share: u64,
    /// How many of them come before this one.
    before: u64,
}

impl TurnOfRound {
    /// Where it is in a round, in millionths: in the middle of its part, if the layer has the round by itself.
    const fn place(&self) -> u64 {
        (2 * self.before + 1) * 1_000_000 / self.share
    }
}

/// A trial of a layer.
#[derive(Clone, Copy)]
struct TrialOfLayer {
    layer: &'static Layer,
    /// Its number among the trials of the layer.
    index: u64,
}

impl Schedule {
    /// The order of these layers, usually [`LAYERS`](super::layers::LAYERS), under this seed.
    pub(super) fn new(layers: &'static [Layer], seed: u64, space: Space) -> Self {
        let mut first = Vec::new();
        let mut round = Vec::new();
        for layer in layers {
            match layer.turn {
                Turn::First(count) => first.push((layer, count(&space))),
                Turn::Share(share) | Turn::Filling(share) => {
                    for before in 0..share {
                        round.push(TurnOfRound {
                            layer,
                            share,
                            before,
                        });
                    }
                }
            }
        }
        // Turns of one layer are spread over the round.
        round.sort_by_key(TurnOfRound::place);
        Self {
            seed,
            space,
            layers,
            first,
            round,
        }
    }

    pub(super) fn trial(&self, number: u64) -> Trial {
        let TrialOfLayer { layer, index } = self.turn(number);
        let mut trial = Trial {
            number,
            layer: layer.name,
            requests: Vec::new(),
        };
        for layer in iter::once(layer).chain(self.filling_layers()) {
            if let Some(requests) = self.requests_of(layer, index, number) {
                trial.layer = layer.name;
                trial.requests = requests;
                break;
            }
        }
        trial
    }

    /// The layers that take a trial which its layer leaves: one after the other, until one has requests.
    fn filling_layers(&self) -> impl Iterator<Item = &'static Layer> {
        let layers = self.layers;
        let filling = layers
            .iter()
            .filter(|layer| matches!(layer.turn, Turn::Filling(_)));
        filling.chain(layers.last())
    }

    /// The requests that a layer makes for a trial; `None` if it has none, or one without the shape of its
    /// operation.
    fn requests_of(&self, layer: &Layer, index: u64, number: u64) -> Option<Vec<Request>> {
        let requests = (layer.make)(&self.space, index, &mut Random::at(self.seed, number))?;
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

    /// The layer of a trial, and the index of the trial in that layer.
    fn turn(&self, number: u64) -> TrialOfLayer {
        let mut rest = number;
        for &(layer, count) in &self.first {
            if rest < count {
                return TrialOfLayer { layer, index: rest };
            }
            rest -= count;
        }
        let length = self.round.len().max(1) as u64;
        let rounds = rest / length;
        match self.round.get((rest % length) as usize) {
            Some(turn) => TrialOfLayer {
                layer: turn.layer,
                index: rounds * turn.share + turn.before,
            },
            None => TrialOfLayer {
                layer: &self.layers[0],
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
    use crate::hunt::layers::LAYERS;
    use crate::implementation::{Implementation, InProcess, Registry};
    use crate::suite::screen_request;

    #[test]
    fn first_layers_end_and_the_others_take_turns_by_weight_without_gaps() {
        const fn layer(name: &'static str, turn: Turn) -> Layer {
            let make = |_: &Space, index: u64, _: &mut Random| {
                Some(vec![Request::new("", &index.to_string(), "".into())])
            };
            Layer { name, turn, make }
        }
        static LAYERS: [Layer; 4] = [
            layer("two", Turn::Share(2)),
            layer("first", Turn::First(|_| 3)),
            layer("one", Turn::Share(1)),
            Layer {
                make: |_, _, _| None,
                ..layer("none", Turn::First(|_| 0))
            },
        ];
        let schedule = Schedule::new(&LAYERS, 1, Space::of_reference());
        let asked: Vec<_> = (0..9)
            .map(|number| {
                let trial = schedule.trial(number);
                format!("{}{}", trial.layer, trial.requests[0].op)
            })
            .collect();
        let expected = [
            "first0", "first1", "first2", "two0", "one0", "two1", "two2", "one1", "two3",
        ];
        assert_eq!(asked, expected);
    }

    #[test]
    fn every_layer_makes_requests_of_the_space_and_the_same_again() {
        let schedule = Schedule::new(LAYERS, 5, Space::of_reference());
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        // The last trials of the first layers, and many of the others.
        let first: u64 = schedule.first.iter().map(|(_, count)| count).sum();
        let numbers = (0..200).chain(first.saturating_sub(200)..first + 2000);
        for number in numbers.clone() {
            let trial = schedule.trial(number);
            assert_eq!(schedule.trial(number), trial);
            *seen.entry(trial.layer).or_default() += usize::from(!trial.requests.is_empty());
            for request in &trial.requests {
                let operation = schedule
                    .space
                    .operation_of(request)
                    .expect("an operation of the space");
                let reads = |name: &String| operation.parameters.iter().any(|it| it.name == name);
                assert!(
                    request.params.keys().all(reads),
                    "{}: {request:?}",
                    trial.layer
                );
                assert!(has_shape(request), "{}: {request:?}", trial.layer);
            }
        }
        let other = Schedule::new(LAYERS, 6, Space::of_reference());
        let differs = |number| other.trial(number) != schedule.trial(number);
        assert!(
            numbers.into_iter().any(differs),
            "another seed asks something else"
        );
        for layer in LAYERS {
            assert!(seen[layer.name] > 0, "{} is asked", layer.name);
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
        let schedule = Schedule::new(LAYERS, 5, Space::of(&description, &codecs));
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
