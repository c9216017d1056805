//! Seeds for the readers of acegate: what acegate itself writes about the vectors.

use std::collections::BTreeSet;

use acegate::event::{Event, Recording, record};
use acegate::findings::behaves_like;
use acegate::implementation::{InProcess, Registry};
use acegate::protocol::{
    CodecSupport, DeclaredUnicode, Description, Hello, Identity, Reply, ValueForm, value_to_json,
};
use acegate::runner::RunOptions;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uri2dec;
use acegate_vectors::{Check, Expectation, Outcome, Suite, Value, write_file};

use super::Examples;
use super::requests::request;

/// The seeds of a part of a target that is about no operation.
pub(super) fn seeds(part: &str, suite: &Suite) -> Examples {
    let checks = samples(suite);
    let seeds = match part {
        "book_search" => searches(suite),
        "vector_files" => vector_files(suite, &checks),
        "protocol_lines" => return protocol_lines(&checks),
        "protocol_values" => protocol_values(&checks),
        "report_events" => report_events(&checks),
        "one_shot_templates" => TEMPLATES
            .iter()
            .map(|text| text.as_bytes().into())
            .collect(),
        _ => texts(&checks),
    };
    seeds
        .into_iter()
        .map(|seed| (seed, String::new()))
        .collect()
}

/// For searches in address books: the first digits of a hash, then addresses of the vectors, a few at a time.
fn searches(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let checks = suite.checks();
    let encoded = checks.iter().filter(|check| {
        check.codec() == "uri2dec" && check.op == "encode" && check.params().is_empty()
    });
    let addresses: Vec<_> = encoded
        .filter_map(|check| check.input.to_scalar_string())
        .collect();
    let seed = |addresses: &[String]| {
        let hash = uri2dec::hash(&addresses[0]).unwrap_or_default();
        format!("{}\n{}", &hash[..hash.len().min(5)], addresses.join("\n")).into_bytes()
    };
    addresses.chunks(6).map(seed).collect()
}

const TEMPLATES: [&str; 8] = [
    "tool --decode",
    "tool {op} {in:text}",
    "tool '--{op}' pre-{in:text}-post {in:hex} \"{in:cps}\"",
    "python3 -c 'import sys; print(1)' {codec}",
    "tool \"a\\\"b\" 'c d' e\\ f",
    "tool {in:other}",
    "tool 'open",
    "",
];

/// One check for each codec, operation, form of values and way of expecting.
fn samples(suite: &Suite) -> Vec<Check> {
    let mut seen = BTreeSet::new();
    let mut checks = suite.checks();
    checks.retain(|check| {
        let expected = check.expect.outcomes().iter().map(|outcome| match outcome {
            Outcome::Ok(value) => shape(value),
            Outcome::Integers(_) => "integers".to_owned(),
            Outcome::Error { kinds, at } => format!("error {:?} {}", kinds.first(), at.is_some()),
        });
        let (names, expected): (Vec<_>, Vec<_>) =
            (check.params().keys().collect(), expected.collect());
        let (codec, op, ops) = (check.codec(), &check.op, check.case.ops.len());
        seen.insert(format!(
            "{codec} {op} {names:?} {} {expected:?} {ops}",
            shape(&check.input)
        ))
    });
    checks
}

fn shape(value: &Value) -> String {
    match value {
        Value::Text { code_points, flags } => {
            let top = code_points
                .iter()
                .max()
                .map_or(0, |c| 32 - c.leading_zeros());
            format!("text {} {}", top / 8, flags.is_some())
        }
        Value::Octets(_) => "octets".into(),
        Value::List(values) => format!("list {}", values.len().min(2)),
    }
}

fn vector_files(suite: &Suite, checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let file = |check: &Check| {
        let head = suite
            .files
            .iter()
            .find(|file| file.path == check.case.file)?;
        Some(write_file(head, [&*check.case]).into_bytes())
    };
    checks.iter().step_by(3).filter_map(file).collect()
}

fn protocol_lines(checks: &[Check]) -> Examples {
    let mut lines = Examples::new();
    for (id, check) in (1..).zip(checks) {
        let Some((request, _)) = request(check) else {
            continue;
        };
        lines.insert(
            Reply {
                id,
                outcome: request.fast().into(),
            }
            .to_line(),
            "reply".into(),
        );
        let line = request.to_line(id, &[ValueForm::U, ValueForm::B]);
        lines.extend(line.map(|line| (line, "request".into())));
    }
    lines.insert(
        b"{\"id\":0,\"crash\":\"caught panic\"}\n".to_vec(),
        "crash".into(),
    );
    let hello = serde_json::to_vec(&Hello::default());
    lines.extend(hello.map(|hello| (hello, "hello".into())));
    let ops = |ops: [&str; 2]| CodecSupport {
        ops: ops.map(str::to_owned).to_vec(),
        ..CodecSupport::default()
    };
    let mut names = ops(["to-ascii", "to-unicode"]);
    let tables = Versions {
        joining: Version::V4,
        ..Versions::all(Version::V15_0)
    };
    names.limits.unicode = Some(DeclaredUnicode(tables));
    let description = Description::new(
        Identity {
            name: "mine".into(),
            ..Identity::default()
        },
        [
            ("punycode".to_owned(), ops(["encode", "decode"])),
            ("uts46".to_owned(), names),
        ]
        .into(),
    );
    let described = serde_json::to_vec(&description);
    lines.extend(described.map(|described| (described, "description".into())));
    lines
}

fn protocol_values(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let forms = [
        &[ValueForm::U][..],
        &[ValueForm::T, ValueForm::B],
        &[ValueForm::U, ValueForm::B],
    ];
    let mut values = BTreeSet::new();
    for (request, results) in checks.iter().filter_map(request) {
        for value in std::iter::once(request.input).chain(results) {
            for forms in forms {
                let json = value_to_json(&value, forms);
                values.extend(json.map(|json| format!("7{json}").into_bytes()));
            }
        }
    }
    values
}

/// The events of runs of the reference codecs, once as they should be, and once with every request refused.
fn report_events(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let mut seeds = BTreeSet::new();
    let refused = Outcome::Error {
        kinds: vec!["dot".into()],
        at: Some(0),
    };
    for sample in checks.chunks(2).step_by(5) {
        let mut wrong = sample.to_vec();
        for check in &mut wrong {
            check.expect = Expectation::one(refused.clone());
        }
        for checks in [sample, &wrong] {
            let mut file = Vec::new();
            let start = || Ok(Box::new(InProcess::registry(Registry::Reference)) as Box<_>);
            let options = RunOptions::default();
            let recording = Recording {
                diagnose: Some(behaves_like),
                ..Recording::default()
            };
            let ended = record(checks, &start, &options, &recording, &mut |event| {
                file.extend(serde_json::to_vec(&shortened(event)).unwrap_or_default());
                file.push(b'\n');
            });
            if ended.is_ok() {
                seeds.insert(file);
            }
        }
    }
    seeds
}

/// The event without its times, and with the claims of one codec.
fn shortened(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event {
        // The claims of all codecs would be most of the file.
        Event::RunStart(start) => {
            start.date.clear();
            start.codecs.retain(|codec, _| codec == "utf5");
        }
        Event::Finding(_) => {}
        Event::Case(case) => case.elapsed_us = 0,
        Event::RunEnd(end) => end.elapsed_us = 0,
    }
    event
}

fn texts(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let text = |check: &Check| check.input.to_scalar_string().map(String::into_bytes);
    checks
        .iter()
        .filter_map(text)
        .chain(["\u{1b}[31m\u{202e}\u{feff}\n".into()])
        .collect()
}
