//! Conformance statements: their requirements and reservations, how they differ from what their report
//! makes, and the reports that make none.

use std::sync::LazyLock;

use acegate::event::{CaseEvent, Event, EventReader, Observed, RunStart};
use acegate::judge::{ExitStatus, Verdict};
use acegate::protocol::CodecSupport;
use acegate_deviations::find;
use acegate_vectors::{Check, Ledger, Level, Suite};
use serde_json::{Value as Json, json};

use super::program::{Folder, acegate, checked};
use super::{WRONG, lines, run};

const DEVIATION: &str = "punycode/leading-delimiter-consumed";

/// The checks of the cases about leading delimiters and a few others.
pub(super) const FEW: [&str; 4] = [
    "--id",
    "punycode/edge/*",
    "--id",
    "punycode/structure/leading-delimiter-*",
];

static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::embedded().expect("the ledger is valid"));

static CHECKS: LazyLock<Vec<Check>> =
    LazyLock::new(|| Suite::embedded().expect("the suite is valid").checks());

/// The events of the reference on the whole suite.
static REFERENCE: LazyLock<Vec<Event>> = LazyLock::new(|| events(&["reference"]));

/// The events of the deviation on the few checks.
pub(super) static FEW_EVENTS: LazyLock<Vec<Event>> =
    LazyLock::new(|| events(&[&["--cmd", WRONG], &FEW[..]].concat()));

/// The events of a check with these words.
pub(super) fn events(words: &[&str]) -> Vec<Event> {
    let folder = Folder::new();
    let output = run(&[&["check", "--report", &folder.word("run")], words].concat());
    assert!(matches!(output.status, Some(0 | 1)), "{}", output.err);
    EventReader::new(folder.read("run").as_bytes())
        .map(|it| it.expect("an event"))
        .collect()
}

/// A report file, and statements of it.
pub(super) struct Report(pub(super) Folder);

impl Report {
    pub(super) fn new(events: &[Event]) -> Self {
        let report = Self(Folder::new());
        report.0.write("run", lines(events).concat());
        report
    }

    /// The statement of the report, or why it makes none.
    pub(super) fn statement(&self, format: &str) -> Result<String, String> {
        let output = acegate(&self.0, &["statement", "run", "--format", format]);
        match output.status {
            Some(0) => Ok(output.out),
            status => Err(format!("{status:?}: {}", output.err)),
        }
    }
}

/// The statement of these events.
fn made(events: &[Event]) -> Json {
    let text = Report::new(events).statement("json").expect("a statement");
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Json) -> &[Json] {
    value.as_array().expect("a list")
}

fn row<'a>(statement: &'a Json, id: &str) -> &'a Json {
    list(&statement["requirements"])
        .iter()
        .find(|row| row["id"] == id)
        .expect("the requirement")
}

fn codes(statement: &Json) -> Vec<&str> {
    list(&statement["reservations"])
        .iter()
        .filter_map(|it| it["code"].as_str())
        .collect()
}

pub(super) fn start_mut(events: &mut [Event]) -> &mut RunStart {
    let Some(Event::RunStart(start)) = events.first_mut() else {
        panic!("a run starts")
    };
    start
}

pub(super) fn case_mut(events: &mut [Event], verdict: Verdict) -> &mut CaseEvent {
    let found = events.iter_mut().find_map(|event| match event {
        Event::Case(case) if case.verdict == verdict => Some(case),
        _ => None,
    });
    found.expect("a check has this verdict")
}

#[test]
fn the_reference_verifies_every_requirement_that_has_a_case() {
    let statement = made(&REFERENCE);
    assert_eq!(statement["conclusion"], "conforms");
    assert_eq!(
        (&statement["reservations"], &statement["not_claimed"]),
        (&json!([]), &json!([]))
    );
    let rows = list(&statement["requirements"]);
    assert_eq!(rows.len(), LEDGER.requirements.len());
    let place = |row: &Json| {
        ["must", "should", "may"]
            .iter()
            .position(|it| row["level"] == **it)
    };
    assert!(rows.is_sorted_by_key(place));
    for requirement in &LEDGER.requirements {
        let id = &requirement.id;
        let row = row(&statement, id);
        let of_it = CHECKS
            .iter()
            .filter(|check| check.case.requirements.contains(id))
            .count();
        assert_eq!(
            (&row["checks"], &row["passed"]),
            (&json!(of_it), &json!(of_it)),
            "{id}"
        );
        match &requirement.untestable {
            Some(why) if of_it == 0 => {
                let reason = json!({ "reason": "untestable", "text": why, "checks": 0 });
                assert_eq!(
                    (&row["result"], &row["not_tested"][0]),
                    (&"not-tested".into(), &reason)
                );
            }
            _ => assert_eq!(row["result"], "verified", "{id}"),
        }
    }
}

#[test]
fn a_deviation_fails_what_it_breaks_with_its_finding_and_checks() {
    let statement = made(&FEW_EVENTS);
    assert_eq!(statement["conclusion"], "exceptions");
    let claims = statement["claims"].as_object().expect("an object");
    assert_eq!(claims.keys().collect::<Vec<_>>(), ["punycode"]);
    let ops = json!(["encode", "decode", "to-ascii", "to-unicode"]);
    assert_eq!(claims["punycode"]["ops"], ops);
    let broken = find(DEVIATION).expect("a deviation").breaks;
    assert!(!broken.is_empty());
    for id in broken {
        let row = row(&statement, id);
        assert_eq!(row["result"], "failed", "{id}");
        let failed = &row["failed"][0];
        assert_eq!(failed["finding"], format!("deviation/{DEVIATION}"));
        assert!(CHECKS.iter().any(|check| failed["check"] == *check.name));
    }
    // The codecs that it does not have do not count against it.
    let rows = list(&statement["requirements"]);
    assert!(rows.iter().all(|row| row["codec"] == "punycode"));
    assert!(list(&statement["not_claimed"]).contains(&json!("uri2dec")));
    let must = rows.iter().filter(|row| row["level"] == "must").count();
    assert_eq!(statement["totals"]["must"]["all"], must);
}

#[test]
fn only_a_check_as_strict_as_its_requirement_fails_it() {
    // A check of should about a must, of the codec that the implementation has.
    let is_must = |id: &String| {
        LEDGER
            .requirement(id)
            .is_some_and(|it| it.level == Level::Must)
    };
    let weak = CHECKS.iter().find(|check| {
        let case = &check.case;
        let is_weak = case.level == Level::Should && case.ops.len() == 1;
        check.codec() == "punycode" && is_weak && case.requirements.iter().all(is_must)
    });
    let weak = weak.expect("a weaker check");
    let mut events = events(&["reference", "--id", &weak.case.id]);
    for event in &mut events {
        match event {
            Event::Case(case) if case.name == weak.name => {
                case.verdict = Verdict::Crash;
                (case.kind_agrees, case.position_agrees) = (None, None);
                let (code, text) = ("crash".into(), "signal 11".into());
                case.observed = Some(Observed::Fault { code, text });
            }
            Event::RunEnd(end) => {
                end.totals.verdicts = [(Verdict::Crash, 1)].into();
                end.totals.advisory += 1;
            }
            _ => {}
        }
    }
    let statement = made(&events);
    for id in &weak.case.requirements {
        assert_eq!(row(&statement, id)["result"], "advisory", "{id}");
    }
}

/// The statement of this deviation of Punycode on the checks of this choice.
fn made_of(deviation: &str, choice: &[&str]) -> Json {
    let command = format!("acegate serve --deviation {deviation}");
    made(&events(
        &[&["--cmd", &command, "--codec", "punycode"], choice].concat(),
    ))
}

#[test]
fn a_requirement_is_not_failed_by_a_fault_that_is_about_another_one() {
    // One case of 30,000 letters also names the order of the digits and where a number ends.
    let statement = made_of("punycode/encoder-wraps-at-32-bits", &[]);
    assert_eq!(statement["conclusion"], "exceptions");
    let overflow = row(&statement, "punycode-37");
    assert_eq!(
        (&overflow["result"], &overflow["except"]),
        (&json!("failed"), &json!([]))
    );
    for id in [
        "punycode-9",
        "punycode-10",
        "punycode-12",
        "punycode-13",
        "punycode-16",
    ] {
        let row = row(&statement, id);
        assert_eq!(row["result"], "kept-except", "{row}");
        assert_eq!(row["except"], json!(["punycode-37"]), "{row}");
        assert!(!list(&row["failed"]).is_empty(), "{row}");
    }
    let failed = statement["totals"]["must"]["failed"].as_u64();
    assert_eq!(
        (failed, &statement["totals"]["must"]["kept-except"]),
        (Some(1), &json!(5))
    );
}

#[test]
fn a_requirement_is_failed_if_the_fault_breaks_it_or_if_most_of_its_checks_fail() {
    // A tenth of what it breaks fails: that is enough.
    let statement = made_of("punycode/decoder-wraps-at-32-bits", &[]);
    for id in ["punycode-30", "punycode-31", "punycode-32"] {
        assert_eq!(row(&statement, id)["result"], "failed", "{id}");
    }
    // Two codes have the same text only where their numbers do not fit.
    let different = row(&statement, "punycode-36");
    assert_eq!(different["result"], "kept-except", "{different}");
    let overflows = json!(["punycode-30", "punycode-31", "punycode-32"]);
    assert_eq!(different["except"], overflows, "{different}");
    assert_eq!(row(&statement, "punycode-13")["result"], "kept-except");
    // The same requirement fails if a fault breaks it that is no overflow.
    let statement = made_of("punycode/leading-delimiter-consumed", &[]);
    assert_eq!(row(&statement, "punycode-36")["result"], "failed");
    // The only checks that were run.
    let choice = ["--id", "punycode/wide-biases/*-after-30000-encode"];
    let statement = made_of("punycode/encoder-wraps-at-32-bits", &choice);
    assert_eq!(row(&statement, "punycode-9")["result"], "failed");
    assert_eq!(statement["conclusion"], "exceptions");
}

#[test]
fn a_partial_run_says_so_and_why_each_requirement_was_not_tested() {
    let Some(Event::RunStart(start)) = FEW_EVENTS.first() else {
        panic!("a run starts")
    };
    assert_eq!(
        (&start.filters[0], start.enforce),
        (&FEW[..2].join(" "), Some(Level::Must))
    );
    assert!(
        start.date.ends_with('Z') && start.date.len() == 20,
        "{}",
        start.date
    );
    let statement = made(&FEW_EVENTS);
    let partial = statement["reservations"][0]["text"]
        .as_str()
        .expect("a text");
    assert!(codes(&statement) == ["partial"] && partial.contains("--id punycode/edge/*"));
    let rows = list(&statement["requirements"]).iter();
    let mut reasons = rows
        .filter(|row| row["result"] == "not-tested")
        .flat_map(|row| list(&row["not_tested"]));
    assert!(reasons.any(|it| it["reason"] == "filtered"));
    let mut shard = FEW_EVENTS.clone();
    start_mut(&mut shard).shard = Some("2/7".parse().expect("a shard"));
    assert!(
        made(&shard)["reservations"][0]
            .to_string()
            .contains("--shard 2/7")
    );
    let reference = Report::new(&events(&[&["reference"], &FEW[..]].concat()));
    for (format, conclusion) in [
        ("json", "incomplete"),
        ("markdown", "not all were tested"),
        ("html", "not all were tested"),
    ] {
        let text = reference.statement(format).expect("a statement");
        assert!(
            text.contains(conclusion) && text.contains("partial"),
            "{text}"
        );
    }
}

/// An adapter that offers Punycode, and skips all of it as the templates of acegate do.
const NOT_FILLED_IN: &str = r#"read -r hello
echo '{"type":"hello","protocol":1,"implementation":{"name":"open"},"codecs":{"punycode":{"ops":["decode"]}}}'
while read -r line; do
  id=${line#*\"id\":}
  printf '{"id":%s,"skip":"not filled in yet"}\n' "${id%%[!0-9]*}"
done
"#;

#[test]
fn an_operation_that_a_template_leaves_open_is_not_offered() {
    let folder = Folder::new();
    folder.write("adapter.sh", NOT_FILLED_IN);
    let command = format!("sh {}", folder.word("adapter.sh"));
    let words = ["check", "--report", &folder.word("run"), "--cmd", &command];
    run(&[&words[..], &FEW].concat());
    let output = acegate(&folder, &["statement", "run"]);
    let said = "not tested: the adapter does not offer decode";
    assert!(output.out.contains(said), "{} {}", output.out, output.err);
    assert!(!output.out.contains("not filled in yet"), "{}", output.out);
}

#[test]
fn a_run_that_did_not_end_says_so() {
    let statement = made(&FEW_EVENTS[..20]);
    assert_eq!(codes(&statement), ["partial", "cut-off"]);
    assert_eq!(statement["run"]["exit"], Json::Null);
    let mut events = FEW_EVENTS.clone();
    let Some(Event::RunEnd(end)) = events.last_mut() else {
        panic!("it ends")
    };
    (end.interrupted, end.exit) = (true, ExitStatus::Interrupted);
    assert_eq!(codes(&made(&events)), ["partial", "interrupted"]);
}

/// The statement of the deviation with a baseline of all that fails.
pub(super) fn known() -> Json {
    let folder = Folder::new();
    let baseline = ["--cmd", WRONG, "--baseline", &folder.word("known.yaml")];
    let words = [&baseline[..], &FEW].concat();
    events(&[&words[..], &["--update-baseline", "--reason", "Known."]].concat());
    made(&events(&words))
}

/// The statement of the reference on Punycode, without these checks and with this claim.
fn without(is_left_out: fn(&CaseEvent) -> bool, claim: fn(&mut CodecSupport)) -> Json {
    let mut events = REFERENCE.clone();
    events.retain(|event| match event {
        Event::Case(case) => case.codec == "punycode" && !is_left_out(case),
        _ => true,
    });
    let checks = checked(&events).count();
    let start = start_mut(&mut events);
    start.checks = checks;
    start.codecs.retain(|codec, _| codec == "punycode");
    start.codecs.values_mut().for_each(claim);
    let Some(Event::RunEnd(end)) = events.last_mut() else {
        panic!("it ends")
    };
    end.totals.verdicts = [(Verdict::Pass, checks)].into();
    made(&events)
}

#[test]
fn the_claim_bounds_the_checks_that_verify_a_requirement() {
    let is_host = |case: &CaseEvent| case.op.starts_with("to-");
    let labels = without(is_host, |it| it.ops.retain(|op| !op.starts_with("to-")));
    assert_eq!(
        (&labels["conclusion"], codes(&labels)),
        (&"conforms".into(), Vec::new())
    );
    let mut bounded = 0;
    for row in list(&labels["requirements"]) {
        let is_of_it = |check: &&Check| check.case.requirements.iter().any(|it| row["id"] == *it);
        let of_it = CHECKS.iter().filter(is_of_it);
        let (host, label): (Vec<_>, Vec<_>) = of_it.partition(|check| check.op.starts_with("to-"));
        let all = json!(label.len());
        assert_eq!((&row["checks"], &row["passed"]), (&all, &all), "{row}");
        let result = match (label.len(), host.len()) {
            (0, 0) => "not-tested",
            (0, _) => "not-claimed",
            _ => "verified",
        };
        assert_eq!(row["result"], result, "{row}");
        let reasons = list(&row["not_tested"])
            .iter()
            .filter(|it| it["reason"] == "not-claimed");
        let beyond: u64 = reasons.filter_map(|it| it["checks"].as_u64()).sum();
        assert_eq!(beyond, host.len() as u64, "{row}");
        bounded += usize::from(!label.is_empty() && !host.is_empty());
    }
    assert!(bounded > 10, "{bounded}");
    // A width that is not declared is no bound: the requirement keeps its checks.
    let is_about_width = |case: &CaseEvent| case.params.contains_key("width");
    let undeclared = without(is_about_width, |support| {
        support.params = support
            .params
            .names()
            .filter(|name| *name != "width")
            .collect();
    });
    let partly = list(&undeclared["requirements"]).iter().filter(|row| {
        row["passed"] != row["checks"]
            && row["not_tested"]
                .to_string()
                .contains("declare limits.width")
    });
    assert!(partly.clone().count() > 3);
    for row in partly {
        assert!(
            row["result"] == "partly-verified" || row["passed"] == 0,
            "{row}"
        );
    }
}

#[test]
fn a_product_is_named_beside_the_implementation() {
    let report = Report::new(&FEW_EVENTS);
    let product = ["--name", "Acme `IDNA`", "--version", "3.1"];
    for format in ["markdown", "html", "json"] {
        let words = [&["statement", "run", "--format", format], &product[..]].concat();
        let text = acegate(&report.0, &words).out;
        let own = report.statement(format).expect("a statement");
        assert!(
            text.contains("Acme `IDNA`") && !own.contains("Acme"),
            "{text}"
        );
        let title = |text: &str| {
            text.lines()
                .find(|line| line.contains("<h1 "))
                .map(str::to_owned)
        };
        assert!(format != "html" || title(&text) != title(&own), "{text}");
    }
    for wrong in [&product[2..], &["--name", ""]] {
        let output = acegate(&report.0, &[&["statement", "run"], wrong].concat());
        assert_eq!(output.status, Some(2), "{wrong:?}");
    }
}

#[test]
fn an_exception_lists_its_faults_in_the_words_of_the_findings() {
    let report = Report::new(&FEW_EVENTS);
    let summary = find(DEVIATION)
        .expect("a deviation")
        .summary
        .trim_end_matches('.');
    let text = report.statement("markdown").expect("a statement");
    let part = text
        .split("## Exceptions")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next());
    let part = part.expect("exceptions");
    let (items, faults): (Vec<_>, Vec<_>) = part
        .lines()
        .filter(|line| !line.is_empty())
        .partition(|line| line.starts_with("- "));
    assert!(!items.is_empty() && items.len() <= faults.len(), "{part}");
    assert!(
        faults.iter().all(|line| line.starts_with("  - `")),
        "{part}"
    );
    assert!(
        faults[0].contains(summary) && faults[0].contains("checks fail: "),
        "{part}"
    );
    let page = report.statement("html").expect("a statement");
    assert!(page.contains("<ul><li>"), "{page}");
}

#[test]
fn a_baseline_is_named_and_hides_no_failure() {
    let (plain, known) = (made(&FEW_EVENTS), known());
    assert_eq!(
        (&known["conclusion"], codes(&known)),
        (&plain["conclusion"], vec!["partial", "baseline"])
    );
    let said = known["reservations"][1]["text"].as_str().expect("a text");
    assert!(said.contains("They count as failed here"), "{said}");
    let rows = list(&known["requirements"]);
    for (row, plain) in rows.iter().zip(list(&plain["requirements"])) {
        assert_eq!(
            (&row["id"], &row["result"]),
            (&plain["id"], &plain["result"])
        );
    }
    let mut failed = rows.iter().flat_map(|row| list(&row["failed"])).peekable();
    assert!(failed.peek().is_some() && failed.all(|failed| failed["known"] == true));
}
