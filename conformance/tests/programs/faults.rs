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

use super::run::Folder;
use super::support::{
    CASES, EMULATED, HOLDS_ALL, IMPATIENT, LIMITS, WORD, assert_diagnosis, checks, faults,
    run_checks, run_misbehave, with_misbehave,
};

/// A memory limit, and the faults of the second case of three: it dies, or waits in vain.
pub(crate) const MEMORY: &str = if EMULATED {
    "over 160 MiB of memory"
} else {
    "over 64 MiB of memory"
};
const STATUS: &str = "ended with status 3";
/// The end of a program that cannot open one more file.
#[cfg(unix)]
const STATUS_OF_ERROR: &str = "ended with status 1";
/// The end of a program that aborts: on Windows by `STATUS_STACK_BUFFER_OVERRUN`, as by any other fast end.
const ABORTED: &str = if cfg!(unix) {
    "signal 6 (SIGABRT)"
} else {
    "status -1073740791"
};
/// The end of a program that reads where it has no memory.
const VIOLATED: &str = if cfg!(unix) {
    "signal 11 (SIGSEGV)"
} else {
    "status -1073741819"
};
/// Under Wine no CPU time is counted.
const COMPUTES: &str = if EMULATED { "1.5s" } else { "of CPU time" };
const WAITS: &str = "no reply in 1.5s";

/// Programs whose fault costs the case that calls it up, and no other. The run and the doctor say the
/// same of it.
pub(crate) const COST_ONE_CASE: &[(&[&str], Verdict, &str)] = &[
    (&["exits"], Crash, STATUS),
    (&["exits", "--status", "0"], Crash, "ended with status 0"),
    (&["aborts"], Crash, ABORTED),
    (&["segfaults"], Crash, VIOLATED),
    // Under Wine, the process of the console has it.
    match cfg!(windows) && EMULATED {
        true => (&["closes-stdout"], Timeout, WAITS),
        false => (&["closes-stdout"], Crash, "closed its standard output"),
    },
    (&["reports-crash"], Crash, "index out of bounds"),
    (
        &["no-json"],
        ProtocolError,
        "belongs to the protocol, but this line is not JSON: decoding...",
    ),
    (&["invalid-utf8"], ProtocolError, "this line is not JSON"),
    (&["floods-lines"], ProtocolError, "not JSON: noise"),
    (&["not-a-reply"], ProtocolError, "expected exactly one of"),
    (&["deep-reply"], ProtocolError, "[[[["),
    (&["wrong-id"], ProtocolError, "wrong id: a reply to request"),
    // The request before is not blamed for it.
    (&["previous-id"], ProtocolError, "wrong id"),
    (&["answers-twice"], ProtocolError, "answered twice"),
    (&["floods-stdout"], OutputLimit, "over 1048576 bytes"),
    (
        &["floods-stderr"],
        OutputLimit,
        "over 67108864 bytes of standard error",
    ),
    (
        &["pads-reply", "--bytes", TOO_LONG],
        OutputLimit,
        "over 1048576 bytes of output",
    ),
    (&["hangs"], Timeout, "no reply in 1.5s: does it hang"),
    (&["ignores-sigterm"], Timeout, WAITS),
    (&["stops"], Timeout, WAITS),
    // The late reply is never taken for that to the next request.
    (&["answers-late", "--late", "6000"], Timeout, WAITS),
    (&["hangs-with-child"], Timeout, WAITS),
    (&["hangs-with-daemon"], Timeout, WAITS),
    (&["stops-parent"], Timeout, WAITS),
    (&["spins"], Timeout, COMPUTES),
    (&["dozes"], Timeout, "no reply in"),
    // The children that they leave are ended. All but the last keep standard output open.
    (&["leaves-child"], Crash, STATUS),
    (&["leaves-session"], Crash, STATUS),
    (&["leaves-daemon"], Crash, STATUS),
    (&["leaves-closed-daemon"], Crash, STATUS),
    (&["allocates"], MemoryLimit, MEMORY),
    (&["child-allocates"], MemoryLimit, MEMORY),
    (&["children-allocate"], MemoryLimit, MEMORY),
    // Only Linux says how large a file in memory is.
    #[cfg(unix)]
    match HOLDS_ALL {
        true => (&["fills-memory-file"], MemoryLimit, MEMORY),
        false => (&["fills-memory-file"], Timeout, "1.5s"),
    },
    #[cfg(unix)]
    match HOLDS_ALL {
        true => (&["fills-small-files"], MemoryLimit, MEMORY),
        false => (&["fills-small-files"], Crash, STATUS_OF_ERROR),
    },
];

/// The greatest length of a line, its newline included, and one byte more.
const LONGEST: &str = "1048576";
const TOO_LONG: &str = "1048577";

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

/// The verdicts of the three cases, a case and a part of what is reported of it and of the others with its
/// verdict, and what the doctor says of the program: `HEALTHY` for nothing; empty if it is not run.
type Row = (
    &'static [&'static str],
    [Verdict; 3],
    (&'static str, &'static str),
    &'static str,
);

const HEALTHY: &str = "healthy";

const ROWS: &[Row] = &[
    (&["behaves"], [Pass; 3], ("after", ""), HEALTHY),
    (
        &["answers-late", "--late", "50"],
        [Pass; 3],
        ("after", ""),
        HEALTHY,
    ),
    (&["splits-reply"], [Pass; 3], ("after", ""), HEALTHY),
    (&["noisy-stderr"], [Pass; 3], ("after", ""), HEALTHY),
    (
        &["pads-reply", "--bytes", LONGEST],
        [Pass; 3],
        ("after", ""),
        HEALTHY,
    ),
    (
        &["answers-twice"],
        [ProtocolError; 3],
        ("trigger", "answered twice"),
        "",
    ),
    (
        &["answers-twice", "--on", "bcher"],
        [Pass, Pass, ProtocolError],
        ("after", "twice"),
        "",
    ),
    (
        &["huge-number", "--on", WORD],
        [Pass, Fail, Pass],
        ("trigger", "18446744073709551616"),
        "",
    ),
    (
        &["long-number", "--on", WORD],
        [Pass, Fail, Pass],
        ("trigger", "99999"),
        "",
    ),
    (
        &["floods-after-reply", "--on", WORD],
        [Pass, ProtocolError, Pass],
        ("trigger", "an unexpected line, because no request was open"),
        "an unexpected line, because no request was open",
    ),
    (
        &["keeps-replies"],
        [Timeout; 3],
        ("after", ""),
        "does it not flush standard output",
    ),
    (
        &["ignores-end"],
        [Pass; 3],
        ("after", ""),
        "end: did not end within 500ms",
    ),
    (
        &["says-goodbye"],
        [Pass, Pass, ProtocolError],
        ("after", "was open: goodbye"),
        "goodbye",
    ),
    // A check sends one request at a time.
    (
        &["loses-ahead"],
        [Pass; 3],
        ("after", ""),
        "of 64 requests sent together, instead of the reply to request 2: no reply in",
    ),
    (
        &["answers-backwards"],
        [Pass; 3],
        ("after", ""),
        "instead of the reply to request 1: the reply to request 64 came",
    ),
    // A child in a separate group, a chain of processes that start each other, and a daemon that
    // computes: they are ended, which the run sees, and fail no case.
    (
        &["leaves-group", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    (
        &["leaves-respawner", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    (
        &["leaves-spinner", "--on", WORD],
        [Pass; 3],
        ("after", ""),
        "",
    ),
    #[cfg(unix)]
    (
        &["kills-parent", "--on", WORD],
        [Pass, Crash, Pass],
        ("trigger", "SIGKILL"),
        "",
    ),
    (
        &["changes-hello", "--on", WORD],
        [Pass, Crash, ProtocolError],
        ("after", "its hello differs"),
        "",
    ),
    (&["no-codecs"], [Skip; 3], ("after", ""), "none is listed"),
    (
        &["banner-after-hello"],
        [ProtocolError; 3],
        ("before", "no request was open: waiting for requests"),
        "",
    ),
];

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

/// Programs that do not start, what the run says of them, and what the doctor says.
pub(crate) const NOT_STARTED: &[(&[&str], &str, &str)] = &[
    (
        &["exits-at-once", "--status", "0"],
        "ended with status 0",
        "ended with status 0 without saying hello",
    ),
    (
        &["exits-at-once"],
        STATUS,
        "ended with status 3 without saying hello",
    ),
    (&["dies-on-hello"], ABORTED, ABORTED),
    (
        &["hangs-at-hello"],
        "no reply in 500ms",
        "Flush after every line",
    ),
    (
        &["never-flushes"],
        "does it not flush standard output",
        "Flush after every line",
    ),
    (
        &["floods-at-hello"],
        "over 1048576 bytes of output",
        "over 1048576 bytes of output",
    ),
    (
        &["banner"],
        "not JSON: misbehave 1.0 ready",
        "banners and logs go to standard error",
    ),
    (
        &["wrong-type"],
        "\"type\":\"hello\"",
        "is JSON, but not a hello",
    ),
    (&["no-metadata"], "not a reply", "is JSON, but not a hello"),
    (
        &["wrong-version"],
        "protocol 2, but this runner supports 1",
        "protocol 2, but this runner supports 1",
    ),
];

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
