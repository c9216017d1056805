//! A deviation compared with the answers of an implementation: the answers that it explains, and
//! the answers that contradict it.

use super::answers::Subject;
use super::bank::QuestionId;
use super::deviants::DeviantId;
use super::explanation::{Candidate, Explanation};
use super::thresholds::{ENOUGH, EXCUSES, PARTNERED, TOGETHER};
use super::wrong::{Parts, WrongId};

/// The questions whose right answers are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inputs {
    /// The questions that are sent to every deviation.
    Short,
    /// The questions that are sent only to deviations that show in long inputs.
    Long,
}

impl Subject<'_> {
    /// A deviation compared with these wrong answers.
    pub(super) fn candidate(&self, deviant: DeviantId, wrong: &[WrongId]) -> Candidate {
        let mut candidate = Candidate {
            deviant,
            explains: Vec::new(),
            beside: Vec::new(),
            other: Vec::new(),
            denied: 0,
        };
        self.compare(&mut candidate, wrong);
        candidate
    }

    /// Compares a deviation with more of the wrong answers.
    pub(super) fn compare(&self, candidate: &mut Candidate, more: &[WrongId]) {
        for &wrong in more {
            let question = self.wrong(wrong).question;
            let Some(answer) = self.bank.answer(candidate.deviant, question) else {
                continue;
            };
            let parts = self.parts_explained(wrong, answer);
            if !parts.is_empty() {
                candidate.explains.push(Explanation { wrong, parts });
            } else if !self.is_neutral(candidate.deviant, question) {
                candidate.other.push(wrong);
            }
        }
        candidate.explains.sort_unstable();
    }

    /// Compares the answers that contradict the candidate with those that it gives together with the
    /// deviations named so far.
    pub(super) fn compare_together(&self, candidate: &mut Candidate) {
        let hardly_fits = candidate.other.len() * PARTNERED > candidate.explains.len();
        let mut other = Vec::new();
        for wrong in std::mem::take(&mut candidate.other) {
            let mut parts = None;
            if !self.is_explained(wrong) && self.is_short(wrong) {
                parts = self.explained_together(candidate.deviant, wrong);
                if parts != Some(self.wrong(wrong).parts) && !hardly_fits {
                    parts = self.explained_with_one(candidate.deviant, wrong).or(parts);
                }
            }
            match parts {
                Some(parts) if !parts.is_empty() => {
                    candidate.beside.push(Explanation { wrong, parts });
                }
                _ => other.push(wrong),
            }
        }
        candidate.other = other;
        candidate.beside.sort_unstable();
    }

    /// The parts of a wrong answer that a deviation explains together with the named deviations that change the
    /// answer; `None` if there are none of these, or too many.
    fn explained_together(&self, deviant: DeviantId, wrong: WrongId) -> Option<Parts> {
        let question = self.wrong(wrong).question;
        let mut together = Vec::new();
        for named in &self.named {
            let named = named.candidate.deviant;
            if self.bank.answer(named, question).is_some() {
                together.push(named);
            }
        }
        if together.is_empty() || together.len() >= TOGETHER {
            return None;
        }
        together.push(deviant);
        let answer = self.bank.answer_together(&together, question);
        Some(self.parts_explained(wrong, &answer))
    }

    /// The parts of a wrong answer if a deviation gives it only together with one of the deviations
    /// named so far; `None` if there is no such pair.
    ///
    /// A decoder that keeps 16 bits of a code point and one that completes a code that is cut off both show in
    /// the code `dn32`: the first one alone refuses it, as the reference does.
    fn explained_with_one(&self, deviant: DeviantId, wrong: WrongId) -> Option<Parts> {
        let question = self.wrong(wrong).question;
        let parts = self.wrong(wrong).parts;
        for named in &self.named {
            let named = named.candidate.deviant;
            if self.bank.answer(named, question).is_some() {
                continue;
            }
            let answer = self.bank.answer_together(&[named, deviant], question);
            if self.parts_explained(wrong, &answer) == parts {
                return Some(parts);
            }
        }
        None
    }

    /// How many answers contradict a candidate.
    pub(super) fn contradicting(&self, candidate: &Candidate) -> usize {
        candidate.denied + self.open(candidate)
    }

    /// How many wrong answers contradict a candidate that no named deviation explains.
    pub(super) fn open(&self, candidate: &Candidate) -> usize {
        let other = candidate.other.iter();
        other.filter(|&&wrong| !self.is_explained(wrong)).count()
    }

    /// How many answers contradict a candidate although the deviations named so far explain them,
    /// because together with the candidate they would give other answers.
    pub(super) fn contradicted(&self, candidate: &Candidate) -> usize {
        let mut excused = candidate.other.clone();
        excused.retain(|&wrong| self.is_explained(wrong) && self.is_short(wrong));
        // A sample shows how many of all there are.
        let step = excused.len().div_ceil(EXCUSES).max(1);
        let mut asked = 0;
        let mut found = 0;
        for &wrong in excused.iter().step_by(step) {
            asked += 1;
            found += usize::from(self.is_other_together(candidate.deviant, wrong));
        }
        found * excused.len() / asked.max(1)
    }

    /// Whether a deviation together with those named so far gives another answer than a wrong one.
    fn is_other_together(&self, deviant: DeviantId, wrong: WrongId) -> bool {
        if self.is_neutral(deviant, self.wrong(wrong).question) {
            return false;
        }
        match self.explained_together(deviant, wrong) {
            Some(parts) => parts != self.wrong(wrong).parts,
            None => false,
        }
    }

    /// Counts the right answers to such inputs that the deviation would get wrong. Stops after `most`.
    pub(super) fn count_denied(&self, deviant: DeviantId, inputs: Inputs, most: usize) -> usize {
        let mut denied = 0;
        for &question in &self.right {
            let is_short = self.bank.question(question).is_short();
            if is_short == (inputs == Inputs::Short) && self.denies(deviant, question) {
                denied += 1;
                if denied > most {
                    break;
                }
            }
        }
        denied
    }

    /// Whether a deviation would get a right answer wrong.
    fn denies(&self, deviant: DeviantId, question: QuestionId) -> bool {
        self.bank.answer(deviant, question).is_some() && !self.is_neutral(deviant, question)
    }

    /// Whether an answer to a short input speaks against a deviation.
    pub(super) fn contradicts(&self, deviant: DeviantId) -> bool {
        let mut short: Vec<WrongId> = self.wrong_ids().collect();
        short.retain(|&wrong| self.is_short(wrong));
        let candidate = self.candidate(deviant, &short);
        !candidate.other.is_empty() || self.count_denied(deviant, Inputs::Short, 0) > 0
    }

    /// Whether a candidate with too few answers has as many as the selected checks allow: it
    /// explains every failure of the run, nothing contradicts it, and the suite has more checks
    /// that distinguish it.
    pub(super) fn has_all_of_choice(&self, candidate: &Candidate) -> bool {
        if !candidate.other.is_empty() {
            return false;
        }
        for failure in self.failures() {
            if candidate.parts(failure) != self.wrong(failure).parts {
                return false;
            }
        }
        self.count_denied(candidate.deviant, Inputs::Short, 0) == 0
            && self.bank.is_choice_of_suite(candidate.deviant, ENOUGH)
    }

    /// The failures with a part that this candidate explains and no earlier candidate does.
    pub(super) fn newly_explained(&self, candidate: &Candidate) -> Vec<Explanation> {
        let mut new = Vec::new();
        for explanation in candidate.all() {
            let Explanation { wrong, parts } = explanation;
            let is_new = !(parts & self.unexplained(wrong)).is_empty();
            if self.wrong(wrong).fails && is_new {
                new.push(explanation);
            }
        }
        new
    }

    /// Whether one candidate explains everything that the other explains and no deviation before them.
    pub(super) fn explains_as_well(&self, one: &Candidate, other: &Candidate) -> bool {
        for Explanation { wrong, parts } in self.newly_explained(other) {
            let explained = one.all().find(|explanation| explanation.wrong == wrong);
            let explained = explained.map_or(Parts::default(), |explanation| explanation.parts);
            if !(parts.without(explained) & self.unexplained(wrong)).is_empty() {
                return false;
            }
        }
        true
    }
}
