//! Programs whose processes get away, take too much together, or attack whoever supervises them.

use std::time::Duration;

use acegate::implementation::{Implementation, Subprocess};
use acegate::judge::{ExitStatus, Verdict};
use acegate::observation::{Fault, Outcome};
use acegate::protocol::Request;
use acegate::runner::RunOptions;
use acegate::supervisor::Limits;
use acegate_vectors::Suite;

use super::support::{
    LIMITS, Mark, Ran, WORD, assert_costs_one_case, misbehave, run_checks, run_misbehave,
};

/// Runs the three cases; the fault shows on the second one only.
fn run(mode: &[&str], limits: Limits) -> Ran {
    run_misbehave(&[mode, &["--on", WORD]].concat(), limits).expect("it starts")
}

#[test]
fn what_a_program_leaves_is_ended_and_fails_no_case() {
    // A child in a group of its own, a chain of processes that start each other, and a daemon that
    // computes. That none of them is left is seen by the run.
    for mode in ["leaves-group", "leaves-respawner", "leaves-spinner"] {
        let ran = run(&[mode], LIMITS);
        assert_eq!(ran.verdicts(), [Verdict::Pass; 3], "{mode}: {:?}", ran.cases);
        assert_eq!(ran.end.exit, ExitStatus::AsExpected, "{mode}");
    }
}

#[test]
fn what_a_program_that_ends_leaves_is_ended() {
    // All but the last hold standard output.
    for mode in ["leaves-child", "leaves-session", "leaves-daemon", "leaves-closed-daemon"] {
        assert_costs_one_case(&[mode], Verdict::Crash, "ended with status 3");
    }
}

#[test]
fn the_memory_of_all_processes_and_of_files_in_memory_counts() {
    for mode in ["allocates", "child-allocates", "children-allocate", "fills-memory-file"] {
        assert_costs_one_case(&[mode], Verdict::MemoryLimit, "over 64 MiB of memory");
    }
}

#[test]
fn a_daemon_of_a_program_that_hangs_is_ended() {
    assert_costs_one_case(&["hangs-with-daemon"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn two_hundred_daemons_are_ended() {
    let ran = run(&["leaves-many-daemons"], Limits { memory: 1 << 30, ..LIMITS });
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Crash, Verdict::Pass]);
}

#[test]
fn memory_counts_of_a_program_that_never_keeps_acegate_waiting() {
    let suite = Suite::embedded().expect("the suite is valid");
    let checks = suite.checks().into_iter().filter(|check| check.codec() == "punycode");
    let checks: Vec<_> = checks.take(800).collect();
    let ran = run_checks(&checks, &["leaks"], LIMITS, &RunOptions::default()).expect("it starts");
    let count = |verdict| ran.end.totals.count(verdict);
    assert!(count(Verdict::MemoryLimit) > 0, "{:?}", ran.end.totals);
    assert!(count(Verdict::Pass) > 700, "{:?}", ran.end.totals);
}

#[test]
fn a_terminal_cannot_be_reached() {
    let mark = Mark::new();
    let mut program =
        Subprocess::start(misbehave(&["attacks-terminal"], &mark), LIMITS).expect("it starts");
    assert_eq!(program.answer(&request("decode", "tda")).outcome, Outcome::Value("ü".into()));
    let said = program.stderr();
    drop(program);
    mark.assert_gone();
    // ENXIO: the process has no terminal.
    assert!(said.contains("terminal: Err") && said.contains("code: 6"), "{said}");
}

#[test]
fn a_program_that_ends_its_guard_is_ended() {
    let ran = run(&["kills-parent"], LIMITS);
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Crash, Verdict::Pass]);
    assert!(ran.text("trigger").contains("SIGKILL"), "{}", ran.text("trigger"));
}

#[test]
fn a_program_that_stops_its_guard_is_ended() {
    assert_costs_one_case(&["stops-parent"], Verdict::Timeout, "no reply in 1.5s");
}

#[test]
fn a_program_that_computes_for_ever_uses_up_its_cpu_time() {
    assert_costs_one_case(&["spins"], Verdict::Timeout, "of CPU time");
}

#[test]
fn a_program_that_wakes_up_now_and_then_does_not_get_away() {
    assert_costs_one_case(&["dozes"], Verdict::Timeout, "no reply in");
}

#[test]
fn an_answer_that_comes_alone_and_with_more_time_is_slow_and_fails_nothing() {
    let ran = run(&["computes", "--late", "2000"], LIMITS);
    assert_eq!(ran.verdicts(), [Verdict::Pass; 3], "{:?}", ran.cases);
    assert!(ran.case("trigger").slow);
    assert!(!ran.case("before").slow && !ran.case("after").slow);
    assert_eq!((ran.end.totals.slow, ran.end.exit), (1, ExitStatus::AsExpected));
}

#[test]
fn a_program_that_ends_after_each_reply_costs_every_case_but_the_first() {
    let ran = run_misbehave(&["exits-after-reply"], LIMITS).expect("it starts");
    assert_eq!(ran.end.exit, ExitStatus::Unexpected, "{:?}", ran.cases);
    assert!(ran.end.totals.count(Verdict::Crash) >= 1, "{:?}", ran.end.totals);
}

#[test]
fn a_hello_that_changes_from_start_to_start_breaks_the_protocol() {
    let ran = run(&["changes-hello"], LIMITS);
    assert_eq!(ran.verdicts(), [Verdict::Pass, Verdict::Crash, Verdict::ProtocolError]);
    assert!(ran.text("after").contains("it says hello differently"), "{}", ran.text("after"));
}

#[test]
fn a_restart_is_not_given_the_patience_of_the_first_start() {
    // The first hello takes milliseconds, so a restart has a second or little more.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("started");
    let words = ["hangs-when-restarted", "--file", file.to_str().expect("UTF-8"), "--on", WORD];
    let limits = Limits { start: Duration::from_secs(20), ..LIMITS };
    let mark = Mark::new();
    let mut program = Subprocess::start(misbehave(&words, &mark), limits).expect("it starts once");
    let fault = program.answer(&request("encode", WORD)).outcome;
    assert!(matches!(fault, Outcome::Fault(Fault::Died(_))), "{fault:?}");
    let Outcome::Fault(Fault::NotRun(why)) = program.answer(&request("decode", "tda")).outcome
    else {
        panic!("it does not start again");
    };
    drop(program);
    mark.assert_gone();
    assert!(why.contains("no reply in ") && !why.contains("no reply in 20s"), "{why}");
}

fn request(op: &str, input: &str) -> Request {
    Request::new("punycode", op, input.into())
}
