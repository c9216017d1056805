//! A run with every verdict and every way of being wrong, as each format shows it; and report files as they are
//! read: whole, cut off, from other versions, and hostile.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};
use std::path::Path;
use std::time::Duration;

use acegate::event::{
    Answered, BehavesLike, Diagnose, Event, EventReader, LONGEST_LINE, MOST_LINES, ReadError,
    Recording, RunStart, record,
};
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
use proptest::collection::vec;
use proptest::prelude::*;

use super::program::{assert_golden, checked};
use super::{events_of, lines, plain, run, timeless};

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

/// The events of a file, why it was not read further, and whether it is complete.
fn read(file: &[u8]) -> (Vec<Event>, Option<ReadError>, bool) {
    let (mut events, mut error) = (Vec::new(), None);
    let mut reader = EventReader::new(file);
    for event in reader.by_ref() {
        match event {
            Ok(event) => events.push(event),
            Err(wrong) => error = Some(wrong),
        }
    }
    assert!(reader.next().is_none(), "the end is the end");
    (events, error, reader.is_complete())
}

#[test]
fn the_rich_run_is_read_and_written_octet_for_octet() {
    let (events, error, is_complete) = read(RICH.as_bytes());
    assert_eq!(
        (error, is_complete, events.len()),
        (None, true, RICH.lines().count())
    );
    assert_eq!(lines(&events).concat(), RICH);
}

#[test]
fn a_file_that_was_cut_off_is_read_up_to_its_last_whole_line() {
    let first = RICH.find('\n').expect("lines") + 1;
    let ends = (first..first + 1200).chain((RICH.len() - 300)..RICH.len());
    for end in ends {
        let (events, error, is_complete) = read(&RICH.as_bytes()[..end]);
        assert_eq!(error, None, "{end} octets");
        // Without its newline the last line is whole.
        let lines = RICH.as_bytes()[..end]
            .iter()
            .filter(|&&octet| octet == b'\n')
            .count();
        let is_whole = RICH.as_bytes()[end] == b'\n';
        assert_eq!(events.len(), lines + usize::from(is_whole), "{end} octets");
        assert_eq!(
            is_complete,
            events.len() == RICH.lines().count(),
            "{end} octets"
        );
    }
    for end in 0..first - 1 {
        let (events, error, _) = read(&RICH.as_bytes()[..end]);
        assert_eq!(
            (events.len(), error.map(|error| error.line)),
            (0, Some(1)),
            "{end} octets"
        );
    }
}

#[test]
fn fields_and_types_of_newer_versions_are_left_out() {
    let newer = RICH
        .replacen("\"format\":2,", "\"format\":2,\"later\":{\"a\":[1]},", 1)
        .replace("\"verdict\":\"fail\",", "\"verdict\":\"fail\",\"later\":7,")
        .replacen('\n', "\n{\"type\":\"later\",\"name\":\"x\"}\n", 2);
    assert_ne!(newer, RICH);
    let mut reader = EventReader::new(newer.as_bytes());
    let events: Result<Vec<_>, _> = reader.by_ref().collect();
    assert_eq!(events, Ok(read(RICH.as_bytes()).0));
    assert_eq!((reader.left_out(), reader.is_complete()), (2, true));
}

#[test]
fn an_error_names_line_field_and_expected_form() {
    let lines: Vec<_> = RICH.lines().collect();
    let with = |number: usize, old: &str, new: &str| {
        let mut changed: Vec<_> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(changed[number - 1].contains(old), "{}", changed[number - 1]);
        changed[number - 1] = changed[number - 1].replacen(old, new, 1);
        changed.join("\n") + "\n"
    };
    let last = lines.len();
    let beyond_text = "\"observed\":{\"ok\":{\"t\":\"2542316622999999\"}}";
    let refused = "[{\"error\":[\"not-ldh\"]}]";
    let changed = [
        (
            1,
            "\"format\":3",
            "\"format\":4",
            "",
            "format 4; this version of acegate reads formats 1 to 3",
        ),
        (
            1,
            "\"format\":3",
            "\"format\":\"3\"",
            "format",
            "expected u32",
        ),
        (
            1,
            "\"checks\":37",
            "\"checks\":-1",
            "checks",
            "expected usize",
        ),
        (
            1,
            "\"suite\":\"0000000000000000\",",
            "",
            "",
            "missing field `suite`",
        ),
        (2, "\"type\":\"case\",", "", "", "missing field `type`"),
        (2, "\"line\":7", "\"line\":\"7\"", "line", "expected usize"),
        (
            2,
            "\"verdict\":\"fail\"",
            "\"verdict\":\"no\"",
            "verdict",
            "unknown variant",
        ),
        (
            2,
            beyond_text,
            "\"observed\":{\"ok\":{\"u\":[-1]}}",
            "observed",
            "integers from 0",
        ),
        (
            4,
            refused,
            "[{\"error\":7}]",
            "expected.error",
            "expected a sequence",
        ),
        (4, refused, "[{}]", "expected", "\"ok\" or \"error\""),
        (
            6,
            "{\"error\":{\"at\":2",
            "{\"error\":{\"at\":-2",
            "observed.error.at",
            "expected u64",
        ),
        (
            6,
            "\"kind\":\"bad-digit\"",
            "\"kind\":7",
            "observed.error.kind",
            "expected a string",
        ),
        (
            last,
            "\"unexpected\":",
            "\"unexpected\":true,\"x\":",
            "totals.unexpected",
            "usize",
        ),
    ];
    let changed =
        changed.map(|(line, old, new, field, what)| (with(line, old, new), line, field, what));
    let files = [
        (
            String::new(),
            1,
            "",
            "expected \"run-start\", found no event",
        ),
        ("hello\n".into(), 1, "", "expected a report file"),
        ("[]\n".into(), 1, "", "expected"),
        (
            lines[1..].join("\n"),
            1,
            "",
            "expected \"run-start\" as the first event, found \"case\"",
        ),
        (RICH.repeat(2), last + 1, "", "expected one run in a file"),
        (
            format!("{RICH}{}\n", lines[1]),
            last + 1,
            "",
            "no event after \"run-end\"",
        ),
        (
            format!("{}\n{{\"type\":\"case\"\n", lines[0]),
            2,
            "",
            "EOF while parsing",
        ),
    ];
    for (file, line, field, what) in changed.into_iter().chain(files) {
        let (_, error, _) = read(file.as_bytes());
        let error = error.unwrap_or_else(|| panic!("no error: {what}"));
        assert_eq!(
            (error.line, error.field.as_deref().unwrap_or("")),
            (line, field),
            "{error}"
        );
        assert!(error.what.contains(what), "{error}, not {what}");
        assert!(
            error.to_string().starts_with(&format!("line {line}")),
            "{error}"
        );
    }
}

#[test]
fn a_line_without_end_is_an_error_and_takes_bounded_room() {
    let first = RICH.lines().next().expect("lines").to_owned() + "\n{\"type\":\"";
    let endless = Cursor::new(first).chain(std::io::repeat(b'a'));
    let error = EventReader::new(std::io::BufReader::new(endless)).find_map(Result::err);
    let error = error.expect("it is too long");
    assert_eq!(
        (error.line, error.what),
        (2, format!("longer than {LONGEST_LINE} octets"))
    );
}

#[test]
fn the_parts_of_a_file_are_bounded() {
    let start = RICH.lines().next().expect("lines");
    let last = RICH.lines().last().expect("lines");
    let all = |text: &str| {
        format!(
            "{{\"codec\":\"\",\"document\":\"{text}\",\"clause\":\"\",\"level\":\"must\",\"file\":\"\",\
             \"observed\":{{\"reason\":\"\",\"skip\":\"limit\"}}}}"
        )
    };
    let checks = |count| vec!["{\"name\":\"a\",\"digest\":\"\",\"line\":1}"; count].join(",");
    let skips = |text: &str, count| {
        format!(
            "{{\"type\":\"skips\",\"all\":{},\"checks\":[{}]}}",
            all(text),
            checks(count)
        )
    };
    let finding = "{\"type\":\"finding\",\"id\":\"a\",\"cause\":\"fault\",\"summary\":\"\",\
        \"level\":\"must\",\"clauses\":[],\"unexpected\":0,\"advisory\":0,\"checks\":[]}";
    let rows: [(String, usize, &str); 8] = [
        ("\n".repeat(MOST_LINES), MOST_LINES, "lines and checks"),
        (
            skips("", 1000) + &"\n".repeat(MOST_LINES - 900),
            MOST_LINES - 1000,
            "lines and checks",
        ),
        (
            format!("{{\"type\":\"later\",\"a\":[{}]}}", "0,".repeat(1 << 21)),
            2,
            "more than 1048576 values",
        ),
        (
            format!("{{\"type\":\"later\",\"a\":[{}]}}", "{},".repeat(1 << 18)),
            2,
            "more than 131072 objects",
        ),
        (skips("", 1001), 2, "expected at most 1000 checks in a line"),
        (skips(&"x".repeat(2000), 1), 2, "octets of text in \"all\""),
        (
            finding.to_owned(),
            2,
            "it names 1 checks, and the report has 0",
        ),
        (last.to_owned(), 2, "it names "),
    ];
    for (text, line, what) in rows {
        let (_, error, _) = read(format!("{start}\n{text}\n").as_bytes());
        let error = error.unwrap_or_else(|| panic!("no error: {what}"));
        assert!(error.what.contains(what), "{error}, not {what}");
        assert_eq!(error.line, line, "{error}");
    }
}

#[test]
fn a_report_without_end_is_refused_by_every_reader_alike() {
    for words in [
        &["report", "/dev/zero"][..],
        &["statement", "/dev/zero"],
        &["merge", "/dev/zero", "/dev/zero"],
        &["diff", "/dev/zero", "/dev/zero"],
        &["check", "reference", "--resume", "/dev/zero"],
    ] {
        let ended = run(words).with(2);
        let expected = format!("line 1: longer than {LONGEST_LINE} octets");
        assert!(ended.err.contains(&expected), "{words:?}: {}", ended.err);
    }
}

/// Octets in the place of one: any, or a part of JSON that is hostile, large or of another type.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    let parts = r#"\u001b[2J \u202e \u0000 \" \\ 𝒳 99999999999999999999 null [] {}"#.split(' ');
    let part = proptest::sample::select(parts.collect::<Vec<_>>())
        .prop_map(|part| part.as_bytes().to_vec());
    prop_oneof![part, vec(any::<u8>(), 1)]
}

proptest! {
    /// Its words and values can be any.
    #[test]
    fn a_file_with_wrong_octets_is_read_or_refused_and_what_is_read_is_written_and_read_again(
        changes in vec((0..RICH.len(), odd()), 1..6),
        cut in 0..RICH.len(),
    ) {
        let mut file = RICH.as_bytes()[..RICH.len() - cut / 4].to_vec();
        for (at, odd) in changes {
            let at = at.min(file.len() - 1);
            file.splice(at..=at, odd);
        }
        let count = file.split(|&octet| octet == b'\n').count();
        let (events, error, _) = read(&file);
        prop_assert!(events.len() <= count);
        prop_assert!(error.is_none_or(|error| error.line <= count && !error.what.is_empty()));
        if !events.is_empty() {
            let (again, error, _) = read(lines(&events).concat().as_bytes());
            prop_assert_eq!((again, error), (events, None));
        }
    }

    #[test]
    fn any_octets_after_a_beginning_are_read_or_refused(octets in vec(any::<u8>(), 0..200)) {
        let start = RICH.lines().next().expect("lines").as_bytes();
        read(&[start, b"\n", &octets].concat());
        read(&octets);
    }
}
