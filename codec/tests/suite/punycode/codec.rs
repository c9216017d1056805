//! The codecs `bootstring` and `punycode` through the interface of the harness.

use acegate_codec::bootstring::{Bootstring, ParameterSet};
use acegate_codec::{Error, ErrorKind, Failure, Text, Value};

use crate::label::apply;

fn is_unsupported(result: &Result<Value, Failure>) -> bool {
    matches!(result, Err(Failure::Unsupported(_)))
}

#[test]
fn a_set_shows_its_parameters_and_a_refused_one_its_reason() {
    let shown = format!("{:?}", Bootstring::SWIFT);
    assert!(
        shown.contains("delimiter: '_'") && shown.contains("skew: 38"),
        "{shown}"
    );
    let error = Bootstring::new(&ParameterSet {
        skew: 0,
        ..ParameterSet::PUNYCODE
    });
    assert_eq!(error.unwrap_err().to_string(), "skew must be at least 1");
}

#[test]
fn digits_are_read_in_either_case_unless_a_letter_stands_in_both() {
    let one_case = [("digits", "abcdefghijklmnopqrstuvwxyz0123456789")];
    assert_eq!(
        apply("bootstring", "decode", &one_case, &"TDA".into()),
        Ok("\u{FC}".into())
    );
    let both_cases = [("digits", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ")];
    let upper = apply("bootstring", "decode", &both_cases, &"tdA".into());
    assert_ne!(
        upper,
        apply("bootstring", "decode", &both_cases, &"tda".into())
    );
    // Letters of both cases, but none of them twice.
    let mixed = [("digits", "abcdefghijklmNOPQRSTUVWXYZ0123456789")];
    assert_eq!(
        apply("bootstring", "decode", &mixed, &"TDA".into()),
        Ok("\u{FC}".into())
    );
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
    assert!(is_unsupported(&apply(
        "punycode",
        "decode",
        &[("set", "swift")],
        &"a".into()
    )));
    assert!(is_unsupported(&apply(
        "punycode",
        "decode",
        &[],
        &Value::Octets(vec![0x61])
    )));
    assert!(is_unsupported(&apply(
        "punycode",
        "invert",
        &[],
        &"a".into()
    )));
}

#[test]
fn flags_go_with_annotation_only() {
    let annotation = [("annotation", "true")];
    let flagged = |code_points, flags| {
        Value::Text(Text {
            code_points,
            flags: Some(flags),
        })
    };
    let text = flagged(vec![0x62, 0xFC], vec![true, true]);
    for codec in ["punycode", "bootstring"] {
        assert_eq!(
            apply(codec, "encode", &annotation, &text),
            Ok("B-ehA".into())
        );
        let decoded = flagged(vec![0x42, 0xFC], vec![true, true]);
        assert_eq!(
            apply(codec, "decode", &annotation, &"B-ehA".into()),
            Ok(decoded)
        );
        assert_eq!(
            apply(codec, "decode", &[], &"B-ehA".into()),
            Ok("Bü".into())
        );
        assert!(is_unsupported(&apply(
            codec,
            "encode",
            &annotation,
            &"bü".into()
        )));
        assert!(is_unsupported(&apply(codec, "encode", &[], &text)));
    }
    let short = flagged(vec![0x62, 0xFC], vec![true]);
    let refused = Err(Error::new(ErrorKind::FlagCount, 1).into());
    assert_eq!(apply("punycode", "encode", &annotation, &short), refused);
}
