//! acegate checked by acegate: the transport must not change an answer.

use std::collections::BTreeMap;

use acegate::event::{CaseEvent, Observed};
use acegate::judge::Verdict;

use super::run::{acegate, checked};
use super::support::events;

/// The verdict and the answer of each check, by name, of `acegate check` with these words. Messages are left
/// out: they are for people, and may differ.
fn answers(words: &[&str]) -> BTreeMap<String, (Verdict, Observed)> {
    let ended = acegate(".", &[&["check", "--format", "ndjson"], words].concat()).with(0);
    assert_eq!(ended.err, "");
    let answer = |case: &CaseEvent| {
        let mut observed = case.observed.clone().expect("a report file holds it");
        if let Observed::Refused(refusal) = &mut observed {
            refusal.message = None;
        }
        (case.name.clone(), (case.verdict, observed))
    };
    let cases: BTreeMap<_, _> = checked(&events(&ended.out)).map(answer).collect();
    assert!(cases.len() > 30, "only {} cases", cases.len());
    cases
}

#[test]
fn served_codecs_and_models_and_two_jobs_answer_as_one_in_process() {
    let [reference, plain] = ["reference", "plain"]
        .map(|name| format!("'{}' serve {name}", env!("CARGO_BIN_EXE_acegate")));
    let (in_process, model) = (answers(&["reference"]), answers(&["plain"]));
    // Each check is run against a program once, and with two jobs once.
    for (one, two) in [
        (&in_process, &["--cmd", &reference, "--shard", "1/2"][..]),
        (&model, &["--cmd", &plain, "--shard", "2/2"]),
        (&in_process, &["reference", "--jobs", "2", "--shard", "2/2"]),
        (
            &in_process,
            &["--cmd", &reference, "-j", "2", "--shard", "1/2"],
        ),
    ] {
        let two = answers(two);
        for (name, answer) in &two {
            assert_eq!(one.get(name), Some(answer), "{name}");
        }
        assert!(two.len() > one.len() / 3, "{} of {}", two.len(), one.len());
    }
}
