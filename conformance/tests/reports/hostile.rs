//! A run in which every text is hostile, in every format.

use std::process::Command;

use acegate::event::{BehavesLike, CaseEvent, Event, Growth, Observed, RunEnd, RunStart};
use acegate::judge::{ExitStatus, Failing, LengthLimit, Verdict};
use acegate::observation::{AnyValue, Refusal};
use acegate::protocol::Identity;
use acegate::report::{FORMATS, ReportOptions};
use acegate_codec::{Parameter, Value};
use acegate_vectors::{Integer, Level};

use super::program::{Folder, fed};
use super::{is_inert, run, run_of};

/// Characters that could end an element, steer a terminal, reorder text, or give a command.
const HOSTILE: &str = "::error::x</failure><script>alert(1)</script>]]>--><!--&lt;\"'`````|@all #1 [x](javascript:1)\
    \u{1b}]0;t\u{7}\u{9b}31m\u{202e}\u{2028}\u{0}\u{b}\u{fffe}\u{ffff}\r\n::error::a\n   ::stop-commands::b\n\
    ##[error]c ##vso[task]d\nnot ok 1 - d # TODO\n1..0 # SKIP\nBail out!\n  ...\n";

pub(crate) fn hostile_events() -> Vec<Event> {
    let hostile = || HOSTILE.to_owned();
    let long = "\u{1b}".repeat(1 << 18);
    // In hexadecimal digits, which take quadratic time, it would not be written today.
    let million = Integer::from_decimal(&"9".repeat(1_000_000)).expect("digits");
    let million = AnyValue::text(vec![million], None);
    let start = RunStart {
        format: 1,
        acegate: hostile(),
        suite: hostile(),
        implementation: Identity {
            name: hostile(),
            version: hostile(),
            language: hostile(),
            url: hostile(),
        },
        arguments: vec!["--vectors".into(), hostile()],
        checks: 8,
        ..RunStart::default()
    };
    let fault = |text| Observed::Fault { code: hostile(), text };
    let value = |value: Value| Observed::Value(AnyValue::Ordinary(value));
    let refusal = Refusal { kind: Some(hostile()), at: None, message: Some(hostile()) };
    let results = [
        (value(HOSTILE.into()), Verdict::Fail, true),
        (value(Value::from_code_points([0xD800, 0x1B, 0x11_0000])), Verdict::Fail, false),
        (value(long.as_str().into()), Verdict::Fail, true),
        (Observed::Refused(refusal), Verdict::Fail, true),
        (fault(hostile() + &long), Verdict::Crash, true),
        (Observed::Skipped { code: hostile(), reason: hostile() + &long }, Verdict::Skip, false),
        (fault(format!("not run: {HOSTILE}")), Verdict::NotRun, false),
        (value(HOSTILE.into()), Verdict::Pass, false),
    ];
    let case = |(line, (observed, verdict, unexpected))| CaseEvent {
        name: format!("{line}{HOSTILE}"),
        case: hostile(),
        codec: hostile(),
        op: hostile(),
        params: [(hostile(), Parameter::Text(hostile()))].into(),
        document: hostile(),
        clause: hostile(),
        level: Level::Must,
        digest: hostile(),
        file: hostile(),
        line,
        note: Some(hostile()),
        input: Some(match line {
            2 => million.clone(),
            _ => AnyValue::Ordinary(HOSTILE.into()),
        }),
        observed: Some(observed),
        verdict,
        failing: (verdict == Verdict::Fail).then_some(Failing::WrongValue),
        unexpected,
        stderr: hostile(),
        elapsed_us: 600,
        ..CaseEvent::default()
    };
    let end = RunEnd {
        behaves_like: vec![BehavesLike {
            deviation: hostile(),
            summary: hostile(),
            seen: vec![hostile()],
            or: Vec::new(),
            contradicting: 0,
            explained: 1,
            telling: 1,
            checks: vec![format!("0{HOSTILE}")],
        }],
        growth: vec![Growth { codec: hostile(), op: hostile(), power: 2.0, points: vec![(1, 2)] }],
        length_limits: vec![LengthLimit {
            codec: hostile(),
            op: hostile(),
            longest: 1,
            shortest: 2,
            checks: Vec::new(),
        }],
        remarks: vec![hostile()],
        exit: ExitStatus::NotAlive,
        ..RunEnd::default()
    };
    run_of(start, results.into_iter().enumerate().map(case), end)
}

fn rendered(format: &str) -> String {
    let options = ReportOptions { details: 9, ..ReportOptions::default() };
    super::rendered(format, options, &hostile_events())
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
        let most = if is_whole { 10 << 20 } else { 1 << 20 };
        assert!(text.len() < most, "{}: {} octets", format.name, text.len());
    }
}

/// Hands a text to a Python program, and returns what that prints.
pub(crate) fn python(program: &str, text: &str) -> String {
    fed(Command::new("python3").args(["-c", program]), text.as_bytes()).with(0).out
}

/// Places and counts of checks, badges that say nothing foreign, and rules and places that hold.
#[test]
fn other_parsers_read_what_each_format_says() {
    let junit = "import sys, xml.etree.ElementTree as E\n\
        r = E.fromstring(sys.stdin.buffer.read())\n\
        print(sorted({e.tag for e in r.iter()}))\n\
        print([r.get(n) for n in ('tests', 'failures', 'errors', 'skipped')])\n\
        print([len(r.findall('.//' + n)) for n in ('testcase', 'failure', 'error', 'skipped')])\n\
        print('</failure><script>' in r.find('.//failure').text)\n\
        ms = lambda e: int(e.get('time').replace('.', ''))\n\
        times = [[ms(c) for c in s if c.tag[:4] == 'test'] for s in (r, r[0])]\n\
        print(ms(r), ms(r[0]), times)";
    let of_junit = "['error', 'failure', 'skipped', 'system-out', 'testcase', 'testsuite', \
        'testsuites']\n['8', '3', '2', None]\n[8, 3, 2, 2]\nTrue\n\
        5 5 [[5], [1, 0, 1, 0, 1, 1, 0, 1]]\n";
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
        print([x['level'] for x in r['results']], r['invocations'][0]['executionSuccessful'])";
    for (format, program, expected) in [
        ("junit", junit, of_junit),
        ("badge-svg", badge, "['acegate', 'broken off']\n"),
        ("badge-json", json, of_json),
        ("sarif", sarif, "['error', 'error', 'error'] False\n"),
    ] {
        assert_eq!(python(program, &rendered(format)), expected, "{format}");
    }
}

#[test]
fn every_line_for_github_is_one_command() {
    let text = rendered("github");
    let commands = ["::error ", "::warning "];
    for line in text.lines() {
        assert!(commands.iter().any(|command| line.starts_with(command)), "{line}");
        let (properties, message) = line[2..].split_once("::").expect("a message");
        assert!(!properties.contains('\n') && !message.contains("##["), "{line}");
    }
    assert_eq!(text.lines().count(), 4);
}

#[test]
fn github_shows_ten_annotations_of_a_kind() {
    // Each is a finding of its own.
    let case = |line| CaseEvent {
        name: format!("check-{line}"),
        op: format!("operation-{line}"),
        line,
        verdict: Verdict::Fail,
        unexpected: line % 2 == 0,
        ..CaseEvent::default()
    };
    let end = RunEnd { exit: ExitStatus::Unexpected, ..RunEnd::default() };
    let events = run_of(RunStart::default(), (1..=60).map(case), end);
    let text = super::rendered("github", ReportOptions::default(), &events);
    let count = |command| text.lines().filter(|line| line.starts_with(command)).count();
    assert_eq!((count("::error "), count("::warning ")), (10, 10), "{text}");
    assert!(text.contains("30 of 60 not as expected; 60 findings, 30 of them advisory"), "{text}");
}

#[test]
fn tap_has_one_line_for_every_check_and_no_directive_that_a_text_brings() {
    let text = rendered("tap");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines[0], lines[2]), ("TAP version 13", "1..8"));
    let points: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("ok ") || line.starts_with("not ok "))
        .collect();
    assert_eq!(points.len(), 8);
    for (line, directive) in points.into_iter().zip(["", "TODO", "", "", "", "SKIP", "", ""]) {
        let unescaped: Vec<_> = line.match_indices('#').map(|(at, _)| at).collect();
        let unescaped = unescaped.into_iter().filter(|&at| !line[..at].ends_with('\\'));
        let directives: Vec<_> = unescaped.map(|at| &line[at + 2..]).collect();
        assert_eq!(directives.len(), usize::from(!directive.is_empty()), "{line}");
        assert!(directives.iter().all(|found| found.starts_with(directive)), "{line}");
    }
    assert_eq!(lines.iter().filter(|line| **line == "  ...").count(), 5);
    assert!(!lines.iter().any(|line| line.starts_with("Bail out!")));
}

#[test]
fn markdown_holds_hostile_text_in_code_alone() {
    let text = rendered("markdown");
    let mut fence = None;
    for line in text.lines() {
        match &fence {
            Some(end) if line == end => fence = None,
            Some(_) => {}
            None => {
                let ticks = line.len() - line.trim_start_matches('`').len();
                if ticks >= 3 && line.ends_with("text") {
                    fence = Some("`".repeat(ticks));
                } else {
                    let outside = without_code(line);
                    assert!(
                        !outside.contains(['<', '@', '[', '#']) || line.starts_with("##"),
                        "{line}"
                    );
                    assert!(!outside.contains("script"), "{line}");
                }
            }
        }
    }
    assert_eq!(fence, None, "every fence is closed");
}

/// The line without its code spans, each of which ends at the next run of as many backticks.
fn without_code(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find('`') {
        out += &rest[..at];
        let ticks = rest[at..].len() - rest[at..].trim_start_matches('`').len();
        let inner = &rest[at + ticks..];
        let end = (0..inner.len()).find(|&end| {
            inner.is_char_boundary(end)
                && inner[end..].starts_with('`')
                && !inner[..end].ends_with('`')
                && inner[end..].len() - inner[end..].trim_start_matches('`').len() == ticks
        });
        rest = &inner[end.expect("the code span ends") + ticks..];
    }
    out + rest
}

#[test]
fn no_field_of_an_implementation_is_printed_without_a_bound() {
    let output =
        run(&["check", "--cmd", "python3 loud.py", "--only-vectors", "failing.yaml"]).with(1);
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
    folder.write(&format!("{hostile}.yaml"), "name: \"x\"\nneeds: [\"no-such\"]\n");
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
        assert!(!is_error || matches!(output.status, Some(2 | 3)), "{words:?}: {}", output.err);
        let shown = if is_error { output.err } else { output.out };
        assert!(is_inert(&shown), "{words:?}: {shown:?}");
        // Each of four ways to write it can be seen.
        let ways = ["<U+001B>", "\\u{1b}", "\\u001B", "\u{fffd}[2J"];
        assert!(ways.iter().any(|way| shown.contains(way)), "{words:?}: {shown}");
    }
}
