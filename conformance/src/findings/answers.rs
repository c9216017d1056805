//! The answers of an implementation compared with the answers of the reference.

use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::Verb;

use super::bank::{Bank, Question, QuestionId};
use super::deviants::{DeviantId, is_of_hosts};
use super::explanation::{Candidate, Named};
use super::thresholds::{ENOUGH, FEW, LONG};
use super::wrong::{Kind, Parts, Wrong, WrongId};
use crate::event::Answered;
use crate::observation::Answer;

/// The answer of an implementation to a check.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) answer: &'a Answer,
    /// Whether the check fails.
    pub(super) fails: bool,
    /// Whether the implementation may reject a decoded label, because it may follow a profile of
    /// IDNA.
    pub(super) has_profile: bool,
}

/// An implementation's answers to the questions of a bank.
pub(super) struct Subject<'a> {
    pub(super) bank: &'a Bank,
    /// In the order of the questions.
    wrong: Vec<Wrong>,
    /// The questions that it answered correctly, without the ones with the longest inputs.
    pub(super) right: Vec<QuestionId>,
    /// The questions whose answer may be the refusal of a profile of IDNA.
    refused_by_profile: BTreeSet<QuestionId>,
    pub(super) named: Vec<Named>,
    /// How many right answers each deviation would get wrong, as far as they were counted.
    pub(super) denied: BTreeMap<DeviantId, usize>,
}

impl<'a> Subject<'a> {
    /// The answers by the index of the check; `None` where there is none.
    pub(super) fn new<'b>(bank: &'a Bank, given: impl Fn(usize) -> Option<Given<'b>>) -> Self {
        let mut subject = Self {
            bank,
            wrong: Vec::new(),
            right: Vec::new(),
            refused_by_profile: BTreeSet::new(),
            named: Vec::new(),
            denied: BTreeMap::new(),
        };
        for id in bank.question_ids() {
            if let Some(given) = given(bank.question(id).index) {
                subject.add(id, given);
            }
        }
        subject
    }

    fn add(&mut self, id: QuestionId, given: Given<'_>) {
        let Given {
            answer,
            fails,
            has_profile,
        } = given;
        let question = self.bank.question(id);
        if *answer == Answer::Other || question.length() > LONG && !fails {
            return;
        }
        if has_profile && is_refusal(answer, question) && is_of_hosts(&question.request) {
            self.refused_by_profile.insert(id);
        }
        let parts = Parts::differing(answer, question.right());
        if parts.is_empty() {
            self.right.push(id);
            return;
        }
        self.wrong.push(Wrong {
            question: id,
            answer: answer.clone(),
            fails,
            kind: Kind::of(answer, question),
            parts,
            explained: Parts::default(),
        });
    }

    pub(super) fn wrong(&self, id: WrongId) -> &Wrong {
        &self.wrong[id.0]
    }

    pub(super) fn wrong_ids(&self) -> impl Iterator<Item = WrongId> + use<> {
        (0..self.wrong.len()).map(WrongId)
    }

    /// The wrong answers that make a check fail.
    pub(super) fn failures(&self) -> Vec<WrongId> {
        let mut failures = Vec::new();
        for id in self.wrong_ids() {
            if self.wrong(id).fails {
                failures.push(id);
            }
        }
        failures
    }

    /// Whether the request of a wrong answer is short enough to run every deviation on it.
    pub(super) fn is_short(&self, id: WrongId) -> bool {
        self.bank.question(self.wrong(id).question).is_short()
    }

    /// The length of the input of a wrong answer.
    pub(super) fn length(&self, id: WrongId) -> usize {
        self.bank.question(self.wrong(id).question).length()
    }

    /// The fewest answers for which a cause is named. In a run of a few checks, one is enough.
    pub(super) fn fewest(&self) -> usize {
        if self.wrong.len() + self.right.len() < FEW {
            1
        } else {
            ENOUGH
        }
    }

    /// Whether the answer to a question says nothing about a deviation, because it may be the refusal of a profile of
    /// IDNA, which comes after decoding. An implementation that completes a code that is cut off returns
    /// the name unchanged, because the result contains a control character.
    pub(super) fn is_neutral(&self, deviant: DeviantId, question: QuestionId) -> bool {
        self.refused_by_profile.contains(&question) && self.bank.may_be_refused(deviant, question)
    }

    /// Whether named deviations explain all parts that are wrong.
    pub(super) fn is_explained(&self, id: WrongId) -> bool {
        let wrong = self.wrong(id);
        wrong.explained == wrong.parts
    }

    /// The parts of a wrong answer that no named deviation explains.
    pub(super) fn unexplained(&self, id: WrongId) -> Parts {
        let wrong = self.wrong(id);
        wrong.parts.without(wrong.explained)
    }

    /// Marks the answers that the candidate explains as explained.
    pub(super) fn explain(&mut self, candidate: &Candidate) {
        for explanation in candidate.all() {
            self.wrong[explanation.wrong.0].explained |= explanation.parts;
        }
    }

    /// Forgets the deviations that were named.
    pub(super) fn forget_named(&mut self) {
        self.named.clear();
        for wrong in &mut self.wrong {
            wrong.explained = Parts::default();
        }
    }

    /// The wrong parts that another answer has in common, if that answer has no other wrong parts.
    ///
    /// If the hash and the key of a number are wrong, an answer with the same wrong hash and the right key
    /// explains the hash. One with the same wrong hash and another wrong key explains nothing.
    pub(super) fn parts_explained(&self, id: WrongId, other: &Answer) -> Parts {
        let wrong = self.wrong(id);
        let right = self.bank.question(wrong.question).right();
        let changed = Parts::differing(other, right);
        let differs = Parts::differing(other, &wrong.answer);
        let count = other.part_count();
        let has_same_parts =
            count > 1 && count == wrong.answer.part_count() && count == right.part_count();
        if has_same_parts && (changed & differs).is_empty() {
            changed & wrong.parts
        } else if differs.is_empty() {
            wrong.parts
        } else {
            Parts::default()
        }
    }

    /// The operation and the kind of a wrong answer.
    pub(super) fn kind(&self, id: WrongId) -> (&str, Kind) {
        let wrong = self.wrong(id);
        (&self.bank.question(wrong.question).request.op, wrong.kind)
    }
}

/// Whether an answer is a refusal. ToUnicode returns rejected input unchanged (RFC 3490, section
/// 4.2).
fn is_refusal(answer: &Answer, question: &Question) -> bool {
    let request = &question.request;
    *answer == Answer::Refused
        || request.does(Verb::ToUnicode) && *answer == Answer::of_value(&request.input)
}

impl<'a> Given<'a> {
    pub(super) fn of(answered: &'a Answered<'_>) -> Self {
        Self {
            answer: &answered.answer,
            fails: answered.is_failure,
            has_profile: answered.has_profile,
        }
    }
}
