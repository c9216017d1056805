//! The deviations as the suite sees them: each is caught, and differs from every other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use acegate::suite::request_for;
use acegate_codec::{About, Codec, Failure, Parameters, Value, codec};
use acegate_deviations::{Call, DeviantCodec, DeviantValue, Deviation, MODELS, deviations, find};
use acegate_vectors::{Check, Suite};

fn checks() -> Vec<Check> {
    Suite::embedded().expect("the suite is valid").checks()
}

fn deviations_of(codec: &str) -> Vec<&'static Deviation> {
    deviations()
        .filter(|deviation| deviation.codec() == codec)
        .collect()
}

/// The value that a codec gives for a check; `None` for a refusal or a crash.
fn value(codec: &dyn Codec, check: &Check) -> Option<Value> {
    let request = request_for(check);
    let answer = || codec.apply(&request.op, &request.params, &request.input);
    catch_unwind(AssertUnwindSafe(answer)).ok()?.ok()
}

#[test]
fn models_without_a_fault_answer_as_the_reference_does() {
    let checks = checks();
    for (codec, model) in MODELS {
        let reference = acegate_codec::codec(codec).expect("a codec");
        let mut answers = 0;
        for check in checks.iter().filter(|check| check.codec() == *codec) {
            let request = request_for(check);
            let (op, parameters, input) = (request.op.as_str(), &request.params, &request.input);
            let call = Call::new(reference, op, parameters, input);
            let Some(own) = model.answer(&call) else {
                continue;
            };
            assert_eq!(own.ok(), call.answer().ok(), "{}", check.name);
            answers += 1;
        }
        assert!(answers > 50, "{codec}: {answers}");
    }
}

/// An answer that a library gives, and the deviation that was seen there.
struct SeenAnswer {
    library: &'static str,
    deviation: &'static str,
    op: &'static str,
    input: &'static str,
    answer: Gives,
}

enum Gives {
    Text(&'static str),
    Integers(&'static [u128]),
    Crash,
}

const SEEN_ANSWERS: &[SeenAnswer] = &[
    SeenAnswer {
        library: "Emacs 28.2",
        deviation: "punycode/digits-below-zero-or-36",
        op: "decode",
        input: "a[",
        answer: Gives::Text("\u{80}~"),
    },
    SeenAnswer {
        library: "Emacs 28.2",
        deviation: "punycode/digits-below-zero-or-36",
        op: "decode",
        input: "tda6=",
        answer: Gives::Text("\u{fc}\u{f9}"),
    },
    SeenAnswer {
        library: "Mono 6.8.0",
        deviation: "punycode/digits-below-zero-or-36-past-the-end",
        op: "to-unicode",
        input: "xn--td{",
        answer: Gives::Crash,
    },
    SeenAnswer {
        library: "Mono 6.8.0",
        deviation: "punycode/digits-below-zero-or-36-past-the-end",
        op: "to-unicode",
        input: "xn---",
        answer: Gives::Crash,
    },
    SeenAnswer {
        library: "gitlab.com/golang-commonmark/puny",
        deviation: "punycode/impossible-replaced-in-31-bits",
        op: "decode",
        input: "ab-ne24y",
        answer: Gives::Text("a\u{fffd}b"),
    },
    SeenAnswer {
        library: "Perl Net::IDN::Punycode 2.5",
        deviation: "punycode/signed-sum-divided-unsigned",
        op: "decode",
        input: "aa-lg26146o",
        answer: Gives::Integers(&[6_148_914_690_520_689_575, 0x61, 0x61]),
    },
    SeenAnswer {
        library: "Mojo::Util 9.31",
        deviation: "punycode/digits-by-five-bits-signed",
        op: "decode",
        input: "99999999999999!",
        answer: Gives::Integers(&[18_238_888_888_885_513]),
    },
    SeenAnswer {
        library: "SimpleIDN 0.1.1",
        deviation: "uts46/mapped-and-encoded-only",
        op: "to-ascii",
        input: "xn--tda\u{301}",
        answer: Gives::Text("xn--xn--td-uta"),
    },
];

#[test]
fn deviations_give_the_answers_of_the_libraries_in_which_they_were_seen() {
    for row in SEEN_ANSWERS {
        let deviation = find(row.deviation).expect("a deviation");
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let ask = || codec.answer(row.op, &Parameters::new(), &Value::from(row.input));
        let answer = catch_unwind(AssertUnwindSafe(ask)).ok();
        let answer = answer.map(Result::ok);
        let expected = match row.answer {
            Gives::Text(text) => Some(Some(DeviantValue::Value(text.into()))),
            Gives::Integers(integers) => Some(Some(DeviantValue::Integers(integers.to_vec()))),
            Gives::Crash => None,
        };
        assert_eq!(answer, expected, "{} of {}", row.input, row.library);
    }
}

#[test]
fn no_two_deviations_of_uri2dec_answer_alike() {
    let checks = checks();
    let mut seen = BTreeMap::new();
    for deviation in deviations_of("uri2dec") {
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let own = checks.iter().filter(|check| check.codec() == "uri2dec");
        let answers: Vec<_> = own.map(|check| value(&codec, check)).collect();
        if let Some(other) = seen.insert(answers, deviation.id) {
            panic!("{} is {other}", deviation.id);
        }
    }
    assert!(!seen.is_empty());
}

#[test]
fn each_deviation_of_books_is_caught_by_a_case_of_each_requirement_that_it_breaks() {
    let checks: Vec<_> = checks()
        .into_iter()
        .filter(|check| check.op == "book")
        .collect();
    let reference = acegate_codec::uri2dec::CODEC;
    let books = deviations().filter(|deviation| deviation.id.starts_with("uri2dec/book"));
    let mut count = 0;
    for deviation in books {
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let catches = |check: &&Check| value(&codec, check) != value(&reference, check);
        let caught: Vec<_> = checks.iter().filter(catches).collect();
        for broken in deviation.breaks {
            let names = |check: &&Check| check.case.requirements.iter().any(|it| it == broken);
            assert!(caught.iter().any(names), "{}: {broken}", deviation.id);
        }
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
fn several_deviations_answer_as_one_over_the_others_or_they_over_it_if_that_differs() {
    let checks = checks();
    let mut below = 0;
    for codec in ["enum", "race"] {
        let own: Vec<_> = checks
            .iter()
            .filter(|check| check.codec() == codec)
            .collect();
        let reference = acegate_codec::codec(codec).expect("a codec");
        let mut all = deviations_of(codec);
        // A crash and a refusal are no value.
        all.retain(|deviation| !deviation.id.contains("crash"));
        for (at, &first) in all.iter().enumerate() {
            let first = vec![first];
            let others = (0..=at % 2).map(|more| all[(at * 7 + 3 + 5 * more) % all.len()]);
            let others: Vec<_> = others.collect();
            let together = [&first[..], &others].concat();
            let ids: Vec<_> = together.iter().map(|it| it.id).collect();
            let together = DeviantCodec::combined(together).expect("of one codec");
            let alone = |own| &*Box::leak(Box::new(DeviantCodec::over(reference, own)));
            let (one, two) = (alone(first.clone()), alone(others.clone()));
            let one_over_two = DeviantCodec::over(two, first);
            let two_over_one = DeviantCodec::over(one, others);
            for check in &own {
                let [right, one, two, one_over_two, two_over_one] =
                    [reference, one, two, &one_over_two, &two_over_one]
                        .map(|codec| value(codec, check));
                let expected = if one_over_two != one {
                    one_over_two
                } else if two_over_one != two {
                    below += 1;
                    two_over_one
                } else if one == right {
                    two
                } else if two == right {
                    one
                } else {
                    continue;
                };
                assert_eq!(value(&together, check), expected, "{ids:?} {}", check.name);
            }
        }
    }
    assert!(below > 20, "{below}");
}

#[test]
fn changes_of_different_parts_or_steps_are_both_in_the_answer() {
    let none = Parameters::new();
    let shuffled = [
        "punycode/first-time-damp-missing",
        "punycode/figures-before-letters",
    ];
    let lenient = [
        "punycode/truncation-completed",
        "punycode/decoded-label-not-encoded-again",
        "punycode/leading-delimiter-consumed",
    ];
    for (ids, op, input, expected) in [
        // The order of the digits, and the tree.
        (
            &["enum/digits-not-reversed", "enum/another-tree"][..],
            "to-domain",
            "+41",
            Some("4.1.e164.org"),
        ),
        // Digits of another alphabet, and of another bias: 4ca0b is right, and 4cakb the bias.
        (&shuffled, "encode", "äö", Some("u20a1")),
        (&shuffled, "to-ascii", "äö", Some("xn--u20a1")),
        // The delimiter is skipped, and 4c is 30 + 35 * 2, which is ä, U+00E4, after U+0080.
        (&lenient, "to-unicode", "xn---4c", Some("ä")),
        // The label breaks the Bidi rule and the rule for joiners: each deviation alone rejects it.
        (
            &["uts46/bidi-not-checked", "uts46/joiners-not-checked"],
            "to-unicode",
            "\u{5d0}\u{200d}a",
            Some("\u{5d0}\u{200d}a"),
        ),
        // A hyphen at the start, and hyphens in the third and fourth position.
        (
            &["uts46/ascii-names-as-they-are", "uts46/hyphen-at-edge"],
            "to-ascii",
            "-a--b",
            Some("-a--b"),
        ),
        // To refuse what is right changes the whole answer.
        (
            &["enum/another-tree", "enum/separators-refused"],
            "to-domain",
            "+4-4",
            None,
        ),
    ] {
        let own = ids.iter().map(|id| find(id).expect("a deviation"));
        let codec = DeviantCodec::combined(own.collect()).expect("of one codec");
        let answer = codec.apply(op, &none, &input.into()).ok();
        assert_eq!(answer, expected.map(Value::from), "{ids:?} {op}");
    }
}

static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Punycode that counts the questions.
struct Counting;

impl Codec for Counting {
    fn about(&self) -> About {
        codec("punycode").expect("a codec").about()
    }

    fn apply(&self, op: &str, params: &Parameters, input: &Value) -> Result<Value, Failure> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        codec("punycode").expect("a codec").apply(op, params, input)
    }
}

#[test]
fn ten_deviations_ask_the_reference_a_few_hundred_times_at_most() {
    let checks = checks();
    let is_short = |check: &Check| {
        check
            .input
            .to_scalar_string()
            .is_some_and(|it| it.len() < 40)
    };
    let own = |check: &&Check| check.codec() == "punycode" && is_short(check);
    let questions: Vec<_> = checks.iter().filter(own).collect();
    for set in 0..30 {
        let all = deviations_of("punycode").into_iter().cycle().skip(set * 4);
        let ten = all.step_by(1 + set * 7 % 41).take(10).collect();
        let codec = DeviantCodec::over(&Counting, ten);
        for check in questions.iter().skip(set).step_by(149) {
            ASKED.store(0, Ordering::Relaxed);
            let _ = value(&codec, check);
            let count = ASKED.load(Ordering::Relaxed);
            assert!(count < 300, "{}: {count}", check.name);
        }
    }
}
