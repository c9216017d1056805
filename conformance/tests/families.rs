//! The number in a fault is found from the answers: one wrong parameter, operator or size of integers is
//! one finding, which names it.

use std::collections::BTreeSet;

use acegate::event::{Event, Evidence, Finding, Recording, record};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::InProcess;
use acegate::runner::RunOptions;
use acegate::suite::request_for;
use acegate_codec::{About, Codec, Error, ErrorKind, Failure, Parameters, Value, codec};
use acegate_deviations::{DeviantCodec, deviations, families, find};
use acegate_vectors::{Check, Suite};

/// Punycode as RFC 3492 has it in appendix C, with numbers that can be wrong. It shares no code with the
/// deviations.
#[derive(Clone, Copy)]
struct Port {
    damp: i64,
    skew: i64,
    t_min: i64,
    t_max: i64,
    initial_bias: i64,
    initial_n: i64,
    /// The divisor of a delta that is not the first one.
    half: i64,
    /// The divisor of the adaptation's loop.
    divisor: i64,
    /// The largest delta that the loop leaves.
    limit: i64,
    /// Is added to the threshold before its limits are applied, and after.
    more_before: i64,
    more: i64,
    /// The value of the digit `0` in the decoder.
    figures: i64,
    /// Integers wrap at 32 bits, with a sign, instead of being refused above 32 bits.
    is_signed: bool,
    /// Whether the last digit of a number may equal its threshold.
    ends_at_threshold: bool,
}

const RIGHT: Port = Port {
    damp: 700,
    skew: 38,
    t_min: 1,
    t_max: 26,
    initial_bias: 72,
    initial_n: 0x80,
    half: 2,
    divisor: 35,
    limit: 455,
    more_before: 0,
    more: 0,
    figures: 26,
    is_signed: false,
    ends_at_threshold: false,
};

/// A port with one fault, and the deviation that is named for it.
struct Row {
    port: Port,
    named: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        port: Port { damp: 70, ..RIGHT },
        named: "damp-is-70",
    },
    Row {
        port: Port { damp: 7, ..RIGHT },
        named: "damp-is-7",
    },
    Row {
        port: Port { damp: 2, ..RIGHT },
        named: "first-time-damp-missing",
    },
    Row {
        port: Port { skew: 83, ..RIGHT },
        named: "skew-is-83",
    },
    Row {
        port: Port { skew: 37, ..RIGHT },
        named: "skew-is-37",
    },
    Row {
        port: Port { damp: 699, ..RIGHT },
        named: "damp-is-699",
    },
    Row {
        port: Port { t_min: 2, ..RIGHT },
        named: "thresholds-from-2",
    },
    Row {
        port: Port {
            t_max: 24,
            limit: 35 * 24 / 2,
            ..RIGHT
        },
        named: "tmax-is-24",
    },
    Row {
        port: Port { t_max: 25, ..RIGHT },
        named: "thresholds-to-25",
    },
    Row {
        port: Port {
            initial_bias: 60,
            ..RIGHT
        },
        named: "initial-bias-is-60",
    },
    Row {
        port: Port {
            initial_bias: 70,
            ..RIGHT
        },
        named: "initial-bias-is-70",
    },
    Row {
        port: Port {
            initial_n: 0x7F,
            ..RIGHT
        },
        named: "initial-n-is-127",
    },
    Row {
        port: Port { half: 3, ..RIGHT },
        named: "later-deltas-are-divided-by-3",
    },
    Row {
        port: Port {
            divisor: 36,
            ..RIGHT
        },
        named: "adaptation-divides-by-36",
    },
    Row {
        port: Port {
            limit: 456,
            ..RIGHT
        },
        named: "adaptation-limit-is-456",
    },
    Row {
        port: Port {
            more_before: 1,
            ..RIGHT
        },
        named: "threshold-one-more",
    },
    Row {
        port: Port { more: 1, ..RIGHT },
        named: "every-threshold-one-more",
    },
    Row {
        port: Port {
            figures: 22,
            ..RIGHT
        },
        named: "decoder-figures-begin-at-22",
    },
    Row {
        port: Port {
            figures: 25,
            ..RIGHT
        },
        named: "decoder-figures-begin-at-25",
    },
    Row {
        port: Port {
            ends_at_threshold: true,
            ..RIGHT
        },
        named: "digit-at-threshold-ends",
    },
];

#[test]
fn one_wrong_number_is_one_finding_that_names_it() {
    let checks = checks(SHORT);
    let mut others = Vec::new();
    for row in ROWS {
        let ids = causes(row, &checks);
        if ids != [format!("deviation/punycode/{}", row.named)] {
            others.push(format!("{}: {ids:?}", row.named));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    assert!(findings(&checks, RIGHT).is_empty());
}

/// Only the deltas of thousands of code points tell a sign.
#[test]
fn signed_integers_are_told_from_others_by_long_texts() {
    let port = Port {
        is_signed: true,
        ..RIGHT
    };
    let row = Row {
        port,
        named: "signed-32-bits-wrap",
    };
    let ids = causes(&row, &checks(usize::MAX));
    assert_eq!(ids, [format!("deviation/punycode/{}", row.named)]);
}

/// The ids of the findings of a port.
fn causes(row: &Row, checks: &[Check]) -> Vec<String> {
    let found = findings(checks, row.port);
    found.into_iter().map(|finding| finding.id).collect()
}

/// The length up to which most checks are: longer ones take most of the time.
const SHORT: usize = 100;

#[test]
fn every_member_of_a_family_is_found_by_its_id_and_has_an_id_of_its_own() {
    let mut ids = BTreeSet::new();
    for deviation in deviations() {
        assert!(
            ids.insert(deviation.id),
            "{} is twice in the list",
            deviation.id
        );
    }
    let mut members = 0;
    for family in families() {
        for member in family.others() {
            assert!(
                ids.insert(member.id),
                "{} is another deviation as well",
                member.id
            );
            assert!(find(member.id).is_some_and(|found| found.id == member.id));
            assert!(
                !member.summary.contains('#') && !member.id.contains('#'),
                "{}",
                member.id
            );
            members += 1;
        }
    }
    assert!(members > 500, "{members}");
}

/// No member does what a deviation of the list does: each idea has one name.
#[test]
fn no_member_of_a_family_answers_as_a_deviation_of_the_list() {
    let checks: Vec<Check> = checks(SHORT).into_iter().step_by(3).collect();
    let listed: Vec<_> = deviations()
        .filter(|it| it.codec() == "punycode" && it.equivalent.is_none())
        .filter_map(|it| Some((it.id, answers(&DeviantCodec::new(it)?, &checks))))
        .collect();
    for family in families() {
        // Only long texts tell the integers of an encoder, or of both directions, from the integers of a decoder.
        let members = family
            .others()
            .iter()
            .filter(|member| !member.id.contains("-bits"));
        for member in members.take(3) {
            let codec = DeviantCodec::new(member).expect("Punycode is a codec");
            let own = answers(&codec, &checks);
            let same = listed
                .iter()
                .find(|(_, other)| *other == own && !own.is_empty());
            assert!(
                same.is_none(),
                "{} is {}",
                member.id,
                same.map_or("", |it| it.0)
            );
        }
    }
}

/// The answers that differ from the reference, with the index of their check; `None` is a refusal.
fn answers(deviant: &DeviantCodec, checks: &[Check]) -> Vec<(usize, Option<Value>)> {
    let reference = codec("punycode").expect("a codec");
    let mut wrong = Vec::new();
    for (place, check) in checks.iter().enumerate() {
        let request = request_for(check);
        let answer = |codec: &dyn Codec| {
            let ask = || {
                codec
                    .apply(&request.op, &request.params, &request.input)
                    .ok()
            };
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask))
                .ok()
                .flatten()
        };
        let own = answer(deviant);
        if own != answer(reference) {
            wrong.push((place, own));
        }
    }
    wrong
}

/// The checks of codes with inputs of at most so many characters.
fn checks(longest: usize) -> Vec<Check> {
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    checks.retain(|check| {
        let is_short = match request_for(check).input {
            Value::Text(text) => text.code_points.len() <= longest,
            Value::Octets(_) | Value::List(_) => true,
        };
        check.codec() == "punycode" && matches!(&*check.op, "encode" | "decode") && is_short
    });
    checks
}

fn findings(checks: &[Check], port: Port) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut sink = with_findings(|event: &Event| {
        if let Event::Finding(finding) = event {
            findings.push((**finding).clone());
        }
    });
    let recording = Recording {
        evidence: Evidence::OfFailures,
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    let start = || Ok(Box::new(InProcess::new("a port", "", vec![Box::new(port)])) as _);
    record(
        checks,
        &start,
        &RunOptions::default(),
        &recording,
        &mut sink,
    )
    .expect("it starts");
    drop(sink);
    findings
}

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
            self.encode(input)
        } else {
            self.decode(input)
        };
        output
            .map(Value::from_code_points)
            .ok_or_else(|| Error::new(ErrorKind::BadDigit, 0).into())
    }
}

impl Port {
    /// The number in the integers of the port.
    fn held(&self, number: i64) -> Option<i64> {
        if self.is_signed {
            return Some(i64::from(number as i32));
        }
        u32::try_from(number).ok().map(i64::from)
    }

    fn threshold(&self, k: i64, bias: i64) -> i64 {
        (k - bias + self.more_before).clamp(self.t_min, self.t_max) + self.more
    }

    fn is_last(&self, digit: i64, threshold: i64) -> bool {
        digit < threshold || self.ends_at_threshold && digit == threshold
    }

    fn adapt(&self, delta: i64, points: i64, is_first: bool) -> i64 {
        let mut delta = delta / if is_first { self.damp } else { self.half };
        delta += delta / points;
        let mut k = 0;
        while delta > self.limit {
            delta /= self.divisor;
            k += 36;
        }
        k + 36 * delta / (delta + self.skew)
    }

    fn encode(&self, input: &[u32]) -> Option<Vec<u32>> {
        if input.iter().any(|&c| char::from_u32(c).is_none()) {
            return None;
        }
        let digit = |digit: i64| digit as u32 + 22 + 75 * u32::from(digit < 26);
        let mut output: Vec<u32> = input.iter().copied().filter(|&c| c < 0x80).collect();
        let basic = output.len() as i64;
        if basic > 0 {
            output.push('-'.into());
        }
        let mut others: Vec<u32> = input.iter().copied().filter(|&c| c >= 0x80).collect();
        others.sort_unstable();
        others.dedup();
        let mut n = self.initial_n;
        let mut delta = 0;
        let mut bias = self.initial_bias;
        let mut done = basic;
        for m in others {
            delta += (i64::from(m) - n) * (done + 1);
            for &c in input {
                delta += i64::from(c < m);
                if c == m {
                    let mut q = self.held(delta).filter(|&q| q >= 0)?;
                    let number = q;
                    let mut k = 36;
                    while !self.is_last(q, self.threshold(k, bias)) {
                        let t = self.threshold(k, bias);
                        output.push(digit(t + (q - t) % (36 - t)));
                        q = (q - t) / (36 - t);
                        k += 36;
                    }
                    output.push(digit(q));
                    bias = self.adapt(number, done + 1, done == basic);
                    delta = 0;
                    done += 1;
                }
            }
            n = i64::from(m) + 1;
            delta += 1;
        }
        Some(output)
    }

    fn decode(&self, input: &[u32]) -> Option<Vec<u32>> {
        let delimiter = input
            .iter()
            .rposition(|&c| c == u32::from('-'))
            .unwrap_or(0);
        let mut output = input[..delimiter].to_vec();
        if output.iter().any(|&c| c >= 0x80) {
            return None;
        }
        let mut rest = input[delimiter + usize::from(delimiter > 0)..].iter();
        let mut n = self.initial_n;
        let mut i = 0;
        let mut bias = self.initial_bias;
        while !rest.as_slice().is_empty() {
            let old = i;
            let mut w = 1;
            let mut k = 36;
            loop {
                let digit = match char::from_u32(*rest.next()?)? {
                    c @ 'a'..='z' => i64::from(u32::from(c)) - 97,
                    c @ 'A'..='Z' => i64::from(u32::from(c)) - 65,
                    c @ '0'..='9' => i64::from(u32::from(c)) - 48 + self.figures,
                    _ => return None,
                };
                i = self.held(i + self.held(digit.checked_mul(w)?)?)?;
                let t = self.threshold(k, bias);
                if self.is_last(digit, t) {
                    break;
                }
                w = self.held(w * (36 - t))?;
                k += 36;
            }
            let points = output.len() as i64 + 1;
            bias = self.adapt(self.held(i - old)?, points, old == 0);
            n = self.held(n + i / points)?;
            let index = usize::try_from(i % points).ok()?;
            if n < self.initial_n && !self.is_signed {
                return None;
            }
            output.insert(index, u32::from(char::from_u32(u32::try_from(n).ok()?)?));
            i = index as i64 + 1;
        }
        Some(output)
    }
}
