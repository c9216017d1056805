//! acegate checked by acegate: the transport must not change an answer.

use std::collections::BTreeMap;
use std::process::Command;

use acegate::event::{Event, Observed};
use acegate::judge::Verdict;

/// The verdict and the answer of each check, by name, of `acegate check` with these words.
fn answers(words: &[&str]) -> BTreeMap<String, (Verdict, Observed)> {
    let output = Command::new(env!("CARGO_BIN_EXE_acegate"))
        .arg("check")
        .args(words)
        .args(["--format", "ndjson"])
        .output()
        .expect("it runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let events = text.lines().map(|line| serde_json::from_str(line).expect("an event"));
    let cases: BTreeMap<_, _> = events
        .filter_map(|event| match event {
            Event::Case(case) => Some((
                case.name.to_string(),
                (case.verdict, case.observed.clone().expect("a report file holds it")),
            )),
            _ => None,
        })
        .collect();
    assert!(cases.len() > 30, "only {} cases", cases.len());
    cases
}

/// The command that serves codecs of this name.
fn serve(name: &str) -> String {
    format!("'{}' serve {name}", env!("CARGO_BIN_EXE_acegate"))
}

/// Checks that both answered the same to every check. Messages may differ: they are for people.
#[track_caller]
fn assert_same(one: &[&str], two: &[&str]) {
    let without_message = |words: &[&str]| {
        let mut answers = answers(words);
        for (_, observed) in answers.values_mut() {
            if let Observed::Refused(refusal) = observed {
                refusal.message = None;
            }
        }
        answers
    };
    let (one, two) = (without_message(one), without_message(two));
    for (name, answer) in &one {
        assert_eq!(Some(answer), two.get(name), "{name}");
    }
    assert_eq!(one.len(), two.len());
}

#[test]
fn a_served_codec_answers_as_in_process() {
    assert_same(&["reference"], &["--cmd", &serve("reference")]);
}

#[test]
fn a_served_model_answers_as_in_process() {
    assert_same(&["plain"], &["--cmd", &serve("plain")]);
}

#[test]
fn two_jobs_answer_as_one() {
    assert_same(&["reference"], &["reference", "--jobs", "2"]);
    assert_same(&["reference"], &["--cmd", &serve("reference"), "-j", "2"]);
}
