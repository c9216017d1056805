//! Conformance statements: what they say of a run, and how they are checked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::rc::Rc;
use std::sync::LazyLock;

use acegate::event::{
    BaselineVerdict, CaseEvent, Event, EventReader, KnownFailures, Recording, RunStart, StaleEntry,
    record, write_event,
};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::judge::{ExitStatus, Verdict};
use acegate::observation::StartError;
use acegate::protocol::{Description, Identity, Request};
use acegate::runner::RunOptions;
use acegate::statement::{
    Conclusion, Difference, Reason, RequirementEntry, RequirementStatus, SourceError, Statement,
    StatementError, differences, html, json, markdown, statement,
};
use acegate::suite::Filter;
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Ledger, Level, Suite};

/// It reads a code that begins with a delimiter, which breaks punycode-23 among others.
const DEVIATION: &str = "punycode/leading-delimiter-consumed";

type Starter = fn() -> Result<Box<dyn Implementation>, StartError>;

fn reference() -> Result<Box<dyn Implementation>, StartError> {
    Ok(Box::new(InProcess::registry(Registry::Reference)))
}

fn deviant() -> Result<Box<dyn Implementation>, StartError> {
    let codec = DeviantCodec::new(find(DEVIATION).expect("a deviation")).expect("a codec");
    Ok(Box::new(InProcess::new("deviant", "1.0", vec![Box::new(codec)])))
}

fn suite() -> &'static Suite {
    static SUITE: LazyLock<Suite> =
        LazyLock::new(|| Suite::embedded().expect("the suite is valid"));
    &SUITE
}

fn ledger() -> &'static Ledger {
    static LEDGER: LazyLock<Ledger> =
        LazyLock::new(|| Ledger::embedded().expect("the ledger is valid"));
    &LEDGER
}

/// The events of the deviation on the few checks.
fn few_events() -> Vec<Event> {
    static EVENTS: LazyLock<Vec<Event>> = LazyLock::new(|| events(deviant, &few(), None));
    EVENTS.clone()
}

/// The events of a run of these checks.
fn events(start: Starter, filter: &Filter, known: Option<Rc<dyn KnownFailures>>) -> Vec<Event> {
    let suite = suite();
    let all = suite.checks();
    let count = all.len();
    let checks = filter.apply(all).expect("it chooses some");
    let start_event = RunStart {
        suite: suite.digest().to_string(),
        arguments: vec!["--cmd".into(), "mine".into()],
        filtered: count - checks.len(),
        filters: filter.conditions(),
        ..RunStart::default()
    };
    let diagnose = Some(behaves_like as acegate::event::Diagnose);
    let recording = Recording { start: start_event, diagnose, known, ..Recording::default() };
    let mut events = Vec::new();
    let mut take = with_findings(|event: &Event| events.push(event.clone()));
    record(&checks, &start, &RunOptions::default(), &recording, &mut take).expect("it starts");
    drop(take);
    events
}

fn file(events: &[Event]) -> Vec<u8> {
    let mut file = Vec::new();
    events.iter().for_each(|event| write_event(event, &mut file).expect("memory takes it"));
    file
}

fn made(events: &[Event]) -> Result<Statement, SourceError> {
    statement(&file(events), suite(), ledger())
}

/// The checks of the cases about leading delimiters and a few others.
fn few() -> Filter {
    Filter::default().ids(["punycode/edge/*", "punycode/structure/leading-delimiter-*"])
}

fn row<'a>(statement: &'a Statement, id: &str) -> &'a RequirementEntry {
    statement.requirements.iter().find(|row| row.id == id).expect("the requirement is there")
}

fn case_mut(events: &mut [Event], verdict: Verdict) -> &mut CaseEvent {
    let found = events.iter_mut().find_map(|event| match event {
        Event::Case(case) if case.verdict == verdict => Some(case),
        _ => None,
    });
    found.expect("a check has this verdict")
}

fn start_mut(events: &mut [Event]) -> &mut RunStart {
    let Some(Event::RunStart(start)) = events.first_mut() else { panic!("a run starts") };
    start
}

#[test]
fn the_reference_verifies_every_requirement_that_has_a_case() {
    let filter = Filter::default();
    let statement = made(&events(reference, &filter, None)).expect("a statement");
    assert_eq!(statement.conclusion, Conclusion::Conforms);
    assert_eq!(statement.reservations, []);
    assert_eq!(statement.not_claimed, [""; 0]);
    let checks = suite().checks();
    assert_eq!(statement.requirements.len(), ledger().requirements.len());
    let levels: Vec<_> = statement.requirements.iter().map(|row| row.level).collect();
    assert!(
        levels
            .is_sorted_by_key(|level| ["must", "should", "may"].iter().position(|it| it == level))
    );
    for requirement in &ledger().requirements {
        let row = row(&statement, &requirement.id);
        let of_it = checks.iter().filter(|check| check.case.requirements.contains(&row.id)).count();
        assert_eq!((row.checks, row.passed), (of_it, of_it), "{}", row.id);
        match &requirement.untestable {
            Some(why) if of_it == 0 => {
                assert_eq!(row.result, RequirementStatus::NotTested);
                assert_eq!(
                    (row.not_tested[0].reason, &row.not_tested[0].text),
                    (Reason::Untestable, why)
                );
            }
            _ => assert_eq!(row.result, RequirementStatus::Verified, "{}", row.id),
        }
    }
}

#[test]
fn a_deviation_fails_what_it_breaks_with_its_finding_and_checks() {
    let statement = made(&few_events()).expect("a statement");
    assert_eq!(statement.conclusion, Conclusion::Exceptions);
    assert_eq!(statement.claims.keys().collect::<Vec<_>>(), ["punycode"]);
    let broken = find(DEVIATION).expect("a deviation").breaks;
    assert!(!broken.is_empty());
    for id in broken {
        let row = row(&statement, id);
        assert_eq!(row.result, RequirementStatus::Failed, "{id}");
        let failed = row.failed.first().expect("a check fails");
        assert_eq!(failed.finding.as_deref(), Some(&*format!("deviation/{DEVIATION}")));
        assert!(suite().checks().iter().any(|check| check.name == failed.check));
    }
    // The codecs that it does not have are not held against it.
    assert!(statement.requirements.iter().all(|row| row.codec == "punycode"));
    assert!(statement.not_claimed.iter().any(|codec| codec == "uri2dec"));
    let totals = statement.totals["must"];
    let rows = statement.requirements.iter().filter(|row| row.level == "must").count();
    assert_eq!(totals.all, rows);
}

#[test]
fn only_a_check_as_strict_as_its_requirement_fails_it() {
    // A check of should about a must, of the codec that the implementation has.
    let weak = suite().checks().into_iter().find(|check| {
        check.codec() == "punycode"
            && check.case.level == Level::Should
            && check.case.ops.len() == 1
            && check.case.requirements.iter().all(|id| {
                ledger().requirement(id).is_some_and(|requirement| requirement.level == Level::Must)
            })
    });
    let weak = weak.expect("a weaker check");
    let mut events = events(reference, &Filter::default().ids([&*weak.case.id]), None);
    for event in &mut events {
        match event {
            Event::Case(case) if case.name == weak.name => {
                case.verdict = Verdict::Crash;
                case.observed = Some(acegate::event::Observed::Fault {
                    code: "crash".into(),
                    text: "signal 11".into(),
                });
            }
            Event::RunEnd(end) => {
                end.totals.verdicts = [(Verdict::Crash, 1)].into();
                end.totals.advisory += 1;
            }
            _ => {}
        }
    }
    let statement = made(&events).expect("a statement");
    for id in &weak.case.requirements {
        assert_eq!(row(&statement, id).result, RequirementStatus::Advisory, "{id}");
    }
}

#[test]
fn a_partial_run_says_so_and_why_each_requirement_was_not_tested() {
    let statement = made(&few_events()).expect("a statement");
    let partial = &statement.reservations[0];
    assert_eq!(partial.code, "partial");
    assert!(partial.text.contains("--id punycode/edge/*"), "{}", partial.text);
    let filtered =
        statement.requirements.iter().filter(|row| row.result == RequirementStatus::NotTested);
    let reasons: Vec<_> =
        filtered.flat_map(|row| row.not_tested.iter().map(|it| it.reason)).collect();
    assert!(reasons.contains(&Reason::Filtered), "{reasons:?}");
    let reference = made(&events(reference, &few(), None)).expect("a statement");
    assert_eq!(reference.conclusion, Conclusion::Incomplete);
    let mut shard = few_events();
    start_mut(&mut shard).shard = Some("2/7".parse().expect("a shard"));
    let shard = made(&shard).expect("a statement");
    assert!(shard.reservations[0].text.contains("--shard 2/7"), "{:?}", shard.reservations);
    for text in [markdown(&reference), html(&reference)] {
        assert!(text.contains("Not all were asked") && text.contains("partial"));
    }
}

#[test]
fn a_run_that_did_not_end_says_so() {
    let mut events = few_events();
    let mut cut_off = events.clone();
    cut_off.truncate(20);
    let statement = made(&cut_off).expect("a statement");
    let codes = |statement: &Statement| -> Vec<_> {
        statement.reservations.iter().map(|it| it.code).collect()
    };
    assert_eq!(codes(&statement), ["partial", "cut-off"]);
    assert_eq!(statement.run.exit, None);
    let Some(Event::RunEnd(end)) = events.last_mut() else { panic!("it ends") };
    (end.interrupted, end.exit) = (true, ExitStatus::Interrupted);
    assert_eq!(codes(&made(&events).expect("a statement")), ["partial", "interrupted"]);
}

/// A baseline that knows every failure.
#[derive(Debug)]
struct KnowsAll;

impl KnownFailures for KnowsAll {
    fn verdict(&self, case: &CaseEvent, _: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        case.verdict.is_failure().then_some(BaselineVerdict::ExpectedFailure)
    }

    fn stale(&self) -> Vec<StaleEntry> {
        Vec::new()
    }
}

#[test]
fn a_baseline_is_named_and_hides_no_failure() {
    let plain = made(&few_events()).expect("a statement");
    let known = made(&events(deviant, &few(), Some(Rc::new(KnowsAll)))).expect("a statement");
    assert_eq!(known.conclusion, Conclusion::Exceptions);
    let results = |statement: &Statement| -> BTreeMap<String, RequirementStatus> {
        statement.requirements.iter().map(|row| (row.id.clone(), row.result)).collect()
    };
    assert_eq!(results(&known), results(&plain));
    let said = known.reservations.iter().find(|it| it.code == "baseline").expect("it is said");
    assert!(said.text.contains("They count as failed here"), "{}", said.text);
    assert!(known.requirements.iter().flat_map(|row| &row.failed).all(|failed| failed.known));
}

#[test]
fn a_report_that_was_changed_makes_no_statement() {
    let whole = few_events();
    let wrong = |change: &dyn Fn(&mut Vec<Event>)| {
        let mut events = whole.clone();
        change(&mut events);
        made(&events).expect_err("it contradicts the suite").to_string()
    };
    for (change, told) in [
        (
            &(|events: &mut Vec<Event>| {
                let case = case_mut(events, Verdict::Fail);
                (case.verdict, case.failing) = (Verdict::Pass, None);
            }) as &dyn Fn(&mut Vec<Event>),
            "the report says pass, and the answer in it makes it fail",
        ),
        (&|events| case_mut(events, Verdict::Fail).observed = None, "nothing that makes it fail"),
        (&|events| case_mut(events, Verdict::Pass).digest = "0".repeat(16), "its digest"),
        (&|events| case_mut(events, Verdict::Pass).name += "x", "the suite has no such check"),
        (&|events| events.insert(1, events[2].clone()), "in the report twice"),
        (&|events| drop(events.remove(1)), "the counts at its end"),
        (&|events| start_mut(events).checks -= 1, "checks, and says it has"),
        (&|events| start_mut(events).codecs.clear(), "does not say which codecs"),
        (
            &|events| start_mut(events).suite = "00ff".into(),
            "it is of suite 00ff, made by acegate 0.",
        ),
        (&|events| start_mut(events).suite.clear(), "it does not name its suite"),
        (&|events| drop(events.remove(0)), "line 1: expected \"run-start\""),
    ] {
        let error = wrong(change);
        assert!(error.contains(told), "{told}: {error}");
    }
}

#[test]
fn each_change_of_a_statement_is_named_with_its_place_and_both_values() {
    let statement = made(&few_events()).expect("a statement");
    let found = |text: &str| differences(text, &statement).expect("a statement");
    let id = &statement
        .requirements
        .iter()
        .find(|row| row.result == RequirementStatus::Failed)
        .expect("one")
        .id;
    for text in [json(&statement), markdown(&statement), html(&statement)] {
        assert_eq!(found(&text), []);
    }
    // JSON: the field of the requirement.
    let whole = json(&statement);
    let changed = whole.replacen("\"result\": \"failed\"", "\"result\": \"verified\"", 1);
    let expected = Difference {
        place: format!("requirements[{id}].result"),
        statement: Some("\"verified\"".into()),
        report: Some("\"failed\"".into()),
    };
    assert_eq!(found(&changed), [expected]);
    assert_eq!(found(&whole.replace("\n  ", "\n")), []);
    let twice = whole.replacen("\"result\":", "\"result\": \"verified\",\n \"result\":", 1);
    assert_eq!(found(&twice)[0].place, "the text");
    let sha = &statement.report.sha256;
    assert_eq!(found(&whole.replace(sha, &"0".repeat(64)))[0].place, "report.sha256");
    let without = whole.replacen("\"code\": \"partial\"", "\"code\": \"nothing\"", 1);
    let places: Vec<_> = found(&without).into_iter().map(|it| it.place).collect();
    assert_eq!(places, ["reservations[partial]", "reservations[nothing]"]);
    // Markdown and HTML: the cells of the row.
    for (text, old, new) in [
        (markdown(&statement), " failed | ", " verified | "),
        (html(&statement), ">failed</td>", ">verified</td>"),
    ] {
        let line = text.lines().position(|line| line.contains(&**id) && line.contains(old));
        let line = line.expect("the row") + 1;
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines[line - 1] = lines[line - 1].replacen(old, new, 1);
        let changed = lines.join("\n") + "\n";
        let expected = Difference {
            place: format!("line {line} ({id})"),
            statement: Some("verified".into()),
            report: Some("failed".into()),
        };
        assert_eq!(found(&changed), [expected]);
        // A row that is taken out, and one that is added.
        lines.remove(line - 1);
        let gone = found(&(lines.join("\n") + "\n"));
        assert!(gone.len() == 1 && gone[0].statement.is_none(), "{gone:?}");
        assert!(gone[0].to_string().contains(&**id), "{}", gone[0]);
        lines.insert(3, "All is well.".into());
        assert_eq!(found(&(lines.join("\n") + "\n")).len(), 2);
    }
    let hostile = format!("{}\u{1b}[2J", markdown(&statement));
    assert!(!found(&hostile)[0].to_string().contains('\u{1b}'));
}

#[test]
fn a_text_that_is_not_a_statement_of_this_version_is_refused() {
    let statement = made(&few_events()).expect("a statement");
    let refused = |text: &str| differences(text, &statement).expect_err("it is refused");
    assert_eq!(refused(""), StatementError::NotAStatement);
    assert_eq!(refused("# A title\n"), StatementError::NotAStatement);
    assert!(matches!(refused("{"), StatementError::NotJson(_)));
    let newer = json(&statement).replacen("\"statement\": 1", "\"statement\": 2", 1);
    assert_eq!(refused(&newer), StatementError::Version("2".into()));
    assert_eq!(refused("{}"), StatementError::Version("null".into()));
}

/// An implementation whose description is hostile.
struct Hostile {
    description: Description,
    inner: Box<dyn Implementation>,
}

const HOSTILE: &str = "</td></tr><script>x</script> | `b` \u{202e}\u{1b}[31m\n# title ![x](y)";

impl Implementation for Hostile {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> acegate::observation::Observation {
        self.inner.answer(request)
    }
}

fn hostile() -> Result<Box<dyn Implementation>, StartError> {
    let inner = deviant()?;
    let mut description = inner.describe().clone();
    let text = || HOSTILE.to_owned();
    description.implementation =
        Identity { name: text(), version: text(), language: text(), url: text() };
    description.codecs.values_mut().for_each(|support| support.params.push(text()));
    description.codecs.insert(text(), Default::default());
    Ok(Box::new(Hostile { description, inner }))
}

#[test]
fn what_an_implementation_says_of_itself_is_inert_in_every_format() {
    let mut events = events(hostile, &few(), None);
    start_mut(&mut events).filters.push(HOSTILE.into());
    start_mut(&mut events).baseline = Some(HOSTILE.into());
    start_mut(&mut events).arguments.push(HOSTILE.into());
    let statement = made(&events).expect("a statement");
    for text in [json(&statement), markdown(&statement), html(&statement)] {
        let steers = |c: char| c != '\n' && c.is_control() || matches!(c, '\u{202a}'..='\u{202e}');
        assert!(!text.contains(steers));
        assert!(text.lines().all(|line| !line.starts_with("# title")));
        assert_eq!(differences(&text, &statement), Ok(Vec::new()));
    }
    assert!(!html(&statement).contains("<script>x"));
    let text = markdown(&statement);
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

fn acegate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_acegate"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program was built")
}

#[test]
fn the_commands_make_and_check_a_statement_by_their_exit_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| acegate(folder.path(), arguments);
    let check = ["check", "reference", "--codec", "utf5", "--report", "run.ndjson"];
    assert_eq!(run(&check).status.code(), Some(0));
    for format in ["markdown", "html", "json"] {
        let output = run(&["statement", "run.ndjson", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        fs::write(folder.path().join(format), &output.stdout).expect("a file");
        let verify = ["verify-statement", format, "--report", "run.ndjson"];
        let output = run(&verify);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        let text = fs::read_to_string(folder.path().join(format)).expect("UTF-8");
        fs::write(folder.path().join(format), text.replace("partial", "whole")).expect("a file");
        let output = run(&verify);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("whole") && told.contains("partial"), "{told}");
    }
    // Another run makes another report, if only by its date and times.
    fs::write(folder.path().join("md"), run(&["statement", "run.ndjson"]).stdout).expect("a file");
    let again = ["check", "reference", "--codec", "utf5", "--report", "again.ndjson"];
    assert_eq!(run(&again).status.code(), Some(0));
    let output = run(&["verify-statement", "md", "--report", "again.ndjson"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("(Report (SHA-256)): the statement says")
    );
    for wrong in [
        &["statement", "md"][..],
        &["statement", "no.ndjson"],
        &["verify-statement", "run.ndjson", "--report", "run.ndjson"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn the_page_describes_every_field_of_the_json() {
    let mut fields = std::collections::BTreeSet::new();
    let statement = made(&events(deviant, &few(), Some(Rc::new(KnowsAll)))).expect("a statement");
    let value: serde_json::Value = serde_json::from_str(&json(&statement)).expect("JSON");
    collect("", &value, &mut fields);
    let page = include_str!("../STATEMENT.md");
    let described: std::collections::BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .map(|(field, _)| field.to_owned())
        .collect();
    for field in &fields {
        assert!(described.contains(field), "STATEMENT.md lacks {field}");
    }
    assert!(fields.len() > 50, "{fields:?}");
}

/// The names of fields, with `[]` for a list and `*` for a map with names of its own.
fn collect(
    place: &str,
    value: &serde_json::Value,
    fields: &mut std::collections::BTreeSet<String>,
) {
    let own = ["claims", "totals", "run.verdicts"];
    match value {
        serde_json::Value::Object(map) => {
            for (name, value) in map {
                let name = if own.contains(&place) { "*" } else { name };
                let place =
                    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
                fields.insert(place.clone());
                collect(&place, value, fields);
            }
        }
        serde_json::Value::Array(values) => {
            values.iter().for_each(|value| collect(&format!("{place}[]"), value, fields));
        }
        _ => {}
    }
}

/// Reading a report back gives what was written.
#[test]
fn a_report_holds_claims_date_and_choice() {
    let events = few_events();
    let read: Vec<_> = EventReader::new(&*file(&events)).map(|event| event.expect("one")).collect();
    assert_eq!(read, events);
    let Event::RunStart(start) = &read[0] else { panic!("a run starts") };
    assert_eq!(
        start.codecs["punycode"].ops.len(),
        deviant().expect("it").describe().codecs["punycode"].ops.len()
    );
    assert_eq!(
        (start.filters[0].as_str(), start.enforce.as_str()),
        ("--id punycode/edge/*", "must")
    );
    assert!(start.date.ends_with('Z') && start.date.len() == 20, "{}", start.date);
}
