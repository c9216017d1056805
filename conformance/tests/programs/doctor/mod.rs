//! The findings of `acegate doctor` in programs with one fault each.

mod one_shot;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::run::{Ended, acegate};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/doctor");

fn doctor(words: &[&str]) -> Ended {
    acegate(FOLDER, &[&["doctor"], words].concat())
}

/// The findings that the doctor prints, after a check of its exit status.
#[track_caller]
fn findings(words: &[&str], is_healthy: bool) -> Vec<String> {
    let text = doctor(words).with(i32::from(!is_healthy)).out;
    let conclusion = if is_healthy { "healthy: " } else { "mend the adapter first: " };
    assert!(text.lines().last().is_some_and(|line| line.starts_with(conclusion)), "{text}");
    text.lines().map(str::to_owned).collect()
}

/// The findings on the adapter with this fault.
#[track_caller]
fn adapter(name: &str, is_healthy: bool) -> Vec<String> {
    findings(&["--cmd", &format!("python3 adapter.py {name}")], is_healthy)
}

/// The faults, or the doubts, among findings, without the word for them.
fn only(mark: &str, findings: &[String]) -> Vec<String> {
    let marked = findings.iter().filter_map(|line| line.strip_prefix(mark));
    marked.map(|line| line.trim().to_owned()).collect()
}

#[track_caller]
fn assert_begins_and_holds(text: &str, begins: &str, holds: &str) {
    assert!(text.starts_with(begins) && text.contains(holds), "{text}");
}

#[test]
fn sound_adapters_are_found_sound() {
    // One with operations on lists, which it is asked about, and one with a limit on the length of inputs,
    // above which it is sent none.
    for name in ["none", "lists", "long-but-limited"] {
        assert_eq!(only("doubt", &adapter(name, true)), [""; 0], "{name}");
    }
}

#[test]
fn each_fault_is_named_with_the_input_that_shows_it_and_advice() {
    let shown = "on standard error: fault ";
    for (name, begins, holds) in [
        ("surrogates", "surrogates: punycode decode U+D800: ", "reply with an error"),
        ("large", "large integers: punycode decode U+110000: ", "reply with an error"),
        ("empty", "empty text: punycode decode \"\": ", "like any other"),
        ("long", "long text: punycode decode 10000 times \"a\": ", "up to a mebibyte"),
        ("refused", "refused input: punycode decode \"!\": ", "a refusal is a reply"),
        ("operation", "unknown operation: ", "\"skip\":\"reason\""),
        ("codec-name", "unknown codec: ", "\"skip\":\"reason\""),
        ("any", "unknown codec: answered as if", "\"skip\":\"reason\""),
        ("second", "several requests: request 2 to one process", "alone it is answered"),
        ("fifth", "several requests: request 5 to one process", "alone it is answered"),
    ] {
        let faults = only("fault", &adapter(name, false));
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert_begins_and_holds(&faults[0], begins, holds);
        assert!(name == "any" || faults[0].contains(&format!("{shown}{name}")), "{faults:?}");
    }
    let faults = only("fault", &adapter("no-start", false));
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert_begins_and_holds(&faults[0], "hello: the process ended with status 1", "must read");
    assert_eq!(faults[1], "standard error: no module");
}

#[test]
fn misspelt_fields_failures_that_are_reported_and_slow_answers_are_doubted() {
    for (name, begins, holds) in [
        ("typo", "hello: the field \"window-size\" in the hello is ignored", "mean \"window\""),
        ("crash", "large integers: ", "chr() arg not in range"),
        ("slow", "long text: ", "--timeout"),
    ] {
        let doubts = only("doubt", &adapter(name, true));
        assert_begins_and_holds(&doubts[0], begins, holds);
        assert_eq!(doubts.len(), 1, "{doubts:?}");
    }
}

#[test]
fn every_operation_gets_every_input_that_ends_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    adapter(&format!("records '{}'", record.display()), true);
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
fn findings_that_cannot_be_printed_still_make_the_status() {
    for (name, status) in [("any", 1), ("none", 2)] {
        let script = format!("\"$0\" doctor --cmd 'python3 adapter.py {name}' >/dev/full");
        let program = env!("CARGO_BIN_EXE_acegate");
        let ended = Command::new("sh").args(["-c", &script, program]).current_dir(FOLDER).status();
        assert_eq!(ended.expect("there is a shell").code(), Some(status), "{name}");
    }
}

#[test]
fn the_examination_ends_however_much_hello_lists() {
    let begun = Instant::now();
    let listed = adapter("many-codecs", false);
    let faults = only("fault", &listed);
    assert_eq!((faults.len(), only("doubt", &listed).len()), (6, 5), "{listed:#?}");
    assert!(faults[5].contains("9995 more are not codecs"), "{faults:?}");
    let listed = adapter("many-operations", false);
    let faults = only("fault", &listed);
    assert_eq!(faults.len(), 1, "{listed:#?}");
    let begins = "codecs: punycode has no operation op-0 and 9999 more";
    assert_begins_and_holds(&faults[0], begins, "it has encode, decode");
    // An operation that is listed ten thousand times is asked as often as one that is listed once.
    assert_eq!(only("doubt", &listed), [""; 0]);
    assert!(listed.iter().all(|line| line.len() < 1000), "{listed:#?}");
    let doubts = only("doubt", &adapter("many-and-slow", false));
    assert_begins_and_holds(&doubts[0], "time: 20s were up", "was not asked");
    // Seventeen requests of 1.2 s take 20.4 s.
    let asked = doubts[0].split(' ').nth(5).and_then(|number| number.parse().ok());
    assert!(asked.is_some_and(|asked: u32| asked <= 17), "{doubts:?}");
    assert!(begun.elapsed() < Duration::from_secs(240), "{:?}", begun.elapsed());
}
