//! The registry has the fixed names, documents and limits. The functions for Rust users return the
//! same results.

use acegate_codec::{
    Effect, Error, ErrorKind, Failure, Input, Parameter, Parameters, Value, Verb, codec, codecs,
    model, punycode,
};

use crate::label::apply;

#[test]
fn codecs_have_the_operations_and_documents_of_the_design() {
    let uri2dec = "hash invert key encode decode parses write-record read-record escape unescape \
                   assign choices book";
    let labels = "encode decode to-ascii to-unicode";
    for (id, document, operations) in [
        ("bootstring", "RFC 3492", "encode decode"),
        ("enum", "RFC 6116", "to-domain to-number rewrite"),
        #[cfg(feature = "uts46")]
        (
            "idna2008",
            "RFC 5891",
            "to-ascii to-unicode check is-u-label is-a-label",
        ),
        ("lace", "draft-ietf-idn-lace-01", labels),
        ("punycode", "RFC 3492", labels),
        ("race", "draft-ietf-idn-race-03", labels),
        ("uri2dec", "Encoding of URIs by decimal digits", uri2dec),
        ("utf5", "draft-jseng-utf5-01", "encode decode"),
        ("utf6", "draft-ietf-idn-utf6-00", labels),
        #[cfg(feature = "uts46")]
        ("uts46", "UTS #46", "to-ascii to-unicode"),
    ] {
        for codec in [codec(id), model(id)] {
            let codec = codec.expect("registered");
            assert_eq!(codec.id(), id);
            assert!(
                codec.document().contains(document),
                "{id}: {}",
                codec.document()
            );
            let names: Vec<_> = codec.operations().iter().map(|op| op.name).collect();
            assert_eq!(names.join(" "), operations, "{id}");
        }
    }
    assert_eq!(codecs().len(), 8 + 2 * usize::from(cfg!(feature = "uts46")));
    assert!(codec("utf7").is_none());
}

#[test]
fn the_facts_of_operations_fit_each_other() {
    for codec in codecs() {
        let about = codec.about();
        for operation in about.operations {
            let name = format!("{} {}", about.id, operation.name);
            assert_eq!(operation.name, operation.verb.name(), "{name}");
            assert_eq!(Verb::named(operation.name), Some(operation.verb));
            assert!(!operation.takes.is_empty() && !operation.gives.is_empty());
            let inverse = operation.verb.inverse();
            assert_eq!(operation.inverse, inverse.map(Verb::name), "{name}");
            if let Some(inverse) = inverse {
                assert!(about.has(inverse), "{name}");
                assert_eq!(inverse.inverse(), Some(operation.verb), "{name}");
                let is_reader = operation.effect() == Effect::Reads;
                assert_eq!(is_reader, inverse.effect() == Effect::Writes, "{name}");
            }
        }
    }
    assert_eq!(Verb::named("no-such-operation"), None);
}

#[test]
fn operations_take_what_their_facts_say() {
    let octets = Value::Octets(vec![0x61]);
    let list = Value::List(Vec::new());
    for codec in codecs() {
        for operation in codec.operations() {
            let takes = |input: &Value| {
                let answer = codec.apply(operation.name, &Parameters::new(), input);
                !matches!(answer, Err(Failure::Unsupported(_)))
            };
            let name = format!("{} {}", codec.id(), operation.name);
            let is_list = operation.input == Input::List;
            assert_eq!(takes(&list), is_list, "{name}");
            assert_eq!(takes(&"a".into()), !is_list, "{name}");
            let takes_octets = operation.input == Input::TextOrOctets;
            assert_eq!(takes(&octets), takes_octets, "{name}");
        }
    }
}

#[test]
fn refuses_to_list_or_remember_more_than_4096_characters() {
    let is_refused = |op: &str, input: Value| {
        matches!(
            apply("uri2dec", op, &[], &input),
            Err(Failure::Unsupported(_))
        )
    };
    for (length, refused) in [(4096, false), (4097, true)] {
        assert_eq!(is_refused("parses", "2".repeat(length).into()), refused);
        // Two steps, so that their lengths have to be added.
        let steps = vec![
            "ask 2".to_owned(),
            format!("ask {}", "2".repeat(length - 9)),
        ];
        assert_eq!(is_refused("book", steps.into()), refused);
    }
    assert!(is_refused("parses", Value::Octets(vec![0x32])));
}

#[test]
fn errors_name_their_kind_and_position() {
    let error = Error::new(ErrorKind::BadDigit, 3);
    assert_eq!(error.kind.to_string(), "bad-digit");
    assert_eq!(
        error.to_string(),
        format!("{} (offset 3)", error.kind.description())
    );
    assert_eq!(Failure::from(error).to_string(), error.to_string());
    assert_eq!(
        Failure::unsupported("no such thing").to_string(),
        "unsupported: no such thing"
    );
}

#[test]
fn words_are_booleans_numbers_or_names() {
    for (word, expected) in [
        ("true", Parameter::Boolean(true)),
        ("false", Parameter::Boolean(false)),
        ("0", Parameter::Integer(0)),
        ("18446744073709551615", Parameter::Integer(u64::MAX)),
        (
            "18446744073709551616",
            Parameter::Text("18446744073709551616".to_owned()),
        ),
        ("007", Parameter::Text("007".to_owned())),
        ("+1", Parameter::Text("+1".to_owned())),
        ("True", Parameter::Text("True".to_owned())),
        ("", Parameter::Text(String::new())),
    ] {
        assert_eq!(Parameter::from_word(word), expected);
        assert_eq!(expected.to_string(), word);
    }
}

#[test]
fn functions_on_strings_have_the_results_of_the_registry_and_positions_in_bytes() {
    let long = "a".repeat(300);
    assert_eq!(punycode::encode(&long), Ok(format!("{long}-")));
    assert_eq!(
        punycode::to_unicode("www.xn--bcher-kva").as_deref(),
        Ok("www.bücher")
    );
    // (10FFFF - E9) * 4202 is 4,680,515,356, more than 2^32; 4200 of the 4201 characters before are
    // of one byte, one of two.
    let text = format!("é{}\u{10FFFF}", "a".repeat(4200));
    assert_eq!(
        punycode::encode(&text),
        Err(Error::new(ErrorKind::Overflow, 4202))
    );
    assert_eq!(
        punycode::decode("bが-b!"),
        Err(Error::new(ErrorKind::NotBasic, 1))
    );
    assert_eq!(
        punycode::decode("b-bが!"),
        Err(Error::new(ErrorKind::NotBasic, 3))
    );
    let refused = apply("punycode", "encode", &[], &text.as_str().into());
    assert_eq!(refused, Err(Error::new(ErrorKind::Overflow, 4201).into()));
}
