//! How the time of a slow operation grows with the length of its input.
//!
//! One slow answer proves little: the machine may be slow. The power with which the time grows is a
//! property of the implementation, the same on every machine. If twice the length takes four times
//! as long, the power is 2.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use acegate_codec::{Text, Value, Verb, codec};
use serde::{Deserialize, Serialize};

use crate::implementation::Implementation;
use crate::interrupt;
use crate::observation::Outcome;
use crate::protocol::Request;

/// An operation whose time grows faster than the length of its input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Growth {
    /// The codec.
    pub codec: String,
    /// The operation.
    pub op: String,
    /// The power of the length with which the time grows, measured: 2 is quadratic.
    pub power: f64,
    /// The points that were measured: the length of the input in code points, and the CPU time of
    /// the answer in milliseconds.
    pub points: Vec<(usize, u64)>,
}

/// An operation with an answer that took this long is measured.
const SUSPECT: Duration = Duration::from_millis(200);

/// The least CPU time of an answer that is a point of the measurement. The system counts in hundredths
/// of a second.
const MEASURABLE: Duration = Duration::from_millis(80);

/// The CPU time of an answer after which no longer input is tried.
const ENOUGH: Duration = Duration::from_millis(900);

/// The least power that is reported. An algorithm of n log n stays below it.
const REPORTED: f64 = 1.5;

/// The most operations that are measured.
const OPERATIONS: usize = 4;

/// The slow requests of a run: for each operation the one with the longest input.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    requests: Mutex<BTreeMap<(String, String), Request>>,
}

impl Suspects {
    /// Remembers a request if its answer took long.
    pub(super) fn add(&self, request: &Request, took: Duration) {
        if took < SUSPECT || length(request) < 1000 {
            return;
        }
        let key = (request.codec.clone(), request.op.clone());
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let known = requests.entry(key).or_insert_with(|| request.clone());
        if length(known) < length(request) {
            *known = request.clone();
        }
    }

    /// Takes the requests, at most [`OPERATIONS`] of them.
    pub(super) fn take(&self) -> Vec<Request> {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *requests)
            .into_values()
            .take(OPERATIONS)
            .collect()
    }
}

/// Measures the operation of a slow request on parts of its input, each twice as long as the one
/// before. Returns `None` if the time grows no faster than the length, or cannot be measured.
pub(super) fn measure(implementation: &mut dyn Implementation, slow: &Request) -> Option<Growth> {
    let mut points: Vec<(usize, Duration)> = Vec::new();
    let whole = length(slow);
    let mut part = whole.div_ceil(64).max(32);
    loop {
        let request = shortened(slow, part.min(whole))?;
        let before = implementation.cpu_time()?;
        let outcome = implementation.answer(&request).outcome;
        let took = implementation.cpu_time()?.saturating_sub(before);
        if interrupt::requested() || !matches!(outcome, Outcome::Value(_) | Outcome::Refused(_)) {
            break;
        }
        if took >= MEASURABLE {
            points.push((length(&request), took));
        }
        if took >= ENOUGH || part >= whole {
            break;
        }
        part *= 2;
    }
    let power = power(&points)?;
    if power < REPORTED {
        return None;
    }
    Some(Growth {
        codec: slow.codec.clone(),
        op: slow.op.clone(),
        power: (power * 10.0).round() / 10.0,
        points: points
            .iter()
            .map(|(n, took)| (*n, took.as_millis() as u64))
            .collect(),
    })
}

/// How many times as long as the first input the last one is at least: nearly twice, since a text that is cut by
/// code points need not have exactly twice the length.
const LEAST_RATIO: f64 = 1.9;

/// The power of the length with which the time grows between the first point and the last.
fn power(points: &[(usize, Duration)]) -> Option<f64> {
    let (short, quick) = points.first()?;
    let (long, slow) = points.last()?;
    let ratio = *long as f64 / *short as f64;
    if ratio < LEAST_RATIO {
        return None;
    }
    Some((slow.as_secs_f64() / quick.as_secs_f64()).ln() / ratio.ln())
}

/// The request with the first `part` code points of its text. To shorten a code, the reference decodes
/// it, and encodes the beginning of the text. A code that has no text is cut off.
fn shortened(request: &Request, part: usize) -> Option<Request> {
    let text = text_of(&request.input)?;
    let reference = codec(&request.codec)?;
    let whole = text.code_points.len().max(1);
    let mut decoded = None;
    if request.does(Verb::Decode) {
        decoded = reference
            .apply(&request.op, &request.params, &request.input)
            .ok();
    }
    let input = match decoded.as_ref().and_then(text_of) {
        Some(decoded) => {
            let kept = (decoded.code_points.len() * part).div_ceil(whole);
            reference
                .apply(Verb::Encode.name(), &request.params, &first(decoded, kept))
                .ok()?
        }
        None => first(text, part),
    };
    Some(Request {
        input,
        ..request.clone()
    })
}

fn text_of(value: &Value) -> Option<&Text> {
    value.as_text().ok().filter(|text| text.flags.is_none())
}

fn first(text: &Text, length: usize) -> Value {
    Value::from_code_points(&text.code_points[..length.min(text.code_points.len())])
}

fn length(request: &Request) -> usize {
    text_of(&request.input).map_or(0, |text| text.code_points.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Observation, SkipReason};
    use crate::protocol::Description;

    /// An implementation whose CPU time grows with a power of the length: a second for 10,000.
    struct Grows {
        power: f64,
        cpu: Duration,
        description: Description,
    }

    impl Implementation for Grows {
        fn describe(&self) -> &Description {
            &self.description
        }

        fn answer(&mut self, request: &Request) -> Observation {
            // As `without_std3` says.
            if request.codec == "uts46" && request.params.is_empty() {
                let reason = SkipReason::Unsupported;
                return Observation::new(Outcome::Skipped(reason, "std3".into()), Duration::ZERO);
            }
            let scale = length(request) as f64 / 10_000.0;
            self.cpu += Duration::from_secs_f64(scale.powf(self.power));
            Observation::new(Outcome::Value(Value::from("")), Duration::ZERO)
        }

        fn cpu_time(&self) -> Option<Duration> {
            Some(self.cpu)
        }
    }

    fn growth(power: f64, op: &str, input: &str) -> Option<Growth> {
        let description = Description::new(Default::default(), Default::default());
        let request = Request::new("punycode", op, Value::from(input));
        measure(
            &mut Grows {
                power,
                cpu: Duration::ZERO,
                description,
            },
            &request,
        )
    }

    #[test]
    fn the_power_of_the_growth_is_found() {
        for power in [2.0, 3.0] {
            let found = growth(power, "encode", &"ü".repeat(30_000)).expect("it grows");
            assert!((found.power - power).abs() < 0.11, "{found:?}");
            assert!(found.points.len() >= 2, "{found:?}");
        }
        let code = acegate_codec::punycode::encode(&"ü".repeat(20_000)).expect("it has a code");
        let found = growth(2.0, "decode", &code).expect("it grows");
        assert!((found.power - 2.0).abs() < 0.3, "{found:?}");
        // Growth with the length is right.
        for power in [1.0, 1.2] {
            assert_eq!(growth(power, "encode", &"ü".repeat(30_000)), None);
        }
    }

    #[cfg(feature = "uts46")]
    #[test]
    fn a_run_that_goes_on_measures_what_was_slow_with_the_settings_that_it_was_asked_with() {
        use acegate_vectors::{Suite, Value};

        use super::super::scripted::{Kept, without_std3};
        use super::super::{Earlier, RunOptions, run};
        let description = without_std3();
        let checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        let mut checks = checks.into_iter();
        let mut check = checks
            .find(|check| check.codec() == "uts46")
            .expect("a check");
        check.input = Value::from_code_points([0xFC; 30_000]).into();
        let earlier = Earlier {
            asked: vec![(check, Duration::from_secs(1))],
            ..Earlier::default()
        };
        let start = || {
            let description = description.clone();
            let grows = Grows {
                power: 2.0,
                cpu: Duration::ZERO,
                description,
            };
            Ok(Box::new(grows) as Box<dyn Implementation>)
        };
        let options = RunOptions::default();
        let summary = run(&[], &start, &options, &earlier, &mut Kept(Vec::new()));
        assert_eq!(summary.expect("it starts").growth.len(), 1);
    }

    #[test]
    fn only_long_requests_that_take_long_are_suspects() {
        let suspects = Suspects::default();
        let request = |length: usize| {
            Request::new(
                "punycode",
                "encode",
                Value::from("a".repeat(length).as_str()),
            )
        };
        suspects.add(&request(5000), Duration::from_millis(100));
        suspects.add(&request(10), Duration::from_secs(5));
        assert_eq!(suspects.take(), []);
        suspects.add(&request(2000), Duration::from_secs(5));
        suspects.add(&request(5000), Duration::from_secs(1));
        suspects.add(&request(3000), Duration::from_secs(9));
        assert_eq!(suspects.take(), [request(5000)]);
    }
}
