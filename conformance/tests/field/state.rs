//! Runs whose answers are not all evidence: runs of an implementation that keeps something of one request
//! for the next, of one with a profile of IDNA behind the decoding, and of a choice of checks.

use std::collections::BTreeSet;

use acegate::event::{Cause, Finding};
use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::{Observation, Outcome, Refusal};
use acegate::protocol::{Description, Request};
use acegate_codec::{About, Codec, Error, ErrorKind, Failure, Parameters, Value, codec};
use acegate_deviations::{DeviantCodec, find};

use super::{Found, checks_of, found, text_of};

/// The reference with a memory: it remembers what it refused, and refuses it for ever.
struct Forgetless {
    inner: InProcess,
    refused: BTreeSet<String>,
    /// The part of a request that it remembers.
    key: fn(&Request) -> String,
}

impl Implementation for Forgetless {
    fn describe(&self) -> &Description {
        self.inner.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let mut observation = self.inner.answer(request);
        let key = (self.key)(request);
        if matches!(observation.outcome, Outcome::Refused(_)) {
            self.refused.insert(key);
        } else if self.refused.contains(&key) {
            observation.outcome = Outcome::Refused(Refusal::default());
        }
        observation
    }
}

fn found_with_memory(codec: &str, key: fn(&Request) -> String) -> Found {
    let start = || {
        let inner = InProcess::registry(Registry::Reference);
        let own = Forgetless {
            inner,
            refused: BTreeSet::new(),
            key,
        };
        Ok(Box::new(own) as Box<dyn Implementation>)
    };
    found(&checks_of(codec), &start)
}

/// Nearly all cases of ENUM have one number.
fn number(request: &Request) -> String {
    match &request.input {
        Value::List(values) => values.first().and_then(text_of).unwrap_or_default(),
        input => text_of(input).unwrap_or_default(),
    }
}

fn causes(findings: &[Finding]) -> Vec<(Cause, &str, usize)> {
    findings
        .iter()
        .map(|it| (it.cause, it.id.as_str(), it.checks.len()))
        .collect()
}

#[test]
fn what_fails_after_a_refusal_is_state_and_no_deviation_claims_it() {
    let found = found_with_memory("enum", number);
    let causes = causes(&found.findings);
    assert!(!causes.is_empty());
    assert!(
        causes.iter().all(|(cause, ..)| *cause == Cause::State),
        "{causes:#?}"
    );
}

/// The answers of a filtered run say enough for a cause that the filter leaves few checks of.
#[test]
fn a_choice_of_checks_withholds_no_cause() {
    for (id, chosen) in [
        ("bootstring/leading-delimiter-consumed", "bootstring/swift/"),
        (
            "bootstring/leading-delimiter-consumed",
            "bootstring/swift/leading",
        ),
        ("punycode/leading-delimiter-consumed", "punycode/edge/"),
    ] {
        let codec = id.split_once('/').expect("the codec").0;
        let mut checks = checks_of(codec);
        checks.retain(|check| check.name.as_str().starts_with(chosen));
        let start = || {
            let deviation = find(id).expect("a deviation");
            let own = Box::new(DeviantCodec::new(deviation).expect("a codec"));
            Ok(Box::new(InProcess::new(id, "", vec![own])) as Box<dyn Implementation>)
        };
        let found = found(&checks, &start);
        let first = found.findings.first().map(|first| first.id.as_str());
        assert_eq!(first, Some(&*format!("deviation/{id}")), "{chosen}");
    }
}

/// Host names decoded with three known faults, and then refused if a control character is in them, as Qt 6
/// does.
struct WithProfile(DeviantCodec);

impl Codec for WithProfile {
    fn about(&self) -> About {
        let punycode = codec("punycode").expect("a codec").about();
        let first = punycode
            .operations
            .iter()
            .position(|it| it.name == "to-ascii");
        About {
            operations: &punycode.operations[first.expect("an operation")..],
            ..punycode
        }
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let decoded = self.0.apply(op, parameters, input)?;
        let is_refused = text_of(&decoded).is_none_or(|text| text.contains(char::is_control));
        if op == "to-unicode" && is_refused {
            return Err(Error::new(ErrorKind::Syntax, 0).into());
        }
        Ok(decoded)
    }
}

#[test]
fn a_name_that_a_profile_refuses_says_nothing_against_a_cause() {
    let ids = [
        "punycode/truncation-completed",
        "punycode/leading-delimiter-consumed",
        "punycode/decoded-label-not-encoded-again",
    ];
    let start = || {
        let all = ids
            .iter()
            .map(|id| find(id).expect("a deviation"))
            .collect();
        let own = DeviantCodec::combined(all).expect("of one codec");
        let own = InProcess::new("names", "", vec![Box::new(WithProfile(own))]);
        Ok(Box::new(own) as Box<dyn Implementation>)
    };
    let found = found(&checks_of("punycode"), &start);
    let causes = causes(&found.findings);
    assert!(
        causes.iter().map(|(.., checks)| checks).sum::<usize>() >= 8,
        "{causes:#?}"
    );
    assert!(
        causes.iter().all(|(cause, ..)| *cause == Cause::Deviation),
        "{causes:#?}"
    );
}
