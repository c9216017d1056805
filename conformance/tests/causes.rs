//! The cause of a finding is the cause: by itself it gives the answer of the finding's example.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::event::{Cause, Event, Evidence, Finding, Observed, Recording, record};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::{ImplementationSource, InProcess, Starter};
use acegate::observation::AnyValue;
use acegate::runner::RunOptions;
use acegate::suite::request_for;
use acegate_codec::{About, Codec, Error, ErrorKind, Failure, Parameters, Value, codec};
use acegate_deviations::{DeviantCodec, DeviantValue, find};
use acegate_vectors::{Check, Suite};

/// The findings of an implementation. Each cause gives the answer of the example, of every check that is its
/// own, and is of the level of such a check.
fn findings(who: &str, checks: &[Check], start: &Starter<'_>) -> Vec<Finding> {
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
    let ended = record(checks, start, &RunOptions::default(), &recording, &mut sink);
    ended.expect("it starts; the gate needs python3");
    drop(sink);
    let by_name: BTreeMap<&str, &Check> = checks
        .iter()
        .map(|check| (check.name.as_str(), check))
        .collect();
    for finding in findings
        .iter()
        .filter(|finding| finding.cause == Cause::Deviation)
    {
        let id = finding
            .id
            .strip_prefix("deviation/")
            .expect("the key of a deviation");
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
        assert_eq!(
            cases[&finding.checks[0]].level, finding.level,
            "{who}: {id}"
        );
    }
    findings
}

/// The answer of these deviations to a check, as a report has it; `None` for a crash.
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

/// The findings on a codec.
fn of_codec(
    who: &str,
    checks: &[Check],
    codec: impl Fn() -> Box<dyn Codec + Send> + Sync,
) -> Vec<Finding> {
    findings(who, checks, &|| {
        Ok(Box::new(InProcess::new(who, "", vec![codec()])) as _)
    })
}

/// A codec of Punycode with these deviations.
fn deviant(ids: &[&str]) -> Box<dyn Codec + Send> {
    let all = ids
        .iter()
        .map(|id| find(&format!("punycode/{id}")).expect("a deviation"));
    Box::new(DeviantCodec::combined(all.collect()).expect("of one codec"))
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
        "impossible-left-out ascii-after-prefix-accepted decoded-label-not-encoded-again",
        "undecodable-label-kept leading-delimiter-consumed truncation-completed",
    ] {
        let found = of_codec(ids, &checks, || {
            deviant(&ids.split(' ').collect::<Vec<_>>())
        });
        named += found
            .iter()
            .filter(|finding| finding.cause == Cause::Deviation)
            .count();
    }
    assert!(named >= 12, "{named}");
}

/// The code `dn32` is cut off, and its number has more than 16 bits: alone, each fault gives another answer
/// than both do.
#[test]
fn answers_that_two_faults_give_only_together_speak_against_neither() {
    let mut checks = checks();
    checks.retain(|check| check.op == "decode");
    let ids = ["units-of-sixteen-bits", "truncation-completed"];
    let found = of_codec("two faults", &checks, || deviant(&ids));
    let causes: Vec<_> = found.iter().map(|finding| finding.cause).collect();
    assert_eq!(causes, [Cause::Deviation; 2]);
}

#[test]
fn one_fault_of_32_bits_is_one_finding_whose_cause_gives_its_answers() {
    let found = of_codec("the port", &checks(), || Box::new(Port));
    let ids: Vec<_> = found.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["deviation/punycode/wraps-at-32-bits"]);
}

#[test]
fn a_library_that_counts_in_64_bits_is_not_said_to_wrap_at_32() {
    let mut checks = checks();
    checks.retain(|check| matches!(check.op.as_str(), "encode" | "decode"));
    // The faults of Perl's URI::_punycode.
    let ids = [
        "large-values-decoded",
        "surrogates-accepted",
        "above-10ffff-encoded",
        "no-delimiter-after-all-ascii",
        "leading-delimiter-consumed",
        "zero-left-ends-code",
    ];
    let found = of_codec("the library", &checks, || deviant(&ids));
    let names = found
        .iter()
        .map(|it| it.id.trim_start_matches("deviation/punycode/"));
    assert_eq!(names.collect::<BTreeSet<_>>(), ids.into());
    assert_eq!(found.len(), ids.len());
}

#[test]
fn the_causes_of_a_real_library_give_the_answers_of_their_examples() {
    let source = ImplementationSource::named("python-codec").expect("it is bundled");
    let found = findings("CPython", &checks(), &|| source.start(Default::default()));
    assert!(!found.is_empty());
}

/// A port of the C of RFC 3492 without its tests for overflow, as many libraries have it. It shares no
/// code with the deviations.
struct Port;

impl Codec for Port {
    fn about(&self) -> About {
        let punycode = codec("punycode").expect("a codec").about();
        About {
            operations: &punycode.operations[..2],
            ..punycode
        }
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        if !parameters.is_empty() {
            return Err(Failure::Unsupported("parameters".into()));
        }
        let input = &input.as_text()?.code_points;
        let output = if op == "encode" {
            Some(encode(input))
        } else {
            decode(input)
        };
        output
            .map(Value::from_code_points)
            .ok_or_else(|| Error::new(ErrorKind::BadDigit, 0).into())
    }
}

fn adapt(delta: u32, points: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta >> 1 };
    delta = delta.wrapping_add(delta / points);
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(1, 26)
}

fn encode(input: &[u32]) -> Vec<u32> {
    let digit = |digit: u32| digit + 22 + 75 * u32::from(digit < 26);
    let mut output: Vec<u32> = input.iter().copied().filter(|&c| c < 0x80).collect();
    let basic = output.len() as u32;
    output.extend((basic > 0).then_some(u32::from('-')));
    let (mut n, mut delta, mut bias, mut done) = (0x80_u32, 0_u32, 72, basic);
    while let Some(m) = input.iter().copied().filter(|&c| c >= n && n > 0).min() {
        delta = delta.wrapping_add((m - n).wrapping_mul(done + 1));
        for &c in input {
            delta = delta.wrapping_add(u32::from(c < m));
            if c == m {
                let (mut q, mut k) = (delta, 36);
                while q >= threshold(k, bias) {
                    let t = threshold(k, bias);
                    output.push(digit(t + (q - t) % (36 - t)));
                    q = (q - t) / (36 - t);
                    k += 36;
                }
                output.push(digit(q));
                bias = adapt(delta, done + 1, done == basic);
                (delta, done) = (0, done + 1);
            }
        }
        (n, delta) = (m.wrapping_add(1), delta.wrapping_add(1));
    }
    output
}

fn decode(input: &[u32]) -> Option<Vec<u32>> {
    let delimiter = input
        .iter()
        .rposition(|&c| c == u32::from('-'))
        .unwrap_or(0);
    let mut output = input[..delimiter].to_vec();
    if output.iter().any(|&c| c >= 0x80) {
        return None;
    }
    let mut rest = input[delimiter + usize::from(delimiter > 0)..].iter();
    let (mut n, mut i, mut bias) = (0x80_u32, 0_u32, 72);
    while !rest.as_slice().is_empty() {
        let (old, mut w, mut k) = (i, 1_u32, 36);
        loop {
            let digit = (char::from_u32(*rest.next()?)?.to_digit(36)? + 26) % 36;
            i = i.wrapping_add(digit.wrapping_mul(w));
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            w = w.wrapping_mul(36 - t);
            k += 36;
        }
        let points = output.len() as u32 + 1;
        bias = adapt(i.wrapping_sub(old), points, old == 0);
        n = n.wrapping_add(i / points);
        i %= points;
        output.insert(i as usize, n);
        i += 1;
    }
    Some(output)
}
