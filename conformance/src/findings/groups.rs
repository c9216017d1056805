//! The failures of a run by the key of their cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_vectors::Level;

use super::common::Passing;
use super::failure::{Failure, Severity};
use crate::event::{Agreement, BehavesLike, Cause, Common, Finding};
use crate::judge::LengthLimit;
use crate::sorting::{sort_by, sort_by_key};

/// The failures by the key of their cause.
#[derive(Default)]
pub(super) struct Groups<'a>(BTreeMap<String, Group<'a>>);

/// A cause with more advisory than must failures keeps its must failures only if there are at least this many.
const FEWEST: usize = 3;

impl<'a> Groups<'a> {
    /// Adds a failure to the group of its cause.
    pub(super) fn add(&mut self, known: &Known<'a>, failure: Failure) {
        let name = failure.name.as_str();
        let operation = &failure.operation;
        if failure.order_dependent || failure.is_unsettled {
            let id = format!("state/{operation}");
            self.add_to_group(id, Reason::of(Cause::State), failure);
        } else if let Some(&limit) = known.limits.get(name) {
            let id = format!("length-limit/{}/{}", limit.codec, limit.op);
            let reason = Reason {
                limit: Some(limit),
                ..Reason::of(Cause::LengthLimit)
            };
            self.add_to_group(id, reason, failure);
        } else if let Some(&like) = known.likes.get(name) {
            let (cause, key) = if like.is_in_part() {
                (Cause::InPart, IN_PART)
            } else {
                (Cause::Deviation, DEVIATION)
            };
            let reason = Reason {
                like: Some(like),
                ..Reason::of(cause)
            };
            self.add_to_group(format!("{key}{}", like.deviation), reason, failure);
        } else {
            self.add_unexplained(failure);
        }
    }

    /// Adds a failure that no deviation explains.
    pub(super) fn add_unexplained(&mut self, failure: Failure) {
        let Failure {
            operation, code, ..
        } = &failure;
        let (cause, key) = if failure.is_fault {
            (Cause::Fault, "fault")
        } else {
            (Cause::Unexplained, "unexplained")
        };
        self.add_to_group(
            format!("{key}/{operation}/{code}"),
            Reason::of(cause),
            failure,
        );
    }

    fn add_to_group(&mut self, id: String, reason: Reason<'a>, failure: Failure) {
        let group = self.0.entry(id).or_insert_with(|| Group {
            reason,
            failures: Vec::new(),
        });
        group.failures.push(failure);
    }

    /// The findings, each with its severity.
    pub(super) fn findings(self, passing: &Passing) -> impl Iterator<Item = (Severity, Finding)> {
        self.0
            .into_iter()
            .map(move |(id, group)| group.finding(id, passing))
    }

    /// Removes the must failures from causes whose evidence is mostly advisory.
    pub(super) fn take_doubtful(&mut self) -> Vec<Failure> {
        let mut doubtful = Vec::new();
        for group in self.0.values_mut() {
            let must = group.failures.iter().filter(|one| is_must(one)).count();
            let is_like = matches!(group.reason.cause, Cause::Deviation | Cause::InPart);
            if is_like && must < FEWEST && must * 2 < group.failures.len() {
                doubtful.extend(group.failures.extract_if(.., |one| is_must(one)));
            }
        }
        doubtful
    }

    /// Adds failures that only several deviations explain to the finding of one of them, unless that finding is of a
    /// weaker level, which these failures would raise.
    pub(super) fn join_sums(&mut self) {
        let mut sums = Vec::new();
        for key in self.0.keys() {
            let ids = deviations_of(key);
            if ids.len() > 1 {
                sums.push(Sum {
                    ids,
                    key: key.clone(),
                });
            }
        }
        sort_by_key(&mut sums, |sum| Reverse(sum.ids.len()));
        for sum in sums {
            let Some(part) = self.greatest_part(&sum) else {
                continue;
            };
            let Some(joined) = self.0.remove(&sum.key) else {
                continue;
            };
            let Some(group) = self.0.get_mut(&part) else {
                continue;
            };
            for mut failure in joined.failures {
                failure.is_beside = true;
                group.failures.push(failure);
            }
        }
    }

    /// The key of the greatest group of some of these deviations, of the same cause and as strict a level.
    fn greatest_part(&self, sum: &Sum) -> Option<String> {
        let whole = self.0.get(&sum.key)?;
        let mut greatest: Option<(&String, &Group<'_>)> = None;
        for (key, group) in &self.0 {
            let ids = deviations_of(key);
            let is_part = !ids.is_empty() && ids.len() < sum.ids.len() && ids.is_subset(&sum.ids);
            let is_as_strict =
                group.reason.cause == whole.reason.cause && group.rank() <= whole.rank();
            let is_greatest = greatest
                .is_none_or(|(_, greatest)| group.failures.len() >= greatest.failures.len());
            if is_part && is_as_strict && is_greatest {
                greatest = Some((key, group));
            }
        }
        greatest.map(|(key, _)| key.clone())
    }
}

/// The starts of the keys of causes that are deviations.
const DEVIATION: &str = "deviation/";
const IN_PART: &str = "in-part/";

/// Several deviations that are a cause together, and the key of their group.
struct Sum {
    ids: BTreeSet<String>,
    key: String,
}

/// The deviations in the key of a group; none if its cause is another.
fn deviations_of(key: &str) -> BTreeSet<String> {
    let ids = key.strip_prefix(DEVIATION).or(key.strip_prefix(IN_PART));
    match ids {
        Some(ids) => ids.split('+').map(str::to_owned).collect(),
        None => BTreeSet::new(),
    }
}

fn is_must(failure: &Failure) -> bool {
    failure.level == Level::Must
}

/// The causes that are known when the run has ended.
pub(super) struct Known<'a> {
    likes: HashMap<&'a str, &'a BehavesLike>,
    limits: HashMap<&'a str, &'a LengthLimit>,
}

impl<'a> Known<'a> {
    pub(super) fn new(likes: &'a [BehavesLike], limits: &'a [LengthLimit]) -> Self {
        let mut known = Self {
            likes: HashMap::new(),
            limits: HashMap::new(),
        };
        for like in likes {
            for check in &like.checks {
                known.likes.insert(check, like);
            }
        }
        for limit in limits {
            for check in &limit.checks {
                known.limits.insert(check, limit);
            }
        }
        known
    }
}

/// The cause of a group.
struct Reason<'a> {
    cause: Cause,
    /// The deviation or the limit that is the cause, if one is.
    like: Option<&'a BehavesLike>,
    limit: Option<&'a LengthLimit>,
}

impl Reason<'_> {
    const fn of(cause: Cause) -> Self {
        Self {
            cause,
            like: None,
            limit: None,
        }
    }
}

struct Group<'a> {
    reason: Reason<'a>,
    failures: Vec<Failure>,
}

impl Group<'_> {
    /// Whether its strictest failure counts, and the level of that failure; the least value is the
    /// strictest.
    fn rank(&self) -> Option<(bool, Reverse<Level>)> {
        let failures = self.failures.iter().filter(|failure| !failure.is_beside);
        failures
            .map(|failure| (!failure.unexpected, Reverse(failure.level)))
            .min()
    }

    /// The trait of the failing inputs that no passing one has, if all are of one operation.
    fn common(&self, passing: &Passing) -> Option<Common> {
        let operation = &self.failures[0].operation;
        let mut failing = Vec::new();
        for failure in &self.failures {
            if failure.operation != *operation {
                return None;
            }
            failing.push(failure.traits?);
        }
        passing.common(operation, &failing)
    }

    fn finding(mut self, id: String, passing: &Passing) -> (Severity, Finding) {
        sort_by(&mut self.failures, |one, two| one.place().cmp(&two.place()));
        let severity = self.severity();
        let summary = self.summary();
        let clauses = self.clauses();
        let Reason { cause, like, .. } = self.reason;
        let common = if cause.is_known() {
            None
        } else {
            self.common(passing)
        };
        let mut finding = Finding {
            id,
            cause,
            summary,
            level: self.failures[0].level,
            clauses,
            unexpected: 0,
            advisory: 0,
            known: 0,
            beside: 0,
            agreement: like.map(|like| Agreement {
                explained: like.explained,
                telling: like.telling,
                contradicting: like.contradicting,
                alike: like.alike,
            }),
            common,
            or: like.map_or_else(Vec::new, |like| like.or.clone()),
            seen: match (cause, like) {
                (Cause::Deviation, Some(like)) => like.seen.clone(),
                _ => Vec::new(),
            },
            checks: Vec::new(),
        };
        for failure in self.failures {
            finding.unexpected += usize::from(failure.unexpected);
            finding.advisory += usize::from(!failure.unexpected && !failure.known);
            finding.known += usize::from(failure.known);
            finding.beside += usize::from(failure.is_beside);
            finding.checks.push(failure.name);
        }
        (severity, finding)
    }

    /// The greatest severity of its failures that count, or of its advisory ones if none counts.
    fn severity(&self) -> Severity {
        let mut severity = Severity::Other;
        for failure in &self.failures {
            if !failure.is_beside && failure.unexpected == self.failures[0].unexpected {
                severity = severity.min(failure.severity);
            }
        }
        severity
    }

    /// The sentence of the finding: it describes the cause, or else the difference.
    fn summary(&self) -> String {
        let first = &self.failures[0];
        let has_one_code = self.failures.iter().all(|other| other.code == first.code);
        let sentence = if has_one_code {
            first.sentence.clone()
        } else {
            format!("`{}` answers wrongly", first.operation.replace('/', " "))
        };
        match (self.reason.cause, self.reason.like, self.reason.limit) {
            (Cause::Deviation, Some(like), _) => like.summary.clone(),
            (Cause::LengthLimit, _, Some(limit)) => limit_sentence(limit),
            (Cause::State, ..) => format!(
                "After other requests, {sentence}; run alone, it does \
            not."
            ),
            _ => format!("{sentence}."),
        }
    }

    /// The clauses of its failures, each once, in their order.
    fn clauses(&self) -> Vec<String> {
        let mut clauses = Vec::new();
        for failure in &self.failures {
            if !clauses.contains(&failure.clause) {
                clauses.push(failure.clause.clone());
            }
        }
        clauses
    }
}

fn limit_sentence(limit: &LengthLimit) -> String {
    let LengthLimit {
        codec,
        op,
        longest,
        shortest,
        ..
    } = limit;
    format!(
        "`{codec} {op}` rejects long input: it accepts up to {longest} code points, and rejects \
            an input of {shortest}."
    )
}
