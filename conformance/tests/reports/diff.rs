//! `acegate diff` on files made by hand, one for each way in which two reports differ.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::{is_inert, run};

/// Report files of an implementation.
struct Files(TempDir);

/// The result of a check, as a report file has it.
fn case(name: &str, digest: &str, verdict: &str, ok: &str) -> Json {
    json!({
        "type": "case", "name": name, "case": name, "codec": "punycode", "op": "decode",
        "document": "RFC 3492", "clause": "6.2", "level": "must", "digest": digest,
        "requirements": ["punycode-1"], "file": "a.yaml", "line": 1, "input": {"t": "a"},
        "expected": [{"ok": {"t": "b"}}], "observed": {"ok": {"t": ok}}, "verdict": verdict,
        "unexpected": verdict != "pass", "elapsed_us": 1,
    })
}

fn passes(name: &str, digest: &str) -> Json {
    case(name, digest, "pass", "b")
}

fn fails(name: &str, digest: &str, ok: &str) -> Json {
    with(case(name, digest, "fail", ok), "failing", "wrong-value")
}

fn with(mut case: Json, field: &str, value: impl Into<Json>) -> Json {
    case[field] = value.into();
    case
}

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, suite: &str, version: &str, cases: &[Json]) -> PathBuf {
        let start = json!({
            "type": "run-start", "format": 1, "acegate": "0.1.0", "suite": suite,
            "implementation": {"name": "mine", "version": version}, "arguments": ["mine"],
            "checks": cases.len(), "filtered": 0, "strict_errors": false, "enforce": "must",
        });
        let end = json!({
            "type": "run-end", "exit": "unexpected", "elapsed_us": 1,
            "totals": {"verdicts": {}, "unexpected": 0, "advisory": 0, "other_kinds": 0, "order_dependent": 0},
        });
        let lines = [&start].into_iter().chain(cases).chain([&end]);
        let path = self.0.path().join(name);
        fs::write(&path, lines.map(|line| format!("{line}\n")).collect::<String>())
            .expect("a file");
        path
    }

    /// Compares two files. Returns the JSON, after the exit status and the text were looked at.
    #[track_caller]
    fn compare(&self, status: i32, text: &[&str]) -> Json {
        let path = |name| self.0.path().join(name).to_str().expect("UTF-8").to_owned();
        let (old, new) = (path("old"), path("new"));
        for (format, mark) in [("text", ""), ("markdown", "## ")] {
            let output = run(&["diff", &old, &new, "--format", format]);
            let printed = output.out;
            assert_eq!(output.status, Some(status), "{printed}{}", output.err);
            assert!(printed.starts_with(mark) && is_inert(&printed), "{printed}");
            for expected in text {
                let found = printed.replace('`', "").replace("  ", " ");
                assert!(found.contains(expected), "{format}: {expected:?} in {found}");
            }
        }
        let output = run(&["diff", &old, &new, "--format", "json"]).with(status);
        assert!(is_inert(&output.out));
        serde_json::from_str(&output.out).expect("JSON")
    }
}

/// The changes of a comparison: name, change, cause, and whether it is for the worse.
fn changes(comparison: &Json) -> Vec<(String, String, String, bool)> {
    let text = |check: &Json, field: &str| check[field].as_str().expect("a text").to_owned();
    let checks = comparison["checks"].as_array().expect("checks");
    let change = |check: &Json| {
        let worse = check["worse"].as_bool().expect("a boolean");
        (text(check, "name"), text(check, "change"), text(check, "because"), worse)
    };
    checks.iter().map(change).collect()
}

fn change(name: &str, change: &str, because: &str, worse: bool) -> (String, String, String, bool) {
    (name.into(), change.into(), because.into(), worse)
}

#[test]
fn reports_that_agree_have_no_changes() {
    let files = Files::new();
    let cases = [passes("a", "1"), fails("b", "2", "x")];
    files.write("old", "s1", "1.0", &cases);
    files.write("new", "s1", "1.0", &cases);
    let text = ["mine 1.0, 2 checks, suite s1", "call themselves the same", "nothing got worse"];
    let found = files.compare(0, &text);
    assert_eq!((&found["changed"], &found["same"]), (&json!("neither"), &json!(2)));
    assert_eq!((&found["checks"], &found["settings"]), (&json!([]), &json!([])));
    assert_eq!((&found["findings"], &found["requirements"]), (&json!([]), &json!([])));
}

#[test]
fn another_implementation_is_better_and_worse_check_by_check() {
    let files = Files::new();
    let crash = json!({"fault": "crash", "text": "signal 11"});
    let advisory = |case| with(with(case, "level", "may"), "unexpected", false);
    // As many fail before as after.
    let before = [
        passes("broken", "1"),
        fails("mended", "2", "x"),
        fails("other", "3", "x"),
        with(fails("dies", "4", "x"), "requirements", json!([])),
        passes("skipped", "5"),
        passes("left-out", "6"),
        passes("advisory", "7"),
        passes("same", "8"),
        fails("same-failure", "9", "x"),
    ];
    let dies = with(case("dies", "4", "crash", ""), "observed", crash);
    let skip = json!({"skip": "unsupported", "reason": "no"});
    let skipped = with(case("skipped", "5", "skip", ""), "unexpected", false);
    let now = [
        fails("broken", "1", "x"),
        passes("mended", "2"),
        fails("other", "3", "y"),
        with(dies, "requirements", json!([])),
        with(skipped, "observed", skip),
        advisory(fails("advisory", "7", "x")),
        passes("same", "8"),
        fails("same-failure", "9", "x"),
    ];
    files.write("old", "s1", "1.0", &before);
    files.write("new", "s1", "1.1", &now);
    let found = files.compare(
        1,
        &[
            "the implementation changed, the suite is the same",
            "worse: newly failing, 1 check",
            "broken must: passes before, wrong value now",
            "advisory may: passes before, wrong value (advisory) now",
            "other must: wrong value",
            "dies must: wrong value before, crash now",
            "left-out must: passes before",
            "fault/punycode/decode/crash new, 1 check: punycode decode crashes.",
            "wrong-value/other 4 checks before, 4 now",
            "4 checks got worse, 1 check passes that failed, 2 as before",
        ],
    );
    let implementation = "implementation";
    let expected = [
        change("broken", "newly-failing", implementation, true),
        change("left-out", "no-longer-asked", implementation, true),
        change("skipped", "no-longer-asked", implementation, true),
        change("dies", "changed-failure", implementation, true),
        change("advisory", "newly-failing", implementation, false),
        change("other", "changed-failure", implementation, false),
        change("mended", "newly-passing", implementation, false),
    ];
    assert_eq!(changes(&found), expected);
    assert_eq!(found["worse"], 4);
}

#[test]
fn what_the_suite_changed_makes_nothing_worse() {
    let files = Files::new();
    let before = [passes("asks-more", "1"), passes("moved", "2"), passes("gone", "3")];
    let now = [fails("asks-more", "10", "x"), passes("moved", "20"), fails("new", "4", "x")];
    files.write("old", "s1", "1.0", &before);
    files.write("new", "s2", "1.0", &now);
    let text = ["the suite changed, the implementation", "; the suite changed this check"];
    let found = files.compare(0, &text);
    assert_eq!(found["changed"], "suite");
    let expected = [
        change("asks-more", "newly-failing", "suite", false),
        change("new", "new-check", "suite", false),
        change("gone", "gone-check", "suite", false),
        change("moved", "changed-check", "suite", false),
    ];
    assert_eq!(changes(&found), expected);
}

#[test]
fn if_both_changed_only_what_is_asked_as_before_is_held_against_the_implementation() {
    let files = Files::new();
    files.write("old", "s1", "1.0", &[passes("same", "1"), passes("other", "2")]);
    files.write("new", "s2", "1.1", &[fails("same", "1", "x"), fails("other", "20", "x")]);
    let found = files.compare(1, &["the suite and the implementation changed"]);
    assert_eq!(found["changed"], "both");
    let expected = [
        change("same", "newly-failing", "implementation", true),
        change("other", "newly-failing", "both", false),
    ];
    assert_eq!(changes(&found), expected);
    // Another answer under the old name is another implementation.
    files.write("old", "s1", "1.0", &[passes("same", "1")]);
    files.write("new", "s1", "1.0", &[fails("same", "1", "x")]);
    let found = files.compare(1, &["call themselves the same"]);
    assert_eq!(changes(&found), [change("same", "newly-failing", "implementation", true)]);
}

#[test]
fn requirements_and_settings_that_differ_are_named() {
    let files = Files::new();
    let of = |case, name: &str| with(case, "requirements", json!([name, "shared"]));
    let before = [of(passes("a", "1"), "one"), of(fails("b", "2", "x"), "two")];
    let now = [
        of(fails("a", "1", "x"), "one"),
        of(passes("b", "2"), "two"),
        of(passes("c", "3"), "three"),
    ];
    files.write("old", "s1", "1.0", &before);
    let path = files.write("new", "s1", "1.0", &now);
    let text = fs::read_to_string(&path)
        .expect("a file")
        .replace("\"enforce\":\"must\"", "\"enforce\":\"may\"");
    fs::write(&path, text).expect("a file");
    let found = files.compare(
        1,
        &[
            "one passed before, failed now",
            "the runs differ in \"enforce\": \"must\" before, \"may\" now",
        ],
    );
    let expected = json!([
        {"requirement": "one", "old": "passed", "new": "failed"},
        {"requirement": "three", "old": "not-tested", "new": "passed"},
        {"requirement": "two", "old": "failed", "new": "passed"},
    ]);
    assert_eq!(found["requirements"], expected);
    assert_eq!(found["settings"], json!([{"field": "enforce", "old": "must", "new": "may"}]));
}

#[test]
fn long_lists_are_shortened_in_text_and_whole_in_json() {
    let files = Files::new();
    let name = |number: usize| format!("check-{number:02}");
    let before: Vec<_> = (0..50).map(|number| passes(&name(number), "1")).collect();
    let now: Vec<_> = (0..50).map(|number| fails(&name(number), "1", "x")).collect();
    files.write("old", "s1", "1.0", &before);
    files.write("new", "s1", "1.0", &now);
    let found = files.compare(1, &["newly failing, 50 checks", "check-19", "and 30 more"]);
    assert_eq!(found["checks"].as_array().map(Vec::len), Some(50));
}

#[test]
fn hostile_names_are_inert() {
    let files = Files::new();
    let name = "a\u{1b}[31m\u{202e}\n::error::x`</td><script>|";
    let other = with(fails(name, "1", "x"), "requirements", json!([name]));
    files.write("old", name, name, &[passes(name, "1")]);
    files.write("new", name, "1.0", &[other]);
    let path = |name| files.0.path().join(name).display().to_string();
    let markdown = run(&["diff", &path("old"), &path("new"), "--format", "markdown"]).out;
    // The name has one backtick, so every code span that holds it has two at its ends.
    let outside: String = markdown.split("``").step_by(2).collect();
    assert!(markdown.contains("<script>") && !outside.contains("<script>"), "{outside}");
    // `compare` looks for characters that steer a terminal.
    let found = files.compare(1, &["<U+001B>"]);
    assert_eq!(found["checks"][0]["name"], name);
}

#[test]
fn a_file_that_is_cut_off_is_compared_and_one_that_is_broken_refused() {
    let files = Files::new();
    files.write("old", "s1", "1.0", &[passes("a", "1"), passes("b", "2")]);
    let path = files.write("new", "s1", "1.0", &[passes("a", "1"), passes("b", "2")]);
    let text = fs::read_to_string(&path).expect("a file");
    let half: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(&path, half).expect("a file");
    let found = files.compare(1, &["mine 1.0, 1 check, suite s1, cut off"]);
    assert_eq!(changes(&found)[0].1, "no-longer-asked");
    for (name, expected) in [("none", "none: No such file"), ("new", "new, line 1: ")] {
        fs::write(&path, "{\"type\":\"case\"}\n").expect("a file");
        let [old, new] = ["old", name].map(|name| files.0.path().join(name).display().to_string());
        let output = run(&["diff", &old, &new]).with(2);
        assert!(output.err.contains(expected), "{}", output.err);
    }
}
