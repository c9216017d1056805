//! Requests of the generators reach every answer, and show every known fault.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::hunt::oracle::judge_answer;
use crate::hunt::random::Random;
use crate::hunt::reproduction::askable;
use crate::hunt::schedule::Schedule;
use crate::hunt::space::Space;
use crate::hunt::{code_of, deviant};
use crate::implementation::{Implementation, InProcess, Registry};
use crate::judge::judge;
use crate::protocol::{Idna, Request};
use crate::suite::request_for;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{Code, Codes, Settings, process, versions};
use acegate_codec::{Codec, Text, Value, Verb, e164};
use acegate_deviations::{DeviantCodec, Deviation, deviations, find};
use acegate_vectors::{Check, Level, Suite};

/// Whether the implementation answers a request wrongly, at this level or a stricter one.
fn is_wrong_at(implementation: &mut InProcess, request: Request, least: Level) -> bool {
    let Ok(request) = askable(request, implementation.describe()) else {
        return false;
    };
    let breach = judge_answer(&request, &implementation.answer(&request).outcome);
    breach.is_some_and(|breach| breach.level >= least)
}

#[test]
fn scenarios_reach_every_answer_of_a_device() {
    let space = Space::of_reference();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for place in 0..1500 {
        let made = books::make(&space, place, &mut Random::at(1, place)).expect("there is a book");
        let Ok(Value::List(answers)) = made[0].fast() else {
            continue;
        };
        for answer in answers.iter().filter_map(|answer| answer.as_text().ok()) {
            let text = answer.to_scalar_string().unwrap_or_default();
            seen.extend(text.split(' ').next().map(str::to_owned));
        }
    }
    let expected = "one several collision dialled none refused failed used removed";
    for answer in expected.split(' ') {
        assert!(seen.contains(answer), "{answer}: {seen:?}");
    }
}

#[test]
fn some_requests_are_accepted_and_some_are_refused_for_each_reason() {
    let codes: BTreeSet<&str> = (0..4000)
        .flat_map(|place| {
            [Verb::ToDomain, Verb::ToNumber, Verb::Rewrite].map(|verb| {
                let input = telephone::input_for(verb, &mut Random::at(1, place));
                code_of(&Request::of(&e164::ABOUT, verb, input).fast())
            })
        })
        .collect();
    let expected = "ok back-reference bad-digit bad-prefix delimiter empty expression flag no-match \
        not-terminal rule service syntax too-long tree uri value-too-large";
    let left: Vec<_> = expected
        .split(' ')
        .filter(|code| !codes.contains(code))
        .collect();
    assert!(left.is_empty(), "{left:?} of {codes:?}");
}

fn shows(request: &Request, deviation: &'static Deviation) -> bool {
    let Some(codec) = DeviantCodec::new(deviation) else {
        return false;
    };
    let answer = || {
        codec
            .apply(&request.op, &request.params, &request.input)
            .ok()
    };
    let answer = catch_unwind(AssertUnwindSafe(answer));
    answer.map_or(true, |answer| answer != request.fast().ok())
}

#[test]
fn each_request_shows_a_fault_that_those_before_it_do_not() {
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    for (line, request) in (1..).zip(splitting::REQUESTS.iter()) {
        let left = deviations().filter(|it| it.codec() == request.codec && !shown.contains(it.id));
        let new: Vec<_> = left
            .filter(|it| shows(request, it))
            .map(|it| it.id)
            .collect();
        assert!(!new.is_empty(), "line {line} shows nothing new");
        shown.extend(new);
    }
    let lines = include_str!("splitting.ndjson").lines().count();
    assert_eq!(splitting::REQUESTS.len(), lines, "every line is a request");
    let hidden: Vec<_> = deviations()
        .map(|it| it.id)
        .filter(|id| !shown.contains(id))
        .collect();
    assert!(
        hidden.len() * 16 < deviations().count(),
        "{hidden:?} are not shown"
    );
}

/// How many trials a hunt makes in some seconds.
const TRIALS: u64 = 30_000;

/// Every fault that a name can show at must in the suite is found at must with requests for names only.
#[test]
fn faults_of_codecs_are_found_behind_names() {
    let mut checks = Suite::embedded()
        .expect("the embedded suite is valid")
        .checks();
    checks.retain(|it| {
        it.codec() == "punycode" && it.op.starts_with("to-") && it.case.level == Level::Must
    });
    let unchecked = find("punycode/decoded-label-not-encoded-again").expect("a deviation");
    let mut found = 0;
    for deviation in deviations().filter(|it| it.codec() == "punycode" && it.equivalent.is_none()) {
        let codec = DeviantCodec::combined(vec![unchecked, deviation]).expect("a codec");
        let library = InProcess::new(deviation.id, "", vec![Box::new(codec)]);
        let mut library = library.with_idna(Idna::Std3);
        // It has only host names, with a fault of the codec that serves them.
        let mut description = library.describe().clone();
        let support = description.codecs.get_mut("punycode").expect("its codec");
        support.ops.retain(|op| op.starts_with("to-"));
        let is_wrong = |check: &&Check| {
            let outcome = library.answer(&request_for(check)).outcome;
            judge(check, &outcome, false).verdict.is_failure()
        };
        let Some(seen) = checks.iter().find(is_wrong) else {
            continue;
        };
        let schedule = Schedule::new(GENERATORS, 1, Space::of(&description, &[]));
        let mut requests = (0..TRIALS).flat_map(|number| schedule.trial(number).requests);
        let is_found = requests.any(|it| is_wrong_at(&mut library, it, Level::Must));
        assert!(is_found, "{}: {}", deviation.id, seen.name);
        found += 1;
    }
    assert!(found >= 60, "{found}");
}

#[test]
fn each_criterion_is_broken_by_a_name_that_keeps_the_others() {
    let reference = InProcess::registry(Registry::Reference);
    let space = Space::of(reference.describe(), &["uts46".to_owned()]);
    let mut alone: BTreeSet<Code> = BTreeSet::new();
    let (mut right, mut old) = (0, 0);
    const COUNT: u64 = 4000;
    for number in 0..COUNT {
        let made = uts46::make(&space, number, &mut Random::at(1, number)).expect("a name");
        let name = made[0].text().and_then(Text::to_scalar_string);
        // A code that was changed may have a surrogate.
        let Some(name) = name else { continue };
        for (op, settings) in [
            ("to-ascii", Settings::STRICT),
            ("to-ascii", Settings::WHATWG),
            (
                "to-unicode",
                Settings {
                    check_hyphens: false,
                    ..Settings::STRICT
                },
            ),
        ] {
            let codes = process(op, &name, &settings).codes;
            alone.extend(
                Code::ALL
                    .iter()
                    .copied()
                    .filter(|code| codes == Codes::from_iter([*code])),
            );
            right += u64::from(codes == Codes::NONE);
        }
        let versions = versions("to-unicode", &name, &Settings::STRICT);
        old += u64::from(versions.are_within(Versions::all(uts46::OLD)));
    }
    // The lengths of names are for other generators, and their names do not overflow.
    let others = [Code::A3, Code::A4_1];
    let missing = Code::ALL
        .iter()
        .filter(|it| !alone.contains(it) && !others.contains(it));
    assert_eq!(missing.count(), 0, "{alone:?}");
    assert!(right * 5 > COUNT, "{right} of {} are right", 3 * COUNT);
    assert!(
        old * 4 > COUNT * 3,
        "{old} of {COUNT} have an answer in every version"
    );
}

/// How many trials of a hunt of UTS #46 show every known fault, whatever the seed is. Of five seeds, one needed 11,999.
const TRIALS_OF_UTS46: u64 = 20_000;

/// A hunt lets a registry reject capital letters in ASCII labels.
const FREE_IN_HUNTS: [&str; 3] = [
    "idna2008/ascii-capitals-rejected",
    "idna2008/capital-prefix-not-seen",
    "idna2008/capitals-in-a-label-rejected",
];

/// The same of IDNA 2008.
const TRIALS_OF_IDNA2008: u64 = 30_000;

/// The seeds are several, so that the generators are not fitted to one.
#[test]
fn faults_of_uts46_are_found_under_every_seed() {
    for seed in seeds(46) {
        let left = faults_not_found("uts46", &[], TRIALS_OF_UTS46, seed);
        assert!(left.is_empty(), "seed {seed}: {left:?}");
    }
}

#[test]
fn faults_of_idna2008_are_found_under_every_seed() {
    for seed in seeds(2008) {
        let left = faults_not_found("idna2008", &FREE_IN_HUNTS, TRIALS_OF_IDNA2008, seed);
        assert!(left.is_empty(), "seed {seed}: {left:?}");
    }
}

/// Five seeds, or without `ACEGATE_TEST_ALL=1` two.
fn seeds(first: u64) -> Vec<u64> {
    if std::env::var_os("ACEGATE_TEST_ALL").is_some() {
        vec![first, 1, 2, 3, 4]
    } else {
        vec![first, 1]
    }
}

/// The faults of a codec, but for the `free` ones, that a hunt of so many trials does not find, without the requests of
/// known faults.
fn faults_not_found(codec: &str, free: &[&str], trials: u64, seed: u64) -> Vec<&'static str> {
    let mut reference = InProcess::registry(Registry::Reference);
    let space = Space::of(reference.describe(), &[codec.to_owned()]);
    let schedule = Schedule::new(GENERATORS, seed, space);
    let faults = deviations().filter(|it| it.codec() == codec && it.equivalent.is_none());
    let mut left: Vec<_> = faults
        .filter(|it| !free.contains(&it.id))
        .map(|it| (it.id, deviant(it.id).with_unicode(Version::V18)))
        .collect();
    for number in 0..trials {
        let trial = schedule.trial(number);
        if trial.generator == "splitting" {
            continue;
        }
        for request in trial.requests {
            let right = reference.answer(&request).outcome;
            left.retain_mut(|(_, library)| {
                library.answer(&request).outcome == right
                    || !is_wrong_at(library, request.clone(), Level::May)
            });
        }
        if left.is_empty() {
            break;
        }
    }
    left.into_iter().map(|(id, _)| id).collect()
}
