//! The report of a comparison in words: names of the sides, titles, causes, and the sentence at the end.

use std::collections::BTreeMap;
use std::time::Duration;

use acegate_codec::unicode::Version;

use super::super::*;
use crate::event::BaselineVerdict;
use crate::observation::{Fault, Outcome, Refusal};
use crate::protocol::{Description, Identity, Request};
use crate::sweep::{Ages, CodePoints, Measured};

fn identity(name: &str, version: &str) -> Identity {
    Identity {
        name: name.to_owned(),
        version: version.to_owned(),
        ..Identity::default()
    }
}

fn names(first: (&str, &str), second: (&str, &str), is_upgrade: bool) -> [String; 2] {
    let [one, two] = [first, second].map(|(name, version)| identity(name, version));
    Labels::new([&one, &two], is_upgrade, Vec::new()).names
}

#[test]
fn sides_have_the_shortest_names_that_tell_them_apart() {
    assert_eq!(names(("x", "1"), ("y", "1"), false), ["x", "y"]);
    assert_eq!(names(("x", "1"), ("x", "2"), false), ["x 1", "x 2"]);
    assert_eq!(
        names(("x", "1"), ("x", "1"), false),
        ["the first", "the second"]
    );
    let versions = names(("x", "1"), ("y", "2"), true);
    assert_eq!(versions, ["the old version", "the new version"]);
}

fn labels(is_upgrade: bool) -> Labels {
    Labels {
        names: ["A".to_owned(), "B".to_owned()],
        is_upgrade,
        words: vec!["a".to_owned(), "b".to_owned()],
    }
}

fn refusal(words: &str) -> Outcome {
    Outcome::Refused(Refusal {
        message: Some(words.to_owned()),
        ..Refusal::default()
    })
}

fn outcomes(kind: Kind) -> [Outcome; 2] {
    let value = Outcome::Value("a".into());
    let fault = Outcome::Fault(Fault::Caught("a failure".to_owned()));
    match kind {
        Kind::Fails(Side::First) => [fault, value],
        Kind::Fails(Side::Second) => [value, fault],
        Kind::Accepts(Side::First) => [value, refusal("")],
        Kind::Accepts(Side::Second) => [refusal(""), value],
        Kind::OtherValue => [value, Outcome::Value("b".into())],
    }
}

/// A group of these names.
fn group(kind: Kind, cause: GroupCause, names: &[&str]) -> Group {
    let mut differences = Vec::new();
    for (place, name) in names.iter().enumerate() {
        differences.push(AnswerDifference {
            request: Request::new("uts46", "to-ascii", (*name).into()),
            place: Place::Line(place + 1),
            kind,
            outcomes: outcomes(kind),
        });
    }
    Group {
        kind,
        cause,
        code_points: CodePoints::default(),
        example: differences[0].request.clone(),
        outcomes: outcomes(kind),
        differences,
        is_confirmed: true,
    }
}

fn report(groups: Vec<Group>, labels: &Labels) -> CompareReport {
    let different = groups
        .iter()
        .map(|group| group.differences.len() as u64)
        .sum();
    let description = Description::new(identity("x", "1"), BTreeMap::new());
    let comparison = Comparison {
        descriptions: [description.clone(), description],
        measured: [Measured::Unknown; 2],
        asked: different,
        skipped: 0,
        different,
        groups,
        remarks: Vec::new(),
        is_whole: true,
        is_given_up: false,
        first: None,
        elapsed: Duration::ZERO,
    };
    CompareReport::new(&comparison, labels)
}

#[test]
fn a_title_names_the_side_of_each_answer() {
    struct Row {
        kind: Kind,
        title: &'static str,
        of_upgrade: &'static str,
    }
    let rows = [
        Row {
            kind: Kind::Fails(Side::First),
            title: "A crashes, hangs or fails",
            of_upgrade: "a crash or hang before, answered now",
        },
        Row {
            kind: Kind::Fails(Side::Second),
            title: "B crashes, hangs or fails",
            of_upgrade: "answered before, a crash or hang now",
        },
        Row {
            kind: Kind::Accepts(Side::First),
            title: "A accepts, B rejects",
            of_upgrade: "accepted before, rejected now",
        },
        Row {
            kind: Kind::Accepts(Side::Second),
            title: "B accepts, A rejects",
            of_upgrade: "rejected before, accepted now",
        },
        Row {
            kind: Kind::OtherValue,
            title: "both accept, with different values",
            of_upgrade: "accepted before and now, with another value",
        },
    ];
    for row in rows {
        for (is_upgrade, title) in [(false, row.title), (true, row.of_upgrade)] {
            let group = group(row.kind, GroupCause::Unknown, &["a"]);
            let report = report(vec![group], &labels(is_upgrade));
            assert_eq!(report.groups()[0].title, title);
        }
    }
}

#[test]
fn a_cause_names_its_side() {
    let mut ages = Ages::default();
    ages.add_version(Version::V17);
    let measured = [Version::V16, Version::V18].map(Measured::Version);
    let id = "uts46/bidi-not-checked";
    let rows = [
        (
            GroupCause::Version { measured, ages },
            "A has tables of Unicode 16, B of Unicode 18; questions by the version that they need: \
             17: 1",
        ),
        (
            GroupCause::Settings([String::new(), "std3=false".to_owned()]),
            "different settings: A has the defaults, B has std3=false",
        ),
        (
            GroupCause::Declared(Side::Second, "no long names".to_owned()),
            "B declares: no long names",
        ),
        (
            GroupCause::Declared(Side::First, "no long names".to_owned()),
            "A declares: no long names",
        ),
        (
            GroupCause::Deviation {
                side: Side::First,
                id,
            },
            "A behaves like uts46/bidi-not-checked: ",
        ),
        (
            GroupCause::Deviation {
                side: Side::Second,
                id,
            },
            "B behaves like uts46/bidi-not-checked: ",
        ),
        (GroupCause::Unknown, ""),
    ];
    for (cause, words) in rows {
        let report = report(vec![group(Kind::OtherValue, cause, &["a"])], &labels(false));
        let because = &report.groups[0].because;
        assert!(because.starts_with(words), "{because}");
    }
}

/// A baseline lists groups by name, and by what is in them.
#[test]
fn a_group_has_a_name_of_its_own_and_a_content() {
    let same = |names: &[&str]| {
        let settings = GroupCause::Settings([String::new(), "std3=false".to_owned()]);
        group(Kind::OtherValue, settings, names)
    };
    let mut other_words = same(&["a", "b"]);
    for difference in &mut other_words.differences {
        difference.kind = Kind::Accepts(Side::First);
        difference.outcomes = [Outcome::Value("a".into()), refusal("one")];
    }
    let mut more_words = other_words.clone();
    for difference in &mut more_words.differences {
        difference.outcomes[1] = refusal("two");
    }
    let groups = vec![
        same(&["a", "b"]),
        same(&["b", "a"]),
        other_words,
        more_words,
    ];
    let report = report(groups, &labels(false));
    let ids: Vec<&str> = report
        .groups()
        .iter()
        .map(|group| group.id.as_str())
        .collect();
    let first = ids[0];
    assert!(
        first.starts_with("compare/uts46/to-ascii/other-value/"),
        "{first}"
    );
    let second = format!("{first}-2");
    assert_eq!(ids[1], second);
    assert_eq!(ids[2], format!("{first}-3"));
    let contents: Vec<&str> = report
        .groups()
        .iter()
        .map(|group| &*group.content)
        .collect();
    // Neither the order counts, nor the words of a refusal.
    assert_eq!(contents[0], contents[1]);
    assert_eq!(contents[2], contents[3]);
    assert_ne!(contents[0], contents[2]);
}

#[test]
fn the_conclusion_counts_groups_and_answers() {
    let first = || group(Kind::Accepts(Side::First), GroupCause::Unknown, &["a", "b"]);
    let other = || group(Kind::OtherValue, GroupCause::Unknown, &["c"]);
    let known = Some(BaselineVerdict::ExpectedFailure);
    let rows = [
        (vec![], vec![], "no difference"),
        (vec![first()], vec![None], "2 answers differ, in 1 group"),
        (
            vec![first(), first()],
            vec![None, None],
            "4 answers differ, in 2 groups",
        ),
        (
            vec![first(), other(), first()],
            vec![None, None, None],
            "5 answers differ, in 3 groups: 4 A accepts, B rejects; 1 both accept, with different \
             values",
        ),
        (
            vec![first(), first()],
            vec![known, known],
            "4 answers differ, all of them known",
        ),
        (
            vec![first(), first()],
            vec![None, known],
            "4 answers differ, in 1 new group, and 1 known",
        ),
    ];
    for (groups, verdicts, conclusion) in rows {
        let mut report = report(groups, &labels(false));
        report.set_verdicts(verdicts);
        assert_eq!(report.conclusion(), conclusion);
    }
}

/// Nothing is printed to a terminal, or copied from one, that does not look as it is.
#[test]
fn a_command_repeats_a_name_that_can_be_shown() {
    let command = " | acegate compare a b --codec uts46 --op to-ascii --names -";
    for (name, words) in [
        ("a", Some("printf '%s\\n' a")),
        ("a b", Some("printf '%s\\n' 'a b'")),
        ("\u{E9}", Some("printf '%s\\n' \u{E9}")),
        ("", None),
        ("a\u{200C}b", None),
    ] {
        let group = group(Kind::OtherValue, GroupCause::Unknown, &[name]);
        let report = report(vec![group], &labels(false));
        let expected = words.map(|words| format!("{words}{command}"));
        assert_eq!(report.groups[0].repeat, expected, "{name:?}");
    }
}
