//! Which failures belong to which of the named deviations, and the words of the report on each.
//!
//! # Example
//!
//! Two deviations are named for a library: it completes codes that are cut off, and it does not
//! encode a decoded label again. The first explains the failures of `decode` by itself. In names
//! both are needed, because without the second the completed label would be rejected. Those
//! failures belong to both together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use acegate_deviations::{Deviation, Seen};

use super::answers::Subject;
use super::deviants::DeviantId;
use super::explanation::Named;
use super::thresholds::{HARDLY, NEARLY_ALL, PAIRED, TOGETHER};
use super::wrong::WrongId;
use crate::event::BehavesLike;

/// A deviation that was named, by its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CauseId(usize);

impl Subject<'_> {
    /// The causes of the failures. A failure that one deviation explains belongs to it; a failure
    /// that only several explain belongs to all of them. `name` gives the name of a check by its
    /// index.
    pub(super) fn attributed(&self, name: impl Fn(usize) -> String) -> Vec<BehavesLike> {
        let failures = self.failures();
        let mut wider = Vec::new();
        for narrow in self.causes() {
            let mut causes = self.causes();
            wider.push(causes.find(|&wide| self.covers(wide, narrow, &failures)));
        }
        let mut checks: BTreeMap<Vec<CauseId>, Vec<String>> = BTreeMap::new();
        for &wrong in &failures {
            let causes = self.causes_of(wrong, &wider);
            if !causes.is_empty() {
                let question = self.bank.question(self.wrong(wrong).question);
                let explained = checks.entry(causes).or_default();
                explained.push(name(question.index));
            }
        }
        checks
            .into_iter()
            .map(|(causes, checks)| self.described(&causes, checks))
            .collect()
    }

    fn causes(&self) -> impl Iterator<Item = CauseId> {
        (0..self.named.len()).map(CauseId)
    }

    /// Whether a cause gives a wrong answer by itself, with all of its parts.
    fn explains_alone(&self, cause: CauseId, wrong: WrongId) -> bool {
        let explained = self.named[cause.0].candidate.parts(wrong);
        self.wrong(wrong).parts.without(explained).is_empty()
    }

    /// Whether the first cause is so much wider that the second is not a separate cause: it explains nearly
    /// everything that both explain, hardly an answer contradicts it, and both together give what only the
    /// other gives.
    fn covers(&self, wide: CauseId, narrow: CauseId, failures: &[WrongId]) -> bool {
        let mut of_wide = 0;
        let mut of_both = 0;
        let mut only_of_narrow = Vec::new();
        for &wrong in failures {
            let is_of_wide = self.explains_alone(wide, wrong);
            let is_of_narrow = self.explains_alone(narrow, wrong);
            of_wide += usize::from(is_of_wide);
            of_both += usize::from(is_of_wide && is_of_narrow);
            if is_of_narrow && !is_of_wide {
                only_of_narrow.push(wrong);
            }
        }
        let of_narrow = of_both + only_of_narrow.len();
        let of_any = of_wide + only_of_narrow.len();
        // If two explain equally many, the first counts as the wider.
        let is_wider = (of_wide, Reverse(wide)) > (of_narrow, Reverse(narrow));
        let against = self.contradicting(&self.named[wide.0].candidate);
        is_wider
            && of_wide * 100 >= of_any * NEARLY_ALL
            && of_both * 2 > of_narrow
            && against * HARDLY <= of_wide
            && only_of_narrow
                .iter()
                .all(|&wrong| self.gives(&[wide, narrow], wrong))
    }

    /// The causes of a failure, in this order of preference:
    ///
    /// 1. the first single cause that explains it and that no wider cause covers;
    /// 2. a single covered cause that explains it, after the wider cause that covers it;
    /// 3. a few causes that explain it together.
    ///
    /// Empty if there are none. `wider` has for each cause the one that covers it.
    fn causes_of(&self, wrong: WrongId, wider: &[Option<CauseId>]) -> Vec<CauseId> {
        let mut covered = None;
        for cause in self
            .causes()
            .filter(|&cause| self.explains_alone(cause, wrong))
        {
            match wider[cause.0] {
                None => return vec![cause],
                Some(wide) => covered = covered.or(Some([wide, cause])),
            }
        }
        match covered {
            Some(both) => both.to_vec(),
            None => self.sum_of(wrong),
        }
    }

    /// Named deviations that together give a wrong answer, if none of them can be left out; empty if they do not.
    /// Deviations that change this answer alone are tried first. Then all are tried, because one may lift the refusal that hides
    /// another.
    fn sum_of(&self, wrong: WrongId) -> Vec<CauseId> {
        let question = self.wrong(wrong).question;
        let all: Vec<CauseId> = self.causes().collect();
        let mut bending = all.clone();
        bending.retain(|&cause| self.bank.answer(self.deviant(cause), question).is_some());
        for causes in [bending, all] {
            let is_tried = (2..=TOGETHER).contains(&causes.len()) && self.is_short(wrong);
            if is_tried && self.gives(&causes, wrong) {
                return self.without_needless(causes, wrong);
            }
        }
        self.pair_of(wrong)
    }

    /// Two of the named deviations that together give a wrong answer; empty if no two do, or if there are too
    /// many of them to try.
    fn pair_of(&self, wrong: WrongId) -> Vec<CauseId> {
        let all: Vec<CauseId> = self.causes().collect();
        if !(TOGETHER + 1..=PAIRED).contains(&all.len()) || !self.is_short(wrong) {
            return Vec::new();
        }
        for (index, &one) in all.iter().enumerate() {
            for &two in &all[..index] {
                if self.gives(&[two, one], wrong) {
                    return vec![two, one];
                }
            }
        }
        Vec::new()
    }

    /// The causes that are necessary: without any one of them, the others do not give the wrong answer.
    fn without_needless(&self, mut causes: Vec<CauseId>, wrong: WrongId) -> Vec<CauseId> {
        for cause in causes.clone() {
            let mut rest = causes.clone();
            rest.retain(|&other| other != cause);
            if !rest.is_empty() && self.gives(&rest, wrong) {
                causes = rest;
            }
        }
        causes
    }

    /// Whether these causes together give a wrong answer.
    fn gives(&self, causes: &[CauseId], wrong: WrongId) -> bool {
        let wrong = self.wrong(wrong);
        let deviants = self.deviants(causes);
        self.bank.answer_together(&deviants, wrong.question) == wrong.answer
    }

    fn deviant(&self, cause: CauseId) -> DeviantId {
        self.named[cause.0].candidate.deviant
    }

    fn deviants(&self, causes: &[CauseId]) -> Vec<DeviantId> {
        causes.iter().map(|&cause| self.deviant(cause)).collect()
    }

    /// The entry of a report for these causes of these checks. Several together are the cause only if
    /// nothing speaks against any of them.
    fn described(&self, causes: &[CauseId], checks: Vec<String>) -> BehavesLike {
        let deviants = self.deviants(causes);
        let mut like = like(&self.bank.deviations(&deviants), checks);
        for &CauseId(cause) in causes {
            let candidate = &self.named[cause].candidate;
            like.contradicting += self.contradicting(candidate);
            like.alike += self.alike(candidate);
        }
        if let [CauseId(cause)] = *causes {
            let Named { candidate, or, .. } = &self.named[cause];
            for &other in or {
                like.or.push(id_of(&self.bank.deviant(other).deviations));
            }
            like.explained = candidate.all().count();
            like.telling = candidate.telling();
        }
        like
    }
}

/// The entry of a report for a deviation that explains these checks, or for several if each check needs
/// all of them.
pub(super) fn like(deviations: &[&'static Deviation], checks: Vec<String>) -> BehavesLike {
    let seen = match deviations {
        [one] => one.seen,
        _ => &[],
    };
    let summaries: Vec<_> = deviations.iter().map(|one| one.summary).collect();
    BehavesLike {
        deviation: id_of(deviations),
        summary: summaries.join(" With it: "),
        seen: seen.iter().map(described_library).collect(),
        or: Vec::new(),
        explained: checks.len(),
        telling: checks.len(),
        contradicting: 0,
        alike: 0,
        checks,
    }
}

/// A library that has a deviation, and where this is written.
fn described_library(seen: &Seen) -> String {
    match seen.source {
        "" => seen.library.to_owned(),
        source => format!("{}, {source}", seen.library),
    }
}

fn id_of(deviations: &[&'static Deviation]) -> String {
    deviations
        .iter()
        .map(|deviation| deviation.id)
        .collect::<Vec<_>>()
        .join("+")
}
