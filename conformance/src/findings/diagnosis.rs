//! The known deviations whose answers a failing implementation gives.

use std::cmp::Reverse;

use acegate_deviations::Deviation;
use acegate_vectors::Check;

use super::bank::Bank;
use super::candidates::{Candidate, Subject};
use crate::observation::Answer;

/// A deviation that explains failures of an implementation.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The deviation.
    pub deviation: &'static Deviation,
    /// The deviations that no check tells from it.
    pub or: Vec<&'static Deviation>,
    /// How many of its telling answers the implementation gives, too. Where other deviations in
    /// the list bend the same answer, that of all of them together counts.
    pub explained: usize,
    /// How many of its answers differ from the reference.
    pub telling: usize,
    /// How many of its telling answers the implementation does not give, though no other deviation
    /// in the list explains why.
    pub contradicting: usize,
    /// The names of the checks that it explains and that no deviation before it explains.
    pub checks: Vec<String>,
}

/// The deviations that the answers of an implementation are like, the one that explains most first.
///
/// A check is telling for a deviation if the deviation answers it differently from the reference. A
/// deviation is named if
///
/// - the implementation gives at least four of five of its telling answers; an answer that other
///   named deviations explain does not count against it; and
/// - the chance that so many agree by accident is below one in a thousand. A refusal, a crash, an
///   empty answer and the input itself are as likely as they are among the other wrong answers of
///   the operation; any other value has a chance of one in two thousand.
///
/// After one is named, the rest is diagnosed again. If two deviations bend one answer, the answer of
/// both together is compared. The parts of a number and of a list are compared one by one.
/// Deviations that no check tells apart are named together.
///
/// # Complexity
///
/// One answer of every deviation of the codecs concerned for every failure; for every check, of
/// those that explain one.
#[must_use]
pub fn diagnose(answers: &[(&Check, Answer)]) -> Vec<Diagnosis> {
    let checks: Vec<&Check> = answers.iter().map(|(check, _)| *check).collect();
    let mut named = Vec::new();
    for bank in Bank::of_checks(&checks) {
        let subject = Subject::new(&bank, |index| answers.get(index).map(|(_, answer)| answer));
        let name = |index: usize| checks[index].name.to_string();
        named.extend(diagnoses(subject, name));
    }
    named.sort_by_key(|found| Reverse(found.checks.len()));
    named
}

/// A deviation that was named, and the others that explain the same.
struct Named {
    candidate: Candidate,
    or: Vec<usize>,
    /// The wrong answers that it explains first.
    first: Vec<usize>,
}

/// The diagnoses of one codec; `name` gives the name of a check.
pub(super) fn diagnoses(
    mut subject: Subject<'_>,
    name: impl Fn(usize) -> String,
) -> Vec<Diagnosis> {
    let mut banned = Vec::new();
    let all = (0..subject.bank.deviants.len()).map(|deviant| subject.candidate(deviant));
    let all: Vec<Candidate> =
        all.filter(|found| !found.explains.is_empty() || !found.other.is_empty()).collect();
    let mut denied = vec![None; subject.bank.deviants.len()];
    loop {
        for wrong in &mut subject.wrong {
            wrong.explained = 0;
        }
        let mut candidates = all.clone();
        candidates.retain(|candidate| !banned.contains(&candidate.deviant));
        let named = rounds(&mut subject, candidates, &mut denied);
        // Answers that no later round explains count against a cause only now.
        let doubtful = |named: &&Named| {
            contradicting(&subject, &named.candidate) * 4 > named.candidate.explains.len()
        };
        let Some(worst) = named.iter().rev().find(doubtful) else {
            return named.iter().map(|named| described(&subject, named, &name)).collect();
        };
        banned.push(worst.candidate.deviant);
    }
}

fn described(subject: &Subject<'_>, named: &Named, name: impl Fn(usize) -> String) -> Diagnosis {
    let bank = subject.bank;
    let Named { candidate, or, first } = named;
    let check = |&wrong: &usize| name(bank.questions[subject.wrong[wrong].place].index);
    Diagnosis {
        deviation: bank.deviants[candidate.deviant].deviation,
        or: or.iter().map(|&other| bank.deviants[other].deviation).collect(),
        explained: candidate.explains.len(),
        telling: candidate.telling(),
        contradicting: contradicting(subject, candidate),
        checks: first.iter().map(check).collect(),
    }
}

/// How many answers contradict the candidate that no named deviation explains.
fn contradicting(subject: &Subject<'_>, candidate: &Candidate) -> usize {
    let open = candidate.other.iter().filter(|&&wrong| !subject.is_explained(wrong));
    candidate.denied + open.count()
}

/// Names one deviation after the other, until none explains more. `denied` keeps what was counted of
/// each of them.
fn rounds(
    subject: &mut Subject<'_>,
    mut candidates: Vec<Candidate>,
    denied: &mut [Option<usize>],
) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    while subject.wrong.iter().any(|wrong| wrong.explained != wrong.parts) {
        let mut ranked = Vec::new();
        for (index, candidate) in candidates.iter_mut().enumerate() {
            if candidate.explains.is_empty() && named.is_empty() {
                continue;
            }
            let concerned = candidate.explains.len() + candidate.other.len();
            let count = || subject.denied(candidate.deviant, concerned / 4);
            candidate.denied = *denied[candidate.deviant].get_or_insert_with(count);
            // Nothing that is explained later excuses a right answer.
            if candidate.denied * 4 > candidate.explains.len().max(candidate.other.len()) {
                continue;
            }
            if !named.is_empty() {
                compare_together(subject, &named, candidate);
            }
            if let Some(rank) = rank(subject, &named, candidate) {
                ranked.push((rank, Reverse(index)));
            }
        }
        let Some(&first) = ranked.iter().max() else { break };
        // A few right answers may be right for another reason: that does not make a cause better which
        // explains a part of the same answers, and fits them worse.
        let is_wider = |other: &&(Rank, Reverse<usize>)| {
            other.0.weight > first.0.weight
                && explains_as_well(subject, &candidates[other.1.0], &candidates[first.1.0])
        };
        let wider = ranked.iter().filter(is_wider).max_by_key(|other| other.0.weight);
        let (best, Reverse(index)) = *wider.unwrap_or(&first);
        let tied = ranked.iter().filter(|(rank, Reverse(other))| {
            *rank == best
                && *other != index
                && candidates[*other].explains == candidates[index].explains
        });
        let mut or: Vec<usize> = tied.map(|(_, Reverse(other))| *other).collect();
        or.sort_unstable();
        let or: Vec<usize> = or.into_iter().map(|other| candidates[other].deviant).collect();
        let candidate = candidates[index].clone();
        let deviation = |deviant: usize| subject.bank.deviants[deviant].deviation.id;
        let is_named = |deviant: usize| {
            let named = [candidate.deviant].into_iter().chain(or.iter().copied());
            named.map(deviation).any(|id| id == deviation(deviant))
        };
        candidates.retain(|other| !is_named(other.deviant));
        let or = or.into_iter().filter(|&or| deviation(or) != deviation(candidate.deviant));
        let or = or.collect();
        let first = newly_explained(subject, &candidate).collect();
        subject.explain(&candidate);
        named.push(Named { candidate, or, first });
    }
    explain_together(subject, &mut named);
    named
}

/// Explains the answers that the named deviations give only together: each shows only if the others
/// lift a refusal.
fn explain_together(subject: &mut Subject<'_>, named: &mut [Named]) {
    let mut deviants: Vec<usize> = named.iter().map(|named| named.candidate.deviant).collect();
    let (Some(first), 2..) = (named.first_mut(), deviants.len()) else { return };
    deviants.truncate(TOGETHER);
    deviants.sort_unstable();
    for wrong in 0..subject.wrong.len() {
        let place = subject.wrong[wrong].place;
        if subject.is_explained(wrong) || subject.bank.questions[place].is_long() {
            continue;
        }
        let own = subject.bank.answer_together(&deviants, place);
        if subject.parts_explained(wrong, &own) == subject.wrong[wrong].parts {
            subject.wrong[wrong].explained = subject.wrong[wrong].parts;
            first.first.push(wrong);
        }
    }
}

/// The wrong answers of which the candidate explains a part that none before it does.
fn newly_explained<'a>(
    subject: &'a Subject<'_>,
    candidate: &'a Candidate,
) -> impl Iterator<Item = usize> + 'a {
    let explains = candidate.explains.iter();
    let new = explains.filter(|(wrong, parts)| parts & !subject.wrong[*wrong].explained != 0);
    new.map(|(wrong, _)| *wrong)
}

/// How good a candidate is; the greatest is named. One that no right answer contradicts is better
/// than any other, then one that explains more, then one that was seen in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_never_denied: bool,
    weight: isize,
    against: Reverse<usize>,
    was_seen: bool,
}

/// Whether one candidate explains everything that the other explains and no deviation before them.
fn explains_as_well(subject: &Subject<'_>, one: &Candidate, other: &Candidate) -> bool {
    newly_explained(subject, other).all(|wrong| {
        let parts = |candidate: &Candidate| {
            let at = candidate.explains.binary_search_by_key(&wrong, |(index, _)| *index);
            at.map_or(0, |at| candidate.explains[at].1)
        };
        parts(other) & !parts(one) & !subject.wrong[wrong].explained == 0
    })
}

fn rank(subject: &Subject<'_>, named: &[Named], candidate: &Candidate) -> Option<Rank> {
    let new = newly_explained(subject, candidate).count();
    let open = candidate.other.iter().filter(|&&wrong| !subject.is_explained(wrong)).count();
    let against = candidate.denied + open;
    // Other wrong answers that contradict it may be explained in a later round.
    let plausible = candidate.denied * 4 <= candidate.explains.len();
    if new == 0 || !plausible || subject.chance(candidate) > CHANCE {
        return None;
    }
    if excuses_contradict(subject, named, candidate) {
        return None;
    }
    let deviation = subject.bank.deviants[candidate.deviant].deviation;
    let weight = 4 * new as isize - open as isize - 8 * candidate.denied as isize;
    Some(Rank {
        is_never_denied: candidate.denied == 0,
        weight,
        against: Reverse(against),
        was_seen: !deviation.seen.is_empty(),
    })
}

/// How many deviations are asked together at most: each of them is asked over all the others.
const TOGETHER: usize = 4;

/// The logarithm of one in a thousand.
const CHANCE: f64 = -6.9;

/// Compares the answers that contradict the candidate with those that it gives together with the
/// deviations named so far.
fn compare_together(subject: &Subject<'_>, named: &[Named], candidate: &mut Candidate) {
    let mut other = Vec::with_capacity(candidate.other.len());
    for wrong in std::mem::take(&mut candidate.other) {
        match parts_together(subject, named, candidate.deviant, wrong) {
            0 => other.push(wrong),
            parts => candidate.explains.push((wrong, parts)),
        }
    }
    candidate.other = other;
    candidate.explains.sort_unstable();
}

/// Whether most answers of a candidate are not those of the implementation, and the deviations named so
/// far explain them, but not together with the candidate.
fn excuses_contradict(subject: &Subject<'_>, named: &[Named], candidate: &Candidate) -> bool {
    let explained = candidate.explains.len();
    let is_short = |wrong: &&usize| {
        let question = &subject.bank.questions[subject.wrong[**wrong].place];
        subject.is_explained(**wrong) && !question.is_long()
    };
    let excused: Vec<usize> = candidate.other.iter().filter(is_short).copied().collect();
    if excused.len() <= explained {
        return false;
    }
    let contradicts = |wrong: &&usize| {
        let place = subject.wrong[**wrong].place;
        let Some(together) = together_with(subject, named, candidate.deviant, place) else {
            return false;
        };
        let own = subject.bank.answer_together(&together, place);
        subject.parts_explained(**wrong, &own) != subject.wrong[**wrong].parts
    };
    let looked_at = excused.len().min(EXCUSES);
    excused.iter().take(looked_at).filter(contradicts).count() * 2 > looked_at
}

/// How many answers that others explain are looked at.
const EXCUSES: usize = 20;

/// A deviation with those named so far that bend the answer at a place; `None` if there are none, or too
/// many.
fn together_with(
    subject: &Subject<'_>,
    named: &[Named],
    deviant: usize,
    place: usize,
) -> Option<Vec<usize>> {
    let mut together: Vec<usize> = named.iter().map(|named| named.candidate.deviant).collect();
    together.retain(|&deviant| subject.bank.answer(deviant, place).is_some());
    if together.is_empty() || together.len() >= TOGETHER {
        return None;
    }
    together.push(deviant);
    together.sort_unstable();
    Some(together)
}

/// The parts of a wrong answer that a deviation explains together with those named so far, where
/// these do not explain it by themselves.
fn parts_together(subject: &Subject<'_>, named: &[Named], deviant: usize, wrong: usize) -> u64 {
    if subject.is_explained(wrong) {
        return 0;
    }
    let place = subject.wrong[wrong].place;
    together_with(subject, named, deviant, place).map_or(0, |together| {
        subject.parts_explained(wrong, &subject.bank.answer_together(&together, place))
    })
}
