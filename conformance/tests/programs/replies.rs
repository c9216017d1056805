//! Programs whose replies break the protocol, or never come.

use acegate::judge::{ExitStatus, Verdict};
use acegate::protocol::MAX_LINE;
use acegate::supervisor::Limits;

use super::support::{
    LIMITS, WORD, assert_costs_one_case, assert_diagnosis, assert_harmless, run_misbehave,
};

#[test]
fn that_are_right_pass() {
    assert_harmless(&["behaves"]);
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
fn answers_just_in_time() {
    assert_harmless(&["answers-late", "--late", "50"]);
}

#[test]
fn exits_in_the_middle_of_a_run() {
    assert_costs_one_case(&["exits"], Verdict::Crash, "ended with status 3");
}

#[test]
fn exits_with_success_in_the_middle_of_a_run() {
    assert_costs_one_case(&["exits", "--status", "0"], Verdict::Crash, "ended with status 0");
}

#[test]
fn aborts() {
    assert_costs_one_case(&["aborts"], Verdict::Crash, "signal 6 (SIGABRT)");
}

#[test]
fn segfaults() {
    assert_costs_one_case(&["segfaults"], Verdict::Crash, "signal 11 (SIGSEGV)");
}

#[test]
fn closes_its_standard_output_and_lives_on() {
    assert_costs_one_case(&["closes-stdout"], Verdict::Crash, "closed its standard output");
}

#[test]
fn reports_a_crash_of_its_own() {
    assert_costs_one_case(&["reports-crash"], Verdict::Crash, "index out of bounds");
}

#[test]
fn no_json() {
    let expected = "belongs to the protocol, but this line is not JSON: decoding...";
    assert_costs_one_case(&["no-json"], Verdict::ProtocolError, expected);
}

#[test]
fn not_a_reply() {
    assert_costs_one_case(&["not-a-reply"], Verdict::ProtocolError, "expected exactly one of");
}

#[test]
fn wrong_id() {
    assert_costs_one_case(&["wrong-id"], Verdict::ProtocolError, "wrong id: a reply to request");
}

#[test]
fn the_id_of_the_request_before_is_not_blamed_on_it() {
    assert_costs_one_case(&["previous-id"], Verdict::ProtocolError, "wrong id");
}

#[test]
fn answers_twice() {
    assert_costs_one_case(&["answers-twice"], Verdict::ProtocolError, "answered twice");
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
fn invalid_utf_8() {
    assert_costs_one_case(&["invalid-utf8"], Verdict::ProtocolError, "this line is not JSON");
}

#[test]
fn deep_nesting() {
    assert_costs_one_case(&["deep-reply"], Verdict::ProtocolError, "[[[[");
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
fn floods_standard_output() {
    assert_costs_one_case(&["floods-stdout"], Verdict::OutputLimit, "over 1048576 bytes");
}

#[test]
fn floods_standard_output_with_lines() {
    assert_costs_one_case(&["floods-lines"], Verdict::ProtocolError, "not JSON: noise");
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
fn floods_standard_error() {
    let text = "over 67108864 bytes of standard error";
    assert_costs_one_case(&["floods-stderr"], Verdict::OutputLimit, text);
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
