//! The findings of `acegate doctor` in programs with one fault each.

mod one_shot;

use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn doctor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_acegate"))
        .arg("doctor")
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/doctor"))
        .output()
        .expect("the program was built")
}

/// The findings that the doctor prints, after a check of its exit status.
#[track_caller]
fn findings(arguments: &[&str], is_healthy: bool) -> Vec<String> {
    let output = doctor(arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let status = i32::from(!is_healthy);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text}{stderr}");
    let conclusion = if is_healthy { "healthy: " } else { "mend the adapter first: " };
    assert!(text.lines().last().is_some_and(|line| line.starts_with(conclusion)), "{text}");
    text.lines().map(str::to_owned).collect()
}

/// The faults, or the doubts, among findings, without the word for them.
fn only(mark: &str, findings: &[String]) -> Vec<String> {
    let marked = findings.iter().filter_map(|line| line.strip_prefix(mark));
    marked.map(|line| line.trim().to_owned()).collect()
}

/// The one fault that the doctor finds in the adapter with this one.
#[track_caller]
fn fault(name: &str) -> String {
    let findings = findings(&["--cmd", &format!("python3 adapter.py {name}")], false);
    let faults = only("fault", &findings);
    assert_eq!(faults.len(), 1, "{findings:#?}");
    faults[0].clone()
}

/// The doubts that the doctor has of the adapter with this fault.
#[track_caller]
fn doubts(name: &str) -> Vec<String> {
    only("doubt", &findings(&["--cmd", &format!("python3 adapter.py {name}")], true))
}

#[track_caller]
fn assert_begins_and_holds(text: &str, begins: &str, holds: &str) {
    assert!(text.starts_with(begins) && text.contains(holds), "{text}");
}

#[test]
fn a_sound_adapter_is_found_sound() {
    assert_eq!(doubts("none"), [""; 0]);
}

#[test]
fn inputs_of_the_suite_are_sent_and_those_that_end_the_program_are_named() {
    for (name, begins, holds) in [
        ("surrogates", "surrogates: punycode decode U+D800: ", "reply with an error"),
        ("large", "large integers: punycode decode U+110000: ", "reply with an error"),
        ("empty", "empty text: punycode decode \"\": ", "like any other"),
        ("long", "long text: punycode decode 10000 times \"a\": ", "up to a mebibyte"),
        ("refused", "refused input: punycode decode \"!\": ", "a refusal is a reply"),
        ("operation", "unknown operation: ", "\"skip\":\"reason\""),
        ("codec-name", "unknown codec: ", "\"skip\":\"reason\""),
    ] {
        let fault = fault(name);
        assert_begins_and_holds(&fault, begins, holds);
        assert!(fault.contains(&format!("on standard error: fault {name}")), "{fault}");
    }
    assert_begins_and_holds(&fault("any"), "unknown codec: answered as if", "\"skip\":\"reason\"");
}

#[test]
fn every_operation_gets_every_input_that_ends_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let command = format!("python3 adapter.py records '{}'", record.display());
    findings(&["--cmd", &command], true);
    let record = std::fs::read_to_string(record).expect("requests were recorded");
    let asked: BTreeSet<(String, Vec<u32>)> =
        record.lines().map(|line| serde_json::from_str(line).expect("as written")).collect();
    let inputs = [
        // Surrogates: a high one, a low one after a letter, a pair.
        vec![0xD800],
        vec![0x61, 0xDFFF],
        vec![0xD83D, 0xDE00],
        // The first integer above all code points, and the last of 32 bits.
        vec![0x11_0000],
        vec![0xFFFF_FFFF],
        vec![],
        // Long, and long in other octets than characters.
        vec![0x61; 10_000],
        vec![0xFC; 2_000],
        vec![0x21],
        vec![0],
        vec![0x61, 0x20, 0x62],
    ];
    for op in ["encode", "decode"] {
        for input in &inputs {
            let is_asked = asked.contains(&(op.to_owned(), input.clone()));
            assert!(is_asked, "{op} {} times {:X?}", input.len(), input.first());
        }
    }
}

#[test]
fn an_operation_on_lists_is_asked_about_lists() {
    assert_eq!(doubts("lists"), [""; 0]);
}

#[test]
fn standard_error_of_a_program_that_ends_without_hello_is_shown() {
    let faults = only("fault", &findings(&["--cmd", "python3 adapter.py no-start"], false));
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert_begins_and_holds(&faults[0], "hello: the process ended with status 1", "must read");
    assert_eq!(faults[1], "standard error: no module");
}

#[test]
fn several_requests_are_sent_to_one_process() {
    for (name, number) in [("second", 2), ("fifth", 5)] {
        let begins = format!("several requests: request {number} to one process");
        assert_begins_and_holds(&fault(name), &begins, "alone it is answered");
    }
}

#[test]
fn misspelt_fields_of_hello_are_doubted() {
    let doubts = doubts("typo");
    assert_eq!(doubts.len(), 2, "{doubts:?}");
    assert!(doubts[0].contains("\"window-size\" in the hello is ignored: did you mean \"window\""));
    assert!(
        doubts[1].contains("\"parameters\" in codecs.punycode") && doubts[1].contains("params")
    );

    // It lists no codecs, and the doubt says why.
    let findings = findings(&["--cmd", "python3 adapter.py codec"], false);
    assert_eq!(only("fault", &findings).len(), 1, "{findings:#?}");
    assert!(only("doubt", &findings)[0].contains("\"codec\" in the hello"), "{findings:#?}");
}

#[test]
fn a_failure_that_the_adapter_reports_is_doubted_and_so_is_a_slow_answer_to_long_text() {
    assert_begins_and_holds(&doubts("crash")[0], "large integers: ", "chr() arg not in range");
    assert_begins_and_holds(&doubts("slow")[0], "long text: ", "--timeout");
}

#[test]
fn an_input_above_the_limit_that_hello_names_is_not_sent() {
    assert_eq!(doubts("long-but-limited"), [""; 0]);
}

#[test]
fn a_profile_of_idna_is_a_known_field_of_hello() {
    let findings = findings(&["--cmd", "python3 adapter.py idna"], true);
    assert!(!findings.iter().any(|line| line.contains("is ignored")), "{findings:#?}");
}

#[test]
fn findings_that_cannot_be_printed_still_make_the_status() {
    for (name, status) in [("any", 1), ("none", 2)] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = Command::new(env!("CARGO_BIN_EXE_acegate"))
            .args(["doctor", "--cmd", &format!("python3 adapter.py {name}")])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/doctor"))
            .stdout(full)
            .output()
            .expect("the program was built");
        assert_eq!(output.status.code(), Some(status), "{name}");
    }
}

#[test]
fn the_examination_ends_however_much_hello_lists() {
    let begun = Instant::now();
    let listed = findings(&["--cmd", "python3 adapter.py many-codecs"], false);
    assert!(only("fault", &listed).len() <= 6, "{listed:#?}");
    let listed = findings(&["--cmd", "python3 adapter.py many-operations"], false);
    let faults = only("fault", &listed);
    assert_eq!(faults.len(), 1, "{listed:#?}");
    let begins = "codecs: punycode has no operation op-0 and 9999 more";
    assert_begins_and_holds(&faults[0], begins, "it has encode, decode");
    // An operation that is listed ten thousand times is asked as often as one that is listed once.
    assert_eq!(only("doubt", &listed), [""; 0]);
    assert!(listed.iter().all(|line| line.len() < 1000), "{listed:#?}");
    let listed = findings(&["--cmd", "python3 adapter.py many-and-slow"], false);
    let doubts = only("doubt", &listed);
    assert_begins_and_holds(&doubts[0], "time: 20s were up", "was not asked");
    // Seventeen requests of 1.2 s take 20.4 s.
    let asked = doubts[0].split(' ').nth(5).and_then(|number| number.parse().ok());
    assert!(asked.is_some_and(|asked: u32| asked <= 17), "{doubts:?}");
    assert!(begun.elapsed() < Duration::from_secs(240), "{:?}", begun.elapsed());
}
