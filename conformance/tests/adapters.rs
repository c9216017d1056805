//! Every bundled adapter whose library is here is healthy, and is asked something.
//!
//! A library that is missing is skipped with a word, and so is an adapter that is compiled.
//! `ACEGATE_TEST_ALL=1`, as `.ci/evidence` sets it, asks them all, and makes a missing one a failure.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
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

#[test]
fn installing_runs_the_commands_up_to_the_first_that_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let (programs, into) = (folder.path().join("bin"), folder.path().join("into"));
    fs::create_dir(&programs).expect("created");
    let manager = |name: &str, last: &str| {
        let log = folder.path().join("log");
        let script = format!("#!/bin/sh\necho \"{name} $*\" >>{}\n{last}\n", log.display());
        let path = programs.join(name);
        fs::write(&path, script).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let install = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_acegate"));
        command.args(["implementations", "--install", name, "--yes", "--into"]).arg(&into);
        let done = command.env("PATH", &programs).output().expect("it runs");
        let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
        let texts = [done.stdout, done.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
        (done.status.code(), texts, log)
    };
    let into = into.display();

    // Without a package manager nothing is done, and the message names the command.
    let (status, [out, err], _) = install("npm-punycode@1.4.1");
    assert_eq!((status, out.as_str()), (Some(3), ""));
    assert!(err.contains("apt-get install --yes --no-install-recommends nodejs: "), "{err}");

    ["apt-get", "npm", "python3"].into_iter().for_each(|name| manager(name, "echo noise"));
    let (status, [out, err], log) = install("npm-punycode@1.4.1");
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(out, format!("ACEGATE_LIBRARIES={into}/node acegate check npm-punycode\n"));
    assert_eq!(err.matches("noise").count(), 2, "{err}");
    let apt = "apt-get install --yes --no-install-recommends nodejs\n";
    assert_eq!(log, format!("{apt}npm install --prefix {into}/node punycode@1.4.1\n"));

    // The packages of Debian are here: only the other command runs, and it fails.
    manager("dpkg-query", "echo installed");
    manager("npm", "exit 7");
    let (status, [out, err], log) = install("npm-punycode");
    assert_eq!((status, out.as_str()), (Some(3), ""), "{err}");
    assert!(err.contains("installed already: apt-get install"), "{err}");
    assert!(err.contains("npm install") && err.contains("exit status: 7"), "{err}");
    assert_eq!(log.matches("apt-get").count(), 1, "{log}");

    // One that is not installed is not taken for one that is.
    manager("dpkg-query", "echo config-files");
    let (_, _, log) = install("python-idna");
    assert!(
        log.ends_with(&format!("python3 -m pip install --upgrade --target {into}/python idna\n")),
        "{log}"
    );
    assert_eq!(log.matches("apt-get").count(), 2, "{log}");
}
