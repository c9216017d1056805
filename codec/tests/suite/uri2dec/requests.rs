//! Requests to uri2dec, answered by the codec and by its model: operations, options, steps of a
//! scenario, the capacity.

use acegate_codec::uri2dec::{Form, NumberScope, Options, Packing, Profile, Strictness, Style};
use acegate_codec::{
    Codec, Error, ErrorKind, Failure, Operation, Parameter, Parameters, Value, codec, plain,
};

fn models() -> [&'static dyn Codec; 2] {
    [codec("uri2dec"), plain::codec("uri2dec")].map(|model| model.expect("registered"))
}

fn words(pairs: &[(&str, &str)]) -> Parameters {
    pairs.iter().map(|&(name, word)| (name.to_owned(), Parameter::Text(word.to_owned()))).collect()
}

fn answers(model: &dyn Codec, capacity: &str, steps: &[&str]) -> Result<Vec<String>, Failure> {
    let steps = Value::List(steps.iter().map(|&step| Value::from(step)).collect());
    let Value::List(answers) = model.apply("book", &words(&[("capacity", capacity)]), &steps)?
    else {
        panic!("the answers are a list");
    };
    let text = |answer: &Value| match answer {
        Value::Text(text) => {
            text.code_points.iter().map(|&c| char::from_u32(c).expect("a character")).collect()
        }
        _ => panic!("an answer is a text"),
    };
    Ok(answers.iter().map(text).collect())
}

#[test]
fn every_option_is_read() {
    let parameters = words(&[
        ("profile", "octal"),
        ("form", "pre-inverted"),
        ("packing", "inverted-msb"),
        ("style", "dialled"),
        ("scope", "local"),
        ("strictness", "lenient"),
    ]);
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
fn codec_reaches_every_operation() {
    let words = |words: &[(&str, &str)]| -> Parameters {
        words.iter().map(|&(name, word)| (name.to_owned(), Parameter::from_word(word))).collect()
    };
    for codec in [codec("uri2dec").unwrap(), plain::codec("uri2dec").unwrap()] {
        let apply = |op: &str, parameters: &[(&str, &str)], input: &str| {
            codec.apply(op, &words(parameters), &Value::from(input))
        };
        let number = "2542302666263870266";
        for (op, parameters, input, output) in [
            ("hash", &[][..], "alice@commandus.com", number),
            ("hash", &[("form", "pre-inverted")], "alice@commandus.com", "2660266626387025423"),
            ("invert", &[], number, "2660266626387025423"),
            ("key", &[("profile", "octal"), ("form", "pre-inverted")], "alice", "9 4511"),
            (
                "key",
                &[("profile", "octal"), ("packing", "inverted-msb")],
                "bob@commandus.com",
                "8 40126055421",
            ),
            ("encode", &[("style", "dialled"), ("scope", "local")], "alice", "2542315622"),
            ("decode", &[("style", "dialled"), ("scope", "local")], "2542315622", "alice"),
            ("decode", &[("strictness", "lenient")], "25423 1 15622", "alice"),
            (
                "write-record",
                &[("record", "hash"), ("scope", "local")],
                "alice",
                "ics:25423 1 5622",
            ),
            ("read-record", &[("record", "hash"), ("scope", "local")], "ics:25423 1 5622", "alice"),
            ("escape", &[], "A%20", "%41%2520"),
            ("escape", &[("mode", "uri")], "A%20", "a%20"),
            ("unescape", &[], "%41%2520", "A%20"),
            ("unescape", &[("strictness", "lenient")], "%61", "a"),
        ] {
            assert_eq!(apply(op, parameters, input), Ok(Value::from(output)), "{op} {input}");
        }
        assert_eq!(
            apply("parses", &[("scope", "local")], "2270511"),
            Ok(Value::List(vec![Value::from("cc-"), Value::from("ccp.j")]))
        );
        let octets = Value::Octets(vec![0x61, 0x80]);
        assert_eq!(codec.apply("escape", &Parameters::new(), &octets), Ok(Value::from("a%80")));
        let refused = |op: &str, code_points: &[u32]| match codec.apply(
            op,
            &Parameters::new(),
            &Value::from_code_points(code_points),
        ) {
            Err(Failure::Refused(error)) => (error.code(), error.position),
            other => panic!("{op}: {other:?}"),
        };
        // Code points, not octets, are counted.
        assert_eq!(refused("hash", &[0x61, 0x20ac, 0x20ac]), ("symbol-not-in-table", 1));
        assert_eq!(refused("hash", &[0x61, 0xd800]), ("symbol-not-in-table", 1));
        assert_eq!(refused("unescape", &[0x61, 0x11_0000]), ("symbol-not-in-table", 1));
        assert_eq!(refused("escape", &[0x20ac, 0xd800]), ("surrogate", 1));
        assert_eq!(refused("escape", &[0x20ac, 0x11_0000]), ("out-of-range", 1));
        for (op, parameters) in
            [("reverse", &[][..]), ("hash", &[("profile", "octal")]), ("key", &[("form", "odd")])]
        {
            assert!(matches!(apply(op, parameters, "a"), Err(Failure::Unsupported(_))), "{op}");
        }
        let long = "1".repeat(4097);
        assert!(matches!(apply("parses", &[], &long), Err(Failure::Unsupported(_))));
        assert!(matches!(
            codec.apply("hash", &Parameters::new(), &octets),
            Err(Failure::Unsupported(_))
        ));
    }
}

#[test]
fn steps_are_of_the_grammar() {
    let syntax = Err(Failure::Refused(Error { kind: ErrorKind::Syntax, position: 1 }));
    for model in models() {
        // Lowercase letters, digits and hyphens.
        for name in ["b", "7", "-", "b-7", "own2"] {
            let steps = ["order", &format!("connect {name}")];
            assert_eq!(
                answers(model, "9", &steps).map(|answers| answers[1].clone()),
                Ok("connected".into()),
                "{name}"
            );
        }
        for name in ["B", "b_", "b.", "ü", ""] {
            assert_eq!(
                answers(model, "9", &["order", &format!("connect {name}")]),
                syntax,
                "{name}"
            );
        }
        // Decimal, without leading zeros; places count from 1.
        for place in ["1", "2", "10", "18446744073709551615"] {
            let steps = ["order", &format!("number {place}")];
            assert_eq!(
                answers(model, "9", &steps).map(|answers| answers[1].clone()),
                Ok("unknown".into()),
                "{place}"
            );
        }
        for place in ["0", "01", "+1", "-1", "1a", "", "18446744073709551616"] {
            assert_eq!(
                answers(model, "9", &["order", &format!("number {place}")]),
                syntax,
                "{place}"
            );
        }
    }
}

#[test]
fn a_book_of_the_list_moves_to_the_end_where_no_place_is_named() {
    let steps = ["connect a", "connect b", "include own", "order"];
    for model in models() {
        let answers = answers(model, "9", &steps).expect("steps");
        assert_eq!(answers[2..], ["included", "a b own"]);
    }
}

#[test]
fn a_full_book_forgets_the_least_recently_used_number() {
    // Section 5.4: "alice" is 25423 1 5622. The positions of "bob" are 10 00 10, and with one zero
    // and 01 below 100 010 001, which is 532 in the shifted profile.
    let steps = ["learn 25423 1 5622", "learn 262 1 532", "records"];
    for model in models() {
        let records =
            |capacity: &str| answers(model, capacity, &steps).map(|answers| answers[2].clone());
        let both = records("2").expect("steps");
        assert!(both.contains("25423") && both.contains("262"), "{both}");
        let one = records("1").expect("steps");
        assert!(!one.contains("25423") && one.contains("262"), "{one}");
    }
}

#[test]
fn ten_whole_hashes_are_a_collision_and_parts_are_not() {
    // Sixteen addresses have the hash 22. With another letter before it, they contain 22.
    let letters = ["c", "a", "b", "2"];
    let pairs: Vec<String> = letters
        .iter()
        .flat_map(|one| letters.iter().map(move |other| format!("{one}{other}")))
        .collect();
    let word = |before: &str, count: usize| {
        let add = pairs.iter().take(count).map(|pair| format!("add b {before}{pair}"));
        let steps: Vec<String> =
            ["connect b".to_owned()].into_iter().chain(add).chain(["ask 22".to_owned()]).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        models().map(|model| {
            let answer = answers(model, "9", &steps).expect("steps").pop().expect("an answer");
            answer.split(' ').next().expect("a word").to_owned()
        })
    };
    assert_eq!(word("", 10), ["collision"; 2]);
    assert_eq!(word("", 9), ["several"; 2]);
    assert_eq!(word("d", 10), ["several"; 2]);
}

#[test]
fn digits_behind_a_separator_weigh_more_than_within() {
    // Section 9.2; the hash of the separator is 0. Neither begins with the digits if it is inverted.
    let addresses = ["add b aalicea", "add b z.alice.z"];
    for (one, other) in [(0, 1), (1, 0)] {
        let steps = ["connect b", addresses[one], addresses[other], "ask 25423"];
        for model in models() {
            assert_eq!(answers(model, "9", &steps).expect("steps")[3], "several z.alice.z aalicea");
        }
    }
}

#[test]
fn readings_of_digits_as_a_number_come_before_parts_of_hashes() {
    let number = [("style", "dialled")];
    for model in models() {
        let dialled = model.apply("encode", &words(&number), &Value::from("alice@commandus.com"));
        let Ok(Value::Text(dialled)) = dialled else { panic!("a number") };
        let digits: String =
            dialled.code_points.iter().filter_map(|&c| char::from_u32(c)).collect();
        assert!(digits.len() >= 16);
        // A digit is a symbol on its own key, so these digits begin the hash of this address.
        let (add, ask) = (format!("add b {digits}7"), format!("candidates {digits}"));
        let found = answers(model, "9", &["connect b", &add, &ask]).expect("steps");
        let words: Vec<_> = found[2].split(' ').collect();
        let place = |address: &str| words.iter().position(|word| *word == address);
        assert!(place("alice@commandus.com") < place(&format!("{digits}7")), "{words:?}");
        assert!(place("alice@commandus.com").is_some());
    }
}

#[test]
fn a_record_that_ends_early_is_refused_at_its_end() {
    for model in models() {
        for record in ["", "i", "ic", "ics"] {
            let refused =
                Failure::Refused(Error { kind: ErrorKind::Syntax, position: record.len() });
            let read = model.apply("read-record", &Parameters::new(), &Value::from(record));
            assert_eq!(read, Err(refused), "{record:?}");
        }
    }
}

#[test]
fn characters_outside_ascii_are_refused_like_nul() {
    let right = ["alice", "25423 1 5622", "254231562299", "ics:alice 1 5622", "ics:25423 1 5622"];
    for model in models() {
        for op in ["hash", "invert", "key", "encode", "decode", "parses", "read-record"] {
            for text in right {
                for at in 0..=text.len() {
                    for cut in [text.len(), at] {
                        let with = |wrong: &str| {
                            let (before, after) = text[..cut].split_at(at);
                            let text = format!("{before}{wrong}{after}");
                            model.apply(op, &Parameters::new(), &Value::from(text.as_str()))
                        };
                        assert_eq!(with("\u{e9}"), with("\0"), "{op} {text:?} {at}");
                        assert_eq!(with("\u{20ac}"), with("\0"), "{op} {text:?} {at}");
                    }
                }
            }
        }
    }
}
