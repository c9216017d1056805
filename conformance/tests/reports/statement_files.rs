//! Statements of reports that were changed, in every format, and the page that describes them.

use std::collections::BTreeSet;

use acegate::event::Event;
use acegate::judge::Verdict;
use acegate::protocol::{CodecSupport, Identity};
use acegate_vectors::Level;

use super::program::acegate;
use super::statement::{FEW, FEW_EVENTS, Report, case_mut, events, known, start_mut};
use super::{WRONG, is_inert, places};

#[test]
fn a_report_that_was_changed_makes_no_statement() {
    type Change = fn(&mut Vec<Event>);
    let changes: &[(Change, &str)] = &[
        (
            |events| {
                let case = case_mut(events, Verdict::Fail);
                (case.verdict, case.failing) = (Verdict::Pass, None);
            },
            "expected \"fail\", found \"pass\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).observed = None,
            "leads to the verdict fail",
        ),
        (
            |events| case_mut(events, Verdict::Pass).digest = "0".repeat(16),
            "field \"digest\"",
        ),
        (
            |events| case_mut(events, Verdict::Pass).name += "x",
            "the suite has no check",
        ),
        (
            |events| case_mut(events, Verdict::Fail).level = Level::May,
            "line 2, field \"level\": punycode/edge/leading-delimiter-alone: expected \"must\", found \"may\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).unexpected = false,
            "field \"unexpected\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).requirements.clear(),
            "field \"requirements\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).clause += "0",
            "field \"clause\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).expected.clear(),
            "field \"expected\"",
        ),
        (
            |events| case_mut(events, Verdict::Fail).input = None,
            "field \"input\"",
        ),
        (
            |events| case_mut(events, Verdict::Pass).kind_agrees = Some(false),
            "\"kind_agrees\"",
        ),
        (
            |events| {
                let finding = events.iter_mut().find_map(|event| match event {
                    Event::Finding(finding) => Some(finding),
                    _ => None,
                });
                finding.expect("a finding").level = Level::May;
            },
            "none of its checks is of level \"may\"",
        ),
        (
            |events| events.insert(1, events[2].clone()),
            "in the report twice",
        ),
        (|events| drop(events.remove(1)), "the counts are not those"),
        (
            |events| start_mut(events).checks -= 1,
            "line 1, field \"checks\"",
        ),
        (
            |events| start_mut(events).codecs.clear(),
            "does not say which codecs",
        ),
        (
            |events| start_mut(events).suite = "00ff".into(),
            "it is of suite 00ff, made by acegate 0.",
        ),
        (
            |events| start_mut(events).suite.clear(),
            "it does not name its suite",
        ),
        (
            |events| drop(events.remove(0)),
            "line 1: expected \"run-start\"",
        ),
    ];
    for (change, told) in changes {
        let mut events = FEW_EVENTS.clone();
        change(&mut events);
        let error = Report::new(&events)
            .statement("json")
            .expect_err("it contradicts the suite");
        assert!(
            error.starts_with("Some(2)") && error.contains(told),
            "{told}: {error}"
        );
    }
}

#[test]
fn the_same_report_makes_the_same_statement_and_another_run_a_different_one() {
    let report = Report::new(&FEW_EVENTS);
    let same = Report::new(&FEW_EVENTS);
    // Another run makes another report, if only by its date and times.
    let another = Report::new(&events(&[&["--cmd", WRONG], &FEW[..]].concat()));
    for format in ["json", "markdown", "html"] {
        let text = report.statement(format);
        assert!(text.is_ok(), "{text:?}");
        assert_eq!(same.statement(format), text, "{format}");
        assert_ne!(another.statement(format), text, "{format}");
    }
}

#[test]
fn a_file_that_is_no_report_makes_no_statement() {
    let report = Report::new(&FEW_EVENTS);
    report.0.write("text", "# A title\n");
    for wrong in ["text", "none"] {
        let output = acegate(&report.0, &["statement", wrong]);
        assert_eq!(output.status, Some(2), "{wrong}");
    }
}

#[test]
fn what_an_implementation_says_of_itself_is_inert_in_every_format() {
    let hostile =
        || "</td></tr><script>x</script> | `b` \u{202e}\u{1b}[31m\n# title ![x](y)".to_owned();
    let mut events = FEW_EVENTS.clone();
    let start = start_mut(&mut events);
    let (name, version, language, url) = (hostile(), hostile(), hostile(), hostile());
    start.implementation = Identity {
        name,
        version,
        language,
        url,
    };
    let with_hostile = |support: &mut CodecSupport| {
        let names = support.params.names().map(str::to_owned).chain([hostile()]);
        support.params = names.collect();
    };
    start.codecs.values_mut().for_each(with_hostile);
    start.codecs.insert(hostile(), Default::default());
    start.filters.push(hostile());
    start.arguments.push(hostile());
    start.baseline = Some(hostile());
    let report = Report::new(&events);
    for format in ["json", "markdown", "html"] {
        let text = report.statement(format).expect("a statement");
        assert!(is_inert(&text));
        assert!(text.lines().all(|line| !line.starts_with("# title")));
        assert!(format != "html" || !text.contains("<script>x"));
    }
    let text = report.statement("markdown").expect("a statement");
    // Nothing outside a code span is of the implementation.
    assert!(text.starts_with("# ``<"), "{}", &text[..80]);
    // Every row has the cells of the head of its table.
    let (mut columns, mut is_inside) = (0, false);
    for line in text.lines() {
        let cells = line.replace("\\|", "").matches('|').count();
        let is_row = line.starts_with('|');
        columns = if is_row && !is_inside { cells } else { columns };
        is_inside = is_row;
        assert!(!is_row || cells == columns, "{line}");
    }
}

#[test]
fn the_page_describes_every_field_of_the_json() {
    let fields = places(&known()).into_iter().map(|place| field(&place));
    let fields: BTreeSet<_> = fields.filter(|field| !field.ends_with(']')).collect();
    let page = include_str!("../../STATEMENT.md");
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let described: BTreeSet<&str> = rows.map(|(field, _)| field).collect();
    for field in &fields {
        assert!(described.contains(&**field), "STATEMENT.md lacks {field}");
    }
    assert!(fields.len() > 50, "{fields:?}");
}

/// The name of the field at a place, with `[]` for a list and `*` for a map with free names.
fn field(place: &str) -> String {
    place
        .split('/')
        .skip(1)
        .fold(String::new(), |field, name| match &*field {
            _ if name.parse::<usize>().is_ok() => field + "[]",
            "" => name.to_owned(),
            "claims" | "totals" | "run.verdicts" => field + ".*",
            _ => field + "." + name,
        })
}
