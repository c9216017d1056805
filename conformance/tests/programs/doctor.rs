//! The examinations of `acegate doctor` that a session cannot show: of its requests and its end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::run::{Folder, acegate, shell};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/doctor.in");

/// The findings on the adapter with this fault, after a check of the exit status.
#[track_caller]
fn adapter(name: &str, status: i32) -> Vec<String> {
    let command = format!("python3 adapter.py {name}");
    let text = acegate(FOLDER, &["doctor", "--cmd", &command])
        .with(status)
        .out;
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_operation_gets_every_input_that_ends_programs() {
    let folder = Folder::new();
    adapter(&format!("records '{}'", folder.word("record")), 0);
    let record = folder.read("record");
    let asked: BTreeSet<(String, Vec<u32>)> = record
        .lines()
        .map(|line| serde_json::from_str(line).expect("as written"))
        .collect();
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
        let line = format!("acegate doctor --cmd 'python3 adapter.py {name}' >/dev/full");
        shell(FOLDER, &line).with(status);
    }
}

#[test]
fn the_examination_ends_however_much_hello_lists() {
    let begun = Instant::now();
    let listed = adapter("many-and-slow", 1);
    let time = listed
        .iter()
        .find_map(|line| line.strip_prefix("doubt  time: 20s were over after "));
    // Seventeen requests of 1.2 s take 20.4 s.
    let asked = time.and_then(|text| text.split(' ').next()?.parse().ok());
    assert!(asked.is_some_and(|asked: u32| asked <= 17), "{listed:?}");
    assert!(
        begun.elapsed() < Duration::from_secs(240),
        "{:?}",
        begun.elapsed()
    );
}
