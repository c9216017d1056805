//! The known deviations whose answers a failing implementation gives.

use std::cmp::Reverse;

use acegate_vectors::Check;

use super::bank::Bank;
use super::candidates::{Candidate, Given, HARDLY, Named, Subject, TOGETHER, Wrong};
use crate::event::{Answered, BehavesLike};

/// The deviations that the answers of an implementation are like, the one that explains most first.
///
/// A check is telling for a deviation if the deviation answers it differently from the reference. A
/// deviation is named if
///
/// - the implementation gives at least three of its telling answers, and four of five of them; an
///   answer that other named deviations explain does not count against it, unless these and it would
///   give another one together. No more may speak against it than it explains and no deviation before
///   it. A run of a few checks, such as one that repeats an example, has no three: there one is
///   enough. So it is where filters leave fewer of the suite's checks that tell it, if it explains
///   everything that fails; and
/// - the chance that so many agree by accident is below one in a thousand. A refusal, a crash, an
///   empty answer and the input itself are as likely as they are among the other wrong answers of
///   the operation; any other value has a chance of one in two thousand.
///
/// It is the cause only if no answer speaks against it. Otherwise it is like the implementation in part
/// ([`BehavesLike::is_in_part`]), and so it is if more failures of the same kind stay unexplained than it
/// explains. The refusal of a name says nothing of a deviation whose answer a profile of IDNA may refuse.
///
/// After one is named, the rest is diagnosed again. If two deviations bend one answer, the answer of
/// both together is compared. The parts of a number and of a list are compared one by one.
/// Deviations that no check tells apart are named together.
///
/// A check belongs to the first deviation that gives the same answer by itself. One that only several
/// give together is theirs together.
///
/// # Complexity
///
/// One answer of every deviation of the codecs concerned for every short failure; for every short
/// check, of those that explain one.
#[must_use]
pub fn behaves_like(answers: &[Answered<'_>]) -> Vec<BehavesLike> {
    let checks: Vec<&Check> = answers.iter().map(|answered| answered.check).collect();
    let mut named = Vec::new();
    for bank in Bank::of_checks(&checks) {
        let given = |index: usize| answers.get(index).map(Given::of);
        let bank = bank.with_families(|index| Some(&answers.get(index)?.answer));
        named.extend(diagnoses(Subject::new(&bank, given), |index| {
            checks[index].name.to_string()
        }));
    }
    named.sort_by_key(|found| Reverse(found.checks.len()));
    named
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

/// The diagnoses of one codec; `name` gives the name of a check.
pub(super) fn diagnoses(
    mut subject: Subject<'_>,
    name: impl Fn(usize) -> String,
) -> Vec<BehavesLike> {
    let (short, long): (Vec<_>, Vec<_>) =
        (0..subject.wrong.len()).partition(|&wrong| subject.is_short(wrong));
    let candidate = |deviant| {
        let mut found = Candidate {
            deviant,
            ..Candidate::default()
        };
        subject.compare(&mut found, short.iter().copied());
        found
    };
    let all: Vec<_> = (0..subject.bank.deviants.len()).map(candidate).collect();
    let mut banned = Vec::new();
    loop {
        subject
            .wrong
            .iter_mut()
            .for_each(|wrong| wrong.explained = 0);
        subject.named.clear();
        let mut candidates = all.clone();
        candidates.retain(|candidate| !banned.contains(&candidate.deviant));
        subject.name(candidates.clone());
        subject.explain_long(&long, candidates);
        // Answers that no later round explains count against a cause only now.
        let doubtful = |named: &&Named| {
            let against = subject.contradicting(&named.candidate);
            against * 4 > named.candidate.all().count() || against > named.new
        };
        let Some(worst) = subject.named.iter().rev().find(doubtful) else {
            return subject.attributed(&name);
        };
        // One beside another that does not show here is the same once more.
        let worst = &all[worst.candidate.deviant];
        let is_same = |it: &&Candidate| it.explains == worst.explains && it.other == worst.other;
        banned.extend(all.iter().filter(is_same).map(|it| it.deviant));
    }
}

impl Subject<'_> {
    /// Names one deviation after the other, until none explains more.
    fn name(&mut self, mut candidates: Vec<Candidate>) {
        while (0..self.wrong.len()).any(|it| self.wrong[it].fails && !self.is_explained(it)) {
            let mut ranked = Vec::new();
            for (index, candidate) in candidates.iter_mut().enumerate() {
                let concerned = candidate.explains.len() + candidate.other.len();
                let is_enough = concerned >= self.fewest()
                    || !candidate.explains.is_empty() && self.has_all_of_choice(candidate);
                if !is_enough || candidate.explains.is_empty() && self.named.is_empty() {
                    continue;
                }
                candidate.denied = match self.denied[candidate.deviant] {
                    Some(denied) => denied,
                    None => self.count_denied(candidate.deviant, false, concerned / 4),
                };
                self.denied[candidate.deviant] = Some(candidate.denied);
                // Nothing that is explained later excuses a right answer.
                if candidate.denied * 4 > candidate.explains.len().max(candidate.other.len()) {
                    continue;
                }
                if !self.named.is_empty() {
                    self.compare_together(candidate);
                }
                ranked.extend(self.rank(candidate).map(|rank| (rank, Reverse(index))));
            }
            let Some(&first) = ranked.iter().max() else {
                break;
            };
            // A few right answers may be right for another reason: that does not make a cause better which
            // explains a part of the same answers, and fits them worse.
            let is_wider = |other: &&(Rank, Reverse<usize>)| {
                other.0.weight > first.0.weight
                    && other.0.is_pure >= first.0.is_pure
                    && self.explains_as_well(&candidates[other.1.0], &candidates[first.1.0])
            };
            let wider = ranked
                .iter()
                .filter(is_wider)
                .max_by_key(|&&other| (other.0.weight, other));
            let (best, Reverse(index)) = *wider.unwrap_or(&first);
            let candidate = candidates[index].clone();
            let tied = ranked.iter().filter(|(rank, Reverse(other))| {
                *rank == best && *other != index && candidates[*other].all().eq(candidate.all())
            });
            let mut or: Vec<usize> = tied
                .map(|(_, Reverse(at))| candidates[*at].deviant)
                .collect();
            or.sort_unstable();
            candidates.retain(|it| it.deviant != candidate.deviant && !or.contains(&it.deviant));
            let new = self.newly_explained(&candidate).count();
            self.explain(&candidate);
            self.named.push(Named { candidate, or, new });
        }
    }

    /// Explains the failures with long inputs: by the deviations that are named, and by others that explain
    /// the shortest of those that are left.
    fn explain_long(&mut self, long: &[usize], mut candidates: Vec<Candidate>) {
        let mut open: Vec<usize> = long.to_vec();
        open.sort_by_key(|&wrong| self.bank.questions[self.wrong[wrong].place].length());
        for at in 0..self.named.len() {
            let mut candidate = std::mem::take(&mut self.named[at].candidate);
            self.compare(&mut candidate, open.iter().copied());
            self.explain(&candidate);
            self.named[at].candidate = candidate;
            open.retain(|&wrong| !self.is_explained(wrong));
        }
        let fewest = self.fewest();
        if open.len() < fewest {
            return;
        }
        candidates.retain(|it| {
            !self
                .named
                .iter()
                .any(|own| own.candidate.deviant == it.deviant)
        });
        candidates.retain_mut(|candidate| {
            let deviant = candidate.deviant;
            if self.denied[deviant].is_some_and(|denied| denied > 0) {
                return false;
            }
            let before = candidate.explains.len();
            self.compare(candidate, open.iter().copied().take(fewest));
            let fits = candidate.explains.len() == before + fewest;
            if fits {
                self.compare(candidate, open.iter().copied().skip(fewest));
                // Answers that others explain show whether it explains them as well, and so is the wider one.
                let explained = long.iter().copied().filter(|wrong| !open.contains(wrong));
                self.compare(candidate, explained);
                candidate.denied =
                    self.count_denied(deviant, false, 0) + self.count_denied(deviant, true, 0);
                self.denied[deviant] = Some(candidate.denied);
            }
            fits
        });
        self.name(candidates);
    }

    /// The failures with a part that the candidate explains, and that no candidate before it does.
    fn newly_explained<'a>(&'a self, candidate: &'a Candidate) -> impl Iterator<Item = usize> + 'a {
        let new = |&(wrong, parts): &(usize, u64)| {
            self.wrong[wrong].fails && parts & !self.wrong[wrong].explained != 0
        };
        candidate.all().filter(new).map(|(wrong, _)| wrong)
    }

    /// Whether one candidate explains everything that the other explains and no deviation before them.
    fn explains_as_well(&self, one: &Candidate, other: &Candidate) -> bool {
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

    fn rank(&self, candidate: &Candidate) -> Option<Rank> {
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

    /// Compares the answers that contradict the candidate with those that it gives together with the
    /// deviations named so far.
    fn compare_together(&self, candidate: &mut Candidate) {
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
    fn contradicted(&self, candidate: &Candidate) -> usize {
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
}

impl Subject<'_> {
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

/// How good a candidate is; the greatest is named. One that no right answer contradicts is better
/// than any other, then one that hardly a wrong one does, then one that explains more, then one that was
/// seen in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_never_denied: bool,
    is_pure: bool,
    weight: isize,
    against: Reverse<usize>,
    is_single: bool,
    was_seen: bool,
}

/// A candidate that explains so many times the answers that contradict it is tried on each of these with
/// every named deviation; others have too many of them to try.
const PARTNERED: usize = 4;

/// So many wrong answers that others explain may stand beside one that a cause explains.
const EXCUSED: usize = 10;

/// The logarithm of one in a thousand.
const CHANCE: f64 = -6.9;

/// How many answers that others explain are looked at: enough to tell how many of all there are.
const EXCUSES: usize = 20;
