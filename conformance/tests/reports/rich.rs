//! A run with every verdict and every way of being wrong, as each format shows it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use acegate::event::{Answered, BehavesLike, Diagnose, Event, Recording, RunStart, record};
use acegate::implementation::Implementation;
use acegate::observation::{
    AnyValue, Death, Exhausted, Fault, Observation, Outcome, ProtocolFault, Refusal, SkipReason,
    StartError, Stream,
};
use acegate::protocol::{Description, Request};
use acegate::report::{FORMATS, Format, ReportOptions, render};
use acegate::runner::{FaultBudget, RunOptions};
use acegate_codec::{Text, Value};
use acegate_vectors::{Check, Suite};

use super::program::{assert_golden, checked};
use super::{events_of, lines, plain, timeless};

pub(crate) const RICH: &str = include_str!("rich/ndjson.ndjson");

/// An implementation whose answer is what the input names.
struct Rich {
    description: Description,
}

const HELLO: &str = r#"{"type":"hello","protocol":1,"implementation":{"name":"rich\u202e","version":"1.0",
    "language":"Rust","url":"https://example.org/"},"codecs":{
    "punycode":{"ops":["decode"],"params":["annotation","style"],"limits":{"width":32,"length":1000}},
    "uri2dec":{"ops":["encode","book","hash"],"params":["annotation","style"],"limits":{"width":32,"length":1000}}}}"#;

impl Implementation for Rich {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let outcome = outcome(request, false);
        let failed = matches!(outcome, Outcome::Fault(_));
        let stderr = if failed {
            "first\nsecond \u{1b}[31m\n".to_owned()
        } else {
            String::new()
        };
        Observation {
            outcome,
            elapsed: Duration::ZERO,
            stderr,
        }
    }

    fn answer_alone(&mut self, request: &Request) -> Observation {
        Observation::new(outcome(request, true), Duration::ZERO)
    }

    fn finish(&mut self) -> Vec<Fault> {
        let limit = Duration::from_secs(2);
        vec![Fault::Protocol(ProtocolFault::IgnoresEnd { limit })]
    }
}

fn outcome(request: &Request, alone: bool) -> Outcome {
    let text = |text: &str| Outcome::Value(Value::from(text));
    let refusal = |kind: Option<&str>, at, message: Option<&str>| {
        let (kind, message) = (kind.map(str::to_owned), message.map(str::to_owned));
        Outcome::Refused(Refusal { kind, at, message })
    };
    let fault = Outcome::Fault;
    let protocol = |broken| Outcome::Fault(Fault::Protocol(broken));
    let limit = Duration::from_secs(2);
    let timeout = |exhausted, partial| {
        Outcome::Fault(Fault::Timeout {
            limit,
            partial,
            exhausted,
        })
    };
    let line = || "{\"id\": \u{9b}".to_owned();
    let name = match &request.input {
        Value::Text(input) => input.to_scalar_string().expect("scalar values"),
        Value::Octets(_) => return Outcome::Value(Value::Octets(vec![0, 0xFF])),
        Value::List(_) => {
            return Outcome::Value(Value::List(vec![Value::from(""), Value::from("bob")]));
        }
    };
    match name.as_str() {
        "passes" => text("ü"),
        "refuses" => refusal(Some("bad-digit"), Some(2), None),
        "refuses-without-kind" => refusal(None, None, Some("no\nway \u{202e}")),
        "refuses-elsewhere" => refusal(Some("bad-digit"), Some(0), None),
        "other-kind" => refusal(Some("overflow"), Some(2), Some("too large")),
        "wrong-value" | "advisory" | "optional" => text("\u{1b}]0;x\u{7}\"\\"),
        "wrong-beyond-unicode" => Outcome::Value(Value::from_code_points([0xDFFF, 0x11_0000])),
        "accepted-wrongly" => text(""),
        "refused-wrongly" => refusal(Some("truncated"), Some(5), None),
        "large-right" => AnyValue::from_integers(&[1 << 32, 1 << 64]).into(),
        "large-wrong" => AnyValue::from_integers(&[97, 1 << 32, 99_999_999_999_999_999_999]).into(),
        "flags" => Outcome::Value(Value::Text(Text {
            code_points: vec![0x62, 0xFC],
            flags: Some(vec![false, false]),
        })),
        "unsupported" => Outcome::Skipped(SkipReason::Unsupported, "no such thing".into()),
        "exits" => fault(Fault::Died(Death::Exited(3))),
        "dies" => fault(Fault::Died(Death::Signalled(11))),
        "closes" => fault(Fault::Died(Death::ClosedOutput)),
        "caught" => fault(Fault::Caught("index out of range".into())),
        "timeout-cpu" => timeout(Exhausted::Cpu, 0),
        "timeout-idle" => timeout(Exhausted::Idle, 0),
        "timeout-partial" => timeout(Exhausted::Idle, 7),
        "timeout-wall" => timeout(Exhausted::Wall, 0),
        "output" => fault(Fault::OutputLimit {
            limit: 1 << 20,
            stream: Stream::Output,
        }),
        "memory" => fault(Fault::MemoryLimit { limit: 1 << 30 }),
        "not-json" => protocol(ProtocolFault::NotJson { line: line() }),
        "not-a-reply" => protocol(ProtocolFault::NotAReply {
            expected: "expected an id".into(),
            line: line(),
        }),
        "wrong-id" => protocol(ProtocolFault::WrongId { open: 7, found: 6 }),
        "second-reply" => protocol(ProtocolFault::SecondReply { id: 7 }),
        "unasked" => protocol(ProtocolFault::Unasked { line: line() }),
        "another-hello" => protocol(ProtocolFault::AnotherHello),
        "order-dependent" if !alone => fault(Fault::Died(Death::Signalled(6))),
        "slow" if !alone => timeout(Exhausted::Cpu, 0),
        "order-dependent" | "slow" => text("ü"),
        "not-run" => fault(Fault::NotRun("it cannot be kept alive".into())),
        // The key begins with another digit.
        "alice" => text("2542316622999999"),
        other => panic!("nothing is said of {other}"),
    }
}

/// A diagnosis that stays as it is, because the formats are under test.
fn diagnose(_: &[Answered<'_>]) -> Vec<BehavesLike> {
    vec![BehavesLike {
        alike: 0,
        deviation: "punycode/first-delimiter".into(),
        summary: "The literal part ends at the first delimiter instead of the last.".into(),
        seen: vec!["Firefox for iOS, mozilla-mobile/firefox-ios issue 10037".into()],
        or: Vec::new(),
        explained: 1,
        telling: 2,
        contradicting: 0,
        checks: vec!["punycode/rich/refuses-without-kind".into()],
    }]
}

/// The events of the run, without what differs from run to run.
pub(crate) fn events() -> Vec<Event> {
    let folder = Path::new("tests/reports");
    let paths = ["rich.yaml", "rich-uri2dec.yaml"].map(|name| folder.join(name));
    let checks: Vec<Check> = Suite::load(&paths).expect("the vectors are valid").checks();
    let start = || -> Result<Box<dyn Implementation>, StartError> {
        Ok(Box::new(Rich {
            description: Description::from_line(HELLO.as_bytes()).expect("a hello"),
        }))
    };
    let arguments = ["--cmd", "rich 'x y'"].map(str::to_owned).into();
    let start_event = RunStart {
        arguments,
        filtered: 3,
        suite: "0".repeat(16),
        ..RunStart::default()
    };
    let faults = FaultBudget::UNLIMITED;
    let options = RunOptions {
        faults,
        ..RunOptions::default()
    };
    let diagnose = Some(diagnose as Diagnose);
    let recording = Recording {
        start: start_event,
        diagnose,
        ..Recording::default()
    };
    let mut events = timeless(events_of(|sink| {
        record(&checks, &start, &options, &recording, sink).expect("it starts");
    }));
    let Some(Event::RunStart(start)) = events.first_mut() else {
        panic!("a run starts")
    };
    (start.acegate, start.date) = ("0.0.0".into(), "2027-06-30T12:00:00Z".into());
    events
}

/// The run in this format, without colours.
fn rendered(format: &Format, events: &[Event]) -> String {
    let options = ReportOptions {
        details: 100,
        advisory_details: 1,
        ..ReportOptions::default()
    };
    without_style(&super::rendered(format.name, options, events))
}

/// A page without its styles, its scripts and their hashes, which no run changes, and without the
/// requirements, which come from the ledger.
fn without_style(text: &str) -> String {
    let mut text = text.to_owned();
    for (start, end) in [
        ("<style>", "</style>"),
        ("<script>", "</script>"),
        ("style-src ", "; base-uri"),
        ("<section id=\"requirements\"", "</section>"),
    ] {
        text = without_parts(&text, start, end);
    }
    text
}

/// A text with `…` in the place of each part between these two.
fn without_parts(text: &str, start: &str, end: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, part)) = rest.split_once(start)
        && let Some((_, after)) = part.split_once(end)
    {
        out += &format!("{before}{start}…{end}");
        rest = after;
    }
    out + rest
}

#[test]
fn every_format_shows_the_rich_run_as_it_always_did() {
    let events = events();
    let mut names = BTreeSet::new();
    for format in FORMATS {
        let name = format!("{}.{}", format.name, format.extension);
        let path = Path::new("tests/reports/rich").join(name);
        assert_golden(&path, &rendered(format, &events));
        names.insert(path);
    }
    let files = std::fs::read_dir("tests/reports/rich").expect("the folder is there");
    let files: BTreeSet<_> = files.map(|file| file.expect("readable").path()).collect();
    assert_eq!(files, names, "a file for each format, and no other");
}

#[test]
fn a_run_that_was_cut_off_is_rendered_with_an_end() {
    let events = events();
    let file = lines(&events[..20]).concat() + r#"{"type":"case","na"#;
    for format in FORMATS {
        let (mut reporter, mut out) = (format.reporter(ReportOptions::default()), Vec::new());
        let ended = render(file.as_bytes(), reporter.as_mut(), &mut out).expect("a report");
        assert!(!ended.is_complete);
        let text = plain(&out);
        // A badge has room for one word.
        let remark = if format.name.starts_with("badge") {
            "interrupted"
        } else {
            "19 of 37"
        };
        let tells = text.contains(remark);
        assert!(tells, "{}: {text}", format.name);
    }
}

#[test]
fn the_rich_run_has_every_verdict_and_every_way_of_being_wrong() {
    use acegate::judge::{Failing::*, Verdict};
    let events = events();
    let cases: Vec<_> = checked(&events).collect();
    for verdict in Verdict::ALL {
        assert!(
            cases.iter().any(|case| case.verdict == verdict),
            "{verdict}"
        );
    }
    for failing in [WrongValue, AcceptedWrongly, RefusedWrongly] {
        assert!(
            cases.iter().any(|case| case.failing == Some(failing)),
            "{failing:?}"
        );
    }
}
