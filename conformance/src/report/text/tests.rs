//! Tests of the report for people: bounded lists, values and memory.

use super::*;
use crate::event::{CaseEvent, Event, Observed, RunEnd, RunStart};
use crate::findings::with_findings;
use crate::judge::{Failing, LengthLimit};
use crate::observation::{AnyValue, Refusal};
use crate::report::check::Kept;
use acegate_vectors::Level;

fn failure(name: &str, failing: Failing, unexpected: bool) -> CaseEvent {
    CaseEvent {
        name: name.to_owned(),
        codec: "punycode".into(),
        op: "decode".into(),
        level: if unexpected {
            Level::Must
        } else {
            Level::Should
        },
        unexpected,
        verdict: Verdict::Fail,
        failing: Some(failing),
        observed: Some(Observed::Value(AnyValue::Ordinary("x".into()))),
        ..CaseEvent::default()
    }
}

fn end() -> RunEnd {
    RunEnd {
        exit: ExitStatus::Unexpected,
        ..RunEnd::default()
    }
}

fn report(
    options: ReportOptions,
    start: RunStart,
    cases: impl IntoIterator<Item = CaseEvent>,
    end: RunEnd,
) -> String {
    let (mut reporter, mut out) = (FORMAT.reporter(options), Vec::new());
    let mut sink = with_findings(|event| {
        reporter.event(event, &mut out).expect("memory takes it");
    });
    sink(&Event::RunStart(Box::new(start)));
    cases
        .into_iter()
        .for_each(|case| sink(&Event::Case(Box::new(case))));
    sink(&Event::RunEnd(Box::new(end)));
    drop(sink);
    let text = String::from_utf8(out).expect("UTF-8");
    [BAD, MILD, QUIET, GOOD].iter().fold(text, |text, style| {
        text.replace(&format!("{style}"), "")
            .replace(&format!("{style:#}"), "")
    })
}

#[test]
fn a_length_limit_says_how_to_declare_it() {
    let cases = ["a", "b", "c"].map(|name| failure(name, Failing::RefusedWrongly, true));
    let limit = LengthLimit {
        codec: "punycode".into(),
        op: "decode".into(),
        longest: 1000,
        shortest: 1001,
        checks: ["a", "b", "c"].map(str::to_owned).into(),
    };
    let end = RunEnd {
        length_limits: vec![limit],
        ..end()
    };
    let wide = ReportOptions {
        width: 400,
        ..ReportOptions::default()
    };
    let text = report(wide, RunStart::default(), cases, end);
    assert!(
        text.contains("must, 3 checks: `punycode decode` rejects long input"),
        "{text}"
    );
    assert!(
        text.contains("1000 code points") && text.contains("--length"),
        "{text}"
    );
}

#[test]
fn lists_of_findings_are_bounded_and_say_how_much_they_leave_out() {
    let text = |count, unexpected| {
        let case = |number| CaseEvent {
            op: format!("op-{number:02}"),
            ..failure(&format!("case-{number}"), Failing::WrongValue, unexpected)
        };
        report(
            ReportOptions::default(),
            RunStart::default(),
            (1..=count).map(case),
            end(),
        )
    };
    let advisory = text(25, false);
    assert_eq!(
        advisory.matches("should, 1 check, advisory: ").count(),
        10,
        "{advisory}"
    );
    assert!(
        advisory.contains("\n… and 15 more\n") && !advisory.contains("got   "),
        "{advisory}"
    );
    // From three on, those that count are listed first, and at most twelve of them.
    assert!(!text(2, true).contains("the most serious first"));
    let listed = "\n  must       1  `punycode op-01` returns a different value.\n";
    let three = text(3, true);
    assert!(
        three.contains("\n3 findings that count") && three.contains(listed),
        "{three}"
    );
    let many = text(15, true);
    assert_eq!(many.matches("\n  must       1  ").count(), 12, "{many}");
    assert!(many.contains("\n  … and 3 more\n"), "{many}");
}

#[test]
fn a_long_command_is_said_once_and_long_values_are_whole_on_demand() {
    let long = "x".repeat(300);
    let cases = |file: &str| {
        let arguments = vec!["--cmd".to_owned(), "y".repeat(300)];
        let input = Some(AnyValue::Ordinary(long.as_str().into()));
        let case = CaseEvent {
            case: "a".into(),
            file: file.into(),
            input,
            ..failure("a", Failing::WrongValue, true)
        };
        (
            RunStart {
                arguments,
                ..RunStart::default()
            },
            case,
        )
    };
    let text = |options, file| {
        let (start, case) = cases(file);
        report(options, start, [case], end())
    };
    let short = text(ReportOptions::default(), "a.yaml");
    assert!(short.contains(" the same command with --id a\n"), "{short}");
    assert!(
        short.contains("\nrerun a check with: acegate check --cmd "),
        "{short}"
    );
    assert_eq!(short.matches(&"y".repeat(300)).count(), 1, "{short}");
    assert!(
        short.contains("\" and 268 more\n") && !short.contains(&long),
        "{short}"
    );
    // A hunt without vectors is repeated completely.
    let hunt = text(ReportOptions::default(), "");
    assert!(
        hunt.contains(" the same command\n") && !hunt.contains("--id"),
        "{hunt}"
    );
    assert!(
        hunt.contains("\nrerun it with: acegate hunt --cmd "),
        "{hunt}"
    );
    let whole = text(
        ReportOptions {
            has_whole_values: true,
            ..ReportOptions::default()
        },
        "a.yaml",
    );
    assert!(
        !whole.contains("the same command") && whole.contains(&long),
        "{whole}"
    );
}

#[test]
fn an_answer_is_kept_no_longer_than_it_is_shown() {
    let mut run = Run::new(Kept {
        of_all: true,
        ..Kept::STARTS
    });
    for number in 0..100 {
        let long = "y".repeat(1 << 20);
        let case = failure(&number.to_string(), Failing::WrongValue, true);
        let refusal = Refusal {
            message: Some(long.clone()),
            ..Refusal::default()
        };
        let observed = Some(Observed::Refused(refusal));
        let case = Box::new(CaseEvent {
            observed,
            stderr: long,
            ..case
        });
        run.add(&Event::Case(case));
    }
    let kept = format!("{run:?}").len();
    assert!(kept < 100 * FIELD, "{kept}");
}

#[test]
fn a_long_reason_for_skipping_is_broken_at_the_width() {
    let reason = "the case is about integers of 32 bits: declare limits.width to run it";
    let skipped = CaseEvent {
        verdict: Verdict::Skip,
        observed: Some(Observed::Skipped {
            code: "limit".into(),
            reason: reason.into(),
        }),
        ..failure("a", Failing::WrongValue, false)
    };
    let narrow = ReportOptions {
        width: 60,
        ..ReportOptions::default()
    };
    let text = report(narrow, RunStart::default(), [skipped], end());
    assert!(
        text.lines().all(|line| line.chars().count() <= 60),
        "{text}"
    );
    assert!(
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains(reason),
        "{text}"
    );
}
