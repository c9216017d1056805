//! The reference keeps every property, and answers that break one are seen.

use super::*;
use crate::hunt::property::{Breach, Subject};
use crate::observation::{Fault, Outcome, Refusal, SkipReason};
use crate::protocol::Request;
#[cfg(feature = "uts46")]
use acegate_codec::Verb;
use acegate_codec::{Codec as _, Text, Value};
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::Level;

/// The breach of a property by answers.
fn breach(
    property: &Property,
    request: &Request,
    is_strict: bool,
    mut answer: impl FnMut(&Request) -> Outcome,
) -> Option<Breach> {
    property.breach(
        request,
        &mut Subject {
            answer: &mut answer,
            is_strict,
        },
    )
}

/// The same with the properties of a deviation, which are strict.
fn breach_of(property: &Property, request: &Request, deviation: &str) -> Breach {
    let deviant = find(deviation)
        .and_then(DeviantCodec::new)
        .expect("a deviation");
    let answer = |it: &Request| deviant.apply(&it.op, &it.params, &it.input).into();
    breach(property, request, true, answer).expect("it is wrong")
}

fn assert_kept(property: &Property, request: &Request) {
    let broken = breach(property, request, true, |it| it.fast().into());
    assert_eq!(broken, None, "{}: {request:?}", property.id);
}

fn refused(kind: &str, at: u64) -> Outcome {
    Outcome::Refused(Refusal {
        kind: Some(kind.into()),
        at: Some(at),
        message: None,
    })
}

fn punycode(op: &str, input: &str) -> Request {
    Request::new("punycode", op, input.into())
}

#[test]
fn the_reference_keeps_each_and_another_answer_breaks_it() {
    let flagged = Text {
        code_points: vec![0x42, 0xFC],
        flags: Some(vec![true, false]),
    };
    let flagged = Request::new("punycode", "encode", Value::Text(flagged));
    let host = Request::new("utf6", "encode", "\u{fc}".into()).with("layer", "host");
    let name = punycode("to-ascii", "b\u{fc}cher.example");
    for (property, request, is_strict, answers) in [
        (EQUALS_MODEL, punycode("decode", "tda"), false, &["x"][..]),
        (ROUND_TRIP, punycode("encode", "b\u{fc}cher"), false, &["x"]),
        (CANONICAL, punycode("decode", "bcher-kva"), false, &["x"]),
        (CANONICAL, punycode("decode", "BCHER-KVA"), false, &["x"]),
        (ROUND_TRIP, flagged.with("annotation", "true"), true, &["x"]),
        (
            CANONICAL,
            Request::new("uri2dec", "decode", "25423 1 5622".into()),
            true,
            &["x"],
        ),
        (
            ROUND_TRIP,
            Request::new("enum", "to-domain", "+441632960083".into()),
            true,
            &["x"],
        ),
        (
            HOST_NAME,
            name.clone(),
            false,
            &["b\u{fc}cher.example", "a..b", "a_b"],
        ),
        (HOST_NAME, punycode("to-ascii", "x"), true, &["-a"]),
        (PREFIX, name, false, &["bcher-kva.example"]),
        (PREFIX, punycode("to-ascii", "xn--a"), true, &["a"]),
        (PREFIX, host, true, &["vfc"]),
        (SIZE, punycode("decode", "tda"), false, &["abcd"]),
        (SAME_AGAIN, punycode("decode", "tda"), false, &[]),
        (CASE, punycode("decode", "bcher-kva"), false, &[]),
        #[cfg(feature = "uts46")]
        (
            ROUND_TRIP,
            Request::new("uts46", "to-ascii", "B\u{fc}cher".into()),
            false,
            &[],
        ),
        #[cfg(feature = "uts46")]
        (
            CASE,
            Request::new("uts46", "to-ascii", "XN--tda".into()),
            true,
            &[],
        ),
        #[cfg(feature = "uts46")]
        (
            HOST_NAME,
            Request::new("uts46", "to-ascii", "\u{ff21}".into()),
            false,
            &["a..b", "_"],
        ),
    ] {
        assert_kept(&property, &request);
        for answer in answers {
            let found = breach(&property, &request, is_strict, |_| {
                Outcome::Value((*answer).into())
            });
            let found = found.unwrap_or_else(|| panic!("{}: {answer}", property.id));
            assert_eq!(found.outcome, Outcome::Value((*answer).into()));
        }
    }
    let broken = breach_of(
        &EQUALS_MODEL,
        &punycode("decode", "-"),
        "punycode/leading-delimiter-consumed",
    );
    assert_eq!(
        (broken.outcome, broken.level),
        (Outcome::Value("".into()), Level::Must)
    );
    let broken = breach_of(
        &CASE,
        &punycode("decode", "bcher-kva"),
        "punycode/upper-case-digits-refused",
    );
    assert_eq!(broken.request.input, "BCHER-KVA".into());
    #[cfg(feature = "uts46")]
    for (property, op, name, deviation) in [
        (
            ROUND_TRIP,
            "to-ascii",
            "xn--xn---epa",
            "uts46/prefix-in-decoded-label",
        ),
        // U+00E7 and U+0301, which normalisation joins.
        (
            CANONICAL,
            "to-unicode",
            "xn--7ca09h",
            "uts46/nfc-of-decoded-labels-not-checked",
        ),
    ] {
        let request = Request::new("uts46", op, name.into()).with("check-hyphens", "false");
        breach_of(&property, &request, deviation);
    }
    let mut count = 0;
    let counting = |_: &Request| {
        count += 1;
        Outcome::Value(count.to_string().into())
    };
    let request = punycode("decode", "tda");
    let broken = breach(&SAME_AGAIN, &request, false, counting).expect("1, then 2");
    assert_eq!(
        (broken.history, broken.outcome),
        (vec![request], Outcome::Value("2".into()))
    );
}

#[test]
fn answers_that_the_documents_allow_break_nothing() {
    let broken = |property: Property, is_strict, request: &Request, answer: Outcome| {
        breach(&property, request, is_strict, |_| answer.clone()).is_some()
    };
    let value = |text: &str| Outcome::Value(text.into());
    let name = punycode("to-ascii", "b\u{fc}cher.example");
    assert!(!broken(
        PREFIX,
        false,
        &name,
        value("XN--bcher-kva.example")
    ));
    // `to-unicode` also accepts only host names.
    assert!(broken(
        HOST_NAME,
        true,
        &punycode("to-unicode", "a_b"),
        value("x")
    ));
    let bare = Request::new("utf6", "encode", "\u{fc}".into()).with("layer", "bare");
    assert!(!broken(PREFIX, true, &bare, value("vfc")));
    // A list has no more answers than its input has elements.
    let parses = Request::new("uri2dec", "parses", "25423".into());
    let list = |text: &str, count| Outcome::Value(vec![text.to_owned(); count].into());
    assert!(!broken(SIZE, true, &parses, list("abcde", 5)));
    assert!(broken(SIZE, true, &parses, list("a", 6)));
    assert!(broken(SIZE, true, &parses, list("abcdef", 1)));
    assert_kept(&SIZE, &Request::new("uri2dec", "choices", "a".into()));
}

#[test]
fn a_strict_subject_has_the_kinds_the_positions_and_the_support_of_the_model() {
    let right = punycode("decode", "a-!");
    let unknown = right.clone().with("width", "30");
    let skipped = Outcome::Skipped(SkipReason::Unsupported, "no".into());
    for (request, answer, expected) in [
        (&right, refused("bad-digit", 2), None),
        (
            &right,
            refused("bad-digit", 1),
            Some(("bad-digit", "bad-digit")),
        ),
        (
            &right,
            refused("overflow", 2),
            Some(("bad-digit", "overflow")),
        ),
        (&right, skipped.clone(), Some(("bad-digit", "unsupported"))),
        (&unknown, skipped, None),
        (
            &unknown,
            Outcome::Value("a".into()),
            Some(("unsupported", "ok")),
        ),
    ] {
        let found = breach(&EQUALS_MODEL, request, true, |_| answer.clone());
        assert_eq!(found.as_ref().map(Breach::codes), expected);
    }
}

#[test]
fn for_a_strict_subject_letters_have_their_case_and_refusals_their_places() {
    // A decoder that folds case.
    let small =
        |request: &Request| Outcome::Value(repeated::folded(&request.fast().expect("a value"), 0));
    let request = punycode("encode", "B\u{fc}cher");
    assert!(breach(&ROUND_TRIP, &request, true, small).is_some());
    assert!(breach(&ROUND_TRIP, &request, false, small).is_none());
    let request = Request::new("race", "decode", "bq--abqq".into());
    let broken = |answer: fn(&Request) -> Outcome| breach(&CASE, &request, true, answer).is_some();
    assert!(!broken(|_| Outcome::Value("x".into())));
    assert!(broken(|request| Outcome::Value(request.input.clone())));
    assert!(broken(|request| {
        refused(
            "bad-digit",
            request.text().map_or(0, |text| text.code_points[0].into()),
        )
    }));
}

#[cfg(feature = "uts46")]
#[test]
fn the_case_of_labels_of_idna_2008_breaks_no_round_trip() {
    let request = Request::new("idna2008", "to-ascii", "A".into());
    for (text, is_kept) in [("A", true), ("a", true), ("b", false)] {
        let found = breach(&ROUND_TRIP, &request, false, |request| {
            if request.does(Verb::ToUnicode) {
                Outcome::Value(text.into())
            } else {
                Outcome::Value(request.input.clone())
            }
        });
        assert_eq!(found.is_none(), is_kept, "{text}");
    }
}

#[test]
fn a_fault_breaks_the_other_property() {
    // A crash is as binding as the answers are, as it is in a run of the suite.
    let request = Request::new("utf6", "encode", Value::from_code_points([0xD800]));
    let crash = |_: &Request| Outcome::Fault(Fault::Caught("x".into()));
    assert_eq!(breach(&EQUALS_MODEL, &request, false, crash), None);
    let found = breach(&TOTAL, &request, false, crash).expect("a crash is no answer");
    assert_eq!((found.property, found.level), ("total", Level::May));
}

#[test]
fn the_overflows_that_the_document_leaves_are_no_breach() {
    let overflows = |request: &Request| match request.op.as_str() {
        "encode" => Outcome::Value("a-".into()),
        _ => refused("overflow", 0),
    };
    let broken = |count| {
        let request = punycode("encode", &"\u{fc}".repeat(count));
        breach(&ROUND_TRIP, &request, true, overflows).is_some()
    };
    assert!(!broken(61) && broken(1));
}
