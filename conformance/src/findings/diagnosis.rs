//! The known deviations whose answers a failing implementation gives.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use acegate_deviations::{Deviation, Seen};
use acegate_vectors::Check;

use super::bank::Bank;
use super::candidates::{Candidate, Subject};
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
///   enough; and
/// - the chance that so many agree by accident is below one in a thousand. A refusal, a crash, an
///   empty answer and the input itself are as likely as they are among the other wrong answers of
///   the operation; any other value has a chance of one in two thousand.
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
        let given = |index: usize| answers.get(index).map(|it| (&it.answer, it.is_failure));
        named.extend(diagnoses(Subject::new(&bank, given), |index| checks[index].name.to_string()));
    }
    named.sort_by_key(|found| Reverse(found.checks.len()));
    named
}

/// The entry of a report for a deviation that explains these checks, or for several if each check needs
/// all of them.
pub(super) fn like(deviations: &[&'static Deviation], checks: Vec<String>) -> BehavesLike {
    let seen = match deviations {
        [one] => one.seen,
        _ => &[],
    };
    let described = |seen: &Seen| match seen.source {
        "" => seen.library.to_owned(),
        source => format!("{}, {source}", seen.library),
    };
    let summaries: Vec<_> = deviations.iter().map(|one| one.summary).collect();
    BehavesLike {
        deviation: id_of(deviations),
        summary: summaries.join(" With it: "),
        seen: seen.iter().map(described).collect(),
        or: Vec::new(),
        explained: checks.len(),
        telling: checks.len(),
        contradicting: 0,
        checks,
    }
}

fn id_of(deviations: &[&'static Deviation]) -> String {
    deviations.iter().map(|deviation| deviation.id).collect::<Vec<_>>().join("+")
}

/// A deviation that was named, and the others that explain the same.
struct Named {
    candidate: Candidate,
    or: Vec<usize>,
    /// How many failures it explains that none before it does.
    new: usize,
}

/// The diagnoses of one codec; `name` gives the name of a check.
pub(super) fn diagnoses(
    mut subject: Subject<'_>,
    name: impl Fn(usize) -> String,
) -> Vec<BehavesLike> {
    let (short, long): (Vec<_>, Vec<_>) =
        (0..subject.wrong.len()).partition(|&wrong| subject.is_short(wrong));
    let candidate = |deviant| {
        let mut found = Candidate { deviant, ..Candidate::default() };
        subject.compare(&mut found, short.iter().copied());
        found
    };
    let all: Vec<_> = (0..subject.bank.deviants.len()).map(candidate).collect();
    let mut denied = vec![None; all.len()];
    let mut banned = Vec::new();
    loop {
        for wrong in &mut subject.wrong {
            wrong.explained = 0;
        }
        let mut candidates = all.clone();
        candidates.retain(|candidate| !banned.contains(&candidate.deviant));
        let mut named = Vec::new();
        rounds(&mut subject, candidates.clone(), &mut named, &mut denied);
        explain_long(&mut subject, &long, candidates, &mut named, &mut denied);
        // Answers that no later round explains count against a cause only now.
        let doubtful = |named: &&Named| {
            let against = contradicting(&subject, &named.candidate);
            against * 4 > named.candidate.all().count() || against > named.new
        };
        let Some(worst) = named.iter().rev().find(doubtful) else {
            return attributed(&subject, &named, &name);
        };
        // One beside another that does not show here is the same once more.
        let worst = &all[worst.candidate.deviant];
        let is_same = |it: &&Candidate| it.explains == worst.explains && it.other == worst.other;
        banned.extend(all.iter().filter(is_same).map(|it| it.deviant));
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
    named: &mut Vec<Named>,
    denied: &mut [Option<usize>],
) {
    while (0..subject.wrong.len()).any(|it| subject.wrong[it].fails && !subject.is_explained(it)) {
        let mut ranked = Vec::new();
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let concerned = candidate.explains.len() + candidate.other.len();
            if concerned < subject.fewest() || candidate.explains.is_empty() && named.is_empty() {
                continue;
            }
            let count = || subject.denied(candidate.deviant, false, concerned / 4);
            candidate.denied = *denied[candidate.deviant].get_or_insert_with(count);
            // Nothing that is explained later excuses a right answer.
            if candidate.denied * 4 > candidate.explains.len().max(candidate.other.len()) {
                continue;
            }
            if !named.is_empty() {
                compare_together(subject, named, candidate);
            }
            if let Some(rank) = rank(subject, named, candidate) {
                ranked.push((rank, Reverse(index)));
            }
        }
        let Some(&first) = ranked.iter().max() else { break };
        // A few right answers may be right for another reason: that does not make a cause better which
        // explains a part of the same answers, and fits them worse.
        let is_wider = |other: &&(Rank, Reverse<usize>)| {
            other.0.weight > first.0.weight
                && other.0.is_pure >= first.0.is_pure
                && explains_as_well(subject, &candidates[other.1.0], &candidates[first.1.0])
        };
        let wider = ranked.iter().filter(is_wider).max_by_key(|&&other| (other.0.weight, other));
        let (best, Reverse(index)) = *wider.unwrap_or(&first);
        let candidate = candidates[index].clone();
        let tied = ranked.iter().filter(|(rank, Reverse(other))| {
            *rank == best && *other != index && candidates[*other].all().eq(candidate.all())
        });
        let mut or: Vec<usize> = tied.map(|(_, Reverse(at))| candidates[*at].deviant).collect();
        or.sort_unstable();
        candidates.retain(|it| it.deviant != candidate.deviant && !or.contains(&it.deviant));
        let new = newly_explained(subject, &candidate).count();
        subject.explain(&candidate);
        named.push(Named { candidate, or, new });
    }
}

/// Explains the failures with long inputs: by the deviations that are named, and by others that explain
/// the shortest of those that are left.
fn explain_long(
    subject: &mut Subject<'_>,
    long: &[usize],
    mut candidates: Vec<Candidate>,
    named: &mut Vec<Named>,
    denied: &mut [Option<usize>],
) {
    let mut open: Vec<usize> = long.to_vec();
    open.sort_by_key(|&wrong| subject.bank.questions[subject.wrong[wrong].place].length());
    for Named { candidate, .. } in &mut *named {
        subject.compare(candidate, open.iter().copied());
        subject.explain(candidate);
        open.retain(|&wrong| !subject.is_explained(wrong));
    }
    let fewest = subject.fewest();
    if open.len() < fewest {
        return;
    }
    candidates.retain(|it| !named.iter().any(|named| named.candidate.deviant == it.deviant));
    candidates.retain_mut(|candidate| {
        if denied[candidate.deviant].is_some_and(|denied| denied > 0) {
            return false;
        }
        let before = candidate.explains.len();
        subject.compare(candidate, open.iter().copied().take(fewest));
        let fits = candidate.explains.len() == before + fewest;
        if fits {
            subject.compare(candidate, open.iter().copied().skip(fewest));
            candidate.denied = subject.denied(candidate.deviant, false, 0)
                + subject.denied(candidate.deviant, true, 0);
            denied[candidate.deviant] = Some(candidate.denied);
        }
        fits
    });
    rounds(subject, candidates, named, denied);
}

/// The failures with a part that the candidate explains, and that no candidate before it does.
fn newly_explained<'a>(
    subject: &'a Subject<'_>,
    candidate: &'a Candidate,
) -> impl Iterator<Item = usize> + 'a {
    let new = |&(wrong, parts): &(usize, u64)| {
        subject.wrong[wrong].fails && parts & !subject.wrong[wrong].explained != 0
    };
    candidate.all().filter(new).map(|(wrong, _)| wrong)
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

/// Whether one candidate explains everything that the other explains and no deviation before them.
fn explains_as_well(subject: &Subject<'_>, one: &Candidate, other: &Candidate) -> bool {
    newly_explained(subject, other).all(|wrong| {
        let parts = |candidate: &Candidate| {
            candidate.all().find(|(own, _)| *own == wrong).map_or(0, |(_, parts)| parts)
        };
        parts(other) & !parts(one) & !subject.wrong[wrong].explained == 0
    })
}

fn rank(subject: &Subject<'_>, named: &[Named], candidate: &Candidate) -> Option<Rank> {
    let new = newly_explained(subject, candidate).count();
    let open = candidate.other.iter().filter(|&&wrong| !subject.is_explained(wrong)).count();
    let explained = candidate.all().count();
    // Other wrong answers that contradict it may be explained in a later round.
    let plausible = explained >= subject.fewest()
        && candidate.denied * 4 <= explained
        && candidate.other.len() < explained * EXCUSED;
    if new <= open || !plausible || subject.chance(candidate) > CHANCE {
        return None;
    }
    let contradicted = contradicted(subject, named, candidate);
    if new <= open + contradicted || contradicted * 4 > explained {
        return None;
    }
    let deviations = &subject.bank.deviants[candidate.deviant].deviations;
    // An answer that others explain may be right for another reason, as a right answer may.
    let against = 3 * open + 2 * candidate.denied + contradicted;
    let weight = new as isize - against as isize;
    Some(Rank {
        is_never_denied: candidate.denied == 0,
        is_pure: open * HARDLY <= explained,
        weight,
        against: Reverse(candidate.denied + open + contradicted),
        is_single: deviations.len() == 1,
        was_seen: deviations.iter().any(|deviation| !deviation.seen.is_empty()),
    })
}

/// How many deviations are asked together at most: each of them is asked over all the others.
const TOGETHER: usize = 4;

/// So many wrong answers that others explain may stand beside one that a cause explains.
const EXCUSED: usize = 10;

/// Of so many answers one may contradict a cause that hardly any does.
const HARDLY: usize = 20;

/// The logarithm of one in a thousand.
const CHANCE: f64 = -6.9;

/// Compares the answers that contradict the candidate with those that it gives together with the
/// deviations named so far.
fn compare_together(subject: &Subject<'_>, named: &[Named], candidate: &mut Candidate) {
    let mut other = Vec::with_capacity(candidate.other.len());
    for wrong in std::mem::take(&mut candidate.other) {
        match parts_together(subject, named, candidate.deviant, wrong) {
            0 => other.push(wrong),
            parts => candidate.beside.push((wrong, parts)),
        }
    }
    candidate.other = other;
    candidate.beside.sort_unstable();
}

/// How many answers of a candidate are not those of the implementation, though the deviations named so far
/// explain these: together with the candidate they would give others.
fn contradicted(subject: &Subject<'_>, named: &[Named], candidate: &Candidate) -> usize {
    let excused = candidate.other.iter().copied();
    let excused: Vec<usize> =
        excused.filter(|&wrong| subject.is_explained(wrong) && subject.is_short(wrong)).collect();
    let contradicts = |wrong: &&usize| {
        let place = subject.wrong[**wrong].place;
        let Some(together) = together_with(subject, named, candidate.deviant, place) else {
            return false;
        };
        let own = subject.bank.answer_together(&together, place);
        subject.parts_explained(**wrong, &own) != subject.wrong[**wrong].parts
    };
    let step = excused.len().div_ceil(EXCUSES).max(1);
    let sample: Vec<usize> = excused.iter().copied().step_by(step).collect();
    let found = sample.iter().filter(contradicts).count();
    found * excused.len() / sample.len().max(1)
}

/// How many answers that others explain are looked at: enough to tell how many of all there are.
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
    if subject.is_explained(wrong) || !subject.is_short(wrong) {
        return 0;
    }
    let place = subject.wrong[wrong].place;
    together_with(subject, named, deviant, place).map_or(0, |together| {
        subject.parts_explained(wrong, &subject.bank.answer_together(&together, place))
    })
}

/// The causes of the failures: what a deviation explains by itself is its own, and what only several
/// explain is theirs together.
fn attributed(
    subject: &Subject<'_>,
    named: &[Named],
    name: impl Fn(usize) -> String,
) -> Vec<BehavesLike> {
    let bank = subject.bank;
    let is_own = |cause: usize, wrong: usize| {
        let parts = subject.wrong[wrong].parts;
        named[cause].candidate.parts(wrong) & parts == parts
    };
    let failures: Vec<usize> =
        (0..subject.wrong.len()).filter(|&wrong| subject.wrong[wrong].fails).collect();
    // Of two causes that differ by a handful of checks the wider is the one.
    let count = |is: &dyn Fn(usize) -> bool| failures.iter().filter(|&&it| is(it)).count();
    let is_within = |narrow: usize, wide: usize| {
        let both = count(&|it| is_own(wide, it) && is_own(narrow, it));
        let (own, others) = (count(&|it| is_own(wide, it)), count(&|it| is_own(narrow, it)));
        let rest = || failures.iter().filter(|&&it| is_own(narrow, it) && !is_own(wide, it));
        (own, Reverse(wide)) > (others, Reverse(narrow))
            && own * 100 >= (own + others - both) * 98
            && both * 2 > others
            && contradicting(subject, &named[wide].candidate) * HARDLY <= own
            && rest().all(|&it| gives(subject, named, &[wide, narrow], it))
    };
    let within = |one: usize| (0..named.len()).find(|&other| is_within(one, other));
    let wider: Vec<Option<usize>> = (0..named.len()).map(within).collect();
    let mut found: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for &wrong in &failures {
        let own = |cause: &usize| is_own(*cause, wrong);
        let alone = (0..named.len()).filter(|&cause| wider[cause].is_none()).find(own);
        let cause = match (alone, (0..named.len()).find(own)) {
            (Some(one), _) => Some(vec![one]),
            (None, Some(narrow)) => Some(wider[narrow].into_iter().chain([narrow]).collect()),
            (None, None) => sum_of(subject, named, wrong),
        };
        if let Some(cause) = cause {
            found.entry(cause).or_default().push(wrong);
        }
    }
    let described = |(cause, wrong): (Vec<usize>, Vec<usize>)| {
        let deviants: Vec<usize> =
            cause.iter().map(|&cause| named[cause].candidate.deviant).collect();
        let check = |wrong: usize| name(bank.questions[subject.wrong[wrong].place].index);
        let like = like(&bank.deviations(&deviants), wrong.into_iter().map(check).collect());
        let [own] = cause[..] else { return like };
        let Named { candidate: own, or, .. } = &named[own];
        BehavesLike {
            or: or.iter().map(|&other| id_of(&bank.deviants[other].deviations)).collect(),
            explained: own.all().count(),
            telling: own.telling(),
            contradicting: contradicting(subject, own),
            ..like
        }
    };
    found.into_iter().map(described).collect()
}

/// The fewest of the named deviations that together give a wrong answer, if they do. First those are
/// tried that bend it by themselves. Then all are tried, as one may lift the refusal that hides another.
fn sum_of(subject: &Subject<'_>, named: &[Named], wrong: usize) -> Option<Vec<usize>> {
    let place = subject.wrong[wrong].place;
    let bends =
        |&cause: &usize| subject.bank.answer(named[cause].candidate.deviant, place).is_some();
    let all: Vec<usize> = (0..named.len()).collect();
    let bending: Vec<usize> = all.iter().copied().filter(bends).collect();
    let is_tried = |causes: &&Vec<usize>| {
        (2..=TOGETHER).contains(&causes.len())
            && subject.is_short(wrong)
            && gives(subject, named, causes, wrong)
    };
    let mut sum = [bending, all].iter().find(is_tried)?.clone();
    for cause in sum.clone() {
        let rest: Vec<usize> = sum.iter().copied().filter(|&other| other != cause).collect();
        if !rest.is_empty() && gives(subject, named, &rest, wrong) {
            sum = rest;
        }
    }
    Some(sum)
}

/// Whether these of the named deviations together give a wrong answer.
fn gives(subject: &Subject<'_>, named: &[Named], causes: &[usize], wrong: usize) -> bool {
    let mut deviants: Vec<usize> =
        causes.iter().map(|&cause| named[cause].candidate.deviant).collect();
    deviants.sort_unstable();
    let wrong = &subject.wrong[wrong];
    subject.bank.answer_together(&deviants, wrong.place) == wrong.answer
}
