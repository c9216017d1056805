//! How well deviations agree with the wrong answers of an implementation.

use std::collections::BTreeMap;

use super::bank::{Bank, empty};
use crate::observation::Answer;

/// A wrong answer of the implementation.
pub(super) struct Wrong {
    /// The place of its question.
    pub(super) place: usize,
    pub(super) answer: Answer,
    /// The parts that are wrong, and those of them that named deviations explain.
    pub(super) parts: u64,
    pub(super) explained: u64,
}

/// An implementation's answers to the questions of a bank.
pub(super) struct Subject<'a> {
    pub(super) bank: &'a Bank,
    /// In the order of the places.
    pub(super) wrong: Vec<Wrong>,
    /// Whether it answered the question of a place, and rightly.
    pub(super) right: Vec<bool>,
    /// The index of the wrong answer at a place.
    wrong_at: Vec<Option<usize>>,
}

/// A deviation beside the answers of the implementation.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) deviant: usize,
    /// The wrong answers that it explains, by index, with the parts.
    pub(super) explains: Vec<(usize, u64)>,
    /// The wrong answers that it would have otherwise.
    pub(super) other: Vec<usize>,
    /// How many right answers it would have wrong.
    pub(super) denied: usize,
}

impl<'a> Subject<'a> {
    /// The answers by the index of the check; `None` where there is none.
    pub(super) fn new<'b>(bank: &'a Bank, answer: impl Fn(usize) -> Option<&'b Answer>) -> Self {
        let places = bank.questions.len();
        let (mut wrong, mut right) = (Vec::new(), vec![false; places]);
        let mut wrong_at = vec![None; places];
        for (place, question) in bank.questions.iter().enumerate() {
            let Some(answer) = answer(question.index).filter(|answer| **answer != Answer::Other)
            else {
                continue;
            };
            let parts = answer.differences(&question.right);
            if parts == 0 {
                right[place] = true;
            } else {
                wrong_at[place] = Some(wrong.len());
                wrong.push(Wrong { place, answer: answer.clone(), parts, explained: 0 });
            }
        }
        Self { bank, wrong, right, wrong_at }
    }

    pub(super) fn is_explained(&self, wrong: usize) -> bool {
        self.wrong[wrong].explained == self.wrong[wrong].parts
    }

    /// Takes what the candidate explains for explained.
    pub(super) fn explain(&mut self, candidate: &Candidate) {
        for &(wrong, parts) in &candidate.explains {
            self.wrong[wrong].explained |= parts;
        }
    }

    /// A deviation by itself, with the wrong answers that it explains and those that it would have
    /// otherwise.
    pub(super) fn candidate(&self, deviant: usize) -> Candidate {
        let mut found = Candidate { deviant, ..Candidate::default() };
        let mut compare = |index: usize, own: &Answer| match self.parts_explained(index, own) {
            0 => found.other.push(index),
            parts => found.explains.push((index, parts)),
        };
        // Only what has not been asked before is asked now.
        if let Some(telling) = self.bank.known_telling(deviant) {
            for (place, own) in telling {
                if let Some(index) = self.wrong_at[*place] {
                    compare(index, own);
                }
            }
        } else {
            for (index, wrong) in self.wrong.iter().enumerate() {
                if let Some(own) = self.bank.answer(deviant, wrong.place) {
                    compare(index, &own);
                }
            }
        }
        found
    }

    /// The parts of a wrong answer that another answer has too, if it has all that it changes.
    pub(super) fn parts_explained(&self, wrong: usize, own: &Answer) -> u64 {
        let wrong = &self.wrong[wrong];
        let right = &self.bank.questions[wrong.place].right;
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

    /// Counts the right answers that the deviation would have wrong. Beyond `most` it may stop: most
    /// deviations are out of the question before they are asked what takes long.
    pub(super) fn denied(&self, deviant: usize, most: usize) -> usize {
        if self.bank.known_telling(deviant).is_none() {
            let places = (0..self.right.len()).filter(|&place| self.right[place]);
            let quick = places.filter(|&place| !self.bank.questions[place].is_long());
            let denied = quick.filter(|&place| self.bank.answer(deviant, place).is_some());
            let denied = denied.take(most + 1).count();
            if denied > most {
                return denied;
            }
        }
        let telling = self.bank.telling(deviant);
        telling.iter().filter(|(place, _)| self.right[*place]).count()
    }

    /// The logarithm of the chance that a deviation has so many answers in common with the
    /// implementation by accident.
    ///
    /// A refusal, a crash, an empty text or the input itself is as likely as the implementation
    /// gives it wrongly elsewhere in the same operation; another value is given by one wrong answer
    /// in two thousand. Of `n` telling answers any `k` may agree.
    pub(super) fn chance(&self, candidate: &Candidate) -> f64 {
        let explains = |wrong: usize| {
            candidate.explains.binary_search_by_key(&wrong, |(index, _)| *index).is_ok()
        };
        let mut kinds: BTreeMap<(&str, Kind), (usize, usize)> = BTreeMap::new();
        for &(wrong, _) in &candidate.explains {
            kinds.entry(self.kind(wrong)).or_default().0 += 1;
        }
        let mut chance = 0.0;
        for ((op, kind), (agreed, _)) in &kinds {
            let same = |&index: &usize| {
                !self.is_explained(index) && !explains(index) && self.kind(index) == (*op, *kind)
            };
            let elsewhere = (0..self.wrong.len()).filter(same).count();
            let asked = self.bank.asked.get(*op).copied().unwrap_or_default();
            let rest = asked.saturating_sub(*agreed).max(1);
            let rate = match kind {
                Kind::Value => LEAST,
                _ => ((elsewhere as f64 + 0.5) / rest as f64).clamp(LEAST, 1.0),
            };
            chance += *agreed as f64 * rate.ln();
        }
        // In how many ways they can be chosen among all that the deviation would have wrong.
        let (agreed, all) = (candidate.explains.len(), candidate.telling());
        let ways = (0..agreed).map(|k| ((all - k) as f64 / (agreed - k) as f64).ln());
        chance + ways.sum::<f64>()
    }

    fn kind(&self, wrong: usize) -> (&str, Kind) {
        let wrong = &self.wrong[wrong];
        let question = &self.bank.questions[wrong.place];
        let kind = match &wrong.answer {
            Answer::Refused => Kind::Refusal,
            Answer::Crashed | Answer::Other => Kind::Crash,
            answer if *answer == question.echo => Kind::Echo,
            answer if *answer == empty() => Kind::Empty,
            Answer::Value(_) => Kind::Value,
        };
        (&question.request.op, kind)
    }
}

impl Candidate {
    /// How many answers tell it from the reference.
    pub(super) fn telling(&self) -> usize {
        self.explains.len() + self.other.len() + self.denied
    }
}

/// How likely it is that two wrong answers are the same by accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Refusal,
    Crash,
    Echo,
    Empty,
    Value,
}

/// The least chance of a wrong answer.
const LEAST: f64 = 1.0 / 2000.0;
