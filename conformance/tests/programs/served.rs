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
    // A quarter of the checks for each way of asking.
    for (one, two, shard) in [
        ("reference", &["--cmd", &reference][..], "1/4"),
        ("plain", &["--cmd", &plain], "2/4"),
        ("reference", &["reference", "--jobs", "2"], "3/4"),
        ("reference", &["--cmd", &reference, "-j", "2"], "4/4"),
    ] {
        let shard = ["--shard", shard];
        let one = answers(&[&[one], &shard[..]].concat());
        let two = answers(&[two, &shard[..]].concat());
        for (name, answer) in &two {
            assert_eq!(one.get(name), Some(answer), "{name}");
        }
        let (asked, of) = (two.len(), one.len());
        assert!(asked * 3 > of * 2, "{asked} of {of}");
    }
}
