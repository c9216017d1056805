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
//! another wrong answer to 15, so it is dropped after five. `punycode/damp-is-70` gives all 24, then
//! all of the next 120, and would have none of 60 right answers wrong.

use acegate_deviations::{DeviantCodec, Deviation, Family, families};

use super::bank::Bank;
use super::deviants::{Deviant, answer_to, code_points, is_of_hosts};
use crate::observation::Answer;
use crate::protocol::Request;

/// The longest input for which members are run: longer ones take more time and distinguish hardly
/// more members.
const SHORT: usize = 80;

/// How many wrong answers each member is compared with first.
const FIRST: usize = 40;

/// How many wrong answers a member is compared with that fits the first ones.
const WRONG: usize = 160;

/// How many right answers such a member is compared with.
const RIGHT: usize = 80;

/// A member is dropped when so many answers contradict it, and more than half as many as it gives.
const PATIENCE: usize = 4;

/// The fewest wrong answers that a member must give to be considered.
const FEWEST: usize = 2;

/// How many members may fit equally well to be named together.
const TIED: usize = 3;

/// A request with the right answer to it and the implementation's.
#[derive(Clone, Copy)]
pub(crate) struct Example<'a> {
    pub(crate) request: &'a Request,
    pub(crate) right: &'a Answer,
    pub(crate) answer: &'a Answer,
}

impl Example<'_> {
    /// Whether it contradicts a bug with this answer: the bug would show here, but in another way.
    pub(crate) fn speaks_against(&self, bug: &Answer) -> bool {
        if bug == self.right || bug == self.answer {
            return false;
        }
        // A profile may refuse any name that was decoded.
        !is_of_hosts(self.request) || *self.answer != Answer::Refused
    }
}

/// The answers that members are compared with.
struct Samples<'a> {
    first: Vec<&'a Example<'a>>,
    wrong: Vec<&'a Example<'a>>,
    right: Vec<&'a Example<'a>>,
}

/// The answers of an implementation with which members can be compared.
#[derive(Default)]
pub(crate) struct Comparable<'a> {
    wrong: Vec<Example<'a>>,
    right: Vec<Example<'a>>,
}

impl<'a> Comparable<'a> {
    /// Adds an answer, unless its input is long or there is no answer.
    pub(crate) fn add(&mut self, example: Example<'a>) {
        let length = code_points(&example.request.input).len();
        if *example.answer == Answer::Other || length > SHORT {
            return;
        }
        if example.answer == example.right {
            self.right.push(example);
        } else {
            self.wrong.push(example);
        }
    }

    fn samples(&self) -> Samples<'_> {
        Samples {
            first: spread(&self.wrong, FIRST),
            wrong: spread(&self.wrong, WRONG),
            right: spread(&self.right, RIGHT),
        }
    }

    /// The members of families that give most of the wrong answers and that no answer contradicts. None if more
    /// of them fit equally well than can be named together.
    pub(crate) fn uncontradicted_members(&self, codec: &str) -> Vec<&'static Deviation> {
        let mut best: Vec<&'static Deviation> = Vec::new();
        let mut most = FEWEST;
        for Fitting { member, fit } in self.fitting(codec).into_iter().flatten() {
            if fit.contradicted > 0 || fit.agreed < most || self.contradicts(member) {
                continue;
            }
            if fit.agreed > most {
                best.clear();
                most = fit.agreed;
            }
            best.push(member);
        }
        if best.len() > TIED {
            best.clear();
        }
        best
    }

    /// The members that fit best, one list for each family in which one fits.
    fn fitting(&self, codec: &str) -> Vec<Vec<Fitting>> {
        let mut of_families = Vec::new();
        if self.wrong.len() < FEWEST {
            return of_families;
        }
        let samples = self.samples();
        for family in families() {
            let best = best_of(family, codec, &samples);
            if !best.is_empty() {
                of_families.push(best);
            }
        }
        of_families
    }

    /// Whether one of the answers speaks against a member.
    fn contradicts(&self, member: &'static Deviation) -> bool {
        let Some(codec) = DeviantCodec::new(member) else {
            return true;
        };
        let mut fit = Fit::default();
        for example in self.wrong.iter().chain(&self.right) {
            fit.count(&codec, example);
        }
        fit.contradicted > 0
    }
}

/// The member of a family with this id; `None` if it is in the list of all deviations, or there is none.
pub(crate) fn unlisted_member(id: &str) -> Option<Deviant> {
    for family in families() {
        for member in family.others() {
            if member.id == id {
                return Deviant::alone(member);
            }
        }
    }
    None
}

/// How well a member fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fit {
    /// How many wrong answers it gives.
    agreed: usize,
    /// How many answers it gives otherwise.
    contradicted: usize,
}

/// A member of a family, and how well it fits.
struct Fitting {
    member: &'static Deviation,
    fit: Fit,
}

/// The members of a family of this codec that fit best, if they fit at all.
fn best_of(family: &'static Family, codec: &str, samples: &Samples<'_>) -> Vec<Fitting> {
    let mut best: Vec<Fitting> = Vec::new();
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
        best.push(Fitting { member, fit });
    }
    best
}

/// At most so many of these, at equal distances.
fn spread<'a>(all: &'a [Example<'a>], most: usize) -> Vec<&'a Example<'a>> {
    let step = all.len().div_ceil(most).max(1);
    all.iter().step_by(step).collect()
}

impl Fit {
    /// How well a member fits the samples; `None` if too many answers contradict it, or none of the first ones
    /// is itself.
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
    fn compare(&mut self, codec: &DeviantCodec, examples: &[&Example<'_>]) -> bool {
        for example in examples {
            self.count(codec, example);
            if self.contradicted >= PATIENCE && self.contradicted * 2 > self.agreed {
                return false;
            }
        }
        true
    }

    /// Compares a member with one answer. A wrong answer where the member has the right one is of another fault.
    fn count(&mut self, codec: &DeviantCodec, example: &Example<'_>) {
        let member = answer_to(example.request, codec);
        if example.speaks_against(&member) {
            self.contradicted += 1;
        } else if member != *example.right && member == *example.answer {
            self.agreed += 1;
        }
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
        let members = self.members(answer);
        self.add(members.into_iter().filter_map(Deviant::alone).collect());
        self
    }

    /// The members of families that fit these answers, as deviations to be compared with all of them.
    fn members<'a>(&self, answer: impl Fn(usize) -> Option<&'a Answer>) -> Vec<&'static Deviation> {
        let Some(first) = self.deviant_ids().next() else {
            return Vec::new();
        };
        let mut comparable = Comparable::default();
        for id in self.question_ids() {
            let question = self.question(id);
            if let Some(answer) = answer(question.index) {
                comparable.add(Example {
                    request: &question.request,
                    right: question.right(),
                    answer,
                });
            }
        }
        let codec = self.deviant(first).deviations[0].codec();
        let mut members = Vec::new();
        for mut best in comparable.fitting(codec) {
            best.truncate(TIED);
            members.extend(best.into_iter().map(|fitting| fitting.member));
        }
        members
    }
}
