//! ENUM: what no vector states: positions, trees, and limits of length.

use acegate_codec::{Error, Failure, Parameters, Value, codec};
use proptest::prelude::*;

use crate::label::support::run;
use crate::share::holds_of;

#[test]
fn positions_are_those_of_the_first_fault() {
    for (op, input, expected) in [
        ("to-domain", "", ("empty", 0)),
        ("to-domain", "+-", ("empty", 2)),
        ("to-domain", "44", ("bad-prefix", 0)),
        ("to-domain", "+4é4", ("bad-digit", 2)),
        ("to-domain", "+12345-67890-123456", ("too-long", 18)),
        ("to-number", "4.4.e164.arpa.example", ("tree", 21)),
        ("to-number", "e164.arpa", ("empty", 0)),
        ("to-number", "4..e164.arpa", ("empty", 2)),
        ("to-number", "4.44.e164.arpa", ("bad-length", 3)),
        ("to-number", "4.é.e164.arpa", ("bad-digit", 2)),
        ("to-number", "1.2.3.4.5.6.7.8.9.0.1.2.3.4.5.6.e164.arpa", ("too-long", 30)),
    ] {
        assert_eq!(run("enum", op, input), Err(expected), "{op} {input}");
    }
}

#[test]
fn trees_that_are_no_names_are_not_supported() {
    for tree in [".", "a..b", "a b", &"a".repeat(64), &"a.".repeat(113)] {
        let parameters = Parameters::from([(
            "tree".to_owned(),
            acegate_codec::Parameter::Text(tree.to_owned()),
        )]);
        let answer = codec("enum").unwrap().apply("to-domain", &parameters, &"+4".into());
        assert!(matches!(answer, Err(Failure::Unsupported(_))), "{tree}: {answer:?}");
    }
}

#[test]
fn numbers_become_domains_and_come_back() {
    holds_of(100, 256, "[+][0-9]{1,15}", |number| {
        let domain = run("enum", "to-domain", &number).unwrap();
        prop_assert_eq!(run("enum", "to-number", &domain), Ok(number));
        Ok(true)
    });
}

/// The URIs of a number.
fn rewritten(number: &str, records: &[String]) -> Result<Vec<String>, Error> {
    let values = [number.to_owned()].into_iter().chain(records.iter().cloned());
    let input = Value::List(values.map(|text| Value::from(text.as_str())).collect());
    match codec("enum").unwrap().apply("rewrite", &Parameters::new(), &input) {
        Ok(Value::List(uris)) => {
            Ok(uris.iter().map(|uri| uri.as_text().unwrap().to_scalar_string().unwrap()).collect())
        }
        Err(Failure::Refused(error)) => Err(error),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn an_answer_that_is_too_long_is_not_supported() {
    let list = |length: usize| {
        Value::List(vec!["+4".into(), Value::from("x".repeat(length - 2).as_str())])
    };
    let ask = |length| codec("enum").unwrap().apply("rewrite", &Parameters::new(), &list(length));
    assert!(matches!(ask(16384), Err(Failure::Refused(_))));
    assert!(matches!(ask(16385), Err(Failure::Unsupported(_))));
}

#[test]
fn uris_have_escapes_of_two_digits() {
    let uri = |uri: &str| rewritten("+112", &[format!("1 1 u E2U+sip !^.*$!{uri}! .")]);
    assert_eq!(uri("sip:a%20b@c.de"), Ok(vec!["sip:a%20b@c.de".to_owned()]));
    assert_eq!(uri("sip:a%2").unwrap_err().code(), "uri");
}

/// RFC 1035, section 3.3: a character string has up to 255 octets.
#[test]
fn an_expression_has_up_to_255_octets() {
    let of_length = |length: usize| {
        let uri = format!("sip:{}", "a".repeat(length - "!^.*$!sip:!".len()));
        rewritten("+112", &[format!("1 1 u E2U+sip !^.*$!{uri}! .")])
    };
    assert!(of_length(255).is_ok());
    assert_eq!(of_length(256).unwrap_err().code(), "too-long");
}

/// RFC 1035, section 3.1: a label has up to 63 octets, a name up to 255.
#[test]
fn a_replacement_may_have_many_labels() {
    let replaced = |name: &str| rewritten("+112", &[format!("1 1 \"\" \"\" \"\" {name}")]);
    let names = [&"a.".repeat(127), &"a.".repeat(128), "a.b.c.d.e.f.g.h.i.j.example."];
    let codes = names.map(|name| replaced(name).unwrap_err().code());
    assert_eq!(codes, ["not-terminal", "syntax", "not-terminal"]);
}

/// A sign is not a digit of a count (POSIX, 9.4.6).
#[test]
fn a_count_has_digits_alone() {
    let counted =
        |count: &str| rewritten("+112", &[format!("1 1 u E2U+sip !1{{{count}}}!sip:a! .")]);
    assert!(counted("2").is_ok());
    assert!(counted("+2").is_err());
}
