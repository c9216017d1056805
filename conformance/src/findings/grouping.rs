//! The failures of a run, grouped by cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_codec::Value;

use super::difference::Difference;
use crate::escape::{FIELD, bounded};
use crate::event::{
    Agreement, BaselineVerdict, BehavesLike, CaseEvent, Cause, Event, Expected, Finding,
};
use crate::judge::LengthLimit;
use crate::observation::AnyValue;

/// Groups the failures of a run by cause.
///
/// A failure belongs to the first of these causes that fits it: its result depends on earlier
/// requests; the implementation has a length limit; a known deviation explains it; it is a fault.
/// Failures that remain are grouped by codec, operation and kind of difference. The findings do not
/// depend on the order in which the checks ran, and a further failure renames no finding.
///
/// Of a failure it keeps a few hundred bytes, however long the answer was.
///
/// # Examples
///
/// ```
/// use acegate::event::CaseEvent;
/// use acegate::findings::Grouping;
/// use acegate::judge::{Failing, Verdict};
///
/// let mut grouping = Grouping::default();
/// for name in ["a", "b"] {
///     grouping.add(&CaseEvent {
///         name: name.into(),
///         codec: "punycode".into(),
///         op: "decode".into(),
///         level: "must".into(),
///         verdict: Verdict::Fail,
///         failing: Some(Failing::RefusedWrongly),
///         unexpected: true,
///         ..CaseEvent::default()
///     });
/// }
/// let findings = grouping.findings(&[], &[]);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].id, "unexplained/punycode/decode/refused-wrongly");
/// assert_eq!(findings[0].checks, ["a", "b"]);
/// ```
#[derive(Debug, Default)]
pub struct Grouping {
    failures: Vec<Failure>,
    /// Whether the events had findings already.
    has_findings: bool,
}

/// The levels, the strictest first.
const LEVELS: [&str; 3] = ["must", "should", "may"];

/// The facts that are kept of a failure.
#[derive(Debug)]
struct Failure {
    name: String,
    operation: String,
    clause: String,
    /// The index in [`LEVELS`].
    level: usize,
    difference: Difference,
    is_fault: bool,
    order_dependent: bool,
    /// Whether the requests are known that it depends on.
    has_trail: bool,
    unexpected: bool,
    known: bool,
    size: usize,
    severity: Severity,
    /// Whether the cause of its finding explains it only beside others.
    is_beside: bool,
}

/// How much a failure weighs in the order of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Severity {
    /// The process crashes, hangs or takes too much.
    Fault,
    /// Ordinary text has no value, or a wrong one.
    Ordinary,
    /// Anything else.
    Other,
}

impl Severity {
    fn of(case: &CaseEvent) -> Self {
        let is_ordinary = |expected: &Expected| match expected.value() {
            Some(AnyValue::Ordinary(value)) => is_of_scalars(value),
            Some(AnyValue::Large(_)) | None => false,
        };
        match case.failing {
            None => Self::Fault,
            Some(_) if !case.expected.is_empty() && case.expected.iter().all(is_ordinary) => {
                Self::Ordinary
            }
            Some(_) => Self::Other,
        }
    }
}

fn is_of_scalars(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.code_points.iter().all(|&c| char::from_u32(c).is_some()),
        Value::Octets(_) => true,
        Value::List(values) => values.iter().all(is_of_scalars),
    }
}

impl Grouping {
    /// Takes the result of a check; one that did not fail is ignored.
    pub fn add(&mut self, case: &CaseEvent) {
        if !case.verdict.is_failure() {
            return;
        }
        let level =
            LEVELS.iter().position(|level| *level == case.level).unwrap_or(LEVELS.len() - 1);
        self.failures.push(Failure {
            name: case.name.to_string(),
            operation: bounded(format!("{}/{}", case.codec, case.op), FIELD),
            clause: bounded(format!("{}, {}", case.document, case.clause), FIELD),
            level,
            difference: Difference::of(case),
            is_fault: case.failing.is_none(),
            order_dependent: case.order_dependent,
            has_trail: !case.after.is_empty(),
            unexpected: case.unexpected,
            known: case.baseline == Some(BaselineVerdict::ExpectedFailure),
            size: case.input.as_ref().map_or(0, size_of),
            severity: Severity::of(case),
            is_beside: false,
        });
    }

    /// Takes the next event of a run. Before the last one it gives the findings, as events.
    ///
    /// Findings that are among the events already, as in a report file, are left as they are: none
    /// are given then.
    pub fn findings_before(&mut self, event: &Event) -> Vec<Event> {
        match event {
            Event::RunStart(_) => {}
            Event::Case(case) => self.add(case),
            Event::Finding(_) => self.has_findings = true,
            Event::RunEnd(end) if !self.has_findings => {
                let findings = std::mem::take(self).findings(&end.behaves_like, &end.length_limits);
                return findings.into_iter().map(|found| Event::Finding(Box::new(found))).collect();
            }
            Event::RunEnd(_) => {}
        }
        Vec::new()
    }

    /// The findings, the most serious first: those that count before advisory ones, faults of the process
    /// before wrong values of ordinary text before others, must before should before may, explained
    /// before unexplained, many checks before few.
    ///
    /// # Complexity
    ///
    /// `n log n` in the number of failures.
    #[must_use]
    pub fn findings(self, likes: &[BehavesLike], limits: &[LengthLimit]) -> Vec<Finding> {
        let known = Known::of(likes, limits);
        let mut groups = Groups::default();
        for failure in self.failures {
            groups.add(known.cause_of(&failure, true), failure);
        }
        for failure in groups.take_doubtful() {
            groups.add(known.cause_of(&failure, false), failure);
        }
        groups.join_sums();
        let all = groups.0.into_iter().map(|(id, group)| group.finding(id));
        let mut findings: Vec<(Severity, Finding)> = all.collect();
        findings.sort_by_cached_key(|(severity, finding)| {
            (
                finding.unexpected == 0,
                *severity,
                LEVELS.iter().position(|level| *level == finding.level),
                finding.cause == Cause::Unexplained,
                Reverse((finding.unexpected, finding.checks.len())),
                finding.id.clone(),
            )
        });
        findings.into_iter().map(|(_, finding)| finding).collect()
    }
}

/// The failures by the key of their cause.
#[derive(Default)]
struct Groups<'a>(BTreeMap<String, Group<'a>>);

/// The fewest failures at must that a cause is named for which more advisory ones have.
const FEWEST: usize = 3;

impl<'a> Groups<'a> {
    fn add(&mut self, (id, cause): (String, GroupCause<'a>), failure: Failure) {
        let group = || Group { cause, failures: Vec::new() };
        self.0.entry(id).or_insert_with(group).failures.push(failure);
    }

    /// Takes the failures at must from causes that rest on advisory checks.
    fn take_doubtful(&mut self) -> Vec<Failure> {
        let mut taken = Vec::new();
        for group in self.0.values_mut() {
            let is_must = |failure: &Failure| failure.level == 0;
            let must = group.failures.iter().filter(|failure| is_must(failure)).count();
            let is_deviation = matches!(group.cause, GroupCause::Deviation(_));
            if is_deviation && must < FEWEST && must * 2 < group.failures.len() {
                taken.extend(group.failures.extract_if(.., |failure| is_must(failure)));
            }
        }
        taken
    }

    /// Adds what only several deviations explain to the finding of one of them, unless that one is of a
    /// weaker level: its checks would make it more than it is.
    fn join_sums(&mut self) {
        let ids = |key: &str| -> BTreeSet<String> {
            let ids = key.strip_prefix("deviation/").map(|ids| ids.split('+').map(str::to_owned));
            ids.into_iter().flatten().collect()
        };
        let mut sums: Vec<_> = self.0.keys().map(|key| (ids(key), key.clone())).collect();
        sums.retain(|(ids, _)| ids.len() > 1);
        sums.sort_by_key(|(ids, _)| Reverse(ids.len()));
        for (sum, key) in sums {
            let Some(rank) = self.0.get(&key).map(Group::rank) else { continue };
            let is_part = |(other, group): &(&String, &Group<'_>)| {
                let part = ids(other);
                !part.is_empty()
                    && part.len() < sum.len()
                    && part.is_subset(&sum)
                    && group.rank() <= rank
            };
            let parts = self.0.iter().filter(is_part);
            let most = parts.max_by_key(|(_, group)| group.failures.len());
            let Some(most) = most.map(|(other, _)| other.clone()) else { continue };
            let beside = self.0.remove(&key).map_or_else(Vec::new, |group| group.failures);
            let beside = beside.into_iter().map(|it| Failure { is_beside: true, ..it });
            self.0.entry(most).and_modify(|group| group.failures.extend(beside));
        }
    }
}

/// The causes that are known when the run has ended.
struct Known<'a> {
    likes: HashMap<&'a str, &'a BehavesLike>,
    limits: HashMap<&'a str, &'a LengthLimit>,
}

/// The cause of a failure.
enum GroupCause<'a> {
    Deviation(&'a BehavesLike),
    LengthLimit(&'a LengthLimit),
    State,
    Fault,
    Unexplained,
}

impl<'a> Known<'a> {
    fn of(likes: &'a [BehavesLike], limits: &'a [LengthLimit]) -> Self {
        let named =
            likes.iter().flat_map(|like| like.checks.iter().map(move |name| (&**name, like)));
        let limited =
            limits.iter().flat_map(|limit| limit.checks.iter().map(move |name| (&**name, limit)));
        Self { likes: named.collect(), limits: limited.collect() }
    }

    /// The key of a failure's cause, and the cause, which may be a deviation or not.
    fn cause_of(&self, failure: &Failure, may_be_like: bool) -> (String, GroupCause<'a>) {
        let Failure { operation, difference, .. } = failure;
        let name = failure.name.as_str();
        if failure.order_dependent {
            (format!("state/{operation}"), GroupCause::State)
        } else if let Some(limit) = self.limits.get(name) {
            (format!("length-limit/{}/{}", limit.codec, limit.op), GroupCause::LengthLimit(limit))
        } else if let Some(like) = self.likes.get(name).filter(|_| may_be_like) {
            (format!("deviation/{}", like.deviation), GroupCause::Deviation(like))
        } else if failure.is_fault {
            (format!("fault/{operation}/{}", difference.code), GroupCause::Fault)
        } else {
            (format!("unexplained/{operation}/{}", difference.code), GroupCause::Unexplained)
        }
    }
}

/// The failures of one cause.
struct Group<'a> {
    cause: GroupCause<'a>,
    failures: Vec<Failure>,
}

impl Group<'_> {
    /// The strictest of its own failures: whether it counts, and its level; the least is the strictest.
    fn rank(&self) -> Option<(bool, usize)> {
        let own = self.failures.iter().filter(|failure| !failure.is_beside);
        own.map(|failure| (!failure.unexpected, failure.level)).min()
    }

    fn finding(mut self, id: String) -> (Severity, Finding) {
        self.failures.sort_by(|one, two| one.place().cmp(&two.place()));
        let first = &self.failures[0];
        let sentence = &first.difference.sentence;
        let is_one = self.failures.iter().all(|it| it.difference.code == first.difference.code);
        let (cause, summary) = match self.cause {
            GroupCause::Deviation(like) => (Cause::Deviation, like.summary.clone()),
            GroupCause::LengthLimit(limit) => (Cause::LengthLimit, limit_sentence(limit)),
            GroupCause::State => {
                let operation = first.operation.replace('/', " ");
                let other = format!("`{operation}` answers wrongly");
                let sentence = if is_one { sentence } else { &other };
                (Cause::State, format!("After other requests, {sentence}; alone it does not."))
            }
            GroupCause::Fault => (Cause::Fault, format!("{sentence}.")),
            GroupCause::Unexplained => (Cause::Unexplained, format!("{sentence}.")),
        };
        let like = match self.cause {
            GroupCause::Deviation(like) => Some(like),
            _ => None,
        };
        let count = |is: fn(&Failure) -> bool| self.failures.iter().filter(|it| is(it)).count();
        let mut named = BTreeSet::new();
        let clauses = self.failures.iter().map(|failure| failure.clause.clone());
        let counts =
            |failure: &&Failure| !failure.is_beside && failure.unexpected == first.unexpected;
        let severity = self.failures.iter().filter(counts).map(|failure| failure.severity).min();
        let severity = severity.unwrap_or(Severity::Other);
        let finding = Finding {
            id,
            cause,
            summary,
            level: LEVELS[first.level].into(),
            clauses: clauses.filter(|clause| named.insert(clause.clone())).collect(),
            unexpected: count(|failure| failure.unexpected),
            advisory: count(|failure| !failure.unexpected && !failure.known),
            known: count(|failure| failure.known),
            beside: count(|failure| failure.is_beside),
            agreement: like.map(|like| Agreement {
                explained: like.explained,
                telling: like.telling,
                contradicting: like.contradicting,
            }),
            or: like.map(|like| like.or.clone()).unwrap_or_default(),
            seen: like.map(|like| like.seen.clone()).unwrap_or_default(),
            checks: self.failures.into_iter().map(|failure| failure.name).collect(),
        };
        (severity, finding)
    }
}

impl Failure {
    /// The place of the failure in its finding: the best example is the first.
    fn place(&self) -> (bool, bool, usize, bool, usize, &str) {
        let Self { is_beside, unexpected, level, has_trail, size, name, .. } = self;
        (*is_beside, !unexpected, *level, !has_trail, *size, name)
    }
}

fn limit_sentence(limit: &LengthLimit) -> String {
    let LengthLimit { codec, op, longest, shortest, .. } = limit;
    format!(
        "`{codec} {op}` refuses long input: the longest that it takes has {longest} code points, the \
         shortest that it refuses {shortest}."
    )
}

/// The length of an input: its code points or octets, those of all elements for a list.
fn size_of(value: &AnyValue) -> usize {
    fn ordinary(value: &Value) -> usize {
        match value {
            Value::Text(text) => text.code_points.len(),
            Value::Octets(octets) => octets.len(),
            Value::List(values) => values.iter().map(ordinary).sum(),
        }
    }
    match value {
        AnyValue::Ordinary(value) => ordinary(value),
        AnyValue::Large(value) => match value.integers() {
            Some(integers) => integers.len(),
            None => value.elements().iter().map(size_of).sum(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Observed;
    use crate::judge::{Failing, Verdict};

    fn value(text: &str) -> AnyValue {
        AnyValue::Ordinary(text.into())
    }

    fn wrong(name: &str, level: &'static str, input: &str, right: &str, found: &str) -> CaseEvent {
        CaseEvent {
            name: name.to_owned(),
            codec: "punycode".into(),
            op: "decode".into(),
            document: "RFC 3492".into(),
            clause: "6.2".into(),
            level: level.into(),
            input: Some(value(input)),
            expected: vec![Expected::Value(value(right))],
            observed: Some(Observed::Value(value(found))),
            verdict: Verdict::Fail,
            failing: Some(Failing::WrongValue),
            unexpected: level == "must",
            ..CaseEvent::default()
        }
    }

    fn like(deviation: &str, checks: &[&str]) -> BehavesLike {
        BehavesLike {
            deviation: deviation.into(),
            summary: "It does so.".into(),
            seen: vec!["a library".into()],
            explained: checks.len(),
            telling: checks.len() + 1,
            checks: checks.iter().map(|name| (*name).to_owned()).collect(),
            contradicting: 1,
            or: Vec::new(),
        }
    }

    fn findings(
        cases: &[CaseEvent],
        likes: &[BehavesLike],
        limits: &[LengthLimit],
    ) -> Vec<Finding> {
        let mut grouping = Grouping::default();
        cases.iter().for_each(|case| grouping.add(case));
        grouping.findings(likes, limits)
    }

    /// One failure of each way of differing, and the end of the key of its finding.
    #[test]
    fn a_difference_has_a_code_of_a_closed_vocabulary() {
        for (input, right, found, code) in [
            ("xa", "abc", "", "empty"),
            ("xa", "abc", "xa", "unchanged"),
            ("xa", "aBc", "abC", "letter-case"),
            ("xa", "abc", "a\u{fffd}c", "replaced"),
            ("xa", "abc", "ab", "cut"),
            ("xa", "abc", "abcd", "extended"),
            ("xa", "abc", "ac", "dropped"),
            ("xa", "abc", "xyz", "other"),
        ] {
            let found = findings(&[wrong("a", "must", input, right, found)], &[], &[]);
            assert_eq!(found[0].id, format!("unexplained/punycode/decode/wrong-value/{code}"));
        }
        let mut accepted = wrong("a", "must", "xa", "", "abc");
        let kinds = vec!["truncated".into(), "bad-digit".into()];
        accepted.expected = vec![Expected::Refusal { kinds, at: None }];
        accepted.failing = Some(Failing::AcceptedWrongly);
        let id = &findings(&[accepted], &[], &[])[0].id;
        assert_eq!(id, "unexplained/punycode/decode/accepted-wrongly/truncated+bad-digit");
        let mut refused = wrong("a", "must", "xa", "abc", "");
        refused.failing = Some(Failing::RefusedWrongly);
        for (kind, code) in [("overflow", "/overflow"), ("\u{1b}[31m", "")] {
            let kind = Some(kind.to_owned());
            refused.observed =
                Some(Observed::Refused(crate::observation::Refusal { kind, ..Default::default() }));
            let id = &findings(&[refused.clone()], &[], &[])[0].id;
            assert_eq!(*id, format!("unexplained/punycode/decode/refused-wrongly{code}"));
        }
    }

    #[test]
    fn the_wrong_part_of_a_number_is_named() {
        // Sections 5.2 and 5.5 of the document print hash, marker and key of this address.
        for (found, code) in [
            ("26423 1 5622999999", "hash"),
            ("25423 8 5622999999", "marker"),
            ("25423 1 5623999999", "key"),
            ("25423 1 562299999", "nines"),
        ] {
            let mut case = wrong("a", "must", "alice", "25423 1 5622999999", found);
            (case.codec, case.op) = ("uri2dec".into(), "encode".into());
            let id = &findings(&[case], &[], &[])[0].id;
            assert_eq!(*id, format!("unexplained/uri2dec/encode/wrong-value/{code}"));
        }
    }

    #[test]
    fn the_most_serious_finding_is_first_and_its_best_example() {
        let mut crash = wrong("crash", "must", "x", "a", "b");
        (crash.verdict, crash.failing) = (Verdict::Crash, None);
        let mut state = crash.clone();
        (state.name, state.order_dependent) = ("state".into(), true);
        let accepted = |name: &str, level, input: &str| {
            let mut case = wrong(name, level, input, "", "xyz");
            case.expected = vec![Expected::Refusal { kinds: vec!["bad-digit".into()], at: None }];
            case.failing = Some(Failing::AcceptedWrongly);
            case
        };
        let cases = [
            wrong("may", "may", "x", "abc", "a"),
            wrong("should", "should", "x", "abc", "abcd"),
            wrong("unexplained", "must", "x", "abc", "xyz"),
            wrong("advisory like", "should", "x", "abc", "xyz"),
            accepted("long like", "must", "xyz"),
            accepted("short like", "must", "x"),
            accepted("third like", "must", "xyz"),
            wrong("limit", "must", "xx", "abc", "xyz"),
            crash,
            state,
        ];
        let own = ["advisory like", "long like", "short like", "third like"];
        let likes = [like("punycode/x", &own)];
        let limit = LengthLimit {
            codec: "punycode".into(),
            op: "decode".into(),
            longest: 63,
            shortest: 64,
            checks: vec!["limit".into()],
        };
        let all = findings(&cases, &likes, std::slice::from_ref(&limit));
        let keys: Vec<_> = all.iter().map(|finding| (&*finding.id, finding.cause)).collect();
        let expected = [
            ("fault/punycode/decode/crash", Cause::Fault),
            ("state/punycode/decode", Cause::State),
            ("length-limit/punycode/decode", Cause::LengthLimit),
            ("unexplained/punycode/decode/wrong-value/other", Cause::Unexplained),
            ("deviation/punycode/x", Cause::Deviation),
            ("unexplained/punycode/decode/wrong-value/extended", Cause::Unexplained),
            ("unexplained/punycode/decode/wrong-value/cut", Cause::Unexplained),
        ];
        assert_eq!(keys, expected);
        assert_eq!(all[4].checks, ["short like", "long like", "third like", "advisory like"]);
        assert_eq!((all[4].unexpected, all[4].advisory), (3, 1));
        assert_eq!(
            all[4].agreement,
            Some(Agreement { explained: 4, telling: 5, contradicting: 1 })
        );
        assert_eq!(all[4].level, "must");
        // Every failure is in one finding.
        assert_eq!(all.iter().map(|finding| finding.checks.len()).sum::<usize>(), cases.len());
    }

    #[test]
    fn no_must_finding_rests_on_advisory_checks() {
        let of = |levels: &[&'static str]| {
            let case = |(place, level): (usize, &&'static str)| {
                wrong(&place.to_string(), level, "x", "abc", "xyz")
            };
            let cases: Vec<_> = levels.iter().enumerate().map(case).collect();
            let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
            let found = findings(&cases, &[like("punycode/x", &names)], &[]);
            found.into_iter().map(|it| (it.cause, it.level, it.checks.len())).collect::<Vec<_>>()
        };
        let (like, unexplained) = (Cause::Deviation, Cause::Unexplained);
        let rests = of(&["must", "must", "should", "should", "should"]);
        assert_eq!(rests, [(unexplained, "must".into(), 2), (like, "should".into(), 3)]);
        assert_eq!(of(&["must", "must", "must", "should"]), [(like, "must".into(), 4)]);
        assert_eq!(of(&["must", "must", "should"]), [(like, "must".into(), 3)]);
    }

    #[test]
    fn what_several_deviations_explain_makes_the_finding_of_one_no_stricter() {
        let sum = |level: &'static str| {
            let mut cases = vec![wrong("sum", level, "x", "abc", "xyz")];
            cases.extend(["a", "b", "c"].map(|name| wrong(name, "should", "xy", "abc", "xyz")));
            let likes =
                [like("punycode/x+punycode/y", &["sum"]), like("punycode/x", &["a", "b", "c"])];
            let found = findings(&cases, &likes, &[]).into_iter();
            found.map(|it| (it.id, it.level, it.checks, it.beside)).collect::<Vec<_>>()
        };
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let (one, both) = ("deviation/punycode/x", "deviation/punycode/x+punycode/y");
        let all = names(&["a", "b", "c", "sum"]);
        assert_eq!(sum("should"), [(one.into(), "should".into(), all, 1)]);
        let apart = [
            (both.into(), "must".into(), names(&["sum"]), 0),
            (one.into(), "should".into(), names(&["a", "b", "c"]), 0),
        ];
        assert_eq!(sum("must"), apart);
    }

    #[test]
    fn a_state_fault_is_one_finding_and_its_example_names_the_requests_before() {
        let mut cases = [
            wrong("a", "must", "x", "abc", "xyz"),
            wrong("b", "must", "x", "abc", "abcd"),
            wrong("c", "must", "xy", "abc", ""),
        ];
        cases.iter_mut().for_each(|case| case.order_dependent = true);
        cases[2].after = vec!["before".into()];
        let found = findings(&cases, &[], &[]);
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].id, &*found[0].checks[0]), ("state/punycode/decode", "c"));
    }

    #[test]
    fn neither_the_order_nor_another_failure_renames_a_finding() {
        let mut cases = vec![
            wrong("a", "must", "x", "abc", "xyz"),
            wrong("b", "must", "x", "abc", ""),
            wrong("c", "should", "x", "abc", "ab"),
        ];
        let likes = [like("punycode/x", &["c"])];
        let before = findings(&cases, &likes, &[]);
        cases.reverse();
        assert_eq!(findings(&cases, &likes, &[]), before);
        cases.push(wrong("d", "must", "x", "abc", "ab"));
        let after: BTreeSet<_> =
            findings(&cases, &likes, &[]).into_iter().map(|finding| finding.id).collect();
        assert!(before.iter().all(|finding| after.contains(&finding.id)));
        assert_eq!(after.len(), before.len() + 1);
    }
}
