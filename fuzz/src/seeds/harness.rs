//! Seeds for the readers of acegate: what acegate itself writes about the vectors.

use std::collections::BTreeSet;

use acegate::event::{Event, Recording, record};
use acegate::findings::behaves_like;
use acegate::fuzz::asked_and_right;
use acegate::implementation::{InProcess, Registry};
use acegate::protocol::{
    CodecSupport, DeclaredUnicode, Description, Hello, Identity, Reply, ValueForm, value_to_json,
};
use acegate::runner::RunOptions;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::{Verb, punycode, uri2dec, utf5, uts46};
use acegate_vectors::{Check, Expectation, Outcome, Suite, Value, write_file};

use super::Examples;

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
    let seeds = seeds.into_iter();
    seeds.map(|seed| (seed, String::new())).collect()
}

/// For searches in address books: the first digits of a hash, then addresses of the vectors, a few at a time.
fn searches(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let mut addresses = Vec::new();
    for check in suite.checks() {
        let is_encoded = check.codec() == uri2dec::ABOUT.id && check.op == Verb::Encode.name();
        if is_encoded && check.params().is_empty() {
            addresses.extend(check.input.to_scalar_string());
        }
    }
    let mut seeds = BTreeSet::new();
    for addresses in addresses.chunks(ADDRESSES) {
        let hash = uri2dec::hash(&addresses[0]).unwrap_or_default();
        let digits = &hash[..hash.len().min(DIGITS)];
        seeds.insert(format!("{digits}\n{}", addresses.join("\n")).into_bytes());
    }
    seeds
}

/// How many addresses a seed of a search has.
const ADDRESSES: usize = 6;

/// How many digits a seed of a search begins with, so that it finds the first of its addresses.
const DIGITS: usize = 5;

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
    checks.retain(|check| seen.insert(kind_of(check)));
    checks
}

/// The codec, operation, form of values and way of expecting of a check, as a text.
fn kind_of(check: &Check) -> String {
    let codec = check.codec();
    let op = &check.op;
    let names: Vec<_> = check.params().keys().collect();
    let input = shape(&check.input);
    let mut expected = Vec::new();
    for outcome in check.expect.outcomes() {
        expected.push(match outcome {
            Outcome::Ok(value) => shape(value),
            Outcome::Integers(_) => "integers".to_owned(),
            Outcome::Error { kinds, at } => format!("error {:?} {}", kinds.first(), at.is_some()),
        });
    }
    let ops = check.case.ops.len();
    format!("{codec} {op} {names:?} {input} {expected:?} {ops}")
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
    let mut seeds = BTreeSet::new();
    for check in checks.iter().step_by(3) {
        let mut files = suite.files.iter();
        if let Some(file) = files.find(|file| file.path == check.case.file) {
            seeds.insert(write_file(file, [&*check.case]).into_bytes());
        }
    }
    seeds
}

fn protocol_lines(checks: &[Check]) -> Examples {
    let mut lines = Examples::new();
    for (id, check) in (1..).zip(checks) {
        let Some((request, _)) = asked_and_right(check) else {
            continue;
        };
        let reply = Reply {
            id,
            outcome: request.fast().into(),
        };
        lines.insert(reply.to_line(), "reply".into());
        if let Some(line) = request.to_line(id, &[ValueForm::U, ValueForm::B]) {
            lines.insert(line, "request".into());
        }
    }
    lines.insert(
        b"{\"id\":0,\"crash\":\"caught panic\"}\n".to_vec(),
        "crash".into(),
    );
    if let Ok(hello) = serde_json::to_vec(&Hello::default()) {
        lines.insert(hello, "hello".into());
    }
    if let Ok(description) = serde_json::to_vec(&description()) {
        lines.insert(description, "description".into());
    }
    lines
}

/// The description of an implementation of two codecs. One declares its tables of Unicode.
fn description() -> Description {
    let mut names = support([Verb::ToAscii, Verb::ToUnicode]);
    let tables = Versions {
        joining: Version::V4,
        ..Versions::all(Version::V15_0)
    };
    names.limits.unicode = Some(DeclaredUnicode(tables));
    let identity = Identity {
        name: "mine".into(),
        ..Identity::default()
    };
    let codecs = [
        (
            punycode::ABOUT.id.to_owned(),
            support([Verb::Encode, Verb::Decode]),
        ),
        (uts46::ABOUT.id.to_owned(), names),
    ];
    Description::new(identity, codecs.into())
}

fn support(verbs: [Verb; 2]) -> CodecSupport {
    CodecSupport {
        ops: verbs.map(|verb| verb.name().to_owned()).to_vec(),
        ..CodecSupport::default()
    }
}

fn protocol_values(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let forms = [
        &[ValueForm::U][..],
        &[ValueForm::T, ValueForm::B],
        &[ValueForm::U, ValueForm::B],
    ];
    let mut values = BTreeSet::new();
    for (request, results) in checks.iter().filter_map(asked_and_right) {
        for value in std::iter::once(request.input).chain(results) {
            for forms in forms {
                let json = value_to_json(&value, forms);
                if let Some(json) = json {
                    values.insert(format!("7{json}").into_bytes());
                }
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
        seeds.extend(report_file(sample));
        seeds.extend(report_file(&wrong));
    }
    seeds
}

/// The report file of a run of the reference codecs; `None` if it could not be made.
fn report_file(checks: &[Check]) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let recording = Recording {
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    let ended = record(
        checks,
        &|| Ok(Box::new(InProcess::registry(Registry::Reference)) as Box<_>),
        &RunOptions::default(),
        &recording,
        &mut |event| {
            file.extend(serde_json::to_vec(&shortened(event)).unwrap_or_default());
            file.push(b'\n');
        },
    );
    ended.is_ok().then_some(file)
}

/// The event without its times, and with the claims of one codec.
fn shortened(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event {
        // The claims of all codecs would be most of the file.
        Event::RunStart(start) => {
            start.date.clear();
            start.codecs.retain(|codec, _| codec == utf5::ABOUT.id);
        }
        Event::Finding(_) => {}
        Event::Case(case) => case.elapsed_us = 0,
        Event::RunEnd(end) => end.elapsed_us = 0,
    }
    event
}

fn texts(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let mut texts = BTreeSet::from(["\u{1b}[31m\u{202e}\u{feff}\n".into()]);
    for check in checks {
        if let Some(text) = check.input.to_scalar_string() {
            texts.insert(text.into_bytes());
        }
    }
    texts
}
