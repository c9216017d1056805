//! Judging in a process of its own: a hang and a death are verdicts, and no process is left.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use acegate::hunt::{Effort, ViolationKind};
use acegate_fuzz::Target;
use acegate_fuzz::findings::Worker;

/// Judges as a program does that hangs, dies or says something else than a verdict.
const SCRIPT: &str = r#"#!/bin/sh
echo $$ >> "$0.pids"
while read -r line; do
    case "$line" in
        *hang*) sleep 60 & echo $! >> "$0.pids"; wait ;;
        *die*) kill -9 $$ ;;
        *odd*) echo odd ;;
        *) echo null ;;
    esac
done
"#;

fn worker(folder: &Path) -> Worker {
    let program = folder.join("judge");
    fs::write(&program, SCRIPT).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    let target = Target::named("harness_texts").unwrap();
    Worker::of(&program, target, Duration::from_millis(300), &[])
}

#[test]
fn a_hang_and_a_death_are_verdicts_and_the_next_input_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let mut worker = worker(folder.path());
    for (input, kind) in [("0hang", ViolationKind::Hang), ("0die", ViolationKind::Death)] {
        assert_eq!(worker.judge(b"0fine").unwrap(), None);
        let violation = worker.judge(input.as_bytes()).unwrap().expect("a verdict");
        assert_eq!(violation.kind, kind, "{violation}");
        assert!(violation.signature().0.starts_with("harness_texts | - | "), "{violation}");
    }
    assert_eq!(worker.judge(b"0fine").unwrap(), None);
    assert!(worker.judge(b"0odd").is_err(), "something else than a verdict is an error");
    drop(worker);
    let pids = fs::read_to_string(folder.path().join("judge.pids")).unwrap();
    assert_eq!(pids.lines().count(), 4, "it is started again after a hang and a death: {pids}");
    for pid in pids.lines() {
        assert!(has_ended(pid), "process {pid} is left");
    }
}

#[test]
fn octets_are_minimised_under_a_hang() {
    let folder = tempfile::tempdir().unwrap();
    let mut worker = worker(folder.path());
    let first = worker.judge(b"0what hangs").unwrap().expect("a verdict");
    let effort = Effort { trials: 12, ..Effort::default() };
    let smallest = worker.minimise(b"0what hangs", &first.signature(), effort).unwrap();
    assert!(smallest.len() < 11, "{smallest:?}");
    assert_eq!(worker.judge(&smallest).unwrap().map(|it| it.kind), Some(ViolationKind::Hang));
}

/// Whether the process has ended. Its entry may remain until its parent waits for it.
fn has_ended(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat"));
    state.map_or(true, |stat| stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')))
}
