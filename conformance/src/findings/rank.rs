//! How good a candidate is, compared with the others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::answers::Subject;
use super::explanation::Candidate;
use super::thresholds::{CHANCE, DENIED_COUNTS, EXCEPTIONS, EXCUSED, HARDLY, LEAST, OPEN_COUNTS};
use super::wrong::{Kind, WrongId};

/// How good a candidate is. The one with the greatest rank is named. A candidate that no right answer contradicts is better
/// than any other, then one that hardly any wrong answer contradicts, then one that explains more, then one that was
/// seen in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether no right answer contradicts it.
    pub(super) is_never_denied: bool,
    /// Whether hardly a wrong answer contradicts it.
    pub(super) is_pure: bool,
    /// How many failures it newly explains, minus the answers that count against it.
    pub(super) weight: isize,
    pub(super) against: Reverse<usize>,
    pub(super) is_single: bool,
    pub(super) was_seen: bool,
}

/// A candidate with its rank. If two have the same rank, the first is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked {
    pub(super) rank: Rank,
    pub(super) index: Reverse<usize>,
}

/// How many answers speak against a candidate.
struct Against {
    /// The wrong answers that it does not give, and that nothing explains.
    open: usize,
    /// The right answers that it would get wrong.
    denied: usize,
    /// The answers that others explain, and that would be different if the candidate were combined with them.
    contradicted: usize,
}

impl Against {
    fn weight(&self) -> usize {
        OPEN_COUNTS * self.open + DENIED_COUNTS * self.denied + self.contradicted
    }

    fn sum(&self) -> usize {
        self.open + self.denied + self.contradicted
    }
}

impl Subject<'_> {
    /// The rank of a candidate; `None` if it is not plausible, or an accident.
    pub(super) fn rank(&self, candidate: &Candidate) -> Option<Rank> {
        let new = self.newly_explained(candidate).len();
        let explained = candidate.all().count();
        let mut against = Against {
            open: self.open(candidate),
            denied: candidate.denied,
            contradicted: 0,
        };
        if new <= against.open || !self.is_plausible(candidate) || self.chance(candidate) > CHANCE {
            return None;
        }
        against.contradicted = self.contradicted(candidate);
        let is_outweighed = new <= against.open + against.contradicted;
        if is_outweighed || against.contradicted * EXCEPTIONS > explained {
            return None;
        }
        let deviations = &self.bank.deviant(candidate.deviant).deviations;
        let mut seen = deviations.iter().map(|deviation| deviation.seen);
        Some(Rank {
            is_never_denied: against.denied == 0,
            is_pure: against.open * HARDLY <= explained,
            weight: new as isize - against.weight() as isize,
            against: Reverse(against.sum()),
            is_single: deviations.len() == 1,
            was_seen: seen.any(|seen| !seen.is_empty()),
        })
    }

    /// Whether a candidate explains enough compared with what contradicts it. Other wrong answers that contradict
    /// it may be explained in a later round.
    fn is_plausible(&self, candidate: &Candidate) -> bool {
        let explained = candidate.all().count();
        let is_enough = explained >= self.fewest() || self.has_all_of_choice(candidate);
        is_enough
            && candidate.denied * EXCEPTIONS <= explained
            && candidate.other.len() < explained * EXCUSED
    }

    /// The logarithm of the chance that a deviation shares this many answers with the
    /// implementation by accident.
    ///
    /// A refusal, a crash, an empty text or the input itself is as likely as the implementation
    /// gives it wrongly elsewhere in the same operation; another value is given by one wrong answer
    /// in two thousand. Of `n` telling answers any `k` may agree.
    ///
    /// Three refusals that a candidate explains, of an operation with 100 checks, where 47 others are wrongly
    /// refused, have a chance of (47.5 / 97)³, one in eight: an accident.
    fn chance(&self, candidate: &Candidate) -> f64 {
        let mut explained: BTreeSet<WrongId> = BTreeSet::new();
        let mut agreed: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for explanation in candidate.all() {
            explained.insert(explanation.wrong);
            *agreed.entry(self.kind(explanation.wrong)).or_default() += 1;
        }
        let mut others: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for wrong in self.wrong_ids() {
            if !explained.contains(&wrong) && !self.is_explained(wrong) {
                *others.entry(self.kind(wrong)).or_default() += 1;
            }
        }
        let mut chance = 0.0;
        for (&(op, kind), &agreed) in &agreed {
            let asked = self.bank.asked.get(op).copied().unwrap_or_default();
            let rest = asked.saturating_sub(agreed).max(1);
            let mut elsewhere = 0;
            for &kind in kind.alike() {
                elsewhere = elsewhere.max(others.get(&(op, kind)).copied().unwrap_or_default());
            }
            let rate = match kind {
                Kind::Value => LEAST,
                Kind::Refusal
                | Kind::Crash
                | Kind::Echo
                | Kind::Empty
                | Kind::EmptyEcho
                | Kind::Accepted => ((elsewhere as f64 + 0.5) / rest as f64).clamp(LEAST, 1.0),
            };
            chance += agreed as f64 * rate.ln();
        }
        chance + ways_to_choose(candidate.all().count(), candidate.telling())
    }

    /// How many failures are wrong in the same way as the ones that a candidate explains, while nothing
    /// explains them, if these are more than it explains; 0 if they are fewer.
    ///
    /// A refusal, a crash, an empty text or an accepted name is no sign of one fault rather than
    /// another. Example: a library ignores all records but the first, so twelve results are
    /// missing. Four of them would also be missing if a broken record ended the search. One fault
    /// that explains all twelve is the likelier cause.
    pub(super) fn alike(&self, candidate: &Candidate) -> usize {
        let mut explained: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for explanation in candidate.all() {
            if !self.wrong(explanation.wrong).fails {
                continue;
            }
            let (op, kind) = self.kind(explanation.wrong);
            if kind == Kind::Value {
                return 0;
            }
            *explained.entry((op, kind)).or_default() += 1;
        }
        let mut open: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for failure in self.failures() {
            let kind = self.kind(failure);
            // The refusal of a long input says nothing about a fault that shows in short ones.
            let is_for_length = kind.1 == Kind::Refusal && !self.is_short(failure);
            if !self.is_explained(failure) && !is_for_length {
                *open.entry(self.kind(failure)).or_default() += 1;
            }
        }
        let mut alike = 0;
        for (kind, count) in explained {
            let open = open.get(&kind).copied().unwrap_or_default();
            if open > count {
                alike += open;
            }
        }
        alike
    }
}

/// The logarithm of the binomial coefficient: the number of ways to choose `some` of `all`.
fn ways_to_choose(some: usize, all: usize) -> f64 {
    let mut ways = 0.0;
    for k in 0..some {
        ways += ((all - k) as f64 / (some - k) as f64).ln();
    }
    ways
}
