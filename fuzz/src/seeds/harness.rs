//! Seeds for the readers of the harness: what the harness itself writes about the vectors.

use std::collections::BTreeSet;

use acegate::implementation::{InProcess, Registry};
use acegate::protocol::{
    CodecSupport, Description, Hello, Identity, Refusal, Reply, ReplyBody, Request, ValueForm,
    value_to_json,
};
use acegate::report::Event;
use acegate::runner::{RunOptions, run};
use acegate_codec::Failure;
use acegate_vectors::{Check, Expectation, Outcome, Suite, Value, write_file};

use super::requests::request;

/// The seeds of a target that is about no operation.
pub(super) fn seeds(target: &str, suite: &Suite) -> BTreeSet<Vec<u8>> {
    let checks = samples(suite);
    match target {
        "harness_address_book_files" => book_files(suite),
        "harness_address_book_search" => book_searches(suite),
        "harness_vcards" => vcards(suite),
        "harness_vector_files" => vector_files(suite, &checks),
        "harness_protocol_lines" => protocol_lines(&checks),
        "harness_protocol_values" => protocol_values(&checks),
        "harness_report_events" => report_events(&checks),
        "harness_one_shot_templates" => {
            TEMPLATES.iter().map(|text| text.as_bytes().into()).collect()
        }
        "harness_printable_text" => texts(&checks),
        // The one target that takes the registry as it is: octets that choose, then text.
        _ => texts(&checks).into_iter().map(|text| [b"01234567", &text[..]].concat()).collect(),
    }
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
        let names: Vec<_> = check.params().keys().cloned().collect();
        let expected: Vec<_> = check.expect.outcomes().iter().map(outcome_shape).collect();
        seen.insert((
            check.codec().to_owned(),
            check.op.clone(),
            names,
            shape(&check.input),
            expected,
            check.case.ops.len(),
        ))
    });
    checks
}

fn shape(value: &Value) -> String {
    match value {
        Value::Text { code_points, flags } => {
            let top = code_points.iter().max().map_or(0, |c| 32 - c.leading_zeros());
            format!("text {} {}", top / 8, flags.is_some())
        }
        Value::Octets(_) => "octets".into(),
        Value::List(values) => format!("list {}", values.len().min(2)),
    }
}

fn outcome_shape(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ok(value) => shape(value),
        Outcome::Error { kinds, at } => format!("error {} {}", kinds[0], at.is_some()),
    }
}

fn vector_files(suite: &Suite, checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let file = |check: &Check| {
        let head = suite.files.iter().find(|file| file.path == check.case.file)?;
        Some(write_file(head, [&*check.case]).into_bytes())
    };
    checks.iter().step_by(3).filter_map(file).collect()
}

/// Addresses and spaced numbers of the vectors, a few at a time.
fn addresses(suite: &Suite) -> Vec<(String, String)> {
    let checks = suite.checks();
    let pairs = checks.iter().filter(|check| check.codec() == "uri2dec" && check.op == "encode");
    let pairs = pairs.filter(|check| check.params().is_empty()).filter_map(|check| {
        let Some(Outcome::Ok(number)) = check.expect.single() else { return None };
        Some((check.input.to_scalar_string()?, number.to_scalar_string()?))
    });
    pairs.collect()
}

/// What is learnt one after the other, and a file that such a book is kept in.
fn book_files(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let numbers: Vec<_> = addresses(suite).into_iter().map(|(_, number)| number).collect();
    let mut seeds: BTreeSet<Vec<u8>> = numbers
        .chunks(3)
        .map(|numbers| format!("1{}", numbers.join("\n")).trim_end_matches('9').into())
        .collect();
    // The example of the page of the format, and what it is without its parts.
    for file in [
        "acegate-uri2dec-book 1\n1f0b3c55 2 natural-lsb 25423 1 5622\n0d2e9a70 end 1\n",
        "acegate-uri2dec-book 1\n",
        "acegate-uri2dec-book 2\n",
        "",
    ] {
        seeds.insert(format!("0{file}").into_bytes());
    }
    seeds
}

/// Digits of a hash, then addresses.
fn book_searches(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let all = addresses(suite);
    let seed = |pairs: &[(String, String)]| {
        let hash = pairs[0].1.split(' ').next().unwrap_or_default();
        let addresses: Vec<_> = pairs.iter().map(|(address, _)| address.as_str()).collect();
        format!("{}\n{}", &hash[..hash.len().min(5)], addresses.join("\n")).into_bytes()
    };
    all.chunks(6).map(seed).collect()
}

/// Cards with mail addresses, in the ways that cards are written.
fn vcards(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let card = |(index, (address, _)): (usize, &(String, String))| {
        let property = ["EMAIL", "EMAIL;TYPE=work", "item1.EMAIL", "URL", "IMPP", "TEL;VALUE=uri"];
        let property = property[index % property.len()];
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\n{property}:{address}\r\nEND:VCARD\r\n")
    };
    addresses(suite).iter().enumerate().take(48).map(card).map(String::into_bytes).collect()
}

fn protocol_lines(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let mut lines = BTreeSet::new();
    for (id, check) in (1..).zip(checks) {
        let Some((request, _)) = request(check) else { continue };
        let answer = match request.fast() {
            Ok(value) => ReplyBody::Ok(value),
            Err(Failure::Refused(error)) => ReplyBody::Error(Refusal {
                kind: Some(error.code().into()),
                at: Some(error.position as u64),
                message: Some(error.to_string()),
            }),
            Err(Failure::Unsupported(what)) => ReplyBody::Skip(what),
        };
        lines.insert(Reply { id, body: answer }.to_line());
        let asked = Request {
            codec: request.codec.into(),
            op: request.operation.name.into(),
            params: request.parameters,
            input: request.input,
        };
        lines.extend(asked.to_line(id, &[ValueForm::U, ValueForm::B]));
    }
    lines.insert(Reply { id: 0, body: ReplyBody::Crash("caught panic".into()) }.to_line());
    lines.extend(serde_json::to_vec(&Hello::new()));
    let support =
        CodecSupport { ops: vec!["encode".into(), "decode".into()], ..Default::default() };
    let description = Description::new(
        Identity { name: "mine".into(), ..Identity::default() },
        [("punycode".to_owned(), support)].into(),
    );
    lines.extend(serde_json::to_vec(&description));
    lines
}

fn protocol_values(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let forms = [&[ValueForm::U][..], &[ValueForm::T, ValueForm::B], &[ValueForm::U, ValueForm::B]];
    let mut values = BTreeSet::new();
    for check in checks {
        let Some((request, results)) = request(check) else { continue };
        for value in std::iter::once(request.input).chain(results) {
            for forms in forms {
                let json = value_to_json(&value, forms);
                values.extend(json.map(|json| format!("7{json}").into_bytes()));
            }
        }
    }
    values
}

/// The events of runs of the reference codecs, once as it should be and once where all is refused.
fn report_events(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let mut seeds = BTreeSet::new();
    let refused = Outcome::Error { kinds: vec!["dot".into()], at: Some(0) };
    for sample in checks.chunks(2).step_by(5) {
        let mut wrong = sample.to_vec();
        for check in &mut wrong {
            check.expect = Expectation::one(refused.clone());
        }
        for checks in [sample, &wrong] {
            let mut file = Vec::new();
            let start = || Ok(Box::new(InProcess::registry(Registry::Reference)) as Box<_>);
            let ended = run(checks, &start, &RunOptions::default(), &mut |event| {
                file.extend(serde_json::to_vec(&without_times(event)).unwrap_or_default());
                file.push(b'\n');
            });
            if ended.is_ok() {
                seeds.insert(file);
            }
        }
    }
    seeds
}

fn without_times(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::RunStart(_) => {}
        Event::Case(case) => case.elapsed_us = 0,
        Event::RunEnd(end) => end.elapsed_us = 0,
    }
    event
}

fn texts(checks: &[Check]) -> BTreeSet<Vec<u8>> {
    let text = |check: &Check| check.input.to_scalar_string().map(String::into_bytes);
    checks.iter().filter_map(text).chain(["\u{1b}[31m\u{202e}\u{feff}\n".into()]).collect()
}
