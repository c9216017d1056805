//! Several reports of one run, and as little of it as a gate needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use acegate::event::{CaseEvent, RunEnd, RunStart, StaleEntry};
use acegate::judge::{ExitStatus, Verdict};
use acegate::report::{FORMATS, ReportOptions};
use serde_json::{Value as Json, json};

use super::program::{self, Folder};
use super::{check_wrong, rendered, run, run_of};

const PASSING: [&str; 4] = ["check", "reference", "--id", "punycode/edge/*"];

/// `FORMAT=FILE` for every format, with the file in this folder.
fn outputs(folder: &Folder) -> Vec<String> {
    let output = |name| format!("--output={name}={}", folder.word(name));
    FORMATS.iter().map(|format| output(format.name)).collect()
}

/// The commands in a report, as a shell takes them.
fn commands(text: &str) -> BTreeSet<String> {
    let pairs = [
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&quot;", "\""),
        ("\\\n", ""),
        ("\\n", "\n"),
        ("%0A", "\n"),
    ];
    let text = pairs
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let begins = ["acegate check ", "acegate vectors "].into_iter();
    let places = begins.flat_map(|begin| text.match_indices(begin).map(|(at, _)| at));
    let command = |at: usize| {
        let mut is_quoted = false;
        let ends = |c: char| {
            is_quoted ^= c == '\'';
            !is_quoted && "<>\"`\n\\|)".contains(c)
        };
        let rest = &text[at..];
        let command = &rest[..rest.find(ends).unwrap_or(rest.len())];
        // After it is the place of the vector.
        command
            .split("  (")
            .next()
            .unwrap_or(command)
            .trim()
            .to_owned()
    };
    // The page puts an id after one, and into another.
    places
        .map(command)
        .filter(|it| !it.ends_with("--id") && !it.contains("${"))
        .collect()
}

#[test]
fn every_command_that_a_report_prints_runs() {
    let folder = Folder::new();
    let choice = ["--codec", "punycode", "--clause", "6.2"].map(str::to_owned);
    check_wrong(&[outputs(&folder), choice.into()].concat()).with(1);
    let found = FORMATS
        .iter()
        .flat_map(|format| commands(&folder.read(format.name)));
    let found: BTreeSet<_> = found.collect();
    let head = "--codec punycode --clause 6.2";
    assert!(
        found.iter().any(|command| command.ends_with(head)),
        "{found:#?}"
    );
    assert!(found.len() >= 3, "{found:#?}");
    for command in found {
        let words = shell_words::split(&command).expect("a command");
        let output = run(&words[1..]);
        assert!(
            [Some(0), Some(1)].contains(&output.status),
            "{command}: {}",
            output.err
        );
    }
}

#[test]
fn one_run_is_written_in_every_format_at_once_as_it_is_printed_in_each() {
    let folder = Folder::new();
    let report = &*folder.word("run");
    let all = outputs(&folder);
    let output = check_wrong(&[&all[..], &[format!("--report={report}")]].concat()).with(1);
    assert!(output.out.contains("3 of 6 not as expected"));
    let first: Vec<_> = FORMATS
        .iter()
        .map(|format| folder.read(format.name))
        .collect();
    // And later, from the file, over the old ones.
    let later = run(&[&["report", report, "-q"].map(str::to_owned), &all[..]].concat());
    assert_eq!((later.status, later.err), (Some(0), String::new()));
    for (format, text) in FORMATS.iter().zip(&first) {
        let printed = run(&["report", report, "--format", format.name]);
        assert_eq!(*text, printed.out, "{}", format.name);
        assert_eq!(*text, folder.read(format.name), "{}", format.name);
    }
    assert_eq!(folder.count(), FORMATS.len() + 1);
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_run() {
    let folder = Folder::new();
    folder.write("old.xml", "old");
    let (old, missing) = (folder.word("old.xml"), folder.word("no/such/x"));
    for (words, told) in [
        (
            vec![format!("--output=junit={missing}")],
            "no/such/x: No such file".to_owned(),
        ),
        (
            vec![
                format!("--output=junit={old}"),
                format!("--output=tap={missing}"),
            ],
            missing.clone(),
        ),
        (
            vec![
                format!("--output=junit={old}"),
                format!("--output=tap={old}"),
            ],
            "one file".into(),
        ),
        (
            vec![format!("--output=junit={old}"), format!("--report={old}")],
            "one file".into(),
        ),
    ] {
        let output = check_wrong(&words).with(2);
        assert!(output.err.contains(&told), "{words:?}: {}", output.err);
        assert!(output.out.is_empty(), "{words:?}");
    }
    assert_eq!(
        (folder.read("old.xml").as_str(), folder.count()),
        ("old", 1)
    );
}

#[test]
fn an_output_that_fails_costs_the_others_nothing() {
    let folder = Folder::new();
    let tap = format!("tap={}", folder.word("x.tap"));
    let words = ["--output", "junit=/dev/full", "--output", &tap];
    let output = check_wrong(&words).with(1);
    assert!(
        output.err.contains("/dev/full was not written: "),
        "{}",
        output.err
    );
    assert!(folder.read("x.tap").contains("1..6"));
    // The requested report is not there.
    run(&[&PASSING[..], &words].concat()).with(2);
}

#[test]
fn a_run_that_does_not_start_leaves_the_old_output_and_the_old_report() {
    let folder = Folder::new();
    folder.write("x", "old");
    let name = folder.word("x");
    let tap = format!("tap={name}");
    for target in ["false", "/no/such/program"] {
        for words in [["--output", &tap], ["--report", &name]] {
            run(&[&["check", "--cmd", target][..], &words].concat()).with(3);
            assert_eq!((folder.read("x").as_str(), folder.count()), ("old", 1));
        }
    }
}

/// A run that failed is red also for readers of the checks alone, and has a separate test only for that.
#[test]
fn a_run_that_failed_has_a_failing_test_in_junit() {
    use ExitStatus::{AsExpected, Interrupted, NotAlive, NothingRan, Unexpected};
    let stale = "the baseline (known.yaml:7) names a/gone, which is not in the suite";
    for (verdict, unexpected, exit, failures, errors, own) in [
        (Verdict::Pass, false, AsExpected, 0, 0, None),
        (Verdict::Fail, true, Unexpected, 1, 0, None),
        // The baseline says that it fails.
        (Verdict::Pass, true, Unexpected, 1, 0, None),
        (Verdict::Skip, true, Unexpected, 1, 0, None),
        (Verdict::NotRun, false, NotAlive, 0, 1, None),
        (Verdict::Pass, false, Unexpected, 0, 1, Some(stale)),
        (
            Verdict::Skip,
            false,
            NothingRan,
            0,
            1,
            Some("nothing was run"),
        ),
        (Verdict::Pass, false, Interrupted, 0, 1, Some("interrupted")),
    ] {
        let case = CaseEvent {
            name: "a/b".into(),
            verdict,
            unexpected,
            ..CaseEvent::default()
        };
        let mut end = RunEnd {
            exit,
            ..RunEnd::default()
        };
        let entry = StaleEntry {
            check: "a/gone".into(),
            file: "known.yaml".into(),
            line: 7,
        };
        end.stale.extend((own == Some(stale)).then_some(entry));
        let events = run_of(RunStart::default(), [case], end);
        let text = rendered("junit", ReportOptions::default(), &events);
        let count = |element| text.matches(&format!("<{element} ")).count();
        assert_eq!(
            (count("failure"), count("error")),
            (failures, errors),
            "{text}"
        );
        let root = format!("failures=\"{failures}\" errors=\"{errors}\"");
        assert!(
            text.lines().nth(1).is_some_and(|line| line.contains(&root)),
            "{text}"
        );
        let error = text.split("<error type=\"run\" message=\"").nth(1);
        assert_eq!(error.and_then(|rest| rest.split('"').next()), own, "{text}");
        assert_eq!(
            text.contains("classname=\"acegate\""),
            own.is_some(),
            "{text}"
        );
    }
}

/// The places of findings in SARIF, and the properties of the annotations of GitHub before their title.
fn places(folder: &Path, words: &[&str]) -> (Vec<Json>, BTreeSet<String>) {
    let printed = |format| program::acegate(folder, &[words, &["--format", format]].concat()).out;
    let sarif: Json = serde_json::from_str(&printed("sarif")).expect("JSON");
    let results = sarif["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter();
    let place = |result: &Json| result["locations"][0]["physicalLocation"].clone();
    let github = printed("github");
    let annotations = github
        .lines()
        .filter(|line| !line.contains("title=acegate"));
    let before = |line: &str| line.split("title=").next().unwrap_or_default().to_owned();
    (
        results.map(place).collect(),
        annotations.map(before).collect(),
    )
}

#[test]
fn findings_are_shown_in_the_repository_of_the_user_or_nowhere() {
    let top = Folder::new();
    let inner = top.path("inner");
    top.write("inner/the adapter#1.sh", format!("exec {}\n", super::WRONG));
    top.write("inner/src/lib.rs", "one\ntwo\n");
    top.write("inner/program", "\x7fELF\0\n");
    let vectors = format!("{}/failing.yaml", super::FOLDER);
    fs::copy(&vectors, inner.join("own.yaml")).expect("a file");
    let suite = [
        "check",
        "--codec",
        "punycode",
        "--id",
        "punycode/edge/leading*",
        "--cmd",
    ];
    let adapter = [&suite[..], &["sh 'the adapter#1.sh'"]].concat();
    let elsewhere = [&suite[..], &[super::WRONG]].concat();
    let at = |uri: &str, line: usize| json!({ "artifactLocation": { "uri": uri }, "region": { "startLine": line } });
    let is_at = |folder: &Path, words: &[&str], place: &Json, properties: &str| {
        let (sarif, github) = places(folder, words);
        assert!(
            !sarif.is_empty() && sarif.iter().all(|it| it == place),
            "{sarif:?}"
        );
        assert!(
            github.iter().all(|it| it.ends_with(properties)),
            "{github:?}"
        );
    };
    let of_adapter = at("the%20adapter%231.sh", 1);
    is_at(
        &inner,
        &adapter,
        &of_adapter,
        "file=the adapter#1.sh,line=1,",
    );
    is_at(&inner, &elsewhere, &Json::Null, " ");
    for words in [&adapter, &elsewhere] {
        let named = [words, &["--location", "src/lib.rs:2"][..]].concat();
        is_at(
            &inner,
            &named,
            &at("src/lib.rs", 2),
            "file=src/lib.rs,line=2,",
        );
    }
    // A vector of the user is in their repository.
    let own = [
        "check",
        "--only-vectors",
        "own.yaml",
        "--id",
        "*/accepted",
        "--cmd",
        super::WRONG,
    ];
    is_at(&inner, &own, &at("own.yaml", 31), "file=own.yaml,line=31,");
    // A report file is rendered elsewhere, and a repository is wider than the working folder.
    program::acegate(
        &inner,
        &[&adapter[..], &["--report", "run.ndjson"]].concat(),
    )
    .with(1);
    fs::create_dir(top.path(".git")).expect("a folder");
    let of_adapter = at("inner/the%20adapter%231.sh", 1);
    is_at(
        &inner,
        &["report", "run.ndjson"],
        &of_adapter,
        "file=inner/the adapter#1.sh,line=1,",
    );
    is_at(
        top.as_ref(),
        &["report", "inner/run.ndjson"],
        &Json::Null,
        " ",
    );
    for (word, expected) in [
        ("src/none.rs:2", "\"src/none.rs\" is not there"),
        ("src", "\"src\" is not there"),
        ("src/lib.rs:0", "with a line from 1, found \"0\""),
        ("src/lib.rs:x", "with a line from 1, found \"x\""),
        ("src/lib.rs:3", "src/lib.rs has no line 3"),
        ("program", "expected a file of text, and program is not"),
        (&vectors, ", and /"),
    ] {
        let output = program::acegate(&inner, &["report", "run.ndjson", "--location", word]);
        assert!(output.with(2).err.contains(expected), "{word}");
    }
}
