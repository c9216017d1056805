//! The tests of a program as cargo, cargo-nextest and people run them.

#[cfg(feature = "yaml")]
use std::fs;
use std::process::{Command, Output};

use acegate_vectors::Suite;

/// A test with a code of 20,000 characters.
const LONG: &str = "punycode/long/leading-delimiter-then-20000";

const WORD: &str = "punycode/edge/leading-delimiter-word";

fn wrong(arguments: &[&str], env: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wrong"));
    let variables =
        ["NEXTEST", "PANICS", "ACEGATE_TESTS", "ACEGATE_BASELINE", "ACEGATE_UPDATE_BASELINE"];
    for name in variables {
        command.env_remove(name);
    }
    command.args(arguments).envs(env.iter().copied()).output().expect("it was built")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[track_caller]
fn expect(output: &Output, status: i32, parts: &[&str]) {
    let text = text(output);
    assert_eq!(output.status.code(), Some(status), "{text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "{part:?} in {text}"));
}

#[test]
fn every_check_is_a_test_of_its_name() {
    let output = wrong(&["--list", "--format", "terse"], &[]);
    let listed = text(&output);
    let listed: Vec<_> = listed.lines().map(|line| line.strip_suffix(": test")).collect();
    let checks = Suite::embedded().expect("the suite").checks();
    let mut names: Vec<_> = checks.iter().filter(|check| check.codec() == "punycode").collect();
    names.sort_by_key(|check| &check.name);
    assert!(names.len() > 1000);
    assert_eq!(listed, names.iter().map(|check| Some(&*check.name)).collect::<Vec<_>>());
    assert!(text(&wrong(&["--list", "--format", "terse", "--ignored"], &[])).is_empty());
    expect(
        &wrong(&["--list", "--skip=-", "edge"], &[]),
        0,
        &[": test\n", " tests, 0 benchmarks\n"],
    );
}

#[test]
fn the_findings_come_first_and_then_the_tests_that_fail() {
    let output = text(&wrong(&[], &[]));
    assert!(output.lines().count() < 40, "{output}");
    let at = |part: &str| output.find(part).unwrap_or_else(|| panic!("{part:?} in {output}"));
    let finding = at("\nmust, 8 checks: The decoder skips a hyphen at the start of a code");
    let example = at("\nexample   wrongly accepted  punycode/edge/leading-delimiter-alone\n");
    let test =
        at("\ntest punycode/edge/leading-delimiter-alone ... FAILED\ntest punycode/edge/lead");
    assert!(
        finding < example && example < test && test < at("\ntest result: FAILED. "),
        "{output}"
    );
    assert_eq!(output.matches(" ... FAILED\n").count(), 8);
    assert!(!output.contains(" ... ok"), "{output}");
    let every = text(&wrong(&["--format", "pretty"], &[]));
    let named = every.lines().filter(|line| line.starts_with("test p")).count();
    expect(&wrong(&[], &[]), 101, &[&format!("\nrunning {named} tests\n")]);
    let quiet = text(&wrong(&["-q", "punycode/edge/leading-delimiter"], &[]));
    assert!(quiet.contains(" ... FAILED") && !quiet.contains(" ... ok"), "{quiet}");
}

#[test]
fn a_panic_is_an_answer_that_prints_nothing_and_another_thread_has_its_own() {
    let traced = ("RUST_BACKTRACE", "1");
    let here = wrong(&["--test-threads", "2"], &[("PANICS", "here"), traced]);
    expect(
        &here,
        101,
        &["got       the implementation reports a failure: panic: a valid code: Error"],
    );
    assert!(here.stderr.is_empty(), "{} octets on standard error", here.stderr.len());
    assert!(text(&here).lines().count() < 200, "{}", text(&here));
    // Only the start of a long input is shown, as on a terminal.
    let long = text(&wrong(&["--exact", LONG], &[]));
    assert!(long.contains(" more\n") && long.lines().all(|line| line.len() < 300), "{long}");
    let elsewhere = wrong(&["--exact", WORD], &[("PANICS", "elsewhere"), traced]);
    expect(
        &elsewhere,
        0,
        &["panicked at src/bin/wrong.rs", "stack backtrace", "1 passed; 0 failed"],
    );
}

#[test]
fn the_arguments_of_editors_are_understood_and_others_are_errors() {
    let json = ["-Z", "unstable-options", "--format=json", "--show-output", "--exact", WORD];
    let output = text(&wrong(&json, &[]));
    let lines: Vec<_> = output.lines().collect();
    assert_eq!(lines.len(), 4, "{output}");
    assert!(lines.iter().all(|line| line.starts_with('{') && line.ends_with('}')), "{output}");
    assert!(lines[2].contains("\"event\":\"failed\"") && lines[2].contains("input "), "{output}");
    assert!(lines[3].contains("\"failed\":1") && lines[3].contains("\"suite\""), "{output}");
    expect(&wrong(&["--help"], &[]), 0, &["--test-threads N"]);
    for (arguments, error) in [
        (&["--nonsense"][..], "unexpected option --nonsense"),
        (&["--format", "xml"], "--format: expected pretty, terse or json, found \"xml\""),
        (&["--test-threads=0"], "--test-threads: expected a number from 1 on, found \"0\""),
        (&["--skip"], "--skip needs a value"),
    ] {
        expect(&wrong(arguments, &[]), 2, &[error]);
    }
}

#[test]
fn a_failure_has_the_text_of_the_reports_and_a_command_that_repeats_it() {
    let output = wrong(&["--exact", WORD], &[]);
    let repeat = format!("rerun     cargo test --test wrong -- --exact {WORD}\n");
    let parts = [
        "example   wrongly accepted  punycode/edge/leading-delimiter-word\n",
        "input     punycode decode \"-9uc\"\n",
        "expected  a refusal: bad-digit at 0\n",
        "spec      RFC 3492, 6.2 (must)\n",
        "cause     looks like the known bug punycode/leading-delimiter-consumed, seen in ",
        &repeat,
        "0 passed; 1 failed",
    ];
    expect(&output, 101, &parts);
    expect(
        &wrong(&["--exact", "punycode/samples/s-ascii:decode"], &[]),
        0,
        &["1 passed; 0 failed"],
    );
}

#[test]
fn a_check_that_it_cannot_be_asked_is_ignored_with_the_reason() {
    let output = wrong(&["--exact", "punycode/samples/s-ascii:encode"], &[]);
    expect(&output, 0, &["ignored (no operation encode)", "0 passed; 0 failed; 1 ignored"]);
}

#[test]
fn under_nextest_a_test_is_an_operation_of_a_theme() {
    let nextest = [("NEXTEST", "1")];
    let listed = text(&wrong(&["--list", "--format", "terse"], &nextest));
    assert!((20..200).contains(&listed.lines().count()), "{listed}");
    let edge = ["--exact", "punycode/edge:decode", "--nocapture"];
    expect(&wrong(&edge, &nextest), 101, &["checks fail", WORD, "input     punycode decode \"-\""]);
    let samples = ["--exact", "punycode/samples:decode", "--nocapture"];
    expect(&wrong(&samples, &nextest), 0, &["1 passed"]);
    let encode = ["--exact", "punycode/samples:encode", "--nocapture"];
    expect(&wrong(&encode, &nextest), 0, &["ignored (no operation encode)"]);
    let checks = [("NEXTEST", "1"), ("ACEGATE_TESTS", "checks")];
    assert!(text(&wrong(&["--list", "--format", "terse"], &checks)).lines().count() > 1000);
}

#[cfg(not(feature = "yaml"))]
#[test]
fn a_baseline_needs_a_feature() {
    for name in ["ACEGATE_BASELINE", "ACEGATE_UPDATE_BASELINE"] {
        expect(&wrong(&[], &[(name, "x")]), 2, &["features = [\"libtest\", \"yaml\"]"]);
    }
}

#[cfg(feature = "yaml")]
#[test]
fn a_baseline_is_written_honoured_and_held_to_the_letter() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.yaml");
    let baseline = ("ACEGATE_BASELINE", path.to_str().expect("UTF-8"));
    let update = [baseline, ("ACEGATE_UPDATE_BASELINE", "Ticket 7")];
    let edge = |env: &[(&str, &str)]| wrong(&["--format=pretty", "punycode/edge/"], env);
    expect(&edge(&[]), 101, &[WORD]);
    expect(&edge(&update), 0, &["the baseline was renewed by this run"]);
    let written = fs::read_to_string(&path).expect("a baseline");
    assert!(written.contains("reason: \"Ticket 7\"") && written.contains(WORD), "{written}");
    expect(&edge(&[baseline]), 0, &["ignored (known failure, by the baseline)"]);
    // Another answer, a check that is gone, and a file that is not a baseline.
    let at = written.find(&format!("{WORD} accepted-wrongly-")).expect("its line");
    let known = &written[at..at + WORD.len() + " accepted-wrongly-0123456789abcdef".len()];
    let other = format!("{WORD} accepted-wrongly-0123456789abcdef");
    fs::write(&path, written.replace(known, &other)).expect("a file");
    expect(&edge(&[baseline]), 101, &["wrongly accepted  punycode/edge/leading-delimiter-word"]);
    // A check with another name is found by its digest, and one with another digest is gone.
    let renamed = written.replace(WORD, "punycode/edge/renamed");
    fs::write(&path, &renamed).expect("a file");
    expect(&edge(&[baseline]), 0, &["ignored (known failure, by the baseline)"]);
    let digest = &written[at + known.len()..][..17];
    fs::write(&path, renamed.replace(digest, " 0123456789abcdef")).expect("a file");
    let gone = "the suite has no check punycode/edge/renamed";
    expect(&wrong(&["--exact", "baseline"], &[baseline]), 101, &["known.yaml:", gone]);
    fs::write(&path, "nonsense").expect("a file");
    expect(&edge(&[baseline]), 2, &["known.yaml:1:1: "]);
    expect(&edge(&update[1..]), 2, &["needs ACEGATE_BASELINE"]);
    let grouped = [baseline, update[1], ("NEXTEST", "1")];
    expect(&edge(&grouped), 2, &["needs all tests in one process"]);
}

#[test]
fn what_would_look_like_a_success_is_an_error() {
    expect(
        &wrong(&[], &[("CODEC", "nonsense")]),
        2,
        &["it can be asked no chosen check", "nonsense"],
    );
    expect(
        &wrong(&[], &[("ACEGATE_TESTS", "all")]),
        2,
        &["expected checks or groups, found \"all\""],
    );
}

#[test]
fn the_guide_shows_the_test_of_this_crate() {
    let test = include_str!("conformance.rs");
    assert!(test.lines().count() <= 10);
    let guide = include_str!("../../../conformance/guides/in-ci.md");
    assert!(guide.contains(&format!("```rust\n{test}```")));
}
