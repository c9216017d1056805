//! The known deviations that give the same wrong answer.

use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::Value;

use super::property::Breach;
use crate::findings::{Deviant, deviants_of};
use crate::observation::Answer;
use crate::protocol::Request;

/// The deviations of all codecs, and a sample of the requests that were answered rightly.
#[derive(Default)]
pub(crate) struct Suspects {
    /// By codec.
    pub(super) all: BTreeMap<String, Vec<Suspect>>,
    /// The sample, by codec and operation.
    right: BTreeMap<String, Vec<Request>>,
}

pub(super) struct Suspect {
    pub(super) deviant: Deviant,
    /// Whether it is a member of a family that is in no list.
    is_member: bool,
    /// Whether it answers a request of the sample wrongly, which the implementation does not; and how
    /// many of the sample it was compared on, by operation.
    is_ruled_out: bool,
    asked: BTreeMap<String, usize>,
}

/// The most requests of an operation in the sample.
const SAMPLE: usize = 400;

/// The longest input that is run against all deviations, because some of them take quadratic time.
const LONGEST: usize = 400;

impl Suspects {
    pub(crate) fn add_right(&mut self, request: Request) {
        let sample = self.right.entry(request.name()).or_default();
        if sample.len() < SAMPLE && is_short(&request) && !sample.contains(&request) {
            sample.push(request);
        }
    }

    pub(super) fn right(&self) -> impl Iterator<Item = &Request> {
        self.right.values().flatten()
    }

    /// The deviations that give this answer and are not ruled out by right answers. `None` if the
    /// input is too long to run against all of them.
    pub(super) fn explaining(&mut self, breach: &Breach) -> Option<Vec<&'static str>> {
        self.explaining_answer(&breach.request, &Answer::of(&breach.outcome))
    }

    /// The same for any answer to a request.
    pub(crate) fn explaining_answer(
        &mut self,
        request: &Request,
        answer: &Answer,
    ) -> Option<Vec<&'static str>> {
        if !is_short(request) {
            return None;
        }
        let right = self
            .right
            .get(&request.name())
            .map_or(&[][..], Vec::as_slice);
        let all = self
            .all
            .entry(request.codec.clone())
            .or_insert_with(|| suspects_of(&request.codec));
        let mut places = BTreeSet::new();
        for (own, suspect) in all.iter_mut().enumerate() {
            let place = suspect.deviant.place(own);
            let is_new = !places.contains(&place) && suspect.gives(request, answer);
            if is_new && !suspect.is_ruled_out_by(request, right) {
                places.insert(place);
            }
        }
        Some(places.into_iter().map(|place| all[place].id()).collect())
    }

    /// The member of a family with this id, if it is suspected.
    pub(super) fn member(&self, codec: &str, id: &str) -> Option<&Suspect> {
        let all = self.all.get(codec)?;
        all.iter()
            .find(|suspect| suspect.is_member && suspect.id() == id)
    }

    /// Whether the deviation of this id gives the answer of a breach.
    pub(super) fn explains(&self, id: &str, breach: &Breach) -> bool {
        self.gives(id, &breach.request, &Answer::of(&breach.outcome))
    }

    /// Whether the deviation of this id gives this answer to a request.
    pub(crate) fn gives(&self, id: &str, request: &Request, answer: &Answer) -> bool {
        let all = self.all.get(&request.codec).map_or(&[][..], Vec::as_slice);
        all.iter()
            .any(|suspect| suspect.id() == id && suspect.gives(request, answer))
    }

    /// Whether the deviation of this id answers a request wrongly, whatever others are there.
    pub(crate) fn is_wrong(&self, id: &str, request: &Request) -> bool {
        let all = self.all.get(&request.codec).map_or(&[][..], Vec::as_slice);
        let alone = all
            .iter()
            .find(|suspect| suspect.id() == id && suspect.deviant.deviations.len() == 1);
        alone.is_some_and(|suspect| suspect.deviant.answer(request) != right_answer(request))
    }

    /// Whether each of these deviations gives this answer.
    pub(super) fn are_all_explaining(&self, ids: &[&str], breach: &Breach) -> bool {
        ids.iter().all(|id| self.explains(id, breach))
    }
}

/// The deviations of a codec that are in the list, none of them ruled out.
pub(super) fn suspects_of(codec: &str) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for deviant in deviants_of(codec, |_| true) {
        suspects.push(Suspect {
            is_member: false,
            ..Suspect::member(deviant)
        });
    }
    suspects
}

/// The right answer to a request.
pub(super) fn right_answer(request: &Request) -> Answer {
    match request.fast() {
        Ok(value) => Answer::of_value(&value),
        Err(_) => Answer::Refused,
    }
}

impl Suspect {
    /// A member of a family, not ruled out.
    pub(super) const fn member(deviant: Deviant) -> Self {
        Self {
            deviant,
            is_member: true,
            is_ruled_out: false,
            asked: BTreeMap::new(),
        }
    }

    pub(super) fn id(&self) -> &'static str {
        self.deviant.deviations[0].id
    }

    fn gives(&self, request: &Request, answer: &Answer) -> bool {
        self.deviant.shows(request) && self.deviant.answer(request) == *answer
    }

    /// Whether the implementation answers a request of the sample as this deviation does not.
    fn is_ruled_out_by(&mut self, request: &Request, right: &[Request]) -> bool {
        let asked_before = self
            .asked
            .insert(request.name(), right.len())
            .unwrap_or_default();
        if self.is_ruled_out {
            return true;
        }
        for new in &right[asked_before..] {
            if self.deviant.answer(new) != right_answer(new) {
                self.is_ruled_out = true;
                return true;
            }
        }
        false
    }
}

pub(super) fn is_short(request: &Request) -> bool {
    match &request.input {
        Value::Text(text) => text.code_points.len() <= LONGEST,
        Value::Octets(octets) => octets.len() <= LONGEST,
        Value::List(values) => values.len() <= LONGEST / 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::oracle::judge_answer;
    use crate::observation::Outcome;

    /// A wrong answer, which is empty.
    fn breach(input: &str) -> Breach {
        let request = Request::new("punycode", "decode", input.into());
        judge_answer(&request, &Outcome::Value("".into())).expect("it is wrong")
    }

    #[test]
    fn a_right_answer_rules_deviations_out() {
        let id = "punycode/leading-delimiter-consumed";
        let mut suspects = Suspects::default();
        let before = suspects.explaining(&breach("-")).expect("a short input");
        assert!(before.contains(&id), "{before:?}");
        assert!(suspects.explains(id, &breach("-")));
        // An implementation with this deviation also reads `-tda`.
        suspects.add_right(Request::new("punycode", "decode", "-tda".into()));
        let after = suspects.explaining(&breach("-")).expect("a short input");
        assert!(!after.contains(&id), "{after:?}");
        // A long input is not run against every deviation.
        assert_eq!(suspects.explaining(&breach(&"a".repeat(LONGEST + 1))), None);
    }
}
