//! The questions of a comparison, their counts, and its end.

use std::sync::atomic::Ordering;
use std::time::Duration;

use acegate_codec::Text;

use super::super::*;
use super::{Changed, Started, compared, names, reference, without_std3};
use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Fault, Observation, Outcome, StartError, Stream};
use crate::protocol::{Description, Request};
use crate::sweep::{CodePoints, Measured};

/// A fault that ends the process for a name with `x`, and a remark about the limits.
struct Dying(InProcess);

impl Implementation for Dying {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let name = request.text().and_then(Text::to_scalar_string);
        if name.is_some_and(|name| name.contains('x')) {
            let fault = Fault::OutputLimit {
                limit: 1,
                stream: Stream::Output,
            };
            return Observation::new(Outcome::Fault(fault), Duration::ZERO);
        }
        self.0.answer(request)
    }

    fn not_held(&self) -> Option<&str> {
        Some("no limit is held")
    }
}

fn dying() -> Started {
    Ok(Box::new(Dying(InProcess::registry(Registry::Reference))))
}

#[test]
fn a_side_that_is_given_up_ends_the_comparison() {
    let mut options = CompareOptions {
        questions: names(&["a", "b", "x", "c", "d"]),
        ..CompareOptions::default()
    };
    options.faults.count = Some(1);
    let comparison = compare([&reference, &dying], &options).expect("both start");
    assert!(comparison.is_given_up && !comparison.is_whole);
    assert_eq!((comparison.asked, comparison.different), (3, 1));
    let remarks = [
        "no limit is held",
        "given up after 1 fault: let the program catch its exceptions and reply `crash`, which ends no process, \
         or raise --fault-budget",
    ];
    assert_eq!(comparison.remarks, remarks);
}

#[test]
fn the_side_that_does_not_start_is_named() {
    fn missing() -> Started {
        Err(StartError::Spawn {
            program: "missing".to_owned(),
            reason: "there is none".to_owned(),
        })
    }
    let options = CompareOptions {
        questions: names(&["a"]),
        ..CompareOptions::default()
    };
    for (side, starts) in [
        (Side::First, [missing as fn() -> Started, reference]),
        (Side::Second, [reference, missing]),
    ] {
        let [first, second] = starts;
        let error = compare([&first, &second], &options).expect_err("one does not start");
        assert!(matches!(error, CompareError::Start(own, _) if own == side));
    }
}

/// The settings of both sides win over the settings of cases, so that some cases become one request.
#[test]
fn a_question_that_comes_again_is_not_sent_again() {
    let questions = Questions {
        suite: true,
        names: None,
        ..names(&["a"])
    };
    let options = CompareOptions {
        questions,
        ..CompareOptions::default()
    };
    let comparison = compare([&without_std3, &without_std3], &options).expect("both start");
    let all = options.pulse.all.load(Ordering::Relaxed);
    let asked = comparison.asked;
    assert!(asked > 500 && asked < all, "{asked} of {all}");
    assert_eq!(asked + comparison.skipped, all);
    // The versions of Unicode are of use only to explain differences.
    assert_eq!(comparison.measured, [Measured::Unknown; 2]);
}

/// How many questions there are is known before, for the progress.
#[test]
fn all_questions_are_counted() {
    let options = CompareOptions {
        questions: Questions {
            codecs: Vec::new(),
            ops: Vec::new(),
            generated: Some(Generated { count: 7, seed: 1 }),
            frames: FrameChoice {
                frames: vec!["between-letters".to_owned()],
                code_points: Some(('a'..='j').collect::<CodePoints>()),
            },
            ..names(&["a", "b", "c"])
        },
        ..CompareOptions::default()
    };
    let comparison = compare([&reference, &reference], &options).expect("both start");
    // Names and frames are sent to two operations.
    let expected = 3 * 2 + 7 + 10 * 2;
    assert_eq!(options.pulse.all.load(Ordering::Relaxed), expected);
    assert_eq!(comparison.asked + comparison.skipped, expected);
}

/// The operations of the names in a comparison.
#[test]
fn names_are_sent_to_the_chosen_operations() {
    struct Row {
        codecs: &'static [&'static str],
        ops: &'static [&'static str],
        asked: u64,
    }
    let rows = [
        // to-ascii and to-unicode of uts46.
        Row {
            codecs: &[],
            ops: &[],
            asked: 2,
        },
        Row {
            codecs: &[],
            ops: &["to-unicode"],
            asked: 1,
        },
        // to-ascii and to-unicode, and neither encode nor decode.
        Row {
            codecs: &["punycode"],
            ops: &[],
            asked: 2,
        },
        Row {
            codecs: &["punycode", "uts46"],
            ops: &["to-ascii"],
            asked: 2,
        },
        Row {
            codecs: &["punycode"],
            ops: &["encode"],
            asked: 1,
        },
        Row {
            codecs: &["punycode", "uts46"],
            ops: &["encode", "to-ascii"],
            asked: 3,
        },
        // Of each of the seven codecs that encode: bootstring, lace, punycode, race, uri2dec, utf5 and utf6.
        Row {
            codecs: &[],
            ops: &["encode"],
            asked: 7,
        },
    ];
    for row in rows {
        let questions = Questions {
            codecs: row.codecs.iter().map(|&codec| codec.to_owned()).collect(),
            ops: row.ops.iter().map(|&op| op.to_owned()).collect(),
            ..names(&["a"])
        };
        let comparison = compared(reference, reference, questions);
        assert_eq!(
            comparison.asked, row.asked,
            "{:?} {:?}",
            row.codecs, row.ops
        );
    }
}

/// An operation that only one side has is not sent.
#[test]
fn only_what_both_sides_have_is_sent() {
    fn without_to_unicode() -> Started {
        Changed::start(|changed| {
            let support = changed.description.codecs.get_mut("uts46");
            support.expect("a codec").ops.retain(|op| op == "to-ascii");
        })
    }
    let questions = Questions {
        codecs: Vec::new(),
        ops: Vec::new(),
        ..names(&["a"])
    };
    let comparison = compared(reference, without_to_unicode, questions.clone());
    assert_eq!((comparison.asked, comparison.skipped), (1, 0));
    let comparison = compared(without_to_unicode, reference, questions);
    assert_eq!((comparison.asked, comparison.skipped), (1, 0));
}
