//! A run in which every text is hostile, in every format.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::LazyLock;

use acegate::event::{CaseEvent, Event, EventReader, Growth, RunEnd, RunStart, Totals};
use acegate::judge::{ExitStatus, LengthLimit, Verdict};
use acegate::observation::AnyValue;
use acegate::report::{FORMATS, ReportOptions};
use acegate_codec::Parameter;
use acegate_vectors::Integer;
use serde::Deserialize as _;
use serde_json::Value as Json;

use super::program::{Folder, fed};
use super::rich::RICH;
use super::{is_inert, places, run, run_of};

/// Characters that could end an element, steer a terminal, reorder text, or give a command.
const HOSTILE: &str = "::error::x</failure><script>alert(1)</script>]]>--><!--&lt;\"'`````|@all #1 [x](javascript:1)\
    \u{1b}]0;t\u{7}\u{9b}31m\u{202e}\u{2028}\u{0}\u{b}\u{fffe}\u{ffff}\r\n::error::a\n   ::stop-commands::b\n\
    ##[error]c ##vso[task]d\nnot ok 1 - d # TODO\n1..0 # SKIP\nBail out!\n  ...\n";

/// The rich run with hostile text before every text that can be any, and much of it in one reply of each kind.
pub(crate) static HOSTILE_EVENTS: LazyLock<Vec<Event>> = LazyLock::new(|| {
    let (mut start, mut cases, mut end) = (RunStart::default(), Vec::new(), RunEnd::default());
    let mut long = BTreeSet::new();
    let rich = EventReader::new(RICH.as_bytes()).map(|event| event.expect("an event"));
    for event in rich.map(|event| hostile(&event, &mut long)) {
        match event {
            Event::RunStart(event) => start = *event,
            Event::Case(case) => cases.push(CaseEvent {
                elapsed_us: 600,
                ..*case
            }),
            Event::Finding(_) => {}
            Event::RunEnd(event) => {
                end = RunEnd {
                    totals: Totals::default(),
                    ..*event
                }
            }
        }
    }
    let hostile = || HOSTILE.to_owned();
    start.arguments.extend(["--vectors".into(), hostile()]);
    cases[0].params = [(hostile(), Parameter::Text(hostile()))].into();
    // In hexadecimal digits, which take quadratic time, it would not be written today.
    let million = Integer::from_decimal(&"9".repeat(1_000_000)).expect("digits");
    cases[1].input = Some(AnyValue::text(vec![million], None));
    end.growth = vec![Growth {
        codec: hostile(),
        op: hostile(),
        power: 2.0,
        points: vec![(1, 2)],
    }];
    end.length_limits = vec![LengthLimit {
        codec: hostile(),
        op: hostile(),
        longest: 1,
        shortest: 2,
        checks: Vec::new(),
    }];
    run_of(start, cases, end)
});

/// The event with hostile text before its texts, except where only certain words are read. The first
/// text of each place in a reply is long.
fn hostile(event: &Event, long: &mut BTreeSet<String>) -> Event {
    let mut event = serde_json::to_value(event).expect("it is JSON");
    for place in places(&event) {
        let Some(Json::String(text)) = event.pointer(&place) else {
            continue;
        };
        let is_reply = place.starts_with("/observed") || place == "/stderr";
        let is_long = is_reply && long.insert(place.clone());
        let more = "\u{1b}".repeat(if is_long { 1 << 18 } else { 0 });
        let text = format!("{HOSTILE}{more}{text}");
        let mut changed = event.clone();
        *changed.pointer_mut(&place).expect("the text") = text.into();
        if Event::deserialize(&changed).is_ok() {
            event = changed;
        }
    }
    Event::deserialize(event).expect("an event")
}

fn rendered(format: &str) -> String {
    let options = ReportOptions {
        details: 9,
        ..ReportOptions::default()
    };
    super::rendered(format, options, &HOSTILE_EVENTS)
}

#[test]
fn every_format_is_inert_and_bounded() {
    for format in FORMATS {
        let text = rendered(format.name);
        assert!(is_inert(&text), "{}", format.name);
        for line in text.lines() {
            // A server also takes a command after blanks. The commands for GitHub are checked below.
            let is_command = line.trim_start().starts_with("::") && format.name != "github";
            let is_old = line.contains("##[") || line.contains("##vso[");
            assert!(!is_command && !is_old, "{}: {line}", format.name);
        }
        // Octets that came as one may be shown as eight. The events keep each reply whole.
        let is_whole = ["ndjson", "json"].contains(&format.name);
        let most = if is_whole { 40 << 20 } else { 1 << 20 };
        assert!(text.len() < most, "{}: {} octets", format.name, text.len());
    }
}

/// Hands a text to a Python program, and returns what that prints.
pub(crate) fn python(program: &str, text: &str) -> String {
    fed(
        Command::new("python3").args(["-c", program]),
        text.as_bytes(),
    )
    .with(0)
    .out
}

/// Places and counts of checks, badges that say nothing foreign, and rules and places that exist.
#[test]
fn other_parsers_read_what_each_format_says() {
    let junit = "import sys, xml.etree.ElementTree as E\n\
        r = E.fromstring(sys.stdin.buffer.read())\n\
        print(sorted({e.tag for e in r.iter()}))\n\
        print([r.get(n) for n in ('tests', 'failures', 'errors', 'skipped')])\n\
        print([len(r.findall('.//' + n)) for n in ('testcase', 'failure', 'error', 'skipped')])\n\
        print('</failure><script>' in r.find('.//failure').text)\n\
        ms = lambda e: int(e.get('time').replace('.', ''))\n\
        print(ms(r), [(ms(s), sum(ms(c) for c in s.iter('testcase'))) for s in r])";
    let of_junit = "['error', 'failure', 'skipped', 'system-out', 'testcase', 'testsuite', \
        'testsuites']\n['37', '9', '18', None]\n[37, 9, 18, 3]\nTrue\n22 [(20, 20), (2, 2)]\n";
    let badge = "import sys, xml.etree.ElementTree as E\n\
        r = E.fromstring(sys.stdin.buffer.read())\n\
        print([''.join(e.itertext()) for e in r.iter('{http://www.w3.org/2000/svg}text')])";
    let json = "import sys, json\nprint(sorted(json.load(sys.stdin.buffer).items()))";
    let of_json = "[('color', '#b62324'), ('isError', True), ('label', 'acegate'), \
        ('message', 'broken off'), ('schemaVersion', 1)]\n";
    let sarif = "import sys, json, urllib.parse\n\
        r, = json.load(sys.stdin.buffer)['runs']\n\
        rules = [x['id'] for x in r['tool']['driver']['rules']]\n\
        assert all(rules[x['ruleIndex']] == x['ruleId'] for x in r['results'])\n\
        assert all(list(x['locations'][0]) == ['logicalLocations'] for x in r['results'])\n\
        print({x['level'] for x in r['results']}, len(r['results']), r['invocations'][0]['executionSuccessful'])";
    for (format, program, expected) in [
        ("junit", junit, of_junit),
        ("badge-svg", badge, "['acegate', 'broken off']\n"),
        ("badge-json", json, of_json),
        ("sarif", sarif, "{'error'} 13 False\n"),
    ] {
        assert_eq!(python(program, &rendered(format)), expected, "{format}");
    }
}

#[test]
fn every_line_for_github_is_one_command() {
    let text = rendered("github");
    let commands = ["::error ", "::warning "];
    for line in text.lines() {
        assert!(
            commands.iter().any(|command| line.starts_with(command)),
            "{line}"
        );
        let (properties, message) = line[2..].split_once("::").expect("a message");
        assert!(
            !properties.contains('\n') && !message.contains("##["),
            "{line}"
        );
    }
    assert_eq!(text.lines().count(), 10);
}

#[test]
fn github_shows_ten_annotations_of_a_kind() {
    // Each is a separate finding.
    let case = |line| CaseEvent {
        name: format!("check-{line}"),
        op: format!("operation-{line}"),
        line,
        verdict: Verdict::Fail,
        unexpected: line % 2 == 0,
        ..CaseEvent::default()
    };
    let end = RunEnd {
        exit: ExitStatus::Unexpected,
        ..RunEnd::default()
    };
    let events = run_of(RunStart::default(), (1..=60).map(case), end);
    let text = super::rendered("github", ReportOptions::default(), &events);
    let count = |command| {
        text.lines()
            .filter(|line| line.starts_with(command))
            .count()
    };
    assert_eq!((count("::error "), count("::warning ")), (10, 10), "{text}");
    assert!(
        text.contains("30 of 60 not as expected; 60 findings, 30 of them advisory"),
        "{text}"
    );
}

#[test]
fn tap_has_one_line_for_every_check_and_no_directive_that_a_text_brings() {
    let text = rendered("tap");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines[0], lines[2]), ("TAP version 13", "1..37"));
    // Whether the check is right, and the directives.
    let points = |text: &str| -> Vec<(bool, Vec<String>)> {
        let points = text
            .lines()
            .filter(|it| it.starts_with("ok ") || it.starts_with("not ok "));
        let point = |line: &str| {
            let unescaped = line
                .match_indices('#')
                .filter(|&(at, _)| !line[..at].ends_with('\\'));
            let words = unescaped.filter_map(|(at, _)| line[at + 1..].split_whitespace().next());
            (line.starts_with("ok "), words.map(str::to_owned).collect())
        };
        points.map(point).collect()
    };
    let rich = include_str!("rich/tap.tap");
    assert_eq!(points(&text), points(rich));
    assert_eq!(points(rich).len(), 37);
    let ends = |text: &str| text.lines().filter(|line| *line == "  ...").count();
    assert_eq!(ends(&text), ends(rich));
    assert!(!lines.iter().any(|line| line.starts_with("Bail out!")));
}

#[test]
fn markdown_holds_hostile_text_in_code_alone() {
    for line in without_code(&rendered("markdown")).lines() {
        assert!(
            !line.contains(['<', '@', '[', '#']) || line.starts_with("##"),
            "{line}"
        );
        assert!(!line.contains("script"), "{line}");
    }
}

/// The text without its code. Each piece of code ends at the next run of as many backticks. Only a block
/// has separate lines.
fn without_code(text: &str) -> String {
    let ticks = |text: &str| text.len() - text.trim_start_matches('`').len();
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('`') {
        out += &rest[..at];
        let run = ticks(&rest[at..]);
        let inner = &rest[at + run..];
        let mut places = inner.match_indices('`').map(|(end, _)| end);
        let is_end = |end: &usize| !inner[..*end].ends_with('`') && ticks(&inner[*end..]) == run;
        let (code, after) = inner.split_at(places.find(is_end).expect("the code ends"));
        let is_block = out.ends_with('\n') && code.starts_with("text\n") && code.ends_with('\n');
        assert_eq!(code.contains('\n'), is_block, "{code}");
        rest = &after[run..];
    }
    out + rest
}

#[test]
fn no_field_of_an_implementation_is_printed_without_a_bound() {
    let output = run(&[
        "check",
        "--cmd",
        "python3 loud.py",
        "--only-vectors",
        "failing.yaml",
    ])
    .with(1);
    let text = output.out;
    assert!(is_inert(&text));
    // 300 octets of the reason of a skip are shown, each as eight characters at most.
    let longest = text.lines().map(str::len).max().expect("a report");
    assert!(longest < 300 * 8 + 100, "{longest}");
    // The refusal and the crash that are examples, and the skip.
    assert_eq!(text.matches(" octets)").count(), 3, "{text}");
}

#[test]
fn errors_and_vectors_of_others_are_as_inert_as_replies() {
    let hostile = "\u{1b}[2J\u{9b}31m\u{202e}";
    let folder = Folder::new();
    let vectors = include_str!("failing.yaml")
        .replace("RFC 3492", "\\e]0;owned\\a")
        .replace("6.2", "\\e[2J6");
    folder.write(
        &format!("{hostile}.yaml"),
        "name: \"x\"\nneeds: [\"no-such\"]\n",
    );
    folder.write(&format!("{hostile}/vectors.yaml"), vectors);
    let manifest = &*folder.word(&format!("{hostile}.yaml"));
    let vectors = &*folder.word(&format!("{hostile}/vectors.yaml"));
    for (is_error, words) in [
        (true, &["check", manifest][..]),
        (true, &["check", hostile]),
        (true, &["check", "reference", "--only-vectors", hostile]),
        (true, &["check", "reference", "--timeout", hostile]),
        (true, &[hostile]),
        (true, &["check", "--cmd", hostile]),
        (true, &["check", "reference", &format!("--{hostile}")]),
        (false, &["vectors", "list", "--only-vectors", vectors]),
        (false, &["vectors", "show", "--only-vectors", vectors]),
        (false, &["vectors", "lint", vectors]),
        (false, &["check", "plain", "--only-vectors", vectors]),
    ] {
        let output = run(words);
        assert!(
            !is_error || matches!(output.status, Some(2 | 3)),
            "{words:?}: {}",
            output.err
        );
        let shown = if is_error { output.err } else { output.out };
        assert!(is_inert(&shown), "{words:?}: {shown:?}");
        // Each of four ways to write it can be seen.
        let ways = ["<U+001B>", "\\u{1b}", "\\u001B", "\u{fffd}[2J"];
        assert!(
            ways.iter().any(|way| shown.contains(way)),
            "{words:?}: {shown}"
        );
    }
}
