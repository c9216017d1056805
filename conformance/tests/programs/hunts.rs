//! Hunts of misbehaving programs. Each ends within its budget, says what is wrong, and leaves no process.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::Duration;

use acegate::event::Event;
use acegate::hunt::{HuntOptions, hunt};
use acegate::implementation::Subprocess;
use acegate::judge::Verdict;
use acegate::observation::Outcome;
use acegate::runner::FaultBudget;
use acegate::supervisor::Limits;

use super::fault_tables::{COST_ONE_CASE, MEMORY, NOT_STARTED};
use super::faults::side_by_side;
use super::run::{self, Ended, Folder, PROGRAM, checked, has_programs, wait_until};
#[cfg(unix)]
use super::support::helper;
use super::support::{EMULATED, LIMITS, events, with_misbehave, without_not_held};

/// Programs that are not hunted here: one leaves two hundred daemons at each request, and one a file in
/// memory; only the program `acegate` ends the daemons of another
/// (`ends::a_daemon_of_a_program_that_ends_its_guard_is_ended`); only Linux ends twelve at once that start
/// others as fast as they end (`ends::sigkill_leaves_the_events_and_no_process_not_even_a_daemon`); and
/// those that end or stop acegate would end or stop this test (`ends::a_program_that_…`).
#[cfg(unix)]
const ELSEWHERE: [&str; 8] = [
    "leaves-many-daemons",
    "fills-named-memory",
    "kills-parent-leaves-daemon",
    "hangs-with-respawners",
    "kills-both",
    "kills-both-acegate-first",
    "stops-parent-kills-acegate",
    "stops-acegate",
];

/// The time for a reply. An emulator takes longer to use up the memory.
const TIME: Duration = Duration::from_millis(if EMULATED { 1500 } else { 400 });
const TIME_IN_WORDS: &str = if EMULATED { "1.5s" } else { "400ms" };
const LIMIT: &str = if EMULATED {
    "no reply in 1.5s"
} else {
    "no reply in 400ms"
};
const STATUS: &str = "ended with status 3";

/// The arguments of a misbehaving program, and a part of what its hunt says; empty for a program without a
/// fault.
type Row = (&'static [&'static str], &'static str);

/// The programs whose faults differ from a run of three cases. `FILE` is replaced by a file that does not
/// exist.
const OTHERS: &[Row] = &[
    (&["behaves"], ""),
    (&["exits", "--every", "50"], STATUS),
    (&["exits-on-second"], STATUS),
    (&["keeps-rest"], "gives Value"),
    (&["keeps-rest-of-long"], "gives Value"),
    (&["answers-twice", "--every", "7"], "answered twice"),
    (&["huge-number"], "18446744073709551616"),
    (&["long-number"], "gives Large"),
    (&["pads-reply"], "over 1048576 bytes of output"),
    (&["floods-after-reply"], "noise"),
    (&["leaks"], MEMORY),
    // Which of the two is seen first, the end or the flood, is the system's choice.
    (&["leaves-flood"], "gives a "),
    (&["leaves-group", "--every", "400"], ""),
    (&["leaves-respawner", "--every", "400"], ""),
    (&["leaves-spinner", "--every", "400"], ""),
    (&["attacks-terminal"], ""),
    #[cfg(unix)]
    (&["opens-files"], ""),
    #[cfg(unix)]
    (&["kills-parent"], "SIGKILL"),
    #[cfg(unix)]
    (&["computes"], "of CPU time"),
    (&["exits-after-reply"], STATUS),
    (&["long-message"], "gives Refused"),
    (&["long-value"], "[118, 118"),
    (&["changes-hello"], STATUS),
    (&["splits-reply", "--every", "4"], ""),
    (&["noisy-stderr"], ""),
    (&["keeps-replies"], "does it not flush standard output"),
    (&["ignores-end"], "did not end within"),
    (&["says-goodbye"], "no request was open: goodbye"),
    (&["loses-ahead"], LIMIT),
    (&["answers-backwards"], "wrong id"),
    (&["starts-once", "--file", "FILE"], "it cannot be restarted"),
    (
        &["hangs-when-restarted", "--file", "FILE"],
        "it cannot be restarted",
    ),
    (&["banner-after-hello"], "waiting for requests"),
    (&["no-codecs"], "asked nothing"),
];

/// All programs that are hunted.
fn programs() -> Vec<Row> {
    let faulty = COST_ONE_CASE
        .iter()
        .map(|&(words, _, expected)| (words, expected));
    let unstarted = NOT_STARTED
        .iter()
        .map(|&(words, expected, _)| (words, expected));
    // A hunt has other limits than a run.
    let limited = |(words, expected): Row| match expected {
        "1.5s" => (words, TIME_IN_WORDS),
        "no reply in 500ms" => (words, "no reply in 2s"),
        _ if expected.starts_with("no reply in 1.5s") => (words, LIMIT),
        _ => (words, expected),
    };
    faulty
        .chain(unstarted)
        .map(limited)
        .chain(OTHERS.iter().copied())
        .collect()
}

/// Without `ACEGATE_TEST_ALL=1`, as `reports/make/evidence` sets it, every tenth program is hunted.
#[test]
fn each_ends_and_names_the_fault() {
    let every = if run::is_forced() { 1 } else { 10 };
    let programs: Vec<Row> = programs().into_iter().step_by(every).collect();
    side_by_side(&programs, |(words, expected)| {
        let said = hunted(words);
        let is_right = match *expected {
            "" => said.is_empty(),
            expected => said.iter().any(|text| text.contains(expected)),
        };
        assert!(is_right, "{words:?}: {said:.200?}");
    });
}

#[cfg(unix)]
#[test]
fn every_misbehaving_program_is_hunted() {
    let help = run::ended(Command::new(helper("misbehave")).arg("--help")).out;
    let modes = help
        .lines()
        .filter_map(|line| line.strip_prefix("          - ")?.split(':').next());
    let modes: Vec<&str> = modes.collect();
    assert!(modes.len() > 50, "{help}");
    let hunted: Vec<_> = programs()
        .iter()
        .map(|(words, _)| words[0])
        .chain(ELSEWHERE)
        .collect();
    let left: Vec<_> = modes.iter().filter(|mode| !hunted.contains(mode)).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The findings and remarks of a short hunt of the misbehaving program.
fn hunted(words: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let file = folder.word("started");
    let words: Vec<&str> = words
        .iter()
        .map(|word| if *word == "FILE" { &file } else { *word })
        .collect();
    let limits = Limits {
        time: TIME,
        start: Duration::from_secs(2),
        ..LIMITS
    };
    let options = HuntOptions {
        seed: 1,
        requests: Some(1000),
        time: Some(Duration::from_secs(if EMULATED { 120 } else { 8 })),
        codecs: vec!["punycode".to_owned()],
        faults: FaultBudget {
            count: Some(3),
            time: None,
        },
        ..HuntOptions::default()
    };
    let hunted = with_misbehave(&words, |program| {
        let start = || Ok(Box::new(Subprocess::start(program.clone(), limits)?) as Box<_>);
        hunt(&start, &options, &mut |_| {})
    });
    let summary = match hunted {
        Ok(summary) => summary,
        Err(error) => return vec![error.to_string()],
    };
    let found = summary
        .discoveries
        .iter()
        .map(|found| match &found.breach.outcome {
            Outcome::Fault(fault) => format!("gives a {}: {fault}", fault.code()),
            other => format!("gives {other:?}"),
        });
    let nothing = (summary.requests == 0).then(|| "asked nothing".to_owned());
    let remarks = without_not_held(summary.remarks);
    found
        .chain(summary.given_up)
        .chain(remarks)
        .chain(nothing)
        .collect()
}

/// The shards have different requests, and find the same fault.
#[test]
fn the_shards_of_a_hunt_become_one_report() {
    let folder = Folder::new();
    let acegate = |words: &str, status| acegate(&folder, words, status);
    for (seed, shard, name) in [(1, "1/2", "one"), (1, "2/2", "two"), (2, "2/2", "other")] {
        let budget = format!("--requests 5000 --seed {seed} --shard {shard}");
        let files = format!("--emit {name}.yaml --report {name}");
        acegate(
            &hunt_of("leading-delimiter-consumed", &format!("{budget} {files}")),
            1,
        );
    }
    let names = |events: &[Event]| -> Vec<String> {
        checked(events).map(|case| case.name.clone()).collect()
    };
    let passed = |events: &[Event]| match events.last() {
        Some(Event::RunEnd(end)) => end.totals.count(Verdict::Pass),
        _ => panic!("the report has no end"),
    };

    acegate("merge two one --report whole", 1);
    let [one, two, whole] = ["one", "two", "whole"].map(|name| events(&folder.read(name)));
    // Each shard found something, and all of it is there once.
    let both: BTreeSet<String> = names(&one).into_iter().chain(names(&two)).collect();
    assert!(!names(&one).is_empty() && !names(&two).is_empty());
    assert_eq!(names(&whole).len(), both.len());
    assert_eq!(names(&whole).into_iter().collect::<BTreeSet<_>>(), both);
    assert_eq!(passed(&whole), passed(&one) + passed(&two));
    assert_eq!(
        whole
            .iter()
            .filter(|event| matches!(event, Event::Finding(_)))
            .count(),
        1
    );
    let Some(Event::RunStart(start)) = whole.first() else {
        panic!("the report has no start")
    };
    assert_eq!((start.seed, start.shard), (Some(1), None));
    let arguments = |path: &str| start.arguments.iter().any(|it| it == path);
    assert!(arguments("one.yaml") && arguments("two.yaml"));

    let said = acegate("merge one other", 2).err;
    let reason = "the shards are of different runs: \"seed\" is 1 in one and 2 in other";
    assert!(said.contains(reason), "{said}");
}

/// The vectors of a hunt lead into a suite: they are linted, added once and passed over the second time;
/// the files of two hunts load together; and no other file is replaced.
#[test]
fn the_vectors_of_hunts_lead_into_a_suite() {
    let folder = Folder::new();
    let acegate = |words: &str, status| acegate(&folder, words, status);
    let hunt = |deviation: &str, words: &str, status| {
        acegate(
            &hunt_of(deviation, &format!("--requests 1500 {words}")),
            status,
        )
    };
    for (seed, name) in [(1, "one.yaml"), (2, "two.yaml")] {
        hunt(
            "truncation-dropped",
            &format!("--seed {seed} --emit {name}"),
            1,
        );
        acegate(&format!("vectors lint {name}"), 0);
    }
    // The smallest input is the same, and the finding is there once.
    let both = acegate("vectors list --vectors one.yaml --vectors two.yaml", 0).out;
    let alone = acegate("vectors list --vectors one.yaml", 0).out;
    assert!(
        !alone.is_empty() && both.lines().count() < 2 * alone.lines().count(),
        "{both}"
    );

    fs::create_dir(folder.path("suite")).expect("a folder");
    let (added, passed_over) = (" added", "already in the suite");
    for (name, said, unsaid) in [
        ("one", added, passed_over),
        ("one", passed_over, added),
        // Some of them may be new.
        ("two", passed_over, "\0"),
    ] {
        let out = acegate(&format!("vectors add {name}.yaml --to suite"), 0).out;
        assert!(out.contains(said) && !out.contains(unsaid), "{out}");
    }
    acegate("vectors lint suite", 0);

    // Neither the file of another hunt nor any other is replaced, and nothing is run before that is known.
    let before = folder.read("one.yaml");
    let said = hunt("delimiter-always", "--seed 1 --emit one.yaml", 2).err;
    assert!(
        said.contains("one.yaml already exists") && !said.contains("found ("),
        "{said}"
    );
    assert_eq!(folder.read("one.yaml"), before);
    hunt("delimiter-always", "--seed 1 --emit one.yaml --force", 1);
    assert_ne!(folder.read("one.yaml"), before);
}

/// The report and the vectors of a hunt that is killed have what was found until then.
#[test]
fn a_killed_hunt_leaves_a_report_of_what_it_found() {
    let folder = Folder::new();
    let [report, vectors] = ["report", "found.yaml"].map(|name| folder.path(name));
    let budget = "--seed 1 --time 1h --quiet --report report --emit found.yaml";
    let words = shell_words::split(&hunt_of("leading-delimiter-consumed", budget)).expect("words");
    let mut hunt = Command::new(PROGRAM);
    let mut hunt = hunt
        .args(words)
        .current_dir(&folder)
        .spawn()
        .expect("it starts");
    wait_until(|| {
        let text = fs::read_to_string(&report).unwrap_or_default();
        text.ends_with('\n') && text.contains(r#""type":"case""#) && vectors.exists()
    });
    hunt.kill().expect("it goes on");
    hunt.wait().expect("it has ended");

    let events = events(&folder.read("report"));
    let Some((Event::RunStart(start), cases)) = events.split_first() else {
        panic!("{events:?}")
    };
    assert_eq!(
        (start.seed, start.implementation.name.is_empty()),
        (Some(1), false)
    );
    assert!(!cases.is_empty() && cases.iter().all(|event| matches!(event, Event::Case(_))));
    let said = run::acegate(&folder, &["report", "report"]).out;
    assert!(
        said.contains("the report of the hunt was cut off"),
        "{said}"
    );
    assert!(said.contains("punycode/found/decode"), "{said}");
    let listed = acegate(&folder, "vectors list --only-vectors found.yaml", 0).out;
    for case in checked(cases) {
        assert!(listed.contains(&case.name), "{}: {listed}", case.name);
    }
}

/// Programs that were written from the documents alone, in another language, answer a fixed corpus as the codecs do. The
/// codecs of most of them are their own model, so that a fault in one shows in no comparison of two codecs.
#[test]
fn the_transcriptions_in_python_agree() {
    if !has_programs("the transcriptions in Python", &["python3"]) {
        return;
    }
    let folder = Folder::new();
    for name in ["", "-ace", "-enum", "-uri2dec"] {
        acegate(
            &folder,
            &format!("hunt python-transcription{name} --seed 1 --requests 4000 --quiet"),
            0,
        );
    }
}

/// The words of a hunt of a deviation of Punycode.
fn hunt_of(deviation: &str, words: &str) -> String {
    let served = format!("'{PROGRAM}' serve --deviation punycode/{deviation}");
    format!(
        "hunt --cmd {} --codec punycode {words}",
        shell_words::quote(&served)
    )
}

/// Runs acegate with these words in a folder, and checks its exit status.
#[track_caller]
fn acegate(folder: &Folder, words: &str, status: i32) -> Ended {
    let words = shell_words::split(words).expect("words");
    run::acegate(folder, &words).with(status)
}
