//! Whether a failing check is about a requirement that its case names.
//!
//! A case names every requirement that its answer rests on. An encoder whose numbers wrap at 32
//! bits fails the case with 30,000 letters, which also names the order of the digits, and passes
//! the other 34 checks of that order. Then the order is kept except where the requirement on
//! overflow fails. This is decided by two conditions:
//!
//! 1. at most a tenth of the answered checks of the requirement fails, and
//! 2. each of them is about another requirement, at least as strict, that is failed. If the finding
//!    is a known deviation, it is about what that deviation breaks. If not, the check names a
//!    requirement without a passing check.
//!
//! An overflow is about the requirements on overflow alone. A decoder whose numbers wrap at 32 bits reads two codes
//! as the same text; with every number that fits, it does not. Whatever an overflow breaks besides is kept
//! if a check of it passes.
//!
//! The other requirement is failed in its own right: the deviation breaks it, or none of its checks
//! passes. So no failure is hidden, and a requirement whose checks all fail is failed.

use std::collections::{BTreeSet, HashMap, HashSet};

use acegate_deviations::find;
use acegate_vectors::{Level, Requirement};

use super::run::Run;
use crate::judge::Verdict;

/// At most a tenth of the checks of a requirement that is kept may fail. Integers of 32 bits fail 1
/// to 6 % of the checks of requirements on digits and bias, and a third of the checks of
/// `punycode-36`, which they do break.
const KEPT_PART: usize = 10;

/// The result of a check, as far as its failure can be about a requirement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<'a> {
    /// The requirements that its case names.
    pub(crate) requirements: &'a [String],
    pub(crate) has_passed: bool,
    /// The level at which it fails; `None` if it does not fail.
    pub(crate) failed_at: Option<Level>,
    /// The finding that explains its failure.
    pub(crate) finding: Option<&'a str>,
}

impl Judged<'_> {
    /// Whether the check fails, and is at least as strict as a requirement of this level.
    fn fails_at(&self, level: Level) -> bool {
        self.failed_at.is_some_and(|own| own >= level)
    }
}

/// The result of every check of a run.
pub(crate) fn judged_checks(run: &Run) -> Vec<Judged<'_>> {
    let findings = run.findings_by_check();
    let mut judged = Vec::new();
    for check in &run.checks {
        let case = &check.case;
        let finding = findings.get(case.name.as_str());
        judged.push(Judged {
            requirements: &case.requirements,
            has_passed: check.is_sent() && case.verdict == Verdict::Pass,
            failed_at: if check.is_sent() && case.verdict.is_failure() {
                Some(case.level)
            } else {
                None
            },
            finding: finding.map(|finding| finding.id.as_str()),
        });
    }
    judged
}

/// The results of the checks whose cases name this requirement.
pub(crate) fn judged_by<'a>(requirement: &str, judged: &[Judged<'a>]) -> Vec<Judged<'a>> {
    let mut of_requirement = judged.to_vec();
    of_requirement.retain(|one| one.requirements.iter().any(|id| id == requirement));
    of_requirement
}

/// The requirements on numbers that do not fit the integers of an implementation.
const OVERFLOWS: [&str; 5] = [
    "bootstring-19",
    "punycode-30",
    "punycode-31",
    "punycode-32",
    "punycode-37",
];

/// The failures of a run, by requirement and by finding.
pub(crate) struct Attribution<'a> {
    levels: HashMap<&'a str, Level>,
    standings: HashMap<&'a str, Standing>,
    /// The requirements with a failing check, by the id of the finding.
    failing: HashSet<(&'a str, &'a str)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    passed: usize,
    /// The failing checks that are at least as strict as the requirement.
    failed: usize,
}

impl<'a> Attribution<'a> {
    pub(crate) fn new(ledger: &'a [Requirement], judged: &[Judged<'a>]) -> Self {
        let mut levels = HashMap::new();
        for row in ledger {
            levels.insert(row.id.as_str(), row.level);
        }
        let mut all = Self {
            levels,
            standings: HashMap::new(),
            failing: HashSet::new(),
        };
        for one in judged {
            for id in one.requirements {
                all.add(one, id);
            }
        }
        all
    }

    fn add(&mut self, one: &Judged<'a>, id: &'a str) {
        let Some(level) = self.levels.get(id) else {
            return;
        };
        let standing = self.standings.entry(id).or_default();
        if one.has_passed {
            standing.passed += 1;
        }
        if one.fails_at(*level) {
            standing.failed += 1;
            if let Some(finding) = one.finding {
                self.failing.insert((finding, id));
            }
        }
    }

    /// The failed requirements that explain all failures of this one; empty if a failure is not
    /// explained, or if there are none.
    pub(crate) fn exceptions(
        &self,
        requirement: &Requirement,
        judged: &[Judged<'_>],
    ) -> BTreeSet<String> {
        let standing = self
            .standings
            .get(requirement.id.as_str())
            .copied()
            .unwrap_or_default();
        let mut failing = Vec::new();
        for one in judged {
            if one.fails_at(requirement.level) {
                failing.push(*one);
            }
        }
        if standing.passed > 0
            && let Some(overflows) = self.overflows(requirement, &failing)
        {
            return overflows;
        }
        if standing.failed * KEPT_PART > standing.passed + standing.failed {
            return BTreeSet::new();
        }
        let mut others = BTreeSet::new();
        for one in failing {
            match self.failed_instead(requirement, &one) {
                Some(other) => others.insert(other.to_owned()),
                None => return BTreeSet::new(),
            };
        }
        others
    }

    /// The failed requirements on overflow that all these failures are about. `None` if the requirement is one of
    /// them, or if a failure has another cause.
    fn overflows(
        &self,
        requirement: &Requirement,
        failing: &[Judged<'_>],
    ) -> Option<BTreeSet<String>> {
        if OVERFLOWS.contains(&requirement.id.as_str()) {
            return None;
        }
        let mut overflows = BTreeSet::new();
        for one in failing {
            let finding = one.finding?;
            let deviation = finding.strip_prefix("deviation/").and_then(find)?;
            let broken: Vec<_> = deviation
                .breaks
                .iter()
                .filter(|id| OVERFLOWS.contains(*id) && self.failing.contains(&(finding, **id)))
                .collect();
            if broken.is_empty() {
                return None;
            }
            overflows.extend(broken.into_iter().map(|id| (*id).to_owned()));
        }
        Some(overflows)
    }

    /// The requirement that this failing check is about, if it is about another one.
    fn failed_instead<'b>(&self, requirement: &Requirement, one: &Judged<'b>) -> Option<&'b str> {
        let finding = one.finding?;
        let Some(deviation) = finding.strip_prefix("deviation/").and_then(find) else {
            let mut named = one.requirements.iter().map(String::as_str);
            return named.find(|id| {
                *id != requirement.id && self.is_as_strict(id, requirement) && self.is_lost(id)
            });
        };
        if deviation.breaks.contains(&requirement.id.as_str()) {
            return None;
        }
        let mut broken = deviation.breaks.iter().copied();
        broken
            .find(|id| self.is_as_strict(id, requirement) && self.failing.contains(&(finding, *id)))
    }

    fn is_as_strict(&self, id: &str, requirement: &Requirement) -> bool {
        self.levels
            .get(id)
            .is_some_and(|level| *level >= requirement.level)
    }

    /// Whether checks of a requirement fail, and none passes.
    fn is_lost(&self, id: &str) -> bool {
        let Some(standing) = self.standings.get(id) else {
            return false;
        };
        standing.passed == 0 && standing.failed > 0
    }
}
