//! Which known deviations (simulated bugs) explain the answers of a failing implementation. They are named one after the other.
//!
//! # A run
//!
//! CPython 3.11.7 has two bugs in its `punycode` codec, and 93 answers that differ from the reference.
//!
//! 1. Every deviation is compared with the 93 answers ([`Candidate`]). Most give none of them.
//!    `punycode/surrogates-accepted` gives 85, and no answer contradicts it. `low-surrogates-accepted` gives a
//!    part of these and refuses the rest, as the reference does. `leading-delimiter-consumed` gives the other 8.
//! 2. Those that explain enough are ranked ([`super::rank`]). No answer is against any of the three, so the one
//!    with the greatest weight is named: `surrogates-accepted`, with 85.
//! 3. The next round ranks by what is left. `low-surrogates-accepted` explains nothing new;
//!    `leading-delimiter-consumed` explains 8. Then nothing is left, and the rounds end.
//! 4. No answer speaks against either, so both stay, and each failure is attributed to the one that gives its
//!    answer ([`super::attribution`]). If too many answers spoke against one, it would be banned, and all rounds
//!    would begin again without it.

use std::cmp::Reverse;

use acegate_vectors::Check;

use super::answers::{Given, Subject};
use super::bank::Bank;
use super::candidate::Inputs;
use super::deviants::DeviantId;
use super::explanation::{Candidate, Named};
use super::rank::Ranked;
use super::thresholds::EXCEPTIONS;
use super::wrong::WrongId;
use crate::event::{Answered, BehavesLike};
use crate::sorting::sort_by_key;

/// The deviations that give the same answers as an implementation, the one that explains most first.
///
/// A check is *telling* for a deviation if the deviation answers it differently from the reference. A
/// deviation is named if
///
/// - the implementation gives at least three of its telling answers, and four of five of them; an
///   answer that other named deviations explain does not count against it, unless these and it would
///   give another one together. No more may speak against it than it explains and no deviation before
///   it. A run of a few checks, such as one that repeats an example, has no three: there one is
///   enough. So it is where filters leave fewer of the suite's checks that tell it, if it explains
///   everything that fails; and
/// - the chance of so many equal answers by coincidence is below one in a thousand. A refusal, a crash, an
///   empty answer and the input itself are as likely as they are among the other wrong answers of
///   the operation; any other value has a chance of one in two thousand.
///
/// It is the cause only if no answer contradicts it. Otherwise it is reported as a cause in part
/// ([`BehavesLike::is_in_part`]), and so it is if more failures of the same kind stay unexplained than it
/// explains. The refusal of a name says nothing of a deviation whose answer a profile of IDNA may refuse.
///
/// After one is named, the rest is diagnosed again. If two deviations change one answer, the answer
/// of both together is compared. The parts of a number and of a list are compared one by one.
/// Deviations that no check distinguishes are named together.
///
/// A check belongs to the first deviation that gives the same answer alone. A check that only several
/// explain together belongs to all of them.
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
        let bank = bank.with_families(|index| Some(&answers.get(index)?.answer));
        let subject = Subject::new(&bank, |index| answers.get(index).map(Given::of));
        named.extend(diagnoses(subject, |index| checks[index].name.to_string()));
    }
    sort_by_key(&mut named, |found| Reverse(found.checks.len()));
    named
}

/// The diagnoses of one codec; `name` gives the name of a check.
pub(super) fn diagnoses(
    mut subject: Subject<'_>,
    name: impl Fn(usize) -> String,
) -> Vec<BehavesLike> {
    let (short, long): (Vec<WrongId>, Vec<WrongId>) = subject
        .wrong_ids()
        .partition(|&wrong| subject.is_short(wrong));
    let mut all = Vec::new();
    for deviant in subject.bank.deviant_ids() {
        all.push(subject.candidate(deviant, &short));
    }
    let mut banned: Vec<DeviantId> = Vec::new();
    loop {
        subject.forget_named();
        let mut candidates = all.clone();
        candidates.retain(|candidate| !banned.contains(&candidate.deviant));
        subject.name(candidates.clone());
        subject.explain_long(&long, candidates);
        let Some(doubtful) = subject.last_doubtful() else {
            return subject.attributed(&name);
        };
        // A deviation combined with one that does not show here gives the same answer as before.
        let Some(doubtful) = all.iter().find(|candidate| candidate.deviant == doubtful) else {
            return subject.attributed(&name);
        };
        for candidate in &all {
            if candidate.explains == doubtful.explains && candidate.other == doubtful.other {
                banned.push(candidate.deviant);
            }
        }
    }
}

impl Subject<'_> {
    /// Of the deviations that too many answers contradict, the one that was named last. Contradictions that no later
    /// round explains count only now.
    fn last_doubtful(&self) -> Option<DeviantId> {
        for named in self.named.iter().rev() {
            let against = self.contradicting(&named.candidate);
            let explained = named.candidate.all().count();
            if against * EXCEPTIONS > explained || against > named.new {
                return Some(named.candidate.deviant);
            }
        }
        None
    }

    /// Names one deviation after the other, until none explains more.
    fn name(&mut self, mut candidates: Vec<Candidate>) {
        while self.has_unexplained() {
            let mut ranked = Vec::new();
            for (index, candidate) in candidates.iter_mut().enumerate() {
                if !self.is_worth_ranking(candidate) {
                    continue;
                }
                if !self.named.is_empty() {
                    self.compare_together(candidate);
                }
                if let Some(rank) = self.rank(candidate) {
                    let index = Reverse(index);
                    ranked.push(Ranked { rank, index });
                }
            }
            let Some(best) = self.best(&ranked, &candidates) else {
                break;
            };
            let candidate = candidates[best.index.0].clone();
            let or = alternatives(best, &ranked, &candidates);
            candidates
                .retain(|other| other.deviant != candidate.deviant && !or.contains(&other.deviant));
            let new = self.newly_explained(&candidate).len();
            self.explain(&candidate);
            self.named.push(Named { candidate, or, new });
        }
    }

    fn has_unexplained(&self) -> bool {
        let mut wrong = self.wrong_ids();
        wrong.any(|wrong| self.wrong(wrong).fails && !self.is_explained(wrong))
    }

    /// Whether a candidate may explain enough. The right answers that it would have wrong are counted here.
    fn is_worth_ranking(&mut self, candidate: &mut Candidate) -> bool {
        let concerned = candidate.explains.len() + candidate.other.len();
        let is_enough = concerned >= self.fewest()
            || !candidate.explains.is_empty() && self.has_all_of_choice(candidate);
        if !is_enough || candidate.explains.is_empty() && self.named.is_empty() {
            return false;
        }
        let deviant = candidate.deviant;
        candidate.denied = match self.denied.get(&deviant) {
            Some(&denied) => denied,
            None => self.count_denied(deviant, Inputs::Short, concerned / EXCEPTIONS),
        };
        self.denied.insert(deviant, candidate.denied);
        // Nothing that is explained later excuses a right answer.
        let most = candidate.explains.len().max(candidate.other.len());
        candidate.denied * EXCEPTIONS <= most
    }

    /// The best of the ranked candidates; `None` if there are none.
    ///
    /// A few right answers may be right for another reason. They do not make a cause better that explains
    /// only a part of the same answers and fits them worse.
    fn best(&self, ranked: &[Ranked], candidates: &[Candidate]) -> Option<Ranked> {
        let first = *ranked.iter().max()?;
        let mut widest: Option<Ranked> = None;
        for &other in ranked {
            let is_wider = other.rank.weight > first.rank.weight
                && other.rank.is_pure >= first.rank.is_pure
                && self.explains_as_well(&candidates[other.index.0], &candidates[first.index.0]);
            let is_widest = widest
                .is_none_or(|widest| (other.rank.weight, other) > (widest.rank.weight, widest));
            if is_wider && is_widest {
                widest = Some(other);
            }
        }
        widest.or(Some(first))
    }

    /// Explains the failures with long inputs: by the deviations that are named, and by others that explain
    /// the shortest of those that are left.
    fn explain_long(&mut self, long: &[WrongId], mut candidates: Vec<Candidate>) {
        let mut open = long.to_vec();
        sort_by_key(&mut open, |&wrong| self.length(wrong));
        for at in 0..self.named.len() {
            let mut candidate = self.named[at].candidate.clone();
            self.compare(&mut candidate, &open);
            self.explain(&candidate);
            self.named[at].candidate = candidate;
            open.retain(|&wrong| !self.is_explained(wrong));
        }
        let fewest = self.fewest();
        let Some((shortest, longer)) = open.split_at_checked(fewest) else {
            return;
        };
        // Answers that others explain show whether a candidate explains them as well, and so is the wider one.
        let mut explained = long.to_vec();
        explained.retain(|wrong| !open.contains(wrong));
        candidates.retain_mut(|candidate| {
            let deviant = candidate.deviant;
            let is_denied = self.denied.get(&deviant).is_some_and(|&denied| denied > 0);
            if is_denied || self.is_named(deviant) {
                return false;
            }
            let before = candidate.explains.len();
            self.compare(candidate, shortest);
            if candidate.explains.len() < before + fewest {
                return false;
            }
            self.compare(candidate, longer);
            self.compare(candidate, &explained);
            candidate.denied = self.count_denied(deviant, Inputs::Short, 0)
                + self.count_denied(deviant, Inputs::Long, 0);
            self.denied.insert(deviant, candidate.denied);
            true
        });
        self.name(candidates);
    }

    fn is_named(&self, deviant: DeviantId) -> bool {
        let mut named = self.named.iter();
        named.any(|named| named.candidate.deviant == deviant)
    }
}

/// The other deviations of the same rank that explain the same, in the order of the bank.
fn alternatives(best: Ranked, ranked: &[Ranked], candidates: &[Candidate]) -> Vec<DeviantId> {
    let candidate = &candidates[best.index.0];
    let mut alternatives = Vec::new();
    for tied in ranked {
        let other = &candidates[tied.index.0];
        let is_alternative = tied.rank == best.rank && tied.index != best.index;
        if is_alternative && other.all().eq(candidate.all()) {
            alternatives.push(other.deviant);
        }
    }
    alternatives.sort_unstable();
    alternatives
}
