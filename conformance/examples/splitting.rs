//! Writes the requests that tell most deviations from the model, the most telling first, as lines of the
//! protocol: `cargo run --release --example splitting >conformance/src/hunt/layers/splitting.ndjson`.
//!
//! The other layers hunt for each deviation. Of the requests that they find, the file gets enough to show
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
    let hunted = deviations().filter(|deviation| deviation.equivalent.is_none());
    let hunted: Vec<_> = hunted
        .filter_map(|it| Some((it, DeviantCodec::new(it)?)))
        .collect();
    for (deviation, _) in &hunted {
        let (short, long) = hits(deviation);
        match (short.is_empty(), long) {
            (true, 0) => eprintln!("not found: {}", deviation.id),
            (true, _) => eprintln!("only by {long} long requests: {}", deviation.id),
            (false, _) => candidates
                .entry(deviation.codec())
                .or_default()
                .extend(short),
        }
    }
    let mut pairs = Vec::new();
    for (codec, lines) in candidates {
        let own: Vec<_> = hunted
            .iter()
            .filter(|(it, _)| it.codec() == codec)
            .collect();
        for line in lines {
            let Ok((_, request)) = Request::from_line(&line) else {
                continue;
            };
            let shown: BTreeSet<_> = own
                .iter()
                .filter(|(_, deviant)| differs(deviant, &request))
                .map(|(deviation, _)| deviation.id)
                .collect();
            pairs.push((line, shown));
        }
    }
    let mut left: BTreeSet<_> = pairs
        .iter()
        .flat_map(|(_, shown)| shown.iter().copied())
        .collect();
    while !left.is_empty() {
        let news = |shown: &BTreeSet<&str>| shown.intersection(&left).count();
        let best = pairs
            .iter()
            .max_by_key(|(line, shown)| (news(shown), usize::MAX - line.len()));
        let Some((line, shown)) = best else { break };
        println!("{}", String::from_utf8_lossy(line).trim_end());
        left = left.difference(shown).copied().collect();
    }
}

/// Whether the deviation ends, or answers unlike the reference.
fn differs(deviant: &DeviantCodec, request: &Request) -> bool {
    let answer = || {
        deviant
            .apply(&request.op, &request.params, &request.input)
            .ok()
    };
    catch_unwind(AssertUnwindSafe(answer)).map_or(true, |answer| answer != request.fast().ok())
}

/// Requests that show the deviation: the short ones as lines, and the number of the others.
fn hits(deviation: &'static Deviation) -> (Vec<Vec<u8>>, usize) {
    let Some(codec) = DeviantCodec::new(deviation) else {
        return Default::default();
    };
    let deviant = InProcess::new(deviation.id, "", vec![Box::new(codec)]);
    let mut deviant = deviant.with_idna(Idna::Std3).with_unicode(Version::V18);
    let (mut lines, mut long) = (Vec::new(), 0);
    let mut begin = 0;
    while begin < TRIALS && lines.len() < CANDIDATES {
        // The file must not depend on what it was before.
        let hits = hunt_serially(&mut deviant, 1, begin..begin + 1000).into_iter();
        for request in hits
            .filter(|hit| hit.layer != "splitting")
            .map(|hit| hit.breach.request)
        {
            if !is_short(&request.input) {
                long += 1;
                continue;
            }
            let line = request.to_line(0, &[ValueForm::T, ValueForm::U, ValueForm::B]);
            lines.extend(line.filter(|_| lines.len() < CANDIDATES));
        }
        begin += 1000;
    }
    (lines, long)
}

fn is_short(input: &Value) -> bool {
    let length = |value: &Value| value.as_text().map_or(0, |text| text.code_points.len());
    match input {
        Value::List(steps) => steps.iter().map(length).sum::<usize>() <= LONGEST_SCENARIO,
        input => length(input) <= LONGEST,
    }
}
