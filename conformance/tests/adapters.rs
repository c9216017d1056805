//! Every bundled adapter whose library is here is healthy, and is asked something.
//!
//! A library that is missing is skipped with a word, and so is an adapter that is compiled.
//! `ACEGATE_TEST_ALL=1`, as `.ci/evidence` sets it, asks them all, and makes a missing one a failure.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::process::{Command, Output};

use acegate::implementation::adapters;

fn acegate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_acegate")).args(arguments).output().expect("it runs")
}

#[test]
fn bundled_adapters_are_healthy_where_their_library_is() {
    let is_forced = std::env::var_os("ACEGATE_TEST_ALL").is_some();
    let mut seen = 0;
    for adapter in adapters() {
        let is_compiled = !adapter.manifest().expect("valid").build.is_empty();
        if is_compiled && !is_forced {
            println!("skipped {}: it is compiled", adapter.name);
            continue;
        }
        let case = ["--id", "punycode/edge/*", "--id", "*/host/*", "--details", "0"];
        let checked = acegate(&[&["check", adapter.name], &case[..]].concat());
        if checked.status.code() == Some(3) {
            let why = String::from_utf8_lossy(&checked.stderr).into_owned();
            assert!(!is_forced, "{} does not start: {why}", adapter.name);
            println!("skipped {}: {}", adapter.name, why.lines().next().unwrap_or_default());
            continue;
        }
        seen += 1;
        let diagnosis = acegate(&["doctor", adapter.name]);
        let text = String::from_utf8_lossy(&diagnosis.stdout).into_owned();
        assert_eq!(diagnosis.status.code(), Some(0), "{}: {text}", adapter.name);
    }
    assert!(seen >= 1, "python3 is needed by the gate, and its adapter starts");
}
