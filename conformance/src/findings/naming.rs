//! The known deviations whose answers a failing implementation gives.

use std::cmp::Reverse;

use acegate_vectors::Check;

use super::answers::{Given, Subject};
use super::bank::Bank;
use super::candidate::{Candidate, Named};
use super::rank::Rank;
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
}
