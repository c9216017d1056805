//! A deviation beside the answers of an implementation: what it explains, and what speaks against it.

use super::answers::{Subject, Wrong};
use super::bank::SHORT;
use super::rank::{ENOUGH, EXCUSES, PARTNERED, TOGETHER};

/// A deviation that was named, and the others that explain the same.
pub(super) struct Named {
    pub(super) candidate: Candidate,
    pub(super) or: Vec<usize>,
    /// How many failures it explains that none before it does.
    pub(super) new: usize,
}

/// A deviation beside the answers of the implementation.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) deviant: usize,
    /// The wrong answers that it explains, by index, with the parts.
    pub(super) explains: Vec<(usize, u64)>,
    /// Those that it explains only beside the deviations that were named before.
    pub(super) beside: Vec<(usize, u64)>,
    /// The wrong answers that it would have otherwise.
    pub(super) other: Vec<usize>,
    /// How many right answers it would have wrong.
    pub(super) denied: usize,
}

impl Subject<'_> {
    /// Whether a candidate with fewer answers than enough has all that the choice of checks left: it explains
    /// every failure of the run, nothing speaks against it, and the suite has more checks that tell it.
    pub(super) fn has_all_of_choice(&self, candidate: &Candidate) -> bool {
        let is_left = |wrong: usize| {
            self.wrong[wrong].fails && candidate.parts(wrong) != self.wrong[wrong].parts
        };
        if !candidate.other.is_empty()
            || (0..self.wrong.len()).any(is_left)
            || self.count_denied(candidate.deviant, false, 0) > 0
        {
            return false;
        }
        self.bank.is_choice_of_suite(candidate.deviant, ENOUGH)
    }

    /// How many answers contradict a candidate.
    pub(super) fn contradicting(&self, candidate: &Candidate) -> usize {
        candidate.denied + self.open(candidate)
    }

    /// How many wrong answers contradict a candidate that no named deviation explains.
    pub(super) fn open(&self, candidate: &Candidate) -> usize {
        candidate
            .other
            .iter()
            .filter(|&&wrong| !self.is_explained(wrong))
            .count()
    }

    /// Compares a deviation with more of the wrong answers.
    pub(super) fn compare(&self, candidate: &mut Candidate, wrong: impl Iterator<Item = usize>) {
        for index in wrong {
            if let Some(own) = self.bank.answer(candidate.deviant, self.wrong[index].place) {
                match self.parts_explained(index, own) {
                    0 if self.is_neutral(candidate.deviant, self.wrong[index].place) => {}
                    0 => candidate.other.push(index),
                    parts => candidate.explains.push((index, parts)),
                }
            }
        }
        candidate.explains.sort_unstable();
    }

    /// Counts the right answers to short inputs, or to long ones, that the deviation would have wrong.
    /// Beyond `most` it stops.
    pub(super) fn count_denied(&self, deviant: usize, is_long: bool, most: usize) -> usize {
        let is_looked_at = |place: usize| (self.bank.questions[place].length() > SHORT) == is_long;
        let right = self.right.iter().filter(|&&place| is_looked_at(place));
        let denies = |&&place: &&usize| {
            self.bank.answer(deviant, place).is_some() && !self.is_neutral(deviant, place)
        };
        right.filter(denies).take(most + 1).count()
    }

    /// Whether an answer to a short input speaks against a deviation.
    pub(super) fn contradicts(&self, deviant: usize) -> bool {
        let mut candidate = Candidate {
            deviant,
            ..Candidate::default()
        };
        let short = (0..self.wrong.len()).filter(|&wrong| self.is_short(wrong));
        self.compare(&mut candidate, short);
        !candidate.other.is_empty() || self.count_denied(deviant, false, 0) > 0
    }

    /// The failures with a part that the candidate explains, and that no candidate before it does.
    pub(super) fn newly_explained<'a>(
        &'a self,
        candidate: &'a Candidate,
    ) -> impl Iterator<Item = usize> + 'a {
        let new = |&(wrong, parts): &(usize, u64)| {
            self.wrong[wrong].fails && parts & !self.wrong[wrong].explained != 0
        };
        candidate.all().filter(new).map(|(wrong, _)| wrong)
    }

    /// Whether one candidate explains everything that the other explains and no deviation before them.
    pub(super) fn explains_as_well(&self, one: &Candidate, other: &Candidate) -> bool {
        self.newly_explained(other).all(|wrong| {
            let parts = |candidate: &Candidate| {
                candidate
                    .all()
                    .find(|(own, _)| *own == wrong)
                    .map_or(0, |(_, parts)| parts)
            };
            parts(other) & !parts(one) & !self.wrong[wrong].explained == 0
        })
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
                if parts != Some(self.wrong[wrong].parts) && !hardly_fits {
                    parts = self.explained_with_one(candidate.deviant, wrong).or(parts);
                }
            }
            match parts {
                Some(parts) if parts > 0 => candidate.beside.push((wrong, parts)),
                _ => other.push(wrong),
            }
        }
        candidate.other = other;
        candidate.beside.sort_unstable();
    }

    /// How many answers of a candidate are not those of the implementation, though the deviations named so
    /// far explain these: together with the candidate they would give others.
    pub(super) fn contradicted(&self, candidate: &Candidate) -> usize {
        let excused = candidate.other.iter().copied();
        let excused: Vec<usize> = excused
            .filter(|&wrong| self.is_explained(wrong) && self.is_short(wrong))
            .collect();
        let contradicts = |&wrong: &usize| {
            if self.is_neutral(candidate.deviant, self.wrong[wrong].place) {
                return false;
            }
            let together = self.explained_together(candidate.deviant, wrong);
            together.is_some_and(|parts| parts != self.wrong[wrong].parts)
        };
        let step = excused.len().div_ceil(EXCUSES).max(1);
        let sample: Vec<usize> = excused.iter().copied().step_by(step).collect();
        let found = sample.iter().copied().filter(contradicts).count();
        found * excused.len() / sample.len().max(1)
    }

    /// The parts of a wrong answer that a deviation explains together with those named so far that bend the
    /// answer; `None` if there are none of these, or too many.
    fn explained_together(&self, deviant: usize, wrong: usize) -> Option<u64> {
        let place = self.wrong[wrong].place;
        let mut together: Vec<usize> = self
            .named
            .iter()
            .map(|named| named.candidate.deviant)
            .collect();
        together.retain(|&deviant| self.bank.answer(deviant, place).is_some());
        if together.is_empty() || together.len() >= TOGETHER {
            return None;
        }
        together.push(deviant);
        Some(self.parts_explained(wrong, &self.bank.answer_together(&together, place)))
    }

    /// The parts of a wrong answer if a deviation gives it together with one of those named so far, though
    /// that one does not bend it by itself; `None` if there is no such one.
    ///
    /// A decoder that keeps 16 bits of a code point and one that completes a code that is cut off both show in
    /// the code `dn32`: the first one alone refuses it, as the reference does.
    fn explained_with_one(&self, deviant: usize, wrong: usize) -> Option<u64> {
        let &Wrong { place, parts, .. } = &self.wrong[wrong];
        for named in &self.named {
            let named = named.candidate.deviant;
            if self.bank.answer(named, place).is_some() {
                continue;
            }
            let together = self.bank.answer_together(&[named, deviant], place);
            if self.parts_explained(wrong, &together) == parts {
                return Some(parts);
            }
        }
        None
    }
}

impl Candidate {
    /// The wrong answers that it explains, alone or beside others, with the parts.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.explains.iter().chain(&self.beside).copied()
    }

    /// The parts of a wrong answer that it explains alone.
    pub(super) fn parts(&self, wrong: usize) -> u64 {
        let at = self
            .explains
            .binary_search_by_key(&wrong, |(index, _)| *index);
        at.map_or(0, |at| self.explains[at].1)
    }

    /// How many answers tell it from the reference.
    pub(super) fn telling(&self) -> usize {
        self.explains.len() + self.beside.len() + self.other.len() + self.denied
    }
}
