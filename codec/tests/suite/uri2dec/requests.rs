//! Requests to uri2dec: its options, values that are not texts, and requests that it does not support.

use acegate_codec::uri2dec::{Form, NumberScope, Options, Packing, Profile, Strictness, Style};
use acegate_codec::{Failure, Operation, Parameter, Parameters, Value, codec};

use crate::label::apply;

#[test]
fn every_option_is_read() {
    let words = [
        ("profile", "octal"),
        ("form", "pre-inverted"),
        ("packing", "inverted-msb"),
        ("style", "dialled"),
        ("scope", "local"),
        ("strictness", "lenient"),
    ];
    let parameters = words.map(|(name, word)| (name.to_owned(), Parameter::from_word(word))).into();
    let operations = codec("uri2dec").expect("registered").operations();
    let read = |parameters: &Parameters| {
        Operation::select(operations, "decode", parameters).map(Options::from)
    };
    let all = Options {
        profile: Profile::Octal,
        form: Form::PreInverted,
        packing: Packing::InvertedMsb,
        style: Style::Dialled,
        scope: NumberScope::Local,
        strictness: Strictness::Lenient,
    };
    assert_eq!(read(&parameters), Ok(all));
    assert_eq!(read(&Parameters::new()), Ok(Options::default()));
}

#[test]
fn values_are_texts_and_octets_of_code_points() {
    let octets = |octets: &[u8]| Value::Octets(octets.to_vec());
    let text = octets(b"aA%\x00\x80\xff");
    assert_eq!(apply("uri2dec", "escape", &[], &text), Ok("a%41%25%00%80%ff".into()));
    let uri = octets(b"aA%2C%\xff");
    assert_eq!(apply("uri2dec", "escape", &[("mode", "uri")], &uri), Ok("aa%2c%25%ff".into()));
    for (op, code_points, kind) in [
        // Code points, not octets, are counted.
        ("hash", [0x61, 0xd800], "symbol-not-in-table"),
        ("unescape", [0x61, 0x11_0000], "symbol-not-in-table"),
        ("escape", [0x20ac, 0xd800], "surrogate"),
        ("escape", [0x20ac, 0x11_0000], "out-of-range"),
    ] {
        let Err(Failure::Refused(error)) =
            apply("uri2dec", op, &[], &Value::from_code_points(code_points))
        else {
            panic!("{op} takes {code_points:x?}");
        };
        assert_eq!((error.code(), error.position), (kind, 1));
    }
    for (op, parameters, input) in [
        ("reverse", &[][..], "a".into()),
        ("hash", &[("profile", "octal")], "a".into()),
        ("key", &[("form", "odd")], "a".into()),
        ("hash", &[], text),
    ] {
        let answer = apply("uri2dec", op, parameters, &input);
        assert!(matches!(answer, Err(Failure::Unsupported(_))), "{op}: {answer:?}");
    }
}
