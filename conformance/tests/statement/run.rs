//! Conclusion, requirements and reservations of a statement, and the reports that make none.

use std::collections::BTreeMap;
use std::rc::Rc;

use acegate::event::{CaseEvent, Event, EventReader};
use acegate::judge::{ExitStatus, Verdict};
use acegate::statement::{
    Conclusion, Reason, RequirementEntry, RequirementStatus, Statement, html, markdown,
};
use acegate::suite::Filter;
use acegate_deviations::find;
use acegate_vectors::Level;

use super::support::{
    DEVIATION, KnowsAll, deviant, events, few, few_events, file, ledger, made, reference,
    start_mut, suite,
};

#[test]
fn the_reference_verifies_every_requirement_that_has_a_case() {
    let filter = Filter::default();
    let statement = made(&events(reference, &filter, None)).expect("a statement");
    assert_eq!(statement.conclusion, Conclusion::Conforms);
    assert_eq!(statement.reservations, []);
    assert_eq!(statement.not_claimed, [""; 0]);
    let checks = suite().checks();
    assert_eq!(statement.requirements.len(), ledger().requirements.len());
    assert!(statement.requirements.is_sorted_by_key(|row| std::cmp::Reverse(row.level)));
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
    let rows = statement.requirements.iter().filter(|row| row.level == Level::Must).count();
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
                (case.kind_agrees, case.position_agrees) = (None, None);
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
            "expected \"fail\", found \"pass\"",
        ),
        (&|events| case_mut(events, Verdict::Fail).observed = None, "makes the verdict fail"),
        (&|events| case_mut(events, Verdict::Pass).digest = "0".repeat(16), "field \"digest\""),
        (&|events| case_mut(events, Verdict::Pass).name += "x", "the suite has no check"),
        (
            &|events| case_mut(events, Verdict::Fail).level = Level::May,
            "line 2, field \"level\": punycode/edge/leading-delimiter-alone: expected \"must\", found \"may\"",
        ),
        (&|events| case_mut(events, Verdict::Fail).unexpected = false, "field \"unexpected\""),
        (&|events| case_mut(events, Verdict::Fail).requirements.clear(), "field \"requirements\""),
        (&|events| case_mut(events, Verdict::Fail).clause += "0", "field \"clause\""),
        (&|events| case_mut(events, Verdict::Fail).expected.clear(), "field \"expected\""),
        (&|events| case_mut(events, Verdict::Fail).input = None, "field \"input\""),
        (&|events| case_mut(events, Verdict::Pass).kind_agrees = Some(false), "\"kind_agrees\""),
        (
            &|events| {
                let finding = events.iter_mut().find_map(|event| match event {
                    Event::Finding(finding) => Some(finding),
                    _ => None,
                });
                finding.expect("a finding").level = Level::May;
            },
            "none of its checks is of level \"may\"",
        ),
        (&|events| events.insert(1, events[2].clone()), "in the report twice"),
        (&|events| drop(events.remove(1)), "the counts are not those"),
        (&|events| start_mut(events).checks -= 1, "line 1, field \"checks\""),
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
        (start.filters[0].as_str(), start.enforce),
        ("--id punycode/edge/*", Some(Level::Must))
    );
    assert!(start.date.ends_with('Z') && start.date.len() == 20, "{}", start.date);
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
