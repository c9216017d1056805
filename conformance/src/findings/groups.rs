//! The failures of a run by the key of their cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_vectors::Level;

use super::common::Passing;
use super::failure::{Failure, Severity};
use crate::event::{Agreement, BehavesLike, Cause, Common, Finding};
use crate::judge::LengthLimit;

/// The failures by the key of their cause.
#[derive(Default)]
pub(super) struct Groups<'a>(BTreeMap<String, Group<'a>>);

/// The fewest failures at must that a cause is named for which more advisory ones have.
const FEWEST: usize = 3;

impl<'a> Groups<'a> {
    /// Adds a failure to the group of its cause, which may be a deviation or not.
    pub(super) fn add(&mut self, known: &Known<'a>, failure: Failure, may_be_like: bool) {
        let Failure {
            operation, code, ..
        } = &failure;
        let name = failure.name.as_str();
        let (mut like, mut limit) = (None, None);
        let (id, cause) = if failure.order_dependent || failure.is_unsettled {
            (format!("state/{operation}"), Cause::State)
        } else if let Some(&own) = known.limits.get(name) {
            limit = Some(own);
            (
                format!("length-limit/{}/{}", own.codec, own.op),
                Cause::LengthLimit,
            )
        } else if let Some(&own) = known.likes.get(name).filter(|_| may_be_like) {
            like = Some(own);
            if own.is_in_part() {
                (format!("in-part/{}", own.deviation), Cause::InPart)
            } else {
                (format!("deviation/{}", own.deviation), Cause::Deviation)
            }
        } else if failure.is_fault {
            (format!("fault/{operation}/{code}"), Cause::Fault)
        } else {
            (
                format!("unexplained/{operation}/{code}"),
                Cause::Unexplained,
            )
        };
        let group = || Group {
            cause,
            like,
            limit,
            failures: Vec::new(),
        };
        self.0
            .entry(id)
            .or_insert_with(group)
            .failures
            .push(failure);
    }

    /// The findings, each with its severity.
    pub(super) fn findings(self, passing: &Passing) -> impl Iterator<Item = (Severity, Finding)> {
        self.0
            .into_iter()
            .map(move |(id, group)| group.finding(id, passing))
    }

    /// Takes the failures at must from causes that rest on advisory checks.
    pub(super) fn take_doubtful(&mut self) -> Vec<Failure> {
        let mut taken = Vec::new();
        for group in self.0.values_mut() {
            let is_must = |failure: &Failure| failure.level == Level::Must;
            let must = group
                .failures
                .iter()
                .filter(|failure| is_must(failure))
                .count();
            let is_like = matches!(group.cause, Cause::Deviation | Cause::InPart);
            if is_like && must < FEWEST && must * 2 < group.failures.len() {
                taken.extend(group.failures.extract_if(.., |failure| is_must(failure)));
            }
        }
        taken
    }

    /// Adds what only several deviations explain to the finding of one of them, unless that one is of a
    /// weaker level: its checks would make it more than it is.
    pub(super) fn join_sums(&mut self) {
        let ids = |key: &str| -> BTreeSet<String> {
            let ids = ["deviation/", "in-part/"]
                .iter()
                .find_map(|cause| key.strip_prefix(cause));
            ids.into_iter()
                .flat_map(|ids| ids.split('+').map(str::to_owned))
                .collect()
        };
        let mut sums: Vec<_> = self.0.keys().map(|key| (ids(key), key.clone())).collect();
        sums.retain(|(ids, _)| ids.len() > 1);
        sums.sort_by_key(|(ids, _)| Reverse(ids.len()));
        for (sum, key) in sums {
            let Some(own) = self.0.get(&key) else {
                continue;
            };
            let (rank, cause) = (own.rank(), own.cause);
            let is_part = |(other, group): &(&String, &Group<'_>)| {
                let part = ids(other);
                !part.is_empty()
                    && part.len() < sum.len()
                    && part.is_subset(&sum)
                    && group.cause == cause
                    && group.rank() <= rank
            };
            let parts = self.0.iter().filter(is_part);
            let most = parts.max_by_key(|(_, group)| group.failures.len());
            let Some(most) = most.map(|(other, _)| other.clone()) else {
                continue;
            };
            let beside = self
                .0
                .remove(&key)
                .map_or_else(Vec::new, |group| group.failures);
            let beside = beside.into_iter().map(|it| Failure {
                is_beside: true,
                ..it
            });
            self.0
                .entry(most)
                .and_modify(|group| group.failures.extend(beside));
        }
    }
}

/// The causes that are known when the run has ended.
pub(super) struct Known<'a> {
    likes: HashMap<&'a str, &'a BehavesLike>,
    limits: HashMap<&'a str, &'a LengthLimit>,
}

impl<'a> Known<'a> {
    pub(super) fn new(likes: &'a [BehavesLike], limits: &'a [LengthLimit]) -> Self {
        let likes = likes
            .iter()
            .flat_map(|like| like.checks.iter().map(move |it| (&**it, like)));
        let limits = limits
            .iter()
            .flat_map(|own| own.checks.iter().map(move |it| (&**it, own)));
        Self {
            likes: likes.collect(),
            limits: limits.collect(),
        }
    }
}

struct Group<'a> {
    cause: Cause,
    /// The deviation or the limit that is the cause, if one is.
    like: Option<&'a BehavesLike>,
    limit: Option<&'a LengthLimit>,
    failures: Vec<Failure>,
}

impl Group<'_> {
    /// The strictest of its own failures: whether it counts, and its level; the least is the strictest.
    fn rank(&self) -> Option<(bool, Reverse<Level>)> {
        let own = self.failures.iter().filter(|failure| !failure.is_beside);
        own.map(|failure| (!failure.unexpected, Reverse(failure.level)))
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
        self.failures
            .sort_by(|one, two| one.place().cmp(&two.place()));
        let first = &self.failures[0];
        let sentence = &first.sentence;
        let is_one = self.failures.iter().all(|it| it.code == first.code);
        let other = format!("`{}` answers wrongly", first.operation.replace('/', " "));
        let sentence = if is_one { sentence } else { &other };
        let summary = match (self.cause, self.like, self.limit) {
            (Cause::Deviation, Some(like), _) => like.summary.clone(),
            (Cause::LengthLimit, _, Some(limit)) => limit_sentence(limit),
            (Cause::State, ..) => format!("After other requests, {sentence}; alone it does not."),
            _ => format!("{sentence}."),
        };
        let common = if self.cause.is_known() {
            None
        } else {
            self.common(passing)
        };
        let seen = match (self.cause, self.like) {
            (Cause::Deviation, Some(like)) => like.seen.clone(),
            _ => Vec::new(),
        };
        let count = |is: fn(&Failure) -> bool| self.failures.iter().filter(|it| is(it)).count();
        let mut named = BTreeSet::new();
        let clauses = self.failures.iter().map(|failure| failure.clause.clone());
        let counts =
            |failure: &&Failure| !failure.is_beside && failure.unexpected == first.unexpected;
        let severity = self
            .failures
            .iter()
            .filter(counts)
            .map(|failure| failure.severity)
            .min();
        let severity = severity.unwrap_or(Severity::Other);
        let finding = Finding {
            id,
            cause: self.cause,
            summary,
            level: first.level,
            clauses: clauses
                .filter(|clause| named.insert(clause.clone()))
                .collect(),
            unexpected: count(|failure| failure.unexpected),
            advisory: count(|failure| !failure.unexpected && !failure.known),
            known: count(|failure| failure.known),
            beside: count(|failure| failure.is_beside),
            agreement: self.like.map(|like| Agreement {
                explained: like.explained,
                telling: like.telling,
                contradicting: like.contradicting,
                alike: like.alike,
            }),
            common,
            or: self.like.map(|like| like.or.clone()).unwrap_or_default(),
            seen,
            checks: self
                .failures
                .into_iter()
                .map(|failure| failure.name)
                .collect(),
        };
        (severity, finding)
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
        "`{codec} {op}` refuses long input: the longest that it takes has {longest} code points, the \
         shortest that it refuses {shortest}."
    )
}
