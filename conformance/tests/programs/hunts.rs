//! Hunts of misbehaving programs. Each ends within its budget, says what is wrong, and leaves no process.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use acegate::event::Event;
use acegate::hunt::{HuntOptions, hunt};
use acegate::implementation::Subprocess;
use acegate::judge::Verdict;
use acegate::observation::Outcome;
use acegate::runner::FaultBudget;
use acegate::supervisor::Limits;

use super::support::{BOUND, LIMITS, Mark, helper, misbehave};

/// How many hunts run at the same time: most of them wait.
const TOGETHER: usize = 8;

/// Programs that are not hunted here: one leaves two hundred daemons at each request, and only the program
/// `acegate` ends the daemons of the other (`ends::a_daemon_of_a_program_that_ends_its_guard_is_ended`).
const ELSEWHERE: [&str; 2] = ["leaves-many-daemons", "kills-parent-leaves-daemon"];

const LIMIT: &str = "no reply in 400ms";
const PROGRAM: &str = env!("CARGO_BIN_EXE_acegate");
const LEFT: &str = "processes are left";
const STATUS: &str = "ended with status 3";
const MEMORY: &str = "over 64 MiB of memory";

/// The arguments of each misbehaving program, and a part of what its hunt says; empty for a program
/// without a fault. `FILE` stands for a file that does not exist.
const PROGRAMS: &[(&[&str], &str)] = &[
    (&["behaves"], ""),
    (&["hangs"], LIMIT),
    (&["ignores-sigterm"], LIMIT),
    (&["stops"], LIMIT),
    (&["answers-late"], LIMIT),
    (&["exits"], STATUS),
    (&["exits", "--every", "50"], STATUS),
    (&["aborts"], "SIGABRT"),
    (&["segfaults"], "SIGSEGV"),
    (&["closes-stdout"], "closed its standard output"),
    (&["exits-on-second"], STATUS),
    (&["reports-crash"], "index out of bounds"),
    (&["no-json"], "not JSON: decoding..."),
    (&["not-a-reply"], "expected exactly one of"),
    (&["wrong-id"], "wrong id"),
    (&["keeps-rest"], "gives Value"),
    (&["keeps-rest-of-long"], "gives Value"),
    (&["previous-id"], "wrong id"),
    (&["answers-twice"], "answered twice"),
    (&["answers-twice", "--every", "7"], "answered twice"),
    (&["invalid-utf8"], "not JSON"),
    (&["deep-reply"], "[[[["),
    (&["huge-number"], "18446744073709551616"),
    (&["long-number"], "digits)"),
    (&["pads-reply"], "over 1048576 bytes of output"),
    (&["floods-stdout"], "over 1048576 bytes of output"),
    (&["floods-lines"], "not JSON: noise"),
    (&["floods-after-reply"], "noise"),
    (&["floods-stderr"], "over 67108864 bytes of standard error"),
    (&["allocates"], MEMORY),
    (&["leaks"], MEMORY),
    (&["child-allocates"], MEMORY),
    (&["children-allocate"], MEMORY),
    (&["fills-memory-file"], MEMORY),
    (&["leaves-child"], STATUS),
    (&["hangs-with-child"], LIMIT),
    // Which of the two is seen first, the end or the flood, is the system's choice.
    (&["leaves-flood"], "gives a "),
    (&["leaves-group", "--every", "100"], ""),
    (&["leaves-session"], STATUS),
    (&["leaves-daemon"], STATUS),
    (&["leaves-closed-daemon"], STATUS),
    (&["hangs-with-daemon"], LIMIT),
    (&["leaves-respawner", "--every", "100"], ""),
    (&["leaves-spinner", "--every", "100"], ""),
    (&["attacks-terminal"], ""),
    (&["kills-parent"], "SIGKILL"),
    (&["stops-parent"], LIMIT),
    (&["spins"], "of CPU time"),
    (&["computes"], "of CPU time"),
    (&["dozes"], "no reply in"),
    (&["exits-after-reply"], STATUS),
    (&["long-message"], "gives Refused"),
    (&["long-value"], "[118, 118"),
    (&["changes-hello"], STATUS),
    (&["splits-reply"], ""),
    (&["noisy-stderr"], ""),
    (&["never-flushes"], "does it not flush standard output"),
    (&["keeps-replies"], "does it not flush standard output"),
    (&["ignores-end"], "did not end within"),
    (&["says-goodbye"], "no request asked for: goodbye"),
    (&["loses-ahead"], LIMIT),
    (&["answers-backwards"], "wrong id"),
    (&["exits-at-once"], STATUS),
    (&["starts-once", "--file", "FILE"], "10 restarts in a row"),
    (&["hangs-when-restarted", "--file", "FILE"], "10 restarts in a row"),
    (&["dies-on-hello"], "SIGABRT"),
    (&["hangs-at-hello"], "no reply in"),
    (&["floods-at-hello"], "over 1048576 bytes of output"),
    (&["banner"], "not JSON: misbehave 1.0 ready"),
    (&["banner-after-hello"], "waiting for requests"),
    (&["wrong-version"], "protocol 2"),
    (&["wrong-type"], "\"type\":\"hello\""),
    (&["no-metadata"], "not a reply"),
    (&["no-codecs"], "asked nothing"),
];

/// Without `ACEGATE_TEST_ALL=1`, as `reports/make/evidence` sets it, every eighth program is hunted.
#[test]
fn each_ends_and_names_the_fault() {
    let every = if std::env::var_os("ACEGATE_TEST_ALL").is_some() { 1 } else { 8 };
    let programs: Vec<_> = PROGRAMS.iter().step_by(every).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..TOGETHER {
            scope.spawn(|| {
                while let Some((words, expected)) =
                    programs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let difference = difference(words, expected);
                    wrong.lock().expect("no panic").extend(difference);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_misbehaving_program_is_hunted() {
    let help = Command::new(helper("misbehave")).arg("--help").output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("UTF-8");
    let is_mode = |line: &&str| line.starts_with("          - ");
    let modes = help
        .lines()
        .filter(is_mode)
        .filter_map(|line| line.trim_start_matches([' ', '-']).split(':').next());
    let modes: Vec<&str> = modes.collect();
    assert!(modes.len() > 50, "{help}");
    let is_hunted = |mode: &&str| {
        ELSEWHERE.contains(mode) || PROGRAMS.iter().any(|(words, _)| words[0] == *mode)
    };
    let left: Vec<_> = modes.iter().filter(|mode| !is_hunted(mode)).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// How what a hunt says differs from the expected; `None` if it does not.
fn difference(words: &[&str], expected: &str) -> Option<String> {
    let said = hunted(words);
    let is_right = match expected {
        "" => said.is_empty(),
        _ => said.iter().any(|text| text.contains(expected)),
    };
    let is_right = is_right && !said.iter().any(|text| text == LEFT);
    let said = said.iter().map(|text| text.chars().take(200).collect::<String>());
    (!is_right).then(|| format!("{words:?}: {:?}", said.collect::<Vec<_>>()))
}

/// The findings and remarks of a short hunt of the misbehaving program.
fn hunted(words: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("started");
    let words: Vec<&str> = words
        .iter()
        .map(|word| if *word == "FILE" { file.to_str().expect("UTF-8") } else { word })
        .collect();
    let mark = Mark::new();
    let program = misbehave(&words, &mark);
    let limits =
        Limits { time: Duration::from_millis(400), start: Duration::from_secs(2), ..LIMITS };
    let start = || Ok(Box::new(Subprocess::start(program.clone(), limits)?) as Box<_>);
    let options = HuntOptions {
        seed: 1,
        requests: Some(1000),
        time: Some(Duration::from_secs(20)),
        codecs: vec!["punycode".to_owned()],
        faults: FaultBudget { count: Some(3), time: None },
        ..HuntOptions::default()
    };
    let begun = Instant::now();
    let hunted = hunt(&start, &options, &mut |_| {});
    let is_gone = std::panic::catch_unwind(|| mark.assert_gone()).is_ok();
    assert!(begun.elapsed() < BOUND, "{words:?} took {:?}", begun.elapsed());
    let summary = match hunted {
        Ok(summary) => summary,
        Err(error) => return vec![error.to_string()],
    };
    let found = summary.discoveries.iter().map(|found| match &found.breach.outcome {
        Outcome::Fault(fault) => format!("gives a {}: {fault}", fault.code()),
        other => format!("gives {other:?}"),
    });
    let nothing = (summary.requests == 0).then(|| "asked nothing".to_owned());
    let left = (!is_gone).then(|| LEFT.to_owned());
    found.chain(left).chain(summary.given_up).chain(summary.remarks).chain(nothing).collect()
}

/// The shards have different requests, and find the same fault.
#[test]
fn the_shards_of_a_hunt_become_one_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let acegate = |words: &str| acegate_in(folder.path(), words);
    let deviant = format!("'{PROGRAM}' serve --deviation punycode/leading-delimiter-consumed");
    for (seed, shard, name) in [(1, "1/2", "one"), (1, "2/2", "two"), (2, "2/2", "other")] {
        let hunt = format!("hunt --cmd {} --codec punycode", shell_words::quote(&deviant));
        let budget = format!("--requests 5000 --seed {seed} --shard {shard}");
        let files = format!("--emit {name}.yaml --report {name}");
        let (status, _, said) = acegate(&format!("{hunt} {budget} {files}"));
        assert_eq!(status, Some(1), "{said}");
    }
    let events = |name: &str| -> Vec<Event> {
        let text = fs::read_to_string(folder.path().join(name)).expect("a report");
        text.lines().map(|line| serde_json::from_str(line).expect("an event")).collect()
    };
    let names = |events: &[Event]| -> Vec<String> {
        let cases = events.iter().filter_map(|event| match event {
            Event::Case(case) => Some(case.name.clone()),
            _ => None,
        });
        cases.collect()
    };
    let passed = |events: &[Event]| match events.last() {
        Some(Event::RunEnd(end)) => end.totals.count(Verdict::Pass),
        _ => panic!("the report has no end"),
    };

    let (status, _, said) = acegate("merge two one --report whole");
    assert_eq!(status, Some(1), "{said}");
    let [one, two, whole] = ["one", "two", "whole"].map(events);
    // Each shard found something, and all of it is there once.
    let both: BTreeSet<String> = names(&one).into_iter().chain(names(&two)).collect();
    assert!(!names(&one).is_empty() && !names(&two).is_empty());
    assert_eq!(names(&whole).len(), both.len());
    assert_eq!(names(&whole).into_iter().collect::<BTreeSet<_>>(), both);
    assert_eq!(passed(&whole), passed(&one) + passed(&two));
    assert_eq!(whole.iter().filter(|event| matches!(event, Event::Finding(_))).count(), 1);
    let Some(Event::RunStart(start)) = whole.first() else { panic!("the report has no start") };
    assert_eq!((start.seed, start.shard), (Some(1), None));
    assert!(
        ["one.yaml", "two.yaml"].iter().all(|path| start.arguments.iter().any(|it| it == path))
    );

    for (words, reason) in [
        ("merge one", "the reports of these shards are missing: 2"),
        (
            "merge one other",
            "the shards are of different runs: \"seed\" is 1 in one and 2 in other",
        ),
        ("merge one one two", "one and one are both shard 1"),
    ] {
        let (status, _, said) = acegate(words);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    }
}

/// The vectors of a hunt lead into a suite: they are linted, added once and passed over the second time;
/// those of two hunts load together; and no other file is replaced.
#[test]
fn the_vectors_of_hunts_lead_into_a_suite() {
    let folder = tempfile::tempdir().expect("a folder");
    let acegate = |words: &str| acegate_in(folder.path(), words);
    let path = |name: &str| folder.path().join(name);
    let deviant =
        |id: &str| shell_words::quote(&format!("'{PROGRAM}' serve --deviation {id}")).into_owned();
    let hunt = |id: &str, words: &str| {
        acegate(&format!("hunt --cmd {} --codec punycode --requests 1500 {words}", deviant(id)))
    };
    let id = "punycode/truncation-dropped";
    for (seed, name) in [(1, "one.yaml"), (2, "two.yaml")] {
        let (status, _, said) = hunt(id, &format!("--seed {seed} --emit {name}"));
        assert_eq!(status, Some(1), "{said}");
        let (status, said, _) = acegate(&format!("vectors lint {name}"));
        assert_eq!(status, Some(0), "{said}");
    }
    // The smallest input is the same, and the finding is there once.
    let (status, said, _) = acegate("vectors list --vectors one.yaml --vectors two.yaml");
    assert_eq!(status, Some(0), "{said}");
    let (alone, both) = (acegate("vectors list --vectors one.yaml").1, said);
    assert!(!alone.is_empty() && both.lines().count() < 2 * alone.lines().count(), "{both}");

    fs::create_dir(path("suite")).expect("a folder");
    let (status, said, errors) = acegate("vectors add one.yaml --to suite");
    assert_eq!(status, Some(0), "{errors}");
    assert!(said.contains(" added") && !said.contains("there already"), "{said}");
    let (status, said, errors) = acegate("vectors add one.yaml --to suite");
    assert_eq!(status, Some(0), "{errors}");
    assert!(said.contains("there already") && !said.contains(" added"), "{said}");
    let (status, said, errors) = acegate("vectors add two.yaml --to suite");
    assert_eq!(status, Some(0), "{errors}");
    assert!(said.contains("there already"), "{said}");
    let (status, said, _) = acegate("vectors lint suite");
    assert_eq!(status, Some(0), "{said}");

    // Neither the file of another hunt nor any other is replaced, and nothing is asked before that is known.
    let before = fs::read_to_string(path("one.yaml")).expect("a file");
    let (status, _, said) = hunt("punycode/delimiter-always", "--seed 1 --emit one.yaml");
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("one.yaml is there already") && !said.contains("found ("), "{said}");
    assert_eq!(fs::read_to_string(path("one.yaml")).expect("a file"), before);
    let (status, _, said) = hunt("punycode/delimiter-always", "--seed 1 --emit one.yaml --force");
    assert_eq!(status, Some(1), "{said}");
    assert_ne!(fs::read_to_string(path("one.yaml")).expect("a file"), before);
}

/// The report and the vectors of a hunt that is killed have what was found until then.
#[test]
fn a_killed_hunt_leaves_a_report_of_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.ndjson");
    let vectors = folder.path().join("found.yaml");
    let deviant = format!("'{PROGRAM}' serve --deviation punycode/leading-delimiter-consumed");
    let mut hunt = Command::new(PROGRAM);
    hunt.args(["hunt", "--cmd", &deviant, "--codec", "punycode", "--seed", "1", "--time", "1h"]);
    let hunt = hunt.args(["--quiet", "--report"]).arg(&report).arg("--emit").arg(&vectors);
    let mut hunt = hunt.spawn().expect("it starts");
    let begun = Instant::now();
    let has_case = || {
        let text = fs::read_to_string(&report).unwrap_or_default();
        text.ends_with('\n') && text.contains(r#""type":"case""#) && vectors.exists()
    };
    while !has_case() && begun.elapsed() < BOUND {
        std::thread::sleep(Duration::from_millis(20));
    }
    hunt.kill().expect("it goes on");
    hunt.wait().expect("it has ended");

    let text = fs::read_to_string(&report).expect("a report");
    let events: Vec<Event> =
        text.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    let Some((Event::RunStart(start), cases)) = events.split_first() else { panic!("{text}") };
    assert_eq!((start.seed, start.implementation.name.is_empty()), (Some(1), false));
    assert!(!cases.is_empty() && cases.iter().all(|event| matches!(event, Event::Case(_))));
    let shown = Command::new(PROGRAM).arg("report").arg(&report).output().expect("it runs");
    let said = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(said.contains("the report of the hunt was cut off"), "{said}");
    assert!(said.contains("punycode/found/decode"), "{said}");
    let listed =
        Command::new(PROGRAM).args(["vectors", "list", "--only-vectors"]).arg(&vectors).output();
    let listed = String::from_utf8(listed.expect("it runs").stdout).expect("UTF-8");
    for event in cases {
        let Event::Case(case) = event else { continue };
        assert!(listed.contains(&case.name), "{}: {listed}", case.name);
    }
}

/// Runs acegate with these words in a folder. Returns its exit status, its output and its messages.
fn acegate_in(folder: &Path, words: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command.args(shell_words::split(words).expect("words")).current_dir(folder);
    let output = command.output().expect("it runs");
    let [out, err] = [output.stdout, output.stderr].map(String::from_utf8);
    (output.status.code(), out.expect("UTF-8"), err.expect("UTF-8"))
}
