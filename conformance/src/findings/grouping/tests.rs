//! Tests of the grouping: keys, order, levels and the best example.

use std::collections::BTreeSet;

use acegate_vectors::Level;

use super::*;
use crate::event::{Agreement, Common, Expected, Observed};
use crate::judge::{Failing, Verdict};
use crate::observation::AnyValue;

fn value(text: &str) -> AnyValue {
    AnyValue::Ordinary(text.into())
}

fn wrong(name: &str, level: Level, input: &str, right: &str, found: &str) -> CaseEvent {
    CaseEvent {
        name: name.to_owned(),
        codec: "punycode".into(),
        op: "decode".into(),
        document: "RFC 3492".into(),
        clause: "6.2".into(),
        level,
        input: Some(value(input)),
        expected: vec![Expected::Value(value(right))],
        observed: Some(Observed::Value(value(found))),
        verdict: Verdict::Fail,
        failing: Some(Failing::WrongValue),
        unexpected: level == Level::Must,
        ..CaseEvent::default()
    }
}

fn like(deviation: &str, checks: &[&str]) -> BehavesLike {
    BehavesLike {
        deviation: deviation.into(),
        summary: "It does so.".into(),
        seen: vec!["a library".into()],
        explained: checks.len(),
        telling: checks.len(),
        checks: checks.iter().map(|name| (*name).to_owned()).collect(),
        contradicting: 0,
        alike: 0,
        or: Vec::new(),
    }
}

fn findings(cases: &[CaseEvent], likes: &[BehavesLike], limits: &[LengthLimit]) -> Vec<Finding> {
    let mut grouping = Grouping::default();
    cases.iter().for_each(|case| grouping.add(case));
    grouping.findings(likes, limits)
}

/// One failure of each way of differing, and the end of the key of its finding.
#[test]
fn a_difference_has_a_code_of_a_closed_vocabulary() {
    // Sections 5.2 and 5.5 of the document print hash, marker and key of this address.
    let number = "25423 1 5622999999";
    for (operation, input, right, found, code) in [
        ("punycode/decode", "xa", "abc", "", "empty"),
        ("punycode/decode", "xa", "abc", "xa", "unchanged"),
        ("punycode/decode", "xa", "aBc", "abC", "letter-case"),
        ("punycode/decode", "xa", "abc", "a\u{fffd}c", "replaced"),
        ("punycode/decode", "xa", "abc", "ab", "cut"),
        ("punycode/decode", "xa", "abc", "abcd", "extended"),
        ("punycode/decode", "xa", "abc", "ac", "dropped"),
        ("punycode/decode", "xa", "abc", "xyz", "other"),
        (
            "uri2dec/encode",
            "alice",
            number,
            "26423 1 5622999999",
            "hash",
        ),
        (
            "uri2dec/encode",
            "alice",
            number,
            "25423 8 5622999999",
            "marker",
        ),
        (
            "uri2dec/encode",
            "alice",
            number,
            "25423 1 5623999999",
            "key",
        ),
        (
            "uri2dec/encode",
            "alice",
            number,
            "25423 1 562299999",
            "nines",
        ),
    ] {
        let mut case = wrong("a", Level::Must, input, right, found);
        let (codec, op) = operation.split_once('/').expect("both");
        (case.codec, case.op) = (codec.into(), op.into());
        let id = &findings(&[case], &[], &[])[0].id;
        assert_eq!(*id, format!("unexplained/{operation}/wrong-value/{code}"));
    }
    let mut accepted = wrong("a", Level::Must, "xa", "", "abc");
    let kinds = vec!["truncated".into(), "bad-digit".into()];
    accepted.expected = vec![Expected::Refusal { kinds, at: None }];
    accepted.failing = Some(Failing::AcceptedWrongly);
    let id = &findings(&[accepted], &[], &[])[0].id;
    assert_eq!(
        id,
        "unexplained/punycode/decode/accepted-wrongly/truncated+bad-digit"
    );
    let mut refused = wrong("a", Level::Must, "xa", "abc", "");
    refused.failing = Some(Failing::RefusedWrongly);
    for (kind, code) in [("overflow", "/overflow"), ("\u{1b}[31m", "")] {
        let kind = Some(kind.to_owned());
        refused.observed = Some(Observed::Refused(crate::observation::Refusal {
            kind,
            ..Default::default()
        }));
        let id = &findings(&[refused.clone()], &[], &[])[0].id;
        assert_eq!(
            *id,
            format!("unexplained/punycode/decode/refused-wrongly{code}")
        );
    }
}

#[test]
fn the_most_serious_finding_is_first_and_its_best_example() {
    let mut crash = wrong("crash", Level::Must, "x", "a", "b");
    (crash.verdict, crash.failing) = (Verdict::Crash, None);
    let mut state = crash.clone();
    (state.name, state.order_dependent) = ("state".into(), true);
    let accepted = |name: &str, level, input: &str| {
        let mut case = wrong(name, level, input, "", "xyz");
        case.expected = vec![Expected::Refusal {
            kinds: vec!["bad-digit".into()],
            at: None,
        }];
        case.failing = Some(Failing::AcceptedWrongly);
        case
    };
    let cases = [
        wrong("may", Level::May, "x", "abc", "a"),
        wrong("should", Level::Should, "x", "abc", "abcd"),
        wrong("unexplained", Level::Must, "x", "abc", "xyz"),
        wrong("advisory like", Level::Should, "x", "abc", "xyz"),
        accepted("long like", Level::Must, "xyz"),
        accepted("short like", Level::Must, "x"),
        accepted("third like", Level::Must, "xyz"),
        wrong("limit", Level::Must, "xx", "abc", "xyz"),
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
    let keys: Vec<_> = all
        .iter()
        .map(|finding| (&*finding.id, finding.cause))
        .collect();
    let expected = [
        ("state/punycode/decode", Cause::State),
        ("fault/punycode/decode/crash", Cause::Fault),
        ("length-limit/punycode/decode", Cause::LengthLimit),
        (
            "unexplained/punycode/decode/wrong-value/other",
            Cause::Unexplained,
        ),
        ("deviation/punycode/x", Cause::Deviation),
        (
            "unexplained/punycode/decode/wrong-value/extended",
            Cause::Unexplained,
        ),
        (
            "unexplained/punycode/decode/wrong-value/cut",
            Cause::Unexplained,
        ),
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        all[4].checks,
        ["short like", "long like", "third like", "advisory like"]
    );
    assert_eq!((all[4].unexpected, all[4].advisory), (3, 1));
    assert_eq!(
        all[4].agreement,
        Some(Agreement {
            explained: 4,
            telling: 4,
            ..Agreement::default()
        })
    );
    assert_eq!(all[4].level, Level::Must);
    // Every failure is in one finding.
    assert_eq!(
        all.iter()
            .map(|finding| finding.checks.len())
            .sum::<usize>(),
        cases.len()
    );
}

/// A deviation that one answer contradicts: the finding describes the failure, but does not name
/// the deviation as the cause.
#[test]
fn a_deviation_that_fits_in_part_is_no_known_cause() {
    let cases = ["a", "b", "c"].map(|name| wrong(name, Level::Must, "x", "abc", "xyz"));
    let like = BehavesLike {
        contradicting: 1,
        ..like("punycode/x", &["a", "b", "c"])
    };
    let found = findings(&cases, &[like], &[]);
    assert_eq!(
        (&*found[0].id, found[0].cause),
        ("in-part/punycode/x", Cause::InPart)
    );
    assert_eq!(
        found[0].summary,
        "`punycode decode` returns a different value."
    );
    assert!(found[0].seen.is_empty() && !found[0].cause.is_known());
}

/// The failing inputs have a character that no passing one has.
#[test]
fn a_finding_without_a_cause_says_what_its_inputs_have_in_common() {
    let failing = ["a_", "b_1", "_c"].map(|input| wrong(input, Level::Must, input, "abc", "xyz"));
    let mut cases = failing.to_vec();
    for number in 0..12 {
        let mut passing = wrong(&format!("passes {number}"), Level::Must, "a1", "abc", "abc");
        (passing.verdict, passing.failing) = (Verdict::Pass, None);
        cases.push(passing);
    }
    let common = |cases: &[CaseEvent]| findings(cases, &[], &[])[0].common.clone();
    let expected = Common {
        traits: "an underscore".into(),
        passing: 12,
    };
    assert_eq!(common(&cases), Some(expected));
    // Two inputs have always something in common.
    assert_eq!(common(&cases[1..]), None);
    // Where one that passes has it as well, it says nothing.
    cases[5].input = Some(value("a_ "));
    assert_eq!(common(&cases), None);
}

#[test]
fn no_must_finding_rests_on_advisory_checks() {
    let of = |levels: &[Level]| {
        let case =
            |(place, level): (usize, &Level)| wrong(&place.to_string(), *level, "x", "abc", "xyz");
        let cases: Vec<_> = levels.iter().enumerate().map(case).collect();
        let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
        let found = findings(&cases, &[like("punycode/x", &names)], &[]);
        found
            .into_iter()
            .map(|it| (it.cause, it.level, it.checks.len()))
            .collect::<Vec<_>>()
    };
    let (like, unexplained) = (Cause::Deviation, Cause::Unexplained);
    let rests = of(&[
        Level::Must,
        Level::Must,
        Level::Should,
        Level::Should,
        Level::Should,
    ]);
    assert_eq!(
        rests,
        [(unexplained, Level::Must, 2), (like, Level::Should, 3)]
    );
    assert_eq!(
        of(&[Level::Must, Level::Must, Level::Must, Level::Should]),
        [(like, Level::Must, 4)]
    );
    assert_eq!(
        of(&[Level::Must, Level::Must, Level::Should]),
        [(like, Level::Must, 3)]
    );
}

#[test]
fn what_several_deviations_explain_makes_the_finding_of_one_no_stricter() {
    let sum = |level| {
        let mut cases = vec![wrong("sum", level, "x", "abc", "xyz")];
        cases.extend(["a", "b", "c"].map(|name| wrong(name, Level::Should, "xy", "abc", "xyz")));
        let likes = [
            like("punycode/x+punycode/y", &["sum"]),
            like("punycode/x", &["a", "b", "c"]),
        ];
        let found = findings(&cases, &likes, &[]).into_iter();
        found
            .map(|it| (it.id, it.level, it.checks, it.beside))
            .collect::<Vec<_>>()
    };
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let (one, both) = ("deviation/punycode/x", "deviation/punycode/x+punycode/y");
    let all = names(&["a", "b", "c", "sum"]);
    assert_eq!(sum(Level::Should), [(one.into(), Level::Should, all, 1)]);
    let apart = [
        (both.into(), Level::Must, names(&["sum"]), 0),
        (one.into(), Level::Should, names(&["a", "b", "c"]), 0),
    ];
    assert_eq!(sum(Level::Must), apart);
}

#[test]
fn a_state_fault_is_one_finding_and_its_example_names_the_requests_before() {
    let mut cases = [
        wrong("a", Level::Must, "x", "abc", "xyz"),
        wrong("b", Level::Must, "x", "abc", "abcd"),
        wrong("c", Level::Must, "xy", "abc", ""),
    ];
    cases
        .iter_mut()
        .for_each(|case| case.order_dependent = true);
    cases[2].after = vec!["before".into()];
    let found = findings(&cases, &[], &[]);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&*found[0].id, &*found[0].checks[0]),
        ("state/punycode/decode", "c")
    );
}

#[test]
fn neither_the_order_nor_another_failure_renames_a_finding() {
    let mut cases = vec![
        wrong("a", Level::Must, "x", "abc", "xyz"),
        wrong("b", Level::Must, "x", "abc", ""),
        wrong("c", Level::Should, "x", "abc", "ab"),
    ];
    let likes = [like("punycode/x", &["c"])];
    let before = findings(&cases, &likes, &[]);
    cases.reverse();
    assert_eq!(findings(&cases, &likes, &[]), before);
    cases.push(wrong("d", Level::Must, "x", "abc", "ab"));
    let after: BTreeSet<_> = findings(&cases, &likes, &[])
        .into_iter()
        .map(|finding| finding.id)
        .collect();
    assert!(before.iter().all(|finding| after.contains(&finding.id)));
    assert_eq!(after.len(), before.len() + 1);
}
