//! The members of families of deviations that fit the answers of an implementation.
//!
//! A family has hundreds of members, such as one for each value of a parameter, so not all of them can
//! be compared with all answers. Each member is compared with a few wrong answers first; one that gives
//! some of them, and hardly any other, is then compared with more answers, right ones among them. Of
//! each family the member that fits best becomes a deviation of the bank, with those that fit as well.
//!
//! # Example
//!
//! A decoder whose damp is 70 has 400 wrong answers. `punycode/damp-is-71` gives 3 of the first 24, and
//! another wrong answer to 15, so it is given up after five. `punycode/damp-is-70` gives all 24, then
//! all of the next 120, and would have none of 60 right answers wrong.

use acegate_deviations::{DeviantCodec, Deviation, Family, families};

use super::bank::{Bank, Question};
use super::deviants::{Deviant, answer_to, is_of_hosts};
use crate::observation::Answer;

/// The longest input for which members are run: longer ones take more time and tell hardly more.
const SHORT: usize = 80;

/// How many wrong answers each member is compared with first.
const FIRST: usize = 40;

/// How many wrong answers a member is compared with that fits the first ones.
const WRONG: usize = 160;

/// How many right answers such a member is compared with.
const RIGHT: usize = 80;

/// A member is given up when so many answers contradict it, and more than half as many as it gives.
const PATIENCE: usize = 4;

/// The fewest wrong answers that make it worth a second look.
const FEWEST: usize = 2;

/// How many members of a family may fit equally well to be named together. More would name none.
const TIED: usize = 3;

/// A question with the implementation's answer to it.
struct Answered<'a> {
    question: &'a Question,
    answer: &'a Answer,
}

/// The answers that members are compared with.
struct Samples<'a> {
    first: Vec<&'a Answered<'a>>,
    wrong: Vec<&'a Answered<'a>>,
    right: Vec<&'a Answered<'a>>,
}

/// How well a member fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fit {
    /// How many wrong answers it gives.
    agreed: usize,
    /// How many answers it gives otherwise.
    contradicted: usize,
}

/// The members of families that fit these answers, as deviations to be compared with all of them.
pub(super) fn fitting<'a>(
    bank: &Bank,
    answer: impl Fn(usize) -> Option<&'a Answer>,
) -> Vec<&'static Deviation> {
    let mut wrong = Vec::new();
    let mut right = Vec::new();
    for id in bank.question_ids() {
        let question = bank.question(id);
        let Some(answer) = answer(question.index) else {
            continue;
        };
        if *answer == Answer::Other || question.length() > SHORT {
            continue;
        }
        let answered = Answered { question, answer };
        if answer == question.right() {
            right.push(answered);
        } else {
            wrong.push(answered);
        }
    }
    if wrong.len() < FEWEST {
        return Vec::new();
    }
    let samples = Samples {
        first: spread(&wrong, FIRST),
        wrong: spread(&wrong, WRONG),
        right: spread(&right, RIGHT),
    };
    let Some(first) = bank.deviant_ids().next() else {
        return Vec::new();
    };
    let codec = bank.deviant(first).deviations[0].codec();
    let mut found = Vec::new();
    for family in families() {
        found.extend(best_of(family, codec, &samples));
    }
    found
}

/// The members of a family of this codec that fit best, if they are few and fit at all.
fn best_of(family: &'static Family, codec: &str, samples: &Samples<'_>) -> Vec<&'static Deviation> {
    let mut best: Vec<&'static Deviation> = Vec::new();
    let mut best_score = 0;
    for member in family.others() {
        if member.codec() != codec {
            continue;
        }
        let Some(fit) = Fit::of(member, samples) else {
            continue;
        };
        let score = fit.score();
        if fit.agreed < FEWEST || score <= 0 || score < best_score {
            continue;
        }
        if score > best_score {
            best.clear();
            best_score = score;
        }
        best.push(member);
    }
    best.truncate(TIED);
    best
}

/// At most so many of these, at equal distances.
fn spread<'a>(all: &'a [Answered<'a>], most: usize) -> Vec<&'a Answered<'a>> {
    let step = all.len().div_ceil(most).max(1);
    all.iter().step_by(step).collect()
}

impl Fit {
    /// How well a member fits the samples; `None` if too many answers contradict it, or none of the first ones
    /// is its own.
    fn of(member: &'static Deviation, samples: &Samples<'_>) -> Option<Self> {
        let codec = DeviantCodec::new(member)?;
        let mut first = Self::default();
        if !first.compare(&codec, &samples.first) || first.agreed == 0 {
            return None;
        }
        let mut fit = Self::default();
        if fit.compare(&codec, &samples.wrong) && fit.compare(&codec, &samples.right) {
            Some(fit)
        } else {
            None
        }
    }

    /// Compares a member with these answers. False if too many contradict it.
    fn compare(&mut self, codec: &DeviantCodec, answers: &[&Answered<'_>]) -> bool {
        for answered in answers {
            let question = answered.question;
            let member = answer_to(&question.request, codec);
            if member == *question.right() {
                continue;
            }
            if member == *answered.answer {
                self.agreed += 1;
            } else if is_of_hosts(&question.request) && *answered.answer == Answer::Refused {
                // A profile may refuse any name that was decoded.
            } else {
                self.contradicted += 1;
            }
            if self.contradicted >= PATIENCE && self.contradicted * 2 > self.agreed {
                return false;
            }
        }
        true
    }

    /// The greater, the better: an answer that speaks against a member counts as much as three for it.
    fn score(self) -> isize {
        self.agreed as isize - 3 * self.contradicted as isize
    }
}

impl Bank {
    /// The bank with the members of families that fit these answers.
    pub(super) fn with_families<'a>(
        mut self,
        answer: impl Fn(usize) -> Option<&'a Answer>,
    ) -> Self {
        let members = fitting(&self, answer);
        self.add(members.into_iter().filter_map(Deviant::alone).collect());
        self
    }
}
