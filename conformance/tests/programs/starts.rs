//! Programs that do not start as they should.

use acegate::judge::{ExitStatus, Verdict};
use acegate::observation::StartError;
use acegate::runner::RunOptions;
use acegate::supervisor::Program;

use super::support::{
    IMPATIENT, LIMITS, VECTORS, WORD, assert_diagnosis, checks, run_checks, run_misbehave,
};

#[test]
fn that_do_not_say_hello_do_not_start_and_the_run_and_the_doctor_say_why() {
    for (words, expected, advice) in [
        (
            &["exits-at-once", "--status", "0"][..],
            "ended with status 0",
            "ended with status 0 without saying hello",
        ),
        (&["exits-at-once"], "ended with status 3", "ended with status 3 without saying hello"),
        (&["dies-on-hello"], "SIGABRT", "signal 6 (SIGABRT) without saying"),
        (&["hangs-at-hello"], "no reply in 500ms", "Flush after every line"),
        (&["never-flushes"], "does it not flush standard output", "Flush after every line"),
        (&["floods-at-hello"], "over 1048576 bytes of output", "over 1048576 bytes of output"),
        (&["banner"], "not JSON: misbehave 1.0 ready", "banners and logs go to standard error"),
        (&["wrong-type"], "\"type\":\"hello\"", "is JSON, but not a hello"),
        (&["no-metadata"], "not a reply", "is JSON, but not a hello"),
    ] {
        let is_silent = matches!(words, ["hangs-at-hello" | "never-flushes"]);
        let limits = if is_silent { IMPATIENT } else { LIMITS };
        let error = run_misbehave(words, limits).expect_err("it does not start");
        assert!(error.to_string().contains(expected), "{words:?}: {error}");
        assert_diagnosis(words, limits, advice);
    }
}

#[test]
fn that_do_not_exist_cannot_be_run() {
    let program = Program::new(["/no/such/program"]);
    let error = acegate::doctor::examine(&program, LIMITS).expect_err("there is no program");
    assert!(matches!(&error, StartError::Spawn { .. }), "{error}");
    assert!(error.to_string().contains("/no/such/program"), "{error}");
}

#[test]
fn wrong_version() {
    let error = run_misbehave(&["wrong-version"], LIMITS).expect_err("it does not start");
    assert_eq!(error, StartError::Version { found: 2, spoken: 1 });
    assert_diagnosis(&["wrong-version"], LIMITS, "protocol 2; this runner speaks 1");
}

#[test]
fn no_codecs_in_hello() {
    let ran = run_misbehave(&["no-codecs"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::Skip; 3]);
    assert_eq!(ran.end.exit, ExitStatus::NothingRan);
    assert_diagnosis(&["no-codecs"], LIMITS, "none is listed");
}

#[test]
fn banner_after_hello_fails_every_case() {
    let ran = run_misbehave(&["banner-after-hello"], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Verdict::ProtocolError; 3]);
    for name in ["before", "trigger", "after"] {
        let text = ran.text(name);
        assert!(text.contains("no request asked for: waiting for requests"), "{text}");
    }
    assert_eq!(ran.end.exit, ExitStatus::Unexpected);
}

#[test]
fn starts_only_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("started");
    let words = ["starts-once", "--file", file.to_str().expect("UTF-8"), "--on", WORD];
    let ran = run_misbehave(&words, LIMITS).expect("it starts once");
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Crash, Verdict::NotRun]);
    assert!(!ran.case("trigger").order_dependent, "that was never found out");
    assert!(ran.text("after").contains("10 restarts in a row"), "{}", ran.text("after"));
    assert_eq!(ran.end.exit, ExitStatus::NotAlive);
}

#[test]
fn is_given_up_after_ten_restarts_without_a_good_reply() {
    let case = VECTORS.find("  - id: \"punycode/programs/trigger\"").expect("the case");
    let (head, cases) = VECTORS.split_at(VECTORS.find("  - id").expect("a case"));
    let trigger = &VECTORS[case..VECTORS.find("  - id: \"punycode/programs/after\"").expect("it")];
    let mut text = format!("{head}{cases}");
    for number in 0..20 {
        text += "\n";
        let id = format!("/programs/trigger-{number}\"");
        text += trigger.replace("/programs/trigger\"", &id).trim_end();
        text += "\n";
    }
    let checks = checks(&text);
    let ran = run_checks(&checks, &["exits"], LIMITS, &RunOptions::default()).expect("it starts");
    let count = |verdict| ran.end.totals.count(verdict);
    assert_eq!(count(Verdict::Crash), 11, "the first start and ten restarts");
    assert_eq!(count(Verdict::NotRun), 12, "all others");
    assert_eq!(ran.end.exit, ExitStatus::NotAlive);
}
