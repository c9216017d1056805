//! A deviation always answers, so it cannot panic, hang or take memory. These tests plant such faults in
//! the codecs of the program: the target finds each of them.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use acegate::protocol::Request;
use acegate_fuzz::{FAULT, Target};

/// Starts a command of the program on an input of the target, which asks for the code of this text. Its
/// codecs have the fault.
fn start(command: &str, folder: &Path, target: &str, fault: &str, text: &str) -> Child {
    let request = Request::new("punycode", "encode", text.into());
    let octets = Target::named(target).and_then(|target| target.octets(b"", &request));
    let input = folder.join("input");
    fs::write(&input, octets.expect("the target asks it")).expect("it is written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_acegate-fuzz"));
    program.args([command, target]).arg(input).env(FAULT, fault);
    program.env("CARGO_MANIFEST_DIR", folder).stdout(Stdio::piped()).stderr(Stdio::null());
    program.spawn().expect("it starts")
}

/// The exit status of the program, `None` if it was killed; and its output.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("it has ended");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn every_fault_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let replay = |target, fault, text| start("replay", folder.path(), target, fault, text);
    for (fault, target, status, kind) in [
        ("panic", "impl_punycode", Some(1), "| panic ~ - |"),
        ("memory", "prop_size_is_bounded", Some(1), "| memory ~ too-large |"),
        ("endless-memory", "impl_punycode", None, ""),
    ] {
        let (code, said) = end(replay(target, fault, "long \u{1F600} text"));
        assert_eq!(code, status, "{fault}: {said}");
        assert!(said.contains(kind), "{fault}: {said}");
        let (code, said) = end(replay(target, fault, "no such character"));
        assert_eq!(code, Some(0), "{fault}: {said}");
    }
    let mut hanging = replay("impl_punycode", "hang", "\u{1F600}");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        assert!(hanging.try_wait().expect("it can be asked").is_none(), "it hangs");
        thread::sleep(Duration::from_millis(100));
    }
    hanging.kill().expect("it goes on");
    assert_eq!(end(hanging).0, None);
}

#[test]
fn a_fault_is_made_as_small_as_it_can_be() {
    for (fault, target) in [("panic", "impl_punycode"), ("memory", "prop_size_is_bounded")] {
        let folder = tempfile::tempdir().expect("a folder");
        let artifact = start("artifact", folder.path(), target, fault, "long \u{1F600} text");
        let (code, said) = end(artifact);
        assert_eq!(code, Some(1), "{fault}: {said}");
        let request = Request::new("punycode", "encode", "\u{1F600}".into());
        let smallest = Target::named(target).and_then(|target| target.octets(b"", &request));
        let shown = smallest.expect("the target asks it").escape_ascii().to_string();
        assert!(said.contains(&format!(": {shown}\n")), "{fault}: {said}");
    }
}
