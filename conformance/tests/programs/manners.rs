//! Programs that take too much, leave processes or files, or write at the wrong time.

use acegate::judge::{ExitStatus, Verdict};

use super::support::{
    LIMITS, WORD, assert_costs_one_case, assert_diagnosis, assert_harmless, faults, run_misbehave,
};

#[test]
fn splits_its_replies_over_many_writes_or_is_noisy_on_standard_error() {
    for mode in ["splits-reply", "noisy-stderr"] {
        assert_harmless(&[mode]);
    }
}

#[test]
fn hangs_with_a_child_that_holds_standard_output() {
    assert_costs_one_case(&["hangs-with-child"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn leaves_a_child_that_floods_standard_output() {
    let words = ["leaves-flood", "--on", WORD];
    let ran = run_misbehave(&words, LIMITS).expect("it starts");
    // Which of the two is seen first, the end or the flood, is the system's choice.
    let [before, trigger, after] = ran.verdicts();
    assert_eq!([before, after], [Verdict::Pass; 2]);
    assert!(matches!(trigger, Verdict::Crash | Verdict::OutputLimit), "{trigger}");
}

#[test]
fn flushes_its_hello_but_no_reply() {
    let ran = run_misbehave(&["keeps-replies"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Timeout; 3]);
    assert_diagnosis(&["keeps-replies"], LIMITS, "does it not flush standard output");
}

#[test]
fn ignores_the_end_of_its_input() {
    let ran = run_misbehave(&["ignores-end"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass; 3]);
    assert_eq!(ran.end.exit, ExitStatus::AsExpected);
    assert!(ran.end.remarks[0].contains("did not end within 500ms"), "{:?}", ran.end.remarks);
    assert_diagnosis(&["ignores-end"], LIMITS, "end: did not end within 500ms");
}

#[test]
fn says_goodbye_on_standard_output() {
    let ran = run_misbehave(&["says-goodbye"], LIMITS).expect("it starts");
    assert_eq!(ran.end.totals.count(Verdict::ProtocolError), 1, "{:?}", ran.cases);
    assert!(ran.text("after").contains("no request asked for: goodbye"), "{}", ran.text("after"));
    assert!(faults(&["says-goodbye"], LIMITS)[0].contains("goodbye"));
}

#[test]
fn loses_or_reorders_requests_that_come_together() {
    for (mode, expected) in [
        (
            "loses-ahead",
            "of 64 requests sent together, where the reply to number 2 was due: no reply in",
        ),
        ("answers-backwards", "where the reply to number 1 was due: the reply to number 64 came"),
    ] {
        let ran = run_misbehave(&[mode], LIMITS).expect("it starts");
        assert_eq!(ran.verdicts(), [Verdict::Pass; 3], "a check sends one request at a time");
        assert_diagnosis(&[mode], LIMITS, expected);
    }
}
