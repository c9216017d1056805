//! ENUM: the positions, the trees and the limits of length that no vector states.

use acegate_codec::{Failure, Value};

use crate::label::{apply, assert_refused, run_value};

#[test]
fn positions_are_those_of_the_first_fault() {
    let numbers = [
        ("+-", "empty", 2),
        ("+4\u{e9}4", "bad-digit", 2),
        ("+12345-67890-123456", "too-long", 18),
    ];
    assert_refused("enum", "to-domain", &numbers);
    let domains = [
        ("4.44.e164.arpa", "bad-length", 3),
        ("4.\u{e9}.e164.arpa", "bad-digit", 2),
        ("1.2.3.4.5.6.7.8.9.0.1.2.3.4.5.6.e164.arpa", "too-long", 30),
    ];
    assert_refused("enum", "to-number", &domains);
}

#[test]
fn trees_that_are_no_names_are_not_supported() {
    for tree in [".", "a..b", "a b", &"a".repeat(64), &"a.".repeat(113)] {
        let answer = apply("enum", "to-domain", &[("tree", tree)], &"+4".into());
        assert!(
            matches!(answer, Err(Failure::Unsupported(_))),
            "{tree}: {answer:?}"
        );
    }
}

/// The URIs that a record gives for the number +112, or the code of the error.
fn rewritten(record: &str) -> Result<String, &'static str> {
    let input = Value::List(vec!["+112".into(), record.into()]);
    run_value("enum", "rewrite", &input).map_err(|(code, _)| code)
}

#[test]
fn an_answer_that_is_too_long_is_not_supported() {
    let list = |length: usize| {
        Value::List(vec![
            "+4".into(),
            Value::from("x".repeat(length - 2).as_str()),
        ])
    };
    let ask = |length| apply("enum", "rewrite", &[], &list(length));
    assert!(matches!(ask(16384), Err(Failure::Refused(_))));
    assert!(matches!(ask(16385), Err(Failure::Unsupported(_))));
}

#[test]
fn uris_have_escapes_of_two_digits() {
    let uri = |uri: &str| rewritten(&format!("1 1 u E2U+sip !^.*$!{uri}! ."));
    assert_eq!(uri("sip:a%20b@c.de").as_deref(), Ok("sip:a%20b@c.de"));
    assert_eq!(uri("sip:a%2"), Err("uri"));
}

/// RFC 1035, section 3.3: a character string has up to 255 octets.
#[test]
fn an_expression_has_up_to_255_octets() {
    let of_length = |length: usize| {
        let uri = format!("sip:{}", "a".repeat(length - "!^.*$!sip:!".len()));
        rewritten(&format!("1 1 u E2U+sip !^.*$!{uri}! ."))
    };
    assert!(of_length(255).is_ok());
    assert_eq!(of_length(256), Err("too-long"));
}

/// RFC 1035, section 3.1: a label has up to 63 octets, a name up to 255.
#[test]
fn a_replacement_may_have_many_labels() {
    let replaced = |name: &str| rewritten(&format!("1 1 \"\" \"\" \"\" {name}"));
    let names = [
        &"a.".repeat(127),
        &"a.".repeat(128),
        "a.b.c.d.e.f.g.h.i.j.example.",
    ];
    let codes = ["not-terminal", "syntax", "not-terminal"].map(Err);
    assert_eq!(names.map(replaced), codes);
}

/// A sign is not a digit of a count (POSIX, 9.4.6).
#[test]
fn a_count_has_digits_alone() {
    let counted = |count: &str| rewritten(&format!("1 1 u E2U+sip !1{{{count}}}!sip:a! ."));
    assert!(counted("2").is_ok());
    assert_eq!(counted("+2"), Err("expression"));
}
