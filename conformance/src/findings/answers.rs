//! The answers of an implementation beside those of the reference.

use super::bank::{Bank, SHORT, is_of_hosts};
use super::candidate::{Candidate, Named};
use super::rank::{ENOUGH, FEW, Kind, LONG};
use crate::event::Answered;
use crate::observation::Answer;

/// An answer that is not that of the reference.
pub(super) struct Wrong {
    /// The place of its question.
    pub(super) place: usize,
    pub(super) answer: Answer,
    /// Whether the check fails: where a document leaves a choice, another answer is as right.
    pub(super) fails: bool,
    pub(super) kind: Kind,
    /// The parts that are wrong, and those of them that named deviations explain.
    pub(super) parts: u64,
    pub(super) explained: u64,
}

/// The answer of an implementation to a check.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) answer: &'a Answer,
    /// Whether the check fails.
    pub(super) fails: bool,
    /// Whether the implementation may refuse what it has decoded, because it may follow a profile of IDNA.
    pub(super) has_profile: bool,
}

/// An implementation's answers to the questions of a bank.
pub(super) struct Subject<'a> {
    pub(super) bank: &'a Bank,
    /// In the order of the places.
    pub(super) wrong: Vec<Wrong>,
    /// The places of the questions that it answered rightly, the longest left out.
    pub(super) right: Vec<usize>,
    /// By place, whether the answer may be the refusal of a profile of IDNA.
    is_refusal_of_profile: Vec<bool>,
    pub(super) named: Vec<Named>,
    /// How many right answers each deviation would have wrong, as far as they were counted.
    pub(super) denied: Vec<Option<usize>>,
}

impl<'a> Subject<'a> {
    /// The answers by the index of the check; `None` where there is none.
    pub(super) fn new<'b>(bank: &'a Bank, given: impl Fn(usize) -> Option<Given<'b>>) -> Self {
        let mut subject = Self {
            bank,
            wrong: Vec::new(),
            right: Vec::new(),
            is_refusal_of_profile: vec![false; bank.questions.len()],
            named: Vec::new(),
            denied: vec![None; bank.deviants.len()],
        };
        for (place, question) in bank.questions.iter().enumerate() {
            let Some(Given {
                answer,
                fails,
                has_profile,
            }) = given(question.index)
            else {
                continue;
            };
            if *answer == Answer::Other || question.length() > LONG && !fails {
                continue;
            }
            // ToUnicode gives back what it refuses (RFC 3490, section 4.2).
            let is_refusal = *answer == Answer::Refused
                || question.request.op == "to-unicode"
                    && *answer == Answer::of_value(&question.request.input);
            subject.is_refusal_of_profile[place] =
                has_profile && is_refusal && is_of_hosts(&question.request);
            match answer.differences(question.right()) {
                0 => subject.right.push(place),
                parts => {
                    let kind = Kind::of(answer, question);
                    let answer = answer.clone();
                    subject.wrong.push(Wrong {
                        place,
                        answer,
                        fails,
                        kind,
                        parts,
                        explained: 0,
                    });
                }
            }
        }
        subject
    }

    /// Whether the question of a wrong answer is short enough to ask every deviation.
    pub(super) fn is_short(&self, wrong: usize) -> bool {
        self.bank.questions[self.wrong[wrong].place].length() <= SHORT
    }

    /// The fewest answers that a cause is named for. A run of a few checks can give no more than one.
    pub(super) fn fewest(&self) -> usize {
        if self.wrong.len() + self.right.len() < FEW {
            1
        } else {
            ENOUGH
        }
    }

    /// Whether the answer to a question says nothing of a deviation: it may be the refusal of a profile of
    /// IDNA, which comes after the decoding. An implementation that completes a code that is cut off gives
    /// the name back, because a control character is in the result.
    pub(super) fn is_neutral(&self, deviant: usize, place: usize) -> bool {
        self.is_refusal_of_profile[place] && self.bank.may_be_refused(deviant, place)
    }

    pub(super) fn is_explained(&self, wrong: usize) -> bool {
        self.wrong[wrong].explained == self.wrong[wrong].parts
    }

    /// Takes what the candidate explains for explained.
    pub(super) fn explain(&mut self, candidate: &Candidate) {
        for &(wrong, parts) in candidate.explains.iter().chain(&candidate.beside) {
            self.wrong[wrong].explained |= parts;
        }
    }

    /// The parts of a wrong answer that another answer also has, if it has all that it changes.
    pub(super) fn parts_explained(&self, wrong: usize, own: &Answer) -> u64 {
        let wrong = &self.wrong[wrong];
        let right = self.bank.questions[wrong.place].right();
        let changed = own.differences(right);
        let differs = own.differences(&wrong.answer);
        let whole = if differs == 0 { wrong.parts } else { 0 };
        let part = own.part_count() > 1 && own.part_count() == wrong.answer.part_count();
        if part && changed & differs == 0 && own.part_count() == right.part_count() {
            changed & wrong.parts
        } else {
            whole
        }
    }

    pub(super) fn kind(&self, wrong: usize) -> (&str, Kind) {
        let wrong = &self.wrong[wrong];
        (&self.bank.questions[wrong.place].request.op, wrong.kind)
    }
}

impl<'a> Given<'a> {
    pub(super) fn of(answered: &'a Answered<'_>) -> Self {
        let Answered {
            answer,
            is_failure,
            has_profile,
            ..
        } = answered;
        Self {
            answer,
            fails: *is_failure,
            has_profile: *has_profile,
        }
    }
}
