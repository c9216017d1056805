//! How good a candidate is, and every threshold of the diagnosis with its reason.
//!
//! Four tests hold the thresholds. In `findings/tests.rs` every deviation that is planted alone is named
//! first, nine of ten are named of several that are planted at once, and none is for wrong answers at random.
//! In `tests/field` no wrong one is named for faults of libraries that are no deviations.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::Value;

use super::answers::{Subject, WrongId};
use super::bank::Question;
use super::candidate::Candidate;
use crate::observation::Answer;

/// The fewest answers that a cause is named for. Two wrong answers have too often been the same by accident.
pub(crate) const ENOUGH: usize = 3;

/// The checks of a run that can have [`ENOUGH`] answers. One with fewer, such as a command that repeats the
/// example of a finding, names a cause for a single answer.
pub(super) const FEW: usize = 10;

/// For how many answers that a cause explains one exception is allowed while others can still be named:
/// another fault may have hidden this one in some answers. A cause with an exception that stays to the end is
/// only like the implementation in part.
pub(super) const EXCEPTIONS: usize = 4;

/// For how many answers that a cause explains one exception hardly counts. It keeps a cause of hundreds of
/// answers before a narrower one that fits perfectly by its narrowness.
pub(super) const HARDLY: usize = 20;

/// How many deviations are asked together at most: each of them is asked over all the others, which doubles
/// the work with every one.
pub(super) const TOGETHER: usize = 4;

/// For how many answers that a candidate explains one may contradict it if it is to be tried on these with
/// every named deviation alone. Others have too many answers against them to try.
pub(super) const PARTNERED: usize = 4;

/// The most causes of which every two are tried on a failure that none explains. Seven make 21 pairs, each
/// with an answer of its own.
pub(super) const PAIRED: usize = 7;

/// Of a hundred failures that two causes explain between them, the wider one explains so many by itself: a
/// handful of checks on which they differ makes no second cause.
pub(super) const NEARLY_ALL: usize = 98;

/// How many wrong answers that others explain may stand beside one that a cause explains. One with
/// more of them explains a few by accident, as one does that refuses nearly everything.
const EXCUSED: usize = 10;

/// How many answers that others explain are looked at: a sample of twenty tells whether a quarter of all
/// contradicts.
pub(super) const EXCUSES: usize = 20;

/// The logarithm of the greatest chance of an accident: one in a thousand. Hundreds of candidates
/// are compared with each run, so that a greater chance would name one for noise.
const CHANCE: f64 = -6.9;

/// The least chance of a wrong answer, for one that no other wrong answer is like. The suite has at most some
/// 2,000 checks of an operation.
const LEAST: f64 = 1.0 / 2000.0;

/// The longest input, in code points, that every deviation is asked for: some of them take quadratic time.
pub(super) const SHORT: usize = 200;

/// The longest input, in code points, of a right answer that a deviation is held to that shows only in long
/// inputs.
pub(super) const LONG: usize = 2000;

/// How many questions of a run are looked for in the suite. A few requests of a hunt are there by chance.
pub(super) const SAMPLE: usize = 40;

/// By how much an answer counts against a candidate, in answers that it explains. A wrong answer that nothing
/// explains is the strongest evidence. A right one may be right for another reason, and one that others
/// explain even more so.
const OPEN_COUNTS: usize = 3;
const DENIED_COUNTS: usize = 2;

/// How good a candidate is; the greatest is named. One that no right answer contradicts is better
/// than any other, then one that hardly a wrong one does, then one that explains more, then one that was
/// seen in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether no right answer contradicts it.
    pub(super) is_never_denied: bool,
    /// Whether hardly a wrong answer contradicts it.
    pub(super) is_pure: bool,
    /// How many failures it newly explains, less those that count against it.
    pub(super) weight: isize,
    pub(super) against: Reverse<usize>,
    pub(super) is_single: bool,
    pub(super) was_seen: bool,
}

/// A candidate that was ranked. Of two of one rank the first is the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked {
    pub(super) rank: Rank,
    pub(super) index: Reverse<usize>,
}

/// How many answers speak against a candidate.
struct Against {
    /// The wrong ones that it would have otherwise, and that nothing explains.
    open: usize,
    /// The right ones that it would have wrong.
    denied: usize,
    /// Those that others explain, and that it and they would have otherwise together.
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

    /// Whether a candidate explains enough beside what speaks against it. Other wrong answers that contradict
    /// it may be explained in a later round.
    fn is_plausible(&self, candidate: &Candidate) -> bool {
        let explained = candidate.all().count();
        let is_enough = explained >= self.fewest() || self.has_all_of_choice(candidate);
        is_enough
            && candidate.denied * EXCEPTIONS <= explained
            && candidate.other.len() < explained * EXCUSED
    }

    /// The logarithm of the chance that a deviation has so many answers in common with the
    /// implementation by accident.
    ///
    /// A refusal, a crash, an empty text or the input itself is as likely as the implementation
    /// gives it wrongly elsewhere in the same operation; another value is given by one wrong answer
    /// in two thousand. Of `n` telling answers any `k` may agree.
    ///
    /// Three refusals that a candidate explains, of an operation with 100 checks of which 47 others are wrongly
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

    /// How many failures are wrong in the same way as those that a candidate explains, while nothing
    /// explains them, if these are more than it explains; 0 if they are fewer.
    ///
    /// A refusal, a crash, an empty text or an accepted name is no sign of one fault rather than another. If
    /// a library passes over all records but the first, four of the twelve results that it lacks are also
    /// those that it would lack if a broken record ended the search. One fault for all twelve is the likelier
    /// cause.
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
            if !self.is_explained(failure) {
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

/// The logarithm of in how many ways some can be chosen of all.
fn ways_to_choose(some: usize, all: usize) -> f64 {
    let mut ways = 0.0;
    for k in 0..some {
        ways += ((all - k) as f64 / (some - k) as f64).ln();
    }
    ways
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
        match answer {
            Answer::Refused => return Self::Refusal,
            Answer::Crashed | Answer::Other => return Self::Crash,
            Answer::Value(_) => {}
        }
        let input = &question.request.input;
        let is_echo = *answer == Answer::of_value(input);
        let is_empty = *answer == Answer::of_value(&Value::from(""));
        let is_name = question.request.codec == "uts46";
        if is_echo && is_empty {
            Self::EmptyEcho
        } else if is_echo {
            Self::Echo
        } else if is_empty {
            Self::Empty
        } else if is_name && *question.right() == Answer::Refused {
            Self::Accepted
        } else {
            Self::Value
        }
    }

    /// The kinds of which an answer elsewhere shows that the implementation gives this one.
    const fn alike(self) -> &'static [Self] {
        match self {
            Self::Refusal => &[Self::Refusal],
            Self::Crash => &[Self::Crash],
            Self::Echo => &[Self::Echo],
            Self::Empty => &[Self::Empty],
            Self::EmptyEcho => &[Self::Echo, Self::Empty],
            Self::Accepted => &[Self::Accepted],
            Self::Value => &[Self::Value],
        }
    }
}
