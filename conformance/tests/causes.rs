//! The cause of a finding is the cause: by itself it gives the answer of the finding's example.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::event::{CaseEvent, Cause, Event, Evidence, Finding, Observed, Recording, record};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::{ImplementationSource, InProcess, Starter};
use acegate::observation::{AnyValue, StartError};
use acegate::runner::RunOptions;
use acegate::suite::request_for;
use acegate_codec::Value;
use acegate_deviations::{DeviantCodec, DeviantValue, find};
use acegate_vectors::{Check, Suite};

/// The findings of an implementation, and its failures by name.
fn findings(
    checks: &[Check],
    start: &Starter<'_>,
) -> Result<(Vec<Finding>, BTreeMap<String, CaseEvent>), StartError> {
    let (mut findings, mut cases) = (Vec::new(), BTreeMap::new());
    let mut sink = with_findings(|event: &Event| match event {
        Event::Finding(finding) => findings.push((**finding).clone()),
        Event::Case(case) if case.verdict.is_failure() => {
            cases.insert(case.name.clone(), (**case).clone());
        }
        _ => {}
    });
    let recording = Recording {
        evidence: Evidence::OfFailures,
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    record(checks, start, &RunOptions::default(), &recording, &mut sink)?;
    drop(sink);
    Ok((findings, cases))
}

/// The answer of these deviations to a check, as a report holds it; `None` for a crash.
fn answer(id: &str, check: &Check) -> Option<Observed> {
    let deviations = id.split('+').map(|id| find(id).expect("a deviation"));
    let codec = DeviantCodec::combined(deviations.collect()).expect("of one codec");
    let request = request_for(check);
    let ask = || codec.answer(&request.op, &request.params, &request.input);
    Some(match catch_unwind(AssertUnwindSafe(ask)).ok()? {
        Ok(DeviantValue::Value(value)) => Observed::Value(AnyValue::Ordinary(value)),
        Ok(DeviantValue::Integers(integers)) => Observed::Value(AnyValue::from_integers(&integers)),
        Err(_) => Observed::Refused(Default::default()),
    })
}

/// Asserts that each cause gives the answer of the example, of every check that is its own, and that it
/// is of the level of such a check.
fn assert_true(who: &str, checks: &[Check], found: &(Vec<Finding>, BTreeMap<String, CaseEvent>)) {
    let by_name: BTreeMap<&str, &Check> =
        checks.iter().map(|check| (check.name.as_str(), check)).collect();
    let (findings, cases) = found;
    for finding in findings.iter().filter(|finding| finding.cause == Cause::Deviation) {
        let id = finding.id.strip_prefix("deviation/").expect("the key of a deviation");
        let own = finding.checks.len() - finding.beside;
        assert!(own > 0, "{who}: {id} explains nothing by itself");
        for name in &finding.checks[..own] {
            let case = &cases[name];
            let is_same = match (answer(id, by_name[name.as_str()]), &case.observed) {
                (Some(Observed::Refused(_)), Some(Observed::Refused(_)))
                | (None, Some(Observed::Fault { .. })) => true,
                (own, observed) => own == *observed,
            };
            assert!(is_same, "{who}: {id} does not give the answer to {name}");
        }
        assert_eq!(cases[&finding.checks[0]].level, finding.level, "{who}: {id}");
    }
}

/// The checks of Punycode, those with the longest inputs left out.
fn checks() -> Vec<Check> {
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    checks.retain(|check| {
        let is_short = match request_for(check).input {
            Value::Text(text) => text.code_points.len() <= 2000,
            Value::Octets(_) | Value::List(_) => true,
        };
        check.codec() == "punycode" && is_short
    });
    checks
}

/// The findings on a codec of Punycode with these deviations.
fn of_deviant(ids: &[&str], checks: &[Check]) -> (Vec<Finding>, BTreeMap<String, CaseEvent>) {
    let start = || {
        let all = ids.iter().map(|id| find(&format!("punycode/{id}")).expect("a deviation"));
        let codec = DeviantCodec::combined(all.collect()).expect("of one codec");
        Ok(Box::new(InProcess::new("a codec", "", vec![Box::new(codec)])) as _)
    };
    findings(checks, &start).expect("it starts")
}

#[test]
fn the_causes_of_several_faults_at_once_give_the_answers_of_their_examples() {
    let checks = checks();
    let mut named = 0;
    for ids in [
        "surrogates-accepted above-10ffff-encoded encoder-wraps-at-32-bits",
        "surrogates-accepted leading-delimiter-consumed",
        "above-10ffff-accepted decoder-wraps-at-32-bits not-basic-literal-accepted",
        "digits-by-low-octet codes-read-as-units",
        "digits-below-zero truncation-completed any-literal-accepted",
        "impossible-left-out ascii-behind-prefix-accepted decoded-label-not-encoded-again",
        "undecodable-label-kept leading-delimiter-consumed truncation-completed",
    ] {
        let found = of_deviant(&ids.split(' ').collect::<Vec<_>>(), &checks);
        assert_true(ids, &checks, &found);
        named += found.0.iter().filter(|finding| finding.cause == Cause::Deviation).count();
    }
    assert!(named >= 12, "{named}");
}

#[test]
fn libraries_that_count_in_32_and_in_64_bits_are_told_apart() {
    let mut checks = checks();
    checks.retain(|check| matches!(check.op.as_str(), "encode" | "decode"));
    for ids in [
        // The C of RFC 3492 without its tests for overflow, as many libraries have it: one finding.
        &["wraps-at-32-bits"][..],
        // The faults of Perl's URI::_punycode.
        &[
            "large-values-decoded",
            "surrogates-accepted",
            "above-10ffff-encoded",
            "no-delimiter-after-all-ascii",
            "leading-delimiter-consumed",
            "zero-left-ends-code",
        ],
    ] {
        let found = of_deviant(ids, &checks);
        assert_true("a library", &checks, &found);
        let names = found.0.iter().map(|it| it.id.trim_start_matches("deviation/punycode/"));
        assert_eq!(names.collect::<BTreeSet<_>>(), ids.iter().copied().collect());
        assert_eq!(found.0.len(), ids.len());
    }
}

#[test]
fn the_causes_of_a_real_library_give_the_answers_of_their_examples() {
    let checks = checks();
    let source = ImplementationSource::named("python-codec").expect("it is bundled");
    let start = || source.start(Default::default());
    let found = findings(&checks, &start).expect("python3 is needed by the gate");
    assert!(!found.0.is_empty());
    assert_true("CPython", &checks, &found);
}
