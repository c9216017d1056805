//! Programs whose replies break the protocol, or never come.

use acegate::judge::{ExitStatus, Verdict};
use acegate::protocol::MAX_LINE;
use acegate::supervisor::Limits;

use super::support::{
    LIMITS, WORD, assert_costs_one_case, assert_diagnosis, assert_harmless, run_misbehave,
};

#[test]
fn that_are_right_pass() {
    for mode in [&["behaves"][..], &["answers-late", "--late", "50"]] {
        assert_harmless(mode);
    }
}

#[test]
fn end_before_they_reply() {
    for (mode, expected) in [
        (&["exits"][..], "ended with status 3"),
        (&["exits", "--status", "0"], "ended with status 0"),
        (&["aborts"], "signal 6 (SIGABRT)"),
        (&["segfaults"], "signal 11 (SIGSEGV)"),
        (&["closes-stdout"], "closed its standard output"),
        (&["reports-crash"], "index out of bounds"),
    ] {
        assert_costs_one_case(mode, Verdict::Crash, expected);
    }
}

#[test]
fn reply_with_a_line_that_is_not_the_reply() {
    for (mode, expected) in [
        ("no-json", "belongs to the protocol, but this line is not JSON: decoding..."),
        ("invalid-utf8", "this line is not JSON"),
        ("floods-lines", "not JSON: noise"),
        ("not-a-reply", "expected exactly one of"),
        ("deep-reply", "[[[["),
        ("wrong-id", "wrong id: a reply to request"),
        // The request before is not blamed for it.
        ("previous-id", "wrong id"),
        ("answers-twice", "answered twice"),
    ] {
        assert_costs_one_case(&[mode], Verdict::ProtocolError, expected);
    }
}

#[test]
fn flood_either_stream() {
    for (mode, expected) in [
        ("floods-stdout", "over 1048576 bytes"),
        ("floods-stderr", "over 67108864 bytes of standard error"),
    ] {
        assert_costs_one_case(&[mode], Verdict::OutputLimit, expected);
    }
}

#[test]
fn hangs() {
    assert_costs_one_case(&["hangs"], Verdict::Timeout, "no reply in 1.5s: does it hang");
}

#[test]
fn ignores_sigterm() {
    assert_costs_one_case(&["ignores-sigterm"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn stops_itself() {
    assert_costs_one_case(&["stops"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn answers_late_and_the_late_reply_is_never_another_requests() {
    assert_costs_one_case(&["answers-late"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn answers_everything_twice() {
    let ran = run_misbehave(&["answers-twice"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::ProtocolError; 3], "{:?}", ran.cases);
}

#[test]
fn answers_the_last_request_twice() {
    let ran = run_misbehave(&["answers-twice", "--on", "bcher"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Pass, Verdict::ProtocolError]);
}

#[test]
fn a_number_beyond_every_integer_is_a_wrong_value() {
    let ran = run_misbehave(&["huge-number", "--on", WORD], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Fail, Verdict::Pass]);
    let observed = serde_json::to_string(&ran.case("trigger").observed).expect("it is JSON");
    assert!(observed.contains("18446744073709551616"), "{observed}");
}

#[test]
fn a_number_of_a_mebibyte_is_a_wrong_value() {
    let ran = run_misbehave(&["long-number", "--on", WORD], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Fail, Verdict::Pass]);
}

#[test]
fn a_line_of_the_greatest_length_passes() {
    let length = MAX_LINE.to_string();
    assert_harmless(&["pads-reply", "--bytes", &length]);
}

#[test]
fn a_line_one_byte_longer_does_not() {
    let length = (MAX_LINE + 1).to_string();
    let mode = ["pads-reply", "--bytes", &length];
    assert_costs_one_case(&mode, Verdict::OutputLimit, "over 1048576 bytes of output");
}

#[test]
fn a_line_over_the_limit_that_comes_at_once_does_not_either() {
    let limits = Limits { output: 8192, ..LIMITS };
    let words = |length| ["pads-reply", "--bytes", length, "--on", WORD];
    let verdict = |length| {
        let ran = run_misbehave(&words(length), limits).expect("it starts");
        ran.case("trigger").verdict
    };
    assert_eq!(verdict("8192"), Verdict::Pass);
    assert_eq!(verdict("8193"), Verdict::OutputLimit);
}

#[test]
fn floods_standard_output_after_its_reply() {
    let expected = "a line that no request asked for";
    let mode = ["floods-after-reply", "--on", WORD];
    let ran = run_misbehave(&mode, LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::ProtocolError, Verdict::Pass]);
    assert!(ran.text("trigger").contains(expected), "{}", ran.text("trigger"));
    assert_diagnosis(&["floods-after-reply"], LIMITS, expected);
}

#[test]
fn fails_only_after_another_request() {
    let ran = run_misbehave(&["exits-on-second"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Crash, Verdict::Pass]);
    assert!(ran.case("trigger").order_dependent);
    assert_eq!(ran.end.totals.order_dependent, 1);
    assert_eq!(ran.case("trigger").after, ["punycode/programs/before"]);
    assert_eq!(ran.end.exit, ExitStatus::Unexpected);
}
