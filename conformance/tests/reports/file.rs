//! The report file, and reports that cannot be written.

use std::fs::File;

use super::program::{Folder, PROGRAM, command, ended, events, has_programs};
use super::{FOLDER, WRONG, check_wrong, run};

const FAILING: [&str; 3] = ["check", "--only-vectors", "failing.yaml"];

/// The types of the events in a report file. Each event is a whole line.
fn types(text: &str) -> Vec<String> {
    events(text)
        .iter()
        .map(|event| event["type"].as_str().expect("a type").to_owned())
        .collect()
}

#[test]
fn a_report_that_cannot_be_written_costs_neither_the_verdict_nor_the_text() {
    let folder = Folder::new();
    let [own, missing, pipe] = ["", "no/such", "pipe"].map(|name| folder.word(name));
    // Nobody reads the pipe.
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).expect("a pipe");
    for path in ["/dev/full", &own, &missing, &pipe] {
        let output = check_wrong(&["--report", path]).with(1);
        assert!(
            output
                .out
                .contains("wrongly accepted  punycode/report/accepted"),
            "{path}"
        );
        assert!(output.err.contains(path), "{}", output.err);

        // A run that is as expected does not look like one whose report is there.
        let words = [
            "check",
            "reference",
            "--id",
            "punycode/samples/*",
            "--report",
            path,
        ];
        let output = run(&words).with(2);
        assert!(output.out.contains("as expected"), "{path}");
    }
    assert_eq!(folder.count(), 1);
}

#[test]
fn a_text_report_that_cannot_be_written_costs_neither_the_verdict_nor_the_file() {
    let folder = Folder::new();
    let name = &*folder.word("run.ndjson");
    for (target, status) in [
        (&["--cmd", WRONG][..], 1),
        (&["plain", "--id", "*/passes"], 2),
    ] {
        let words = [&FAILING[..], target, &["--report", name]].concat();
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let output = ended(command(PROGRAM, FOLDER).args(&words).stdout(full));
        assert_eq!(output.status, Some(status), "{}", output.err);
        assert!(output.err.contains("what is printed"), "{}", output.err);
        let types = types(&folder.read("run.ndjson"));
        assert_eq!(types.last().map(String::as_str), Some("run-end"));
    }
}

#[test]
fn where_the_disk_is_full_the_file_ends_with_a_whole_event() {
    // It counts blocks of 1 KiB, and other shells half as much.
    if !has_programs("a full disk", &["bash"]) {
        return;
    }
    let folder = Folder::new();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let words = [
        "-c",
        script,
        "bash",
        PROGRAM,
        "check",
        "reference",
        "--codec",
        "punycode",
    ];
    let words = words.into_iter().chain(["--report", "run.ndjson"]);
    let output = ended(command("bash", &folder).args(words)).with(2);
    assert!(output.out.contains("as expected"), "{}", output.out);
    let text = folder.read("run.ndjson");
    assert!(
        text.ends_with('\n') && text.len() <= 8 << 10,
        "{} octets",
        text.len()
    );
    let types = types(&text);
    assert_eq!(types[0], "run-start");
    assert!(
        types.len() > 5 && types[1..].iter().all(|it| it == "case"),
        "{types:?}"
    );
}

#[test]
fn a_file_that_standard_output_goes_to_holds_the_events_alone() {
    let folder = Folder::new();
    for name in [&*folder.word("out"), "/dev/stdout", "-"] {
        let out = File::create(folder.path("out")).expect("a file");
        let words = [&FAILING[..], &["--cmd", WRONG, "--report", name]].concat();
        let output = ended(command(PROGRAM, FOLDER).args(&words).stdout(out));
        assert_eq!(output.status, Some(1));
        let types = types(&folder.read("out"));
        // A start, six checks, two findings, an end.
        assert_eq!((types.len(), types[9].as_str()), (10, "run-end"), "{name}");
        assert!(
            output.err.contains("3 of 6 not as expected"),
            "{}",
            output.err
        );
    }
}
