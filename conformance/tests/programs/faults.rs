//! Programs with one fault each: the verdicts of a run, and what the doctor says.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use acegate::doctor::examine;
use acegate::implementation::{Implementation, Subprocess};
use acegate::judge::{
    ExitStatus, Failing,
    Verdict::{self, *},
};
use acegate::observation::{Fault, Outcome, StartError};
use acegate::protocol::{MAX_LINE, Request};
use acegate::supervisor::{Limits, Program};
use acegate_vectors::{Check, Suite};

use super::fault_tables::{COST_ONE_CASE, HEALTHY, LONGEST, NOT_STARTED, ROWS, TOO_LONG};
use super::run::Folder;
#[cfg(unix)]
use super::support::HOLDS_ALL;
use super::support::{
    CASES, EMULATED, IMPATIENT, LIMITS, WORD, assert_diagnosis, checks, faults, run_checks,
    run_misbehave, with_misbehave,
};

#[test]
fn cost_the_case_that_calls_them_up_and_no_other() {
    side_by_side(COST_ONE_CASE, |&(words, verdict, expected)| {
        let words = [words, &["--on", WORD]].concat();
        assert_row(
            &words,
            [Pass, verdict, Pass],
            ("trigger", expected),
            expected,
        );
    });
}

#[test]
fn give_each_case_its_verdict() {
    assert_eq!(
        (LONGEST, TOO_LONG),
        (&*MAX_LINE.to_string(), &*(MAX_LINE + 1).to_string())
    );
    side_by_side(ROWS, |&(words, verdicts, said, advice)| {
        assert_row(words, verdicts, said, advice);
    });
}

fn assert_row(
    words: &[&str],
    verdicts: [Verdict; 3],
    (case, expected): (&str, &str),
    advice: &str,
) {
    let ran = run_misbehave(words, LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), verdicts, "{words:?}: {:?}", ran.cases);
    for name in ["before", "trigger", "after"] {
        let is_alike = ran.case(name).verdict == ran.case(case).verdict;
        assert!(
            !is_alike || ran.text(name).contains(expected),
            "{words:?}: {}",
            ran.text(name)
        );
    }
    let exit = match verdicts {
        [Pass, Pass, Pass] => ExitStatus::AsExpected,
        [Skip, Skip, Skip] => ExitStatus::NothingRan,
        _ => ExitStatus::Unexpected,
    };
    assert_eq!(ran.end.exit, exit, "{words:?}");
    if let Some(of_end) = advice.strip_prefix("end: ") {
        assert!(ran.end.remarks[0].contains(of_end), "{:?}", ran.end.remarks);
    }
    let always: Vec<_> = words
        .iter()
        .copied()
        .take_while(|word| *word != "--on")
        .collect();
    match advice {
        "" => {}
        HEALTHY => {
            assert_eq!(ran.end.remarks, [""; 0]);
            assert_eq!(faults(&always, LIMITS), [""; 0]);
        }
        _ => {
            assert!(!ran.case("trigger").order_dependent, "{words:?}");
            assert_diagnosis(&always, LIMITS, advice);
        }
    }
}

#[test]
fn keep_programs_from_starting_and_the_run_and_the_doctor_say_why() {
    side_by_side(NOT_STARTED, |&(words, expected, advice)| {
        let is_silent = matches!(words, ["hangs-at-hello" | "never-flushes"]);
        let limits = if is_silent { IMPATIENT } else { LIMITS };
        let error = run_misbehave(words, limits).expect_err("it does not start");
        assert!(error.to_string().contains(expected), "{words:?}: {error}");
        assert_diagnosis(words, limits, advice);
    });
    if cfg!(unix) && EMULATED {
        // Under qemu, a child that cannot become the program ends as if it had been it.
        return;
    }
    let error = examine(&Program::new(["/no/such/program"]), LIMITS).expect_err("there is none");
    assert!(matches!(&error, StartError::Spawn { .. }), "{error}");
    assert!(error.to_string().contains("/no/such/program"), "{error}");
}

#[test]
fn that_show_only_after_another_request_depend_on_it() {
    let ran = run_misbehave(&["exits-on-second"], LIMITS).expect("it starts");
    assert_eq!(
        (ran.verdicts(), ran.end.exit),
        ([Pass, Crash, Pass], ExitStatus::Unexpected)
    );
    assert!(ran.case("trigger").order_dependent);
    assert_eq!(ran.end.totals.order_dependent, 1);
    assert_eq!(ran.case("trigger").after, ["punycode/programs/before"]);
    // A program that ends after each reply costs every case but the first.
    let ran = run_misbehave(&["exits-after-reply"], LIMITS).expect("it starts");
    assert_eq!(ran.end.exit, ExitStatus::Unexpected, "{:?}", ran.cases);
    assert!(ran.end.totals.count(Crash) >= 1, "{:?}", ran.end.totals);
}

#[test]
fn of_a_child_and_its_parent_are_seen_in_any_order() {
    let ran = run_misbehave(&["leaves-flood", "--on", WORD], LIMITS).expect("it starts");
    // Which of the two is seen first, the end or the flood, is the system's choice.
    assert!(
        matches!(ran.verdicts(), [Pass, Crash | OutputLimit, Pass]),
        "{:?}",
        ran.cases
    );
}

#[test]
fn keep_to_the_limits_of_the_run() {
    let verdicts = |words: &[&str], limits| {
        let words = [words, &["--on", WORD]].concat();
        run_misbehave(&words, limits).expect("it starts").verdicts()
    };
    let limits = Limits {
        output: 8192,
        ..LIMITS
    };
    assert_eq!(
        verdicts(&["pads-reply", "--bytes", "8192"], limits),
        [Pass; 3]
    );
    assert_eq!(
        verdicts(&["pads-reply", "--bytes", "8193"], limits),
        [Pass, OutputLimit, Pass]
    );
    let limits = Limits {
        memory: 1 << 30,
        ..LIMITS
    };
    if !EMULATED {
        // An emulator takes longer to start so many.
        assert_eq!(
            verdicts(&["leaves-many-daemons"], limits),
            [Pass, Crash, Pass]
        );
    }
    // The memory of a program also counts if it never keeps acegate waiting.
    let checks = Suite::embedded().expect("the suite is valid").checks();
    let checks = checks
        .into_iter()
        .filter(|check| check.codec() == "punycode")
        .take(800);
    let ran = run_checks(&checks.collect::<Vec<_>>(), &["leaks"], LIMITS).expect("it starts");
    let totals = &ran.end.totals;
    assert!(
        totals.count(MemoryLimit) > 0 && totals.count(Pass) > 700,
        "{totals:?}"
    );
}

#[test]
fn are_none_in_an_answer_that_comes_alone_and_with_more_time() {
    if cfg!(windows) && EMULATED {
        // Wine counts no CPU time.
        return;
    }
    let words = ["computes", "--late", "2000", "--on", WORD];
    let ran = run_misbehave(&words, LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Pass; 3], "{:?}", ran.cases);
    assert_eq!(
        ["before", "trigger", "after"].map(|it| ran.case(it).slow),
        [false, true, false]
    );
    assert_eq!(
        (ran.end.totals.slow, ran.end.exit),
        (1, ExitStatus::AsExpected)
    );
}

#[test]
fn end_the_run_after_ten_restarts_without_a_good_reply() {
    let trigger = [CASES[1]; 20]
        .into_iter()
        .zip(0..)
        .map(|((_, op, input, expect), number)| {
            let name = format!("trigger-{number}");
            (&*name.leak(), op, input, expect)
        });
    let cases: Vec<_> = CASES.into_iter().chain(trigger).collect();
    let ran = run_checks(&checks(&cases), &["exits"], LIMITS).expect("it starts");
    assert_eq!(
        ran.end.totals.count(Crash),
        11,
        "the first start and ten restarts"
    );
    assert_eq!(ran.end.totals.count(NotRun), 12, "all others");
    assert_eq!(ran.end.exit, ExitStatus::NotAlive);

    let folder = Folder::new();
    let words = [
        "starts-once",
        "--file",
        &folder.word("started"),
        "--on",
        WORD,
    ];
    let ran = run_misbehave(&words, LIMITS).expect("it starts once");
    assert_eq!(
        (ran.verdicts(), ran.end.exit),
        ([Pass, Crash, NotRun], ExitStatus::NotAlive)
    );
    assert!(
        !ran.case("trigger").order_dependent,
        "that was never found out"
    );
    assert!(
        ran.text("after").contains("10 restarts in a row"),
        "{}",
        ran.text("after")
    );
}

#[test]
fn of_a_restart_do_not_have_the_patience_of_the_first_start() {
    // The first hello takes milliseconds, so a restart has a second or little more.
    let folder = Folder::new();
    let words = [
        "hangs-when-restarted",
        "--file",
        &folder.word("started"),
        "--on",
        WORD,
    ];
    let limits = Limits {
        start: Duration::from_secs(20),
        ..LIMITS
    };
    let [died, fault] = with_misbehave(&words, |program| {
        let mut program = Subprocess::start(program, limits).expect("it starts once");
        [("encode", WORD), ("decode", "tda")].map(|(op, input)| {
            program
                .answer(&Request::new("punycode", op, input.into()))
                .outcome
        })
    });
    assert!(matches!(died, Outcome::Fault(Fault::Died(_))), "{died:?}");
    let Outcome::Fault(Fault::NotRun(why)) = fault else {
        panic!("it starts again: {fault:?}")
    };
    assert!(
        why.contains("no reply in ") && !why.contains("no reply in 20s"),
        "{why}"
    );
}

#[cfg(unix)]
#[test]
fn do_not_reach_a_terminal() {
    let said = with_misbehave(&["attacks-terminal"], |program| {
        let mut program = Subprocess::start(program, LIMITS).expect("it starts");
        let request = Request::new("punycode", "decode", "tda".into());
        assert_eq!(program.answer(&request).outcome, Outcome::Value("ü".into()));
        program.stderr()
    });
    // ENXIO: the process has no terminal.
    assert!(
        said.contains("terminal: Err") && said.contains("code: 6"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn cannot_open_more_files_than_the_limit() {
    let said = with_misbehave(&["opens-files"], |program| {
        let mut program = Subprocess::start(program, LIMITS).expect("it starts");
        let request = Request::new("punycode", "decode", "tda".into());
        assert_eq!(program.answer(&request).outcome, Outcome::Value("ü".into()));
        program.stderr()
    });
    let count = said
        .strip_prefix("opened ")
        .and_then(|rest| rest.strip_suffix(" files"));
    let count: usize = count.and_then(|count| count.parse().ok()).expect("a count");
    assert!((100..1024).contains(&count), "{count}");
}

#[cfg(unix)]
#[test]
fn that_leave_memory_with_a_name_are_named_with_it() {
    if !HOLDS_ALL || EMULATED {
        return;
    }
    let ran = run_misbehave(&["fills-named-memory", "--on", WORD], LIMITS).expect("it starts");
    assert_eq!(ran.verdicts(), [Pass, MemoryLimit, Pass]);
    let [remark] = &ran.end.remarks[..] else {
        panic!("{:?}", ran.end.remarks)
    };
    // The program has been ended twice: at first, and alone.
    let (_, files) = remark.split_once(": ").expect("it names the files");
    for file in files.split("; ") {
        let (path, _) = file.split_once(',').expect("a path and its size");
        std::fs::remove_file(path).expect("it is there");
    }
}

/// Checks each row, four at a time: most of them wait.
pub(crate) fn side_by_side<T: Sync>(rows: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(row);
                }
            });
        }
    });
}

/// Decodes codes in this order: one of three code points, one of forty, two that are refused, one of a
/// code point, and one of six.
fn vectors_of_lengths() -> Vec<Check> {
    let long = "ü".repeat(40);
    let long_code = acegate_codec::punycode::encode(&long).expect("it has a code");
    let long = format!("{{ ok: {{ t: \"{long}\" }} }}");
    checks(&[
        ("three", "decode", "abc-", "{ ok: { t: \"abc\" } }"),
        ("long", "decode", &long_code, &long),
        ("bad", "decode", "!", "{ error: [bad-digit] }"),
        ("cut-off", "decode", "td", "{ error: [truncated] }"),
        ("one", "decode", "tda", "{ ok: { t: \"ü\" } }"),
        ("six", "decode", "bcher-kva", "{ ok: { t: \"bücher\" } }"),
    ])
}

#[test]
fn the_rest_of_an_earlier_result_is_a_matter_of_state_also_of_a_long_one_alone() {
    for (mode, passes) in [("keeps-rest", "long"), ("keeps-rest-of-long", "three")] {
        let run = |checks: &[Check]| run_checks(checks, &[mode], LIMITS).expect("it starts");
        let ran = run(&vectors_of_lengths());
        assert_eq!(ran.case(passes).verdict, Verdict::Pass);
        for name in ["one", "six"] {
            // It fails only after the long one, and only the two of them show the failure again.
            let case = ran.case(name);
            assert_eq!(case.failing, Some(Failing::WrongValue));
            assert!(case.order_dependent);
            assert_eq!(case.after, ["punycode/programs/long"]);
            let mut checks = vectors_of_lengths();
            checks.retain(|check| check.name == case.name || case.after.contains(&check.name));
            let again = run(&checks);
            assert_eq!(again.case(name).observed, case.observed);
            assert!(again.case(name).order_dependent);
            checks.retain(|check| check.name == case.name);
            assert_eq!(run(&checks).case(name).verdict, Verdict::Pass);
        }
        assert_eq!(ran.end.totals.order_dependent, 2);
        assert!(
            ran.end.behaves_like.is_empty(),
            "{:?}",
            ran.end.behaves_like
        );
    }
}
