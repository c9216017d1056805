//! The known deviations that give the same wrong answer.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate_codec::{Codec as _, Failure, Value};
use acegate_deviations::{DeviantCodec, Deviation, deviations, find};

use crate::observation::{Answer, Outcome};
use crate::protocol::Request;

/// The deviations of all codecs, beside a sample of the requests that the implementation answered
/// rightly.
#[derive(Default)]
pub(super) struct Suspects {
    /// By codec, and apart for names that are decoded: see [`deviants_for`].
    deviants: BTreeMap<(String, bool), Vec<Deviant>>,
    /// The sample, by codec and operation.
    right: BTreeMap<String, Vec<Request>>,
}

/// A deviation.
struct Deviant {
    deviation: &'static Deviation,
    codec: DeviantCodec,
    /// Whether it answers a request of the sample wrongly, which the implementation does not; and how
    /// many of the sample it was asked, by operation.
    is_ruled_out: bool,
    asked: BTreeMap<String, usize>,
}

/// The most requests of an operation in the sample.
const SAMPLE: usize = 400;

/// The longest input of which all deviations are asked: some of them take quadratic time.
const LONGEST: usize = 400;

impl Suspects {
    /// Takes a request that the implementation answered rightly.
    pub(super) fn add_right(&mut self, request: Request) {
        let sample = self.right.entry(request.name()).or_default();
        if sample.len() < SAMPLE && is_short(&request) && !sample.contains(&request) {
            sample.push(request);
        }
    }

    /// The requests of the sample.
    pub(super) fn right(&self) -> impl Iterator<Item = &Request> {
        self.right.values().flatten()
    }

    /// The deviations that give this answer and are not ruled out by right answers. `None` if the
    /// input is too long to ask all of them.
    pub(super) fn explaining(
        &mut self,
        request: &Request,
        outcome: &Outcome,
    ) -> Option<Vec<&'static str>> {
        if !is_short(request) {
            return None;
        }
        let right = self.right.get(&request.name()).map_or(&[][..], Vec::as_slice);
        let deviants = self.deviants.entry(key(request)).or_insert_with(|| deviants_for(request));
        let answer = Answer::of(outcome);
        let mut ids = Vec::new();
        for deviant in deviants {
            let id = deviant.deviation.id;
            let is_new = ids.last() != Some(&id);
            if is_new
                && deviant.answer(request) == answer
                && !deviant.is_ruled_out_by(request, right)
            {
                ids.push(id);
            }
        }
        Some(ids)
    }

    /// Whether the deviation of this id gives this answer.
    pub(super) fn explains(&self, id: &str, request: &Request, outcome: &Outcome) -> bool {
        let deviants = self.deviants.get(&key(request)).map_or(&[][..], Vec::as_slice);
        let mut own = deviants.iter().filter(|deviant| deviant.deviation.id == id);
        own.any(|deviant| deviant.answer(request) == Answer::of(outcome))
    }
}

/// The codec of a request, and whether it decodes a name.
fn key(request: &Request) -> (String, bool) {
    (request.codec.clone(), request.codec == "punycode" && request.op == "to-unicode")
}

/// The deviations of the codec. Where a name is decoded, each is there a second time with labels that are
/// not encoded again: the comparison would hide most faults of a decoder.
fn deviants_for(request: &Request) -> Vec<Deviant> {
    let own = deviations()
        .filter(|deviation| deviation.codec() == request.codec && deviation.equivalent.is_none());
    let unchecked = find("punycode/decoded-label-not-encoded-again").filter(|_| key(request).1);
    let all = own.flat_map(|own| {
        let beside = unchecked.map(|unchecked| vec![unchecked, own]);
        let codecs = std::iter::once(vec![own]).chain(beside);
        codecs.filter_map(move |codec| Some((own, DeviantCodec::combined(codec)?)))
    });
    all.map(|(own, codec)| Deviant::new(own, codec)).collect()
}

impl Deviant {
    const fn new(deviation: &'static Deviation, codec: DeviantCodec) -> Self {
        Self { deviation, codec, is_ruled_out: false, asked: BTreeMap::new() }
    }

    fn answer(&self, request: &Request) -> Answer {
        let ask = || self.codec.apply(&request.op, &request.params, &request.input);
        match catch_unwind(AssertUnwindSafe(ask)) {
            Ok(Ok(value)) => Answer::of(&Outcome::Value(value)),
            Ok(Err(Failure::Refused(_))) => Answer::Refused,
            Ok(Err(Failure::Unsupported(_))) => Answer::Other,
            Err(_) => Answer::Crashed,
        }
    }

    /// Whether the implementation answers a request of the sample as this deviation does not.
    fn is_ruled_out_by(&mut self, request: &Request, right: &[Request]) -> bool {
        let asked = self.asked.get(&request.name()).copied().unwrap_or_default();
        for other in right.iter().skip(asked) {
            if self.is_ruled_out {
                break;
            }
            self.is_ruled_out = match other.fast() {
                Ok(value) => self.answer(other) != Answer::of(&Outcome::Value(value)),
                Err(_) => self.answer(other) != Answer::Refused,
            };
        }
        self.asked.insert(request.name(), right.len());
        self.is_ruled_out
    }
}

fn is_short(request: &Request) -> bool {
    match &request.input {
        Value::Text(text) => text.code_points.len() <= LONGEST,
        Value::Octets(octets) => octets.len() <= LONGEST,
        Value::List(values) => values.len() <= LONGEST / 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_answer_rules_deviations_out() {
        let id = "punycode/leading-delimiter-consumed";
        let request = Request::new("punycode", "decode", "-".into());
        let outcome = Outcome::Value("".into());
        let mut suspects = Suspects::default();
        let before = suspects.explaining(&request, &outcome).expect("a short input");
        assert!(before.contains(&id), "{before:?}");
        assert!(suspects.explains(id, &request, &outcome));
        // An implementation with this deviation reads `-tda`, too.
        suspects.add_right(Request::new("punycode", "decode", "-tda".into()));
        let after = suspects.explaining(&request, &outcome).expect("a short input");
        assert!(!after.contains(&id), "{after:?}");
    }

    #[test]
    fn a_long_input_is_not_put_to_all_deviations() {
        let request = Request::new("punycode", "decode", "a".repeat(LONGEST + 1).as_str().into());
        assert_eq!(Suspects::default().explaining(&request, &Outcome::Value("".into())), None);
    }
}
