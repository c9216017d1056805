//! ENUM: the examples of RFC 6116, and the fast codec against its model on numbers, domains, records
//! and expressions that are nearly right.

use acegate_codec::{Codec, Error, Failure, Parameters, Value, codec, plain};
use proptest::prelude::*;

use crate::label::support::run;
use crate::share::holds_of;

#[test]
fn numbers_and_domains_are_those_of_the_examples() {
    // RFC 6116, sections 3.1 and 3.4.
    let domain = "8.4.3.0.6.9.4.6.1.1.4.4.e164.arpa";
    assert_eq!(run("enum", "to-domain", "+44-116-496-0348").as_deref(), Ok(domain));
    assert_eq!(run("enum", "to-number", domain).as_deref(), Ok("+441164960348"));
    assert_eq!(
        run("enum", "to-domain tree=Numbers.example.", "+4").as_deref(),
        Ok("4.Numbers.example")
    );
    assert_eq!(
        run("enum", "to-number tree=numbers.example", "4.NUMBERS.EXAMPLE.").as_deref(),
        Ok("+4")
    );
}

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

#[test]
fn domains_have_the_same_outcome_in_the_model() {
    holds_of(20, 512, "([0-9][.]){0,16}([a0.]{0,2}[.])?[eE]164[.]arpa[.]?", |domain| {
        let Ok(number) = run("enum", "to-number", &domain) else { return Ok(false) };
        let again = run("enum", "to-domain", &number).unwrap();
        prop_assert!(domain.trim_end_matches('.').eq_ignore_ascii_case(&again));
        Ok(true)
    });
}

#[test]
fn numbers_have_the_same_outcome_in_the_model() {
    holds_of(20, 512, "[+]?[0-9() .-]{0,20}[a+-]?", |number| {
        Ok(run("enum", "to-domain", &number).is_ok())
    });
}

/// The URIs of a number, which must be the same in the model.
fn rewritten(number: &str, records: &[String]) -> Result<Vec<String>, Error> {
    let values = [number.to_owned()].into_iter().chain(records.iter().cloned());
    let input = Value::List(values.map(|text| Value::from(text.as_str())).collect());
    let apply =
        |codec: Option<&dyn Codec>| codec.unwrap().apply("rewrite", &Parameters::new(), &input);
    let answer = apply(codec("enum"));
    assert_eq!(answer, apply(plain::codec("enum")), "{number} {records:?}");
    match answer {
        Ok(Value::List(uris)) => {
            Ok(uris.iter().map(|uri| uri.as_text().unwrap().to_scalar_string().unwrap()).collect())
        }
        Err(Failure::Refused(error)) => Err(error),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn expressions_have_the_same_outcome_in_the_model() {
    let atom = prop_oneof![
        Just("1".to_owned()),
        Just("[12]".to_owned()),
        Just(".".to_owned()),
        Just("2".to_owned()),
        Just("^".to_owned()),
        Just("$".to_owned()),
        Just("\\\\+".to_owned()),
        "[12+.^$()|*?{}\\[\\]:-]",
    ];
    let expression = atom.prop_recursive(5, 24, 4, |inner| {
        let times =
            prop::sample::select(vec!["", "", "*", "+", "?", "{2}", "{0,1}", "{1,}", "{0}"]);
        let group = (prop::collection::vec(inner, 1..4), times, any::<bool>());
        group.prop_map(|(parts, times, choice)| {
            format!("({}){times}", parts.join(if choice { "|" } else { "" }))
        })
    });
    let inputs = (expression, "[+][12]{1,15}");
    holds_of(20, 2048, inputs, |(expression, number)| {
        let groups = expression.matches('(').count().min(9);
        let substitution: String = (1..=groups).map(|group| format!("\\\\{group}.")).collect();
        let record = format!(r#"1 1 u E2U+sip "!{expression}!sip:{substitution}!" ."#);
        Ok(rewritten(&number, &[record]).is_ok())
    });
}

#[test]
fn records_have_the_same_outcome_in_the_model() {
    let field = |right: &'static [&'static str]| prop::sample::select(right);
    let record = (
        field(&["1", "2", "01", "2", "1", "65535", "65536", "\"1\""]),
        field(&["1", "2", "3"]),
        field(&["u", "\"u\"", "U", "u", "\"\"", "s", "\"", "\\117", "\\300"]),
        field(&["E2U+sip", "\"e2u+voice:tel+x-y\"", "e2u+a", "E2U", "sip+E2U", "E2U+a::b"]),
        field(&[
            "\"!^.*$!sip:a@b!\"",
            "!^.*$!sip:a@b!",
            "!(.*)!tel:\\\\1!i",
            "/(.)(1*)/sip:\\\\2\\/\\\\1/",
            "!1!sip:!x",
            "!1!sip:",
            "1.*1sip:a1",
            "\"\"",
            "!1!sip:\\\\2!",
            "!1!nothing!",
            "\"!1!sip:%4!\"",
            "!+!sip:!",
        ]),
        field(&[".", ".", ".", "a.example.", "a..b", "\".\"", ". x"]),
    );
    let text = |fields: (&str, &str, &str, &str, &str, &str)| {
        let (order, preference, flags, services, expression, replacement) = fields;
        format!("{order} {preference} {flags} {services} {expression} {replacement}")
    };
    let records = prop::collection::vec(record.prop_map(text), 0..8);
    // One wrong field of up to seven records refuses the list.
    holds_of(3, 2048, records, |records| Ok(rewritten("+112", &records).is_ok()));
}

#[test]
fn an_answer_that_is_too_long_is_not_supported() {
    let list = |length: usize| {
        Value::List(vec!["+4".into(), Value::from("x".repeat(length - 2).as_str())])
    };
    for codec in [codec("enum"), plain::codec("enum")] {
        let put = |length| codec.unwrap().apply("rewrite", &Parameters::new(), &list(length));
        assert!(matches!(put(16384), Err(Failure::Refused(_))));
        assert!(matches!(put(16385), Err(Failure::Unsupported(_))));
    }
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
