//! What a request of uri2dec says, to both twins: options, the steps of a scenario, the capacity.

use acegate_codec::uri2dec::{Form, Options, Packing, Profile, Scope, Strictness, Style};
use acegate_codec::{
    Codec, Error, ErrorKind, Failure, Operation, Parameter, Parameters, Value, codec, plain,
};

fn twins() -> [&'static dyn Codec; 2] {
    [codec("uri2dec"), plain::codec("uri2dec")].map(|twin| twin.expect("registered"))
}

fn words(pairs: &[(&str, &str)]) -> Parameters {
    pairs.iter().map(|&(name, word)| (name.to_owned(), Parameter::Text(word.to_owned()))).collect()
}

fn answers(twin: &dyn Codec, capacity: &str, steps: &[&str]) -> Result<Vec<String>, Failure> {
    let steps = Value::List(steps.iter().map(|&step| Value::from(step)).collect());
    let Value::List(answers) = twin.apply("book", &words(&[("capacity", capacity)]), &steps)?
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
        scope: Scope::Local,
        strictness: Strictness::Lenient,
    };
    assert_eq!(read(&parameters), Ok(all));
    assert_eq!(read(&Parameters::new()), Ok(Options::default()));
}

#[test]
fn steps_are_of_the_grammar() {
    let syntax = Err(Failure::Refused(Error { kind: ErrorKind::Syntax, position: 1 }));
    for twin in twins() {
        // Small letters, digits and hyphens.
        for name in ["b", "7", "-", "b-7", "own2"] {
            let steps = ["order", &format!("connect {name}")];
            assert_eq!(
                answers(twin, "9", &steps).map(|answers| answers[1].clone()),
                Ok("connected".into()),
                "{name}"
            );
        }
        for name in ["B", "b_", "b.", "ü", ""] {
            assert_eq!(
                answers(twin, "9", &["order", &format!("connect {name}")]),
                syntax,
                "{name}"
            );
        }
        // Decimal, without leading zeros; places count from 1.
        for place in ["1", "2", "10", "18446744073709551615"] {
            let steps = ["order", &format!("number {place}")];
            assert_eq!(
                answers(twin, "9", &steps).map(|answers| answers[1].clone()),
                Ok("unknown".into()),
                "{place}"
            );
        }
        for place in ["0", "01", "+1", "-1", "1a", "", "18446744073709551616"] {
            assert_eq!(
                answers(twin, "9", &["order", &format!("number {place}")]),
                syntax,
                "{place}"
            );
        }
    }
}

#[test]
fn a_book_of_the_list_moves_to_the_end_where_no_place_is_named() {
    let steps = ["connect a", "connect b", "include own", "order"];
    for twin in twins() {
        let answers = answers(twin, "9", &steps).expect("steps");
        assert_eq!(answers[2..], ["included", "a b own"]);
    }
}

#[test]
fn a_full_book_forgets_what_was_used_least_recently() {
    // Section 5.4: "alice" is 25423 1 5622. The positions of "bob" are 10 00 10, and with one zero
    // and 01 below 100 010 001, which is 532 in the shifted profile.
    let steps = ["learn 25423 1 5622", "learn 262 1 532", "records"];
    for twin in twins() {
        let records =
            |capacity: &str| answers(twin, capacity, &steps).map(|answers| answers[2].clone());
        let both = records("2").expect("steps");
        assert!(both.contains("25423") && both.contains("262"), "{both}");
        let one = records("1").expect("steps");
        assert!(!one.contains("25423") && one.contains("262"), "{one}");
    }
}
