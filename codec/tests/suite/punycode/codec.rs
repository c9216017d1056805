//! The codecs `bootstring` and `punycode` through the interface of the harness.

use acegate_codec::bootstring::{Bootstring, ParameterSet};
use acegate_codec::{Error, ErrorKind, Failure, Text, Value};

use crate::label::apply;

fn refused(kind: ErrorKind, position: usize) -> Result<Value, Failure> {
    Err(Failure::Refused(Error::new(kind, position)))
}

fn is_unsupported(result: &Result<Value, Failure>) -> bool {
    matches!(result, Err(Failure::Unsupported(_)))
}

#[test]
fn every_number_of_a_request_is_taken() {
    let text = "b\u{FC}cher \u{4E2D}\u{6587} \u{FC}ber \u{4E2D}\u{6587}";
    let points: Vec<u32> = text.chars().map(u32::from).collect();
    let default = apply("bootstring", "encode", &[], &text.into());
    let set = ParameterSet::PUNYCODE;
    for (name, word, parameters) in [
        ("skew", "5", ParameterSet { skew: 5, ..set }),
        ("damp", "2", ParameterSet { damp: 2, ..set }),
        ("initial-bias", "36", ParameterSet { initial_bias: 36, ..set }),
        ("tmax", "20", ParameterSet { t_max: 20, ..set }),
    ] {
        let code = Bootstring::new(&parameters).map(|set| set.encode(&points)).unwrap();
        let code = String::from_utf8(code.unwrap()).unwrap();
        let found = apply("bootstring", "encode", &[(name, word)], &text.into());
        assert_eq!(found, Ok(code.as_str().into()), "{name}");
        assert_ne!(found, default, "{name}");
    }
    // (10FFFF - 80) * 101 is between 26 and 32 bits.
    let text = "x".repeat(100) + "\u{10FFFF}";
    let input = Value::from(text.as_str());
    let narrow = apply("bootstring", "encode", &[("width", "26")], &input);
    assert_eq!(narrow, refused(ErrorKind::Overflow, 100));
    assert!(apply("bootstring", "encode", &[], &input).is_ok());
}

#[test]
fn a_set_shows_its_parameters_and_a_refused_one_its_reason() {
    let shown = format!("{:?}", Bootstring::SWIFT);
    assert!(shown.contains("delimiter: '_'") && shown.contains("skew: 38"), "{shown}");
    let error = Bootstring::new(&ParameterSet { skew: 0, ..ParameterSet::PUNYCODE });
    assert_eq!(error.unwrap_err().to_string(), "skew must be at least 1");
}

#[test]
fn digits_are_read_in_either_case_unless_a_letter_stands_in_both() {
    let one_case = [("digits", "abcdefghijklmnopqrstuvwxyz0123456789")];
    assert_eq!(apply("bootstring", "decode", &one_case, &"TDA".into()), Ok("\u{FC}".into()));
    let both_cases = [("digits", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ")];
    let upper = apply("bootstring", "decode", &both_cases, &"tdA".into());
    assert_ne!(upper, apply("bootstring", "decode", &both_cases, &"tda".into()));
    // Letters of both cases, but none of them twice.
    let mixed = [("digits", "abcdefghijklmNOPQRSTUVWXYZ0123456789")];
    assert_eq!(apply("bootstring", "decode", &mixed, &"TDA".into()), Ok("\u{FC}".into()));
}

#[test]
fn sets_are_chosen_by_numbers() {
    let goedel = Value::from("gödel");
    assert_eq!(apply("bootstring", "encode", &[], &goedel), Ok("gdel-5qa".into()));
    let parameters = [("delimiter", "_"), ("digits", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ")];
    let spelled_out = apply("bootstring", "encode", &parameters, &"vergüenza".into());
    assert_eq!(spelled_out, Ok("vergenza_JFa".into()));
    let parameters = [("initial-n", "127")];
    let inserted = apply("bootstring", "decode", &parameters, &"a".into());
    assert_eq!(inserted, refused(ErrorKind::BasicInserted, 0));
    let octal = [("base", "8"), ("digits", "01234567"), ("tmax", "6"), ("initial-bias", "0")];
    let code = apply("bootstring", "encode", &octal, &goedel).expect("octal digits");
    assert_eq!(apply("bootstring", "decode", &octal, &code), Ok(goedel));
}

#[test]
fn parameters_that_no_set_has_are_unsupported() {
    for parameters in [
        &[("set", "ada")][..],
        &[("width", "64")],
        &[("base", "35")],
        &[("base", "many")],
        &[("tmin", "27")],
        &[("tmax", "99999999999")],
        &[("delimiter", "--")],
        &[("delimiter", "a")],
        &[("digits", "abc")],
        &[("speed", "high")],
        &[("set", "swift"), ("annotation", "true")],
        &[("set", "rust-v0"), ("annotation", "true")],
        // A number can end in the digit `0`, which has no case.
        &[("tmax", "27"), ("annotation", "true")],
    ] {
        let result = apply("bootstring", "decode", parameters, &"tda".into());
        assert!(is_unsupported(&result), "{parameters:?}: {result:?}");
    }
    assert!(is_unsupported(&apply("punycode", "decode", &[("set", "swift")], &"a".into())));
    assert!(is_unsupported(&apply("punycode", "decode", &[], &Value::Octets(vec![0x61]))));
    assert!(is_unsupported(&apply("punycode", "invert", &[], &"a".into())));
}

#[test]
fn flags_go_with_annotation_only() {
    let annotation = [("annotation", "true")];
    let text = Value::Text(Text { code_points: vec![0x62, 0xFC], flags: Some(vec![true, true]) });
    for codec in ["punycode", "bootstring"] {
        assert_eq!(apply(codec, "encode", &annotation, &text), Ok("B-ehA".into()));
        let decoded =
            Value::Text(Text { code_points: vec![0x42, 0xFC], flags: Some(vec![true, true]) });
        assert_eq!(apply(codec, "decode", &annotation, &"B-ehA".into()), Ok(decoded));
        assert_eq!(apply(codec, "decode", &[], &"B-ehA".into()), Ok("Bü".into()));
        assert!(is_unsupported(&apply(codec, "encode", &annotation, &"bü".into())));
        assert!(is_unsupported(&apply(codec, "encode", &[], &text)));
    }
    let short = Value::Text(Text { code_points: vec![0x62, 0xFC], flags: Some(vec![true]) });
    assert_eq!(apply("punycode", "encode", &annotation, &short), refused(ErrorKind::FlagCount, 1));
}
