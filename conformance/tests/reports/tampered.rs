//! Programs under check that change the files in which acegate writes what it sees of them.

use super::program::Folder;
use super::run;

/// A deed of a program to a file, and the end of acegate.
struct Row {
    deed: &'static str,
    /// `--report`, or `--output` in a format.
    option: &'static str,
    status: i32,
    told: &'static str,
}

const REPLACED: &str = "it was replaced by another file";

const ROWS: [Row; 6] = [
    Row {
        deed: "nothing",
        option: "--report=",
        status: 0,
        told: "",
    },
    Row {
        deed: "nothing",
        option: "--output=tap=",
        status: 0,
        told: "",
    },
    Row {
        deed: "cut",
        option: "--report=",
        status: 2,
        told: "its content was changed",
    },
    Row {
        deed: "remove",
        option: "--report=",
        status: 2,
        told: "it was removed",
    },
    Row {
        deed: "replace",
        option: "--report=",
        status: 2,
        told: REPLACED,
    },
    Row {
        deed: "rewrite",
        option: "--report=",
        status: 2,
        told: "its content was changed",
    },
];

#[test]
fn a_report_that_a_program_changes_is_an_error_that_names_it() {
    for Row {
        deed,
        option,
        status,
        told,
    } in ROWS
    {
        let folder = Folder::new();
        let report = folder.word("run");
        let command = format!("python3 tampered.py {deed} {report}");
        let words = ["check", "--cmd", &command, "--id", "punycode/samples/*"];
        let option = format!("{option}{report}");
        let ended = run(&[&words[..], &[&option]].concat());
        assert_eq!(
            ended.status,
            Some(status),
            "{deed} {option}: {}{}",
            ended.out,
            ended.err
        );
        assert!(
            ended.out.contains("as expected"),
            "{deed} {option}: {}",
            ended.out
        );
        let names_it = told.is_empty() || ended.err.contains(&report);
        assert!(
            names_it && ended.err.contains(told),
            "{deed} {option}: {}",
            ended.err
        );
    }
}

/// Unexpected results are no excuse: the file does not say which.
#[test]
fn a_changed_report_has_its_status_whatever_the_verdicts_are() {
    let folder = Folder::new();
    let mut vectors = "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\ntheme: report\n\
        summary: \"No answer is right.\"\ncases:\n"
        .to_owned();
    for number in 1..=6 {
        vectors += &format!(
            "  - id: \"punycode/report/wrong-{number}\"\n    clause: \"6.3\"\n    \
             requirements: []\n    level: must\n    op: encode\n    input: {{ t: \"ü\" }}\n    \
             expect: {{ ok: {{ t: \"x\" }} }}\n    origin: derived\n"
        );
    }
    folder.write("wrong.yaml", vectors);
    let (report, vectors) = (folder.word("run"), folder.word("wrong.yaml"));
    let command = format!("python3 tampered.py remove {report}");
    let words = [
        "check",
        "--cmd",
        &command,
        "--only-vectors",
        &vectors,
        "--report",
        &report,
    ];
    let ended = run(&words).with(2);
    assert!(ended.out.contains("not as expected"), "{}", ended.out);
    assert!(ended.err.contains("it was removed"), "{}", ended.err);
}
