use super::*;
use crate::plain;
use crate::uri2dec::{Packing, Profile};
use alloc::format;
use alloc::vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;

const FOUR: NonZeroUsize = NonZeroUsize::new(4).unwrap();

fn answers(steps: &[&str]) -> Result<Vec<String>, Error> {
    scenario(steps, &Options::default(), FOUR)
}

#[test]
fn the_first_step_that_is_none_is_the_fault_and_no_step_is_taken() {
    for wrong in [
        "",
        " ",
        "ask",
        "ask 2 2",
        "ask  2",
        "Ask 2",
        "connect",
        "connect A",
        "connect a 0",
        "connect a 01",
        "connect a +1",
        "connect a 1 2",
        "connect a 18446744073709551616",
        "order x",
        "lists ",
        "records x",
        "add a",
        "add a b 1",
        "add a b 1 x",
        "add a b 1 2 3",
        "learn",
        "learn 2",
        "reopen 0",
        "reopen x",
        "number 0",
        "number",
        "use -1",
        "source",
        "forget",
        "remove a",
        "switch-to \u{e4}",
        "add-list",
        "remove-list a b",
        "record a +4",
        "record A +4 x",
        "fail",
        "fail a b",
        "slow A",
        "restore",
        "call",
        "call +4 +4",
        "silent a",
        "dance",
    ] {
        let refused = Err(Error::new(ErrorKind::Syntax, 1));
        assert_eq!(answers(&["ask 2", wrong, "dance"]), refused, "{wrong:?}");
    }
    assert_eq!(answers(&[]), Ok(Vec::new()));
}

#[test]
fn every_other_step_forgets_the_last_search() {
    let steps = ["connect a", "add a bob", "ask 262", "use 1", "order", "number 1", "use 1"];
    let answers = answers(&steps).unwrap();
    assert_eq!(&answers[2..], ["one bob", "used", "own a", "unknown", "unknown"]);
}

/// Steps of a few books, lists and addresses, so that they meet.
fn step() -> impl Strategy<Value = String> {
    let book = || select(vec!["a", "b", "own"]);
    let list = || select(vec!["home", "road"]);
    // The hashes of the last two have 16 digits and more; the first of them is also a number.
    let address = || {
        select(vec!["bob", "boa", "cob", "a.bob", "bo", "bob@commandus.com", "b&&&&&&&&&&&&&&o"])
    };
    let digits = select(vec![
        "262",
        "26",
        "2",
        "6",
        "0",
        "26602666263870262",
        "2542315622999999",
        "26x",
        "299999999999999996",
    ]);
    let key = select(vec!["1 532", "1 5", "8421", "0 532", "9 421", "1 2", "1 52299999", "8 0"]);
    let count = || (1..4_u8).prop_map(|count| count.to_string());
    prop_oneof![
        3 => (book(), prop::option::of(count())).prop_map(|(book, place)| match place {
            Some(place) => format!("connect {book} {place}"),
            None => format!("connect {book}"),
        }),
        1 => book().prop_map(|book| format!("disconnect {book}")),
        1 => (book(), count()).prop_map(|(book, place)| format!("include {book} {place}")),
        1 => book().prop_map(|book| format!("leave-out {book}")),
        1 => select(vec!["order", "lists", "records", "reopen", "reopen 2", "reopen 1"])
            .prop_map(String::from),
        2 => (select(vec!["add-list", "remove-list", "switch-to"]), list())
            .prop_map(|(verb, list)| format!("{verb} {list}")),
        6 => (book(), address(), 0..3_u8, 0..3_u8).prop_map(|(book, address, uses, last)| {
            match uses {
                0 => format!("add {book} {address}"),
                _ => format!("add {book} {address} {uses} {last}"),
            }
        }),
        1 => (book(), address()).prop_map(|(book, address)| format!("remove {book} {address}")),
        1 => address().prop_map(|address| format!("forget {address}")),
        4 => (select(vec!["262", "2", "26", "26602666263870262"]), key)
            .prop_map(|(hash, key)| format!("learn {hash} {key}")),
        2 => (select(vec!["fail", "slow", "restore"]), book())
            .prop_map(|(verb, book)| format!("{verb} {book}")),
        3 => (book(), select(vec!["+4", "+-4", "+5", "4"]), record())
            .prop_map(|(book, number, record)| format!("record {book} {number} {record}")),
        4 => select(vec!["call +4", "call +5", "call +-4", "call 4", "silent", "silent"])
            .prop_map(String::from),
        8 => (select(vec!["ask", "candidates"]), digits)
            .prop_map(|(verb, digits)| format!("{verb} {digits}")),
        8 => (select(vec!["number", "source", "use"]), count())
            .prop_map(|(verb, count)| format!("{verb} {count}")),
    ]
}

fn record() -> impl Strategy<Value = &'static str> {
    select(vec![
        "1 2 u E2U+sip !^.*$!sip:Bob@commandus.com! .",
        "1 1 u E2U+email !^.*$!mailto:bob@commandus.com! .",
        "2 1 u E2U+tel !^(.*)$!tel:\\\\1! .",
        "1 3 u E2U+tel !^.*$!sip:bob@commandus.com! .",
        "x",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn answers_are_those_of_the_plain_model(
        steps in vec_of(step(), 0..40),
        octal: bool,
        inverted_msb: bool,
        capacity in 1..4_usize,
    ) {
        let options = Options {
            profile: if octal { Profile::Octal } else { Profile::Shifted },
            packing: if inverted_msb { Packing::InvertedMsb } else { Packing::NaturalLsb },
            ..Options::default()
        };
        let capacity = NonZeroUsize::new(capacity).unwrap();
        let fast = scenario(&steps, &options, capacity);
        let plain = plain::uri2dec::scenario(&steps, &options, capacity);
        for (index, step) in steps.iter().enumerate() {
            let answer = |answers: &Result<Vec<String>, Error>| {
                answers.clone().map(|answers| answers[index].clone())
            };
            prop_assert_eq!(answer(&fast), answer(&plain), "{}: {}", index, step);
        }
    }

    #[test]
    fn any_steps_have_answers_or_the_place_of_the_first_fault(
        steps in vec_of(prop_oneof![8 => step(), 1 => any::<String>()], 0..12),
    ) {
        let fast = scenario(&steps, &Options::default(), FOUR);
        prop_assert_eq!(&fast, &plain::uri2dec::scenario(&steps, &Options::default(), FOUR));
        match fast {
            Ok(answers) => prop_assert_eq!(answers.len(), steps.len()),
            Err(error) => prop_assert!(error.position < steps.len()),
        }
    }
}
