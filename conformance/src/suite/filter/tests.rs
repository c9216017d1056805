//! Tests of the choice by conditions, and of the errors of conditions that choose nothing.

use super::*;

#[test]
fn a_star_is_any_characters_and_a_question_mark_one_and_a_clause_has_those_below_it() {
    for (pattern, right, wrong) in [
        ("", "", "a"),
        ("a", "a", "A"),
        ("a*", "a", "b"),
        ("*/b", "a/b", "a/bc"),
        ("?/?", "a/b", "ab"),
        ("?", "a", ""),
        ("?", "ü", "ab"),
        ("*ab?", "abc", "ab"),
        ("a?c", "aüc", "ac"),
        ("*a*b", "aab-ab", "ba"),
        ("**b?", "abbb", "ab"),
        ("*?é", "üé", "é"),
        ("a/*/c*", "a/b/b/c", "a/c"),
        ("*a", "a", "ab"),
        ("a*b", "ab", "ac"),
        ("a??c", "aücc", "aüc"),
        ("*??", "üü", "ü"),
        ("[a]", "[a]", "a"),
    ] {
        let matches = |name| matches(&super::pattern(pattern), name);
        assert!(matches(right), "{pattern} {right}");
        assert!(!matches(wrong), "{pattern} {wrong}");
    }
    assert!(["", "a/b"].iter().all(|name| matches("*", name)));
    // A clause chooses itself and the clauses below it.
    for (clause, whole, expected) in [
        ("6.2", "6", true),
        ("6.2", "6.2", true),
        ("7.1 (A)", "7.1", true),
        ("62", "6", false),
        ("6", "6.2", false),
    ] {
        assert_eq!(is_within(clause, whole), expected, "{clause} {whole}");
    }
}

fn embedded() -> Vec<Check> {
    acegate_vectors::Suite::embedded()
        .expect("the embedded suite is valid")
        .checks()
}

fn filter(conditions: &[(&str, &str)]) -> Filter {
    let mut filter = Filter::default();
    for &(name, value) in conditions {
        let own = match name {
            "codec" => &mut filter.codecs,
            "id" => &mut filter.ids,
            "skip" => &mut filter.skipped,
            "clause" => &mut filter.clauses,
            _ => &mut filter.requirements,
        };
        own.push(pattern(value));
    }
    filter
}

fn chosen(conditions: &[(&str, &str)]) -> Vec<Check> {
    filter(conditions)
        .apply(embedded())
        .expect("it chooses some")
}

fn message(filter: &Filter, checks: Vec<Check>) -> (String, bool) {
    let error = filter
        .apply(checks)
        .expect_err("it does not do what was meant");
    (error.to_string(), error.chooses_nothing())
}

#[test]
fn every_condition_that_no_check_meets_is_named() {
    for (conditions, expected) in [
        (
            &[("id", "utf5/*"), ("id", "utf5/no-such")][..],
            "no case of the suite has the id \"utf5/no-such\"",
        ),
        (
            &[("id", "utf5/printed/hi-mum")],
            "no case of the suite has the id \"utf5/printed/hi-mum\"; did you mean \
                utf5/printed/hi-mom?",
        ),
        (
            &[("id", "utf5/pritned/*")],
            "no case of the suite has the id \"utf5/pritned/*\"; did you mean utf5/printed/*?",
        ),
        (
            &[("skip", "utf5/no-such")],
            "no case of the suite has the id to skip \"utf5/no-such\"",
        ),
        (
            &[("clause", "99")],
            "no case of the suite has the clause \"99\"",
        ),
        (
            &[("clause", "RFC 3492, 6.9")],
            "no case of the suite has the clause \"RFC 3492, 6.9\"; did you mean RFC 3492, 6.1,",
        ),
        (
            &[("codec", "punycode"), ("clause", "3.1")],
            "several documents have clause \"3.1\": expected one of RFC 3490, 3.1; RFC 3492, 3.1",
        ),
        (
            &[("requirement", "punycode-277")],
            "no case of the suite has the requirement \"punycode-277\"; did you mean punycode-27?",
        ),
        (
            &[("requirement", "punycode-50")],
            "no case tests punycode-50, which says: Annotation may be left out altogether. An \
             implementation",
        ),
        (
            &[("codec", "utf7")],
            "no case is about codec \"utf7\": expected one of bootstring, ",
        ),
    ] {
        let (text, chooses_nothing) = message(&filter(conditions), embedded());
        assert!(text.starts_with(expected) && !chooses_nothing, "{text}");
    }
    for long in [
        "a".repeat(10_000),
        "*a".repeat(10_000),
        "*".repeat(10_000) + "!",
    ] {
        let (text, _) = message(&filter(&[("id", &long)]), embedded());
        assert!(text.len() < 300, "{text}");
    }
}

#[test]
fn a_clause_may_have_its_document_and_a_requirement_chooses_what_tests_it() {
    let clauses = |clause: &str| chosen(&[("clause", clause)]);
    let whole = clauses("RFC 3492, 6.4");
    assert!(!whole.is_empty() && whole.iter().all(|it| it.case.document == "RFC 3492"));
    assert!(whole.iter().all(|it| is_within(&it.case.clause, "6.4")));
    for other in ["6.4", "RFC 3492, 6.4 (must)"] {
        assert_eq!(clauses(other).len(), whole.len(), "{other}");
    }
    let all = clauses("RFC 3492");
    assert!(all.iter().all(|it| it.case.document == "RFC 3492") && all.len() > whole.len());
    let id = "punycode-27".to_owned();
    let all = embedded()
        .into_iter()
        .filter(|it| it.case.requirements.contains(&id));
    assert_eq!(chosen(&[("requirement", &id)]).len(), all.count());
    let rows = acegate_vectors::Ledger::embedded()
        .expect("the ledger is valid")
        .requirements;
    let ids = |condition| -> Vec<String> {
        let rows = filter(&[condition])
            .apply_to_requirements(&rows)
            .expect("it chooses some");
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(("requirement", &id)), [&*id]);
    let utf5 = ids(("codec", "utf5"));
    assert!(
        !utf5.is_empty() && utf5.iter().all(|id| id.starts_with("utf5-")),
        "{utf5:?}"
    );
}

#[test]
fn conditions_that_exclude_each_other_are_all_named() {
    let must = Filter {
        level: Some(Level::Must),
        ..Filter::default()
    };
    let all = [
        ("codec", "utf5"),
        ("id", "utf5/*"),
        ("clause", "6.2"),
        ("skip", "punycode/*"),
    ];
    for (filter, conditions) in [
        (
            filter(&[("codec", "utf5"), ("skip", "utf5/*")]),
            "codec utf5, skip utf5/*",
        ),
        (
            Filter {
                level: must.level,
                ..filter(&all)
            },
            "codec utf5, id utf5/*, clause 6.2, level must, skip punycode/*",
        ),
    ] {
        let expected = format!("no case of the suite is of {conditions} together");
        assert_eq!(message(&filter, embedded()), (expected, true));
    }
    let mut checks = embedded();
    checks.retain(|check| check.case.level < Level::Must);
    assert_eq!(
        message(&must, checks).0,
        "no case of the suite is of level must"
    );
    assert_eq!(
        message(&Filter::default(), Vec::new()).0,
        "the suite has no cases"
    );
}

#[test]
fn an_id_may_have_the_operation_of_a_check_at_its_end() {
    // The first case has two checks, which are named after the operations; the second has one.
    for (case, op) in [
        ("utf5/printed/hi-mom", "encode"),
        ("utf5/printed/hi-mom", "decode"),
        ("punycode/edge/leading-delimiter-word", "decode"),
    ] {
        for mark in [':', '/'] {
            let chosen = chosen(&[("id", &format!("{case}{mark}{op}"))]);
            assert_eq!(
                (chosen.len(), &*chosen[0].case.id, &*chosen[0].op),
                (1, case, op)
            );
        }
    }
    message(
        &filter(&[("id", "punycode/edge/leading-delimiter-word:encode")]),
        embedded(),
    );
}
