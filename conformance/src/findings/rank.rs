//! How good a candidate is, and every threshold of the diagnosis.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use acegate_codec::Value;

use super::answers::Subject;
use super::bank::Question;
use super::candidate::Candidate;
use crate::observation::Answer;

/// The fewest answers that a cause is named for. Two wrong answers have too often been the same by accident.
pub(crate) const ENOUGH: usize = 3;

/// A run of fewer checks, such as one that repeats an example, cannot have enough answers.
pub(super) const FEW: usize = 10;

/// How many deviations are asked together at most: each of them is asked over all the others.
pub(super) const TOGETHER: usize = 4;

/// Of so many answers one may contradict a cause that hardly any does.
pub(super) const HARDLY: usize = 20;

/// The longest input of a right answer that a deviation is held to that shows only in long inputs.
pub(super) const LONG: usize = 2000;

/// The least chance of a wrong answer.
pub(super) const LEAST: f64 = 1.0 / 2000.0;

/// A candidate that explains so many times the answers that contradict it is tried on each of these with
/// every named deviation; others have too many of them to try.
pub(super) const PARTNERED: usize = 4;

/// So many wrong answers that others explain may stand beside one that a cause explains.
const EXCUSED: usize = 10;

/// The logarithm of one in a thousand.
const CHANCE: f64 = -6.9;

/// How many answers that others explain are looked at: enough to tell how many of all there are.
pub(super) const EXCUSES: usize = 20;

/// How good a candidate is; the greatest is named. One that no right answer contradicts is better
/// than any other, then one that hardly a wrong one does, then one that explains more, then one that was
/// seen in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) is_never_denied: bool,
    pub(super) is_pure: bool,
    pub(super) weight: isize,
    pub(super) against: Reverse<usize>,
    pub(super) is_single: bool,
    pub(super) was_seen: bool,
}

impl Subject<'_> {
    pub(super) fn rank(&self, candidate: &Candidate) -> Option<Rank> {
        let new = self.newly_explained(candidate).count();
        let open = self.open(candidate);
        let explained = candidate.all().count();
        // Other wrong answers that contradict it may be explained in a later round.
        let is_enough = explained >= self.fewest() || self.has_all_of_choice(candidate);
        let plausible = is_enough
            && candidate.denied * 4 <= explained
            && candidate.other.len() < explained * EXCUSED;
        if new <= open || !plausible || self.chance(candidate) > CHANCE {
            return None;
        }
        let contradicted = self.contradicted(candidate);
        if new <= open + contradicted || contradicted * 4 > explained {
            return None;
        }
        let deviations = &self.bank.deviants[candidate.deviant].deviations;
        // An answer that others explain may be right for another reason, as a right answer may.
        let against = 3 * open + 2 * candidate.denied + contradicted;
        Some(Rank {
            is_never_denied: candidate.denied == 0,
            is_pure: open * HARDLY <= explained,
            weight: new as isize - against as isize,
            against: Reverse(candidate.denied + open + contradicted),
            is_single: deviations.len() == 1,
            was_seen: deviations
                .iter()
                .any(|deviation| !deviation.seen.is_empty()),
        })
    }

    /// The logarithm of the chance that a deviation has so many answers in common with the
    /// implementation by accident.
    ///
    /// A refusal, a crash, an empty text or the input itself is as likely as the implementation
    /// gives it wrongly elsewhere in the same operation; another value is given by one wrong answer
    /// in two thousand. Of `n` telling answers any `k` may agree.
    pub(super) fn chance(&self, candidate: &Candidate) -> f64 {
        let mut own: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        let mut others = own.clone();
        let mut is_own = vec![false; self.wrong.len()];
        for (wrong, _) in candidate.all() {
            is_own[wrong] = true;
            *own.entry(self.kind(wrong)).or_default() += 1;
        }
        for wrong in (0..self.wrong.len()).filter(|&it| !is_own[it] && !self.is_explained(it)) {
            *others.entry(self.kind(wrong)).or_default() += 1;
        }
        let mut chance = 0.0;
        for (&(op, kind), agreed) in &own {
            let asked = self.bank.asked.get(op).copied().unwrap_or_default();
            let rest = asked.saturating_sub(*agreed).max(1);
            let elsewhere = |kind| others.get(&(op, kind)).copied().unwrap_or_default();
            let elsewhere = match kind {
                Kind::EmptyEcho => elsewhere(Kind::Echo).max(elsewhere(Kind::Empty)),
                kind => elsewhere(kind),
            };
            let rate = match kind {
                Kind::Value => LEAST,
                _ => ((elsewhere as f64 + 0.5) / rest as f64).clamp(LEAST, 1.0),
            };
            chance += *agreed as f64 * rate.ln();
        }
        // In how many ways they can be chosen among all that the deviation would have wrong.
        let (agreed, all) = (candidate.all().count(), candidate.telling());
        let ways = (0..agreed).map(|k| ((all - k) as f64 / (agreed - k) as f64).ln());
        chance + ways.sum::<f64>()
    }

    /// How many failures are wrong in the same way as those that a candidate explains, while nothing
    /// explains them, if these are more than it explains; 0 if they are fewer.
    ///
    /// A refusal, a crash, an empty text or an accepted name is no sign of one fault rather than another. If a library passes
    /// over all records but the first, four of the twelve results that it lacks are also those that it would
    /// lack if a broken record ended the search. One fault for all twelve is the likelier cause.
    pub(super) fn alike(&self, candidate: &Candidate) -> usize {
        let mut explained: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for (wrong, _) in candidate
            .all()
            .filter(|&(wrong, _)| self.wrong[wrong].fails)
        {
            let kind = self.kind(wrong);
            if kind.1 == Kind::Value {
                return 0;
            }
            *explained.entry(kind).or_default() += 1;
        }
        let mut alike = 0;
        for (kind, count) in explained {
            let is_open = |&wrong: &usize| {
                self.wrong[wrong].fails && !self.is_explained(wrong) && self.kind(wrong) == kind
            };
            let open = (0..self.wrong.len()).filter(is_open).count();
            if open > count {
                alike += open;
            }
        }
        alike
    }
}

/// How likely it is that two wrong answers are the same by accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Refusal,
    Crash,
    Echo,
    Empty,
    /// The empty text for the empty text, which is both.
    EmptyEcho,
    /// The value of a name that is to be refused. Whichever condition is not checked, it is the same one.
    Accepted,
    Value,
}

impl Kind {
    pub(super) fn of(answer: &Answer, question: &Question) -> Self {
        let is = |value: &Value| *answer == Answer::of_value(value);
        let is_name = question.request.codec == "uts46";
        match answer {
            Answer::Refused => Self::Refusal,
            Answer::Crashed | Answer::Other => Self::Crash,
            Answer::Value(_) => match (is(&question.request.input), is(&Value::from(""))) {
                (true, true) => Self::EmptyEcho,
                (true, false) => Self::Echo,
                (false, true) => Self::Empty,
                (false, false) if is_name && *question.right() == Answer::Refused => Self::Accepted,
                (false, false) => Self::Value,
            },
        }
    }
}
