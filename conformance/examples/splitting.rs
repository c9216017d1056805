//! Writes the requests that tell most deviations from the model, the most telling first, as lines of the
//! protocol: `cargo run --release --example splitting >conformance/src/hunt/generators/splitting.ndjson`.
//!
//! The other generators hunt for each deviation. Of the requests that they find, the file gets enough to show
//! every deviation: each next one shows most of the deviations that are left, and is the shortest of those
//! that do. Standard error names the deviations that no request showed, and those that only long ones did.

#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a program")]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::hunt::hunt_serially;
use acegate::implementation::InProcess;
use acegate::protocol::{Idna, Request, ValueForm};
use acegate_codec::unicode::Version;
use acegate_codec::{Codec, Value};
use acegate_deviations::{DeviantCodec, Deviation, deviations};

/// How many trials a deviation gets, and how many of its requests are candidates.
const TRIALS: u64 = 20_000;
const CANDIDATES: usize = 12;
/// The longest text and the longest scenario: longer ones cost more than they tell.
const LONGEST: usize = 60;
const LONGEST_SCENARIO: usize = 320;

fn main() {
    let mut candidates: BTreeMap<&str, BTreeSet<Vec<u8>>> = BTreeMap::new();
    let mut hunted = Vec::new();
    for deviation in deviations() {
        if deviation.equivalent.is_none()
            && let Some(deviant) = DeviantCodec::new(deviation)
        {
            hunted.push((deviation, deviant));
        }
    }
    for (deviation, _) in &hunted {
        let Hits { short, long } = hits(deviation);
        if !short.is_empty() {
            let lines = candidates.entry(deviation.codec()).or_default();
            lines.extend(short);
        } else if long > 0 {
            eprintln!("only by {long} long requests: {}", deviation.id);
        } else {
            eprintln!("not found: {}", deviation.id);
        }
    }
    let mut pairs = Vec::new();
    for (codec, lines) in candidates {
        for line in lines {
            let Ok((_, request)) = Request::from_line(&line) else {
                continue;
            };
            let mut shown = BTreeSet::new();
            for (deviation, deviant) in &hunted {
                if deviation.codec() == codec && differs(deviant, &request) {
                    shown.insert(deviation.id);
                }
            }
            pairs.push((line, shown));
        }
    }
    let all = pairs.iter().flat_map(|(_, shown)| shown);
    let mut left: BTreeSet<_> = all.copied().collect();
    while !left.is_empty() {
        let best = pairs.iter().max_by_key(|(line, shown)| {
            let news = shown.intersection(&left).count();
            (news, usize::MAX - line.len())
        });
        let Some((line, shown)) = best else { break };
        println!("{}", String::from_utf8_lossy(line).trim_end());
        left = left.difference(shown).copied().collect();
    }
}

/// Whether the deviation ends, or answers unlike the reference.
fn differs(deviant: &DeviantCodec, request: &Request) -> bool {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        deviant.apply(&request.op, &request.params, &request.input)
    }));
    match answer {
        Ok(answer) => answer.ok() != request.fast().ok(),
        Err(_) => true,
    }
}

/// Requests that show a deviation.
#[derive(Default)]
struct Hits {
    /// The short ones, as lines.
    short: Vec<Vec<u8>>,
    /// How many others there are.
    long: usize,
}

fn hits(deviation: &'static Deviation) -> Hits {
    let mut found = Hits::default();
    let Some(codec) = DeviantCodec::new(deviation) else {
        return found;
    };
    let deviant = InProcess::new(deviation.id, "", vec![Box::new(codec)]);
    let mut deviant = deviant.with_idna(Idna::Std3).with_unicode(Version::V18);
    let mut begin = 0;
    while begin < TRIALS && found.short.len() < CANDIDATES {
        for hit in hunt_serially(&mut deviant, 1, begin..begin + 1000) {
            // The file must not depend on what it was before.
            if hit.source == "splitting" {
                continue;
            }
            let request = hit.breach.request;
            if !is_short(&request.input) {
                found.long += 1;
                continue;
            }
            let line = request.to_line(0, &[ValueForm::T, ValueForm::U, ValueForm::B]);
            if let Some(line) = line
                && found.short.len() < CANDIDATES
            {
                found.short.push(line);
            }
        }
        begin += 1000;
    }
    found
}

fn is_short(input: &Value) -> bool {
    match input {
        Value::List(steps) => steps.iter().map(length).sum::<usize>() <= LONGEST_SCENARIO,
        input => length(input) <= LONGEST,
    }
}

fn length(value: &Value) -> usize {
    value.as_text().map_or(0, |text| text.code_points.len())
}
