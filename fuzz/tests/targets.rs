//! No target can be forgotten: every list of targets is the same, and every operation of the
//! registry is attacked. A target finds panics, hangs and memory: a deviation has none of them, because
//! it always answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use acegate::protocol::Request;
use acegate_fuzz::{FAULT, TARGETS, Target, seeds};

fn names() -> BTreeSet<String> {
    TARGETS
        .iter()
        .map(|target| target.name.to_owned())
        .collect()
}

#[test]
fn every_list_of_targets_is_the_same() {
    let manifest = fs::read_to_string(seeds::package().join("Cargo.toml")).expect("a manifest");
    // `cargo fuzz list` shows every program that the manifest names.
    let rows: Vec<_> = manifest
        .lines()
        .filter(|row| row.contains("{ name = "))
        .collect();
    assert_eq!(rows.len(), TARGETS.len(), "the rows of Cargo.toml");
    for (row, Target { name, .. }) in rows.iter().zip(TARGETS.iter()) {
        let expected = format!("{{ name = \"{name}\", path = \"fuzz_targets/{name}.rs\",");
        assert!(row.contains(&expected), "{row}");
    }
    let files = fs::read_dir(seeds::package().join("fuzz_targets")).expect("the folder is there");
    let files = files.filter_map(|entry| {
        Some(
            entry
                .expect("readable")
                .path()
                .file_stem()?
                .to_str()?
                .to_owned(),
        )
    });
    assert_eq!(
        files.collect::<BTreeSet<_>>(),
        names(),
        "a file is named as its target"
    );
    assert_eq!(names().len(), TARGETS.len(), "a name is there twice");
}

#[test]
fn the_commands_that_contributors_are_told_succeed() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = include_str!("../../CONTRIBUTING.md").lines();
    let commands: Vec<_> = lines
        .filter_map(|line| line.strip_prefix("cargo run -p acegate-fuzz -- "))
        .collect();
    assert!(commands.len() > 1, "{commands:?}");
    for command in commands {
        let mut program = Command::new(env!("CARGO_BIN_EXE_acegate-fuzz"));
        program
            .args(command.split(' '))
            .current_dir(&folder)
            .stdout(Stdio::null());
        assert!(program.status().expect("it starts").success(), "{command}");
    }
}

#[test]
fn regressions_stand_below_targets() {
    let root = seeds::package().join("regressions");
    for entry in fs::read_dir(root).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        assert!(
            !path.is_dir() || names().contains(&name.unwrap_or_default()),
            "{path:?}"
        );
    }
}

/// The octets of a regression choose its codec by its place among others, which may change.
#[test]
fn regressions_are_about_the_codec_in_their_name() {
    let folder = seeds::package().join("regressions/prop_round_trip");
    let target = Target::named("prop_round_trip").expect("a target");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let octets = fs::read(&path).expect("readable");
        let request = target.request(&octets).expect("a request");
        let name = path.file_name().expect("a name").to_string_lossy();
        assert_eq!(name.split('-').next(), Some(&*request.codec), "{name}");
    }
}

fn is_attacked(codec: &str, op: &str, chosen: impl Fn(&Target) -> bool) -> bool {
    TARGETS
        .iter()
        .filter(|target| chosen(target))
        .any(|target| target.scopes().any(|scope| scope.includes(codec, op)))
}

/// Whether the operation has a model apart from the codec. The others are their own model.
fn is_fast(codec: &str, op: &str) -> bool {
    match codec {
        "bootstring" | "idna2008" | "punycode" | "uts46" => true,
        "uri2dec" => !matches!(op, "escape" | "unescape" | "assign" | "choices" | "book"),
        _ => false,
    }
}

#[test]
fn every_operation_of_the_registry_is_attacked() {
    for codec in acegate_codec::codecs() {
        for operation in codec.operations() {
            let (id, op) = (codec.id(), operation.name);
            let compared = is_attacked(id, op, |t| t.name.starts_with("impl_"));
            assert_eq!(compared, is_fast(id, op), "{id} {op}: equality");
            assert!(
                is_attacked(id, op, |t| t.name == "prop_size_is_bounded"),
                "{id} {op}: size"
            );
            let inverse = operation.inverse.is_none()
                || is_attacked(id, op, |t| {
                    t.name == "prop_round_trip" || t.name == "prop_uri2dec_laws"
                });
            assert!(inverse, "{id} {op}: round trip");
        }
    }
}

/// A change of the vectors changes nothing else: what follows from them is made when it is needed.
#[test]
fn no_seed_or_dictionary_is_a_file_of_the_repository() {
    for entry in fs::read_dir(seeds::package()).expect("the folder is there") {
        let name = entry
            .expect("readable")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let is_exported = ["seeds", "dictionaries", "_seed_corpus", ".dict", ".options"]
            .iter()
            .any(|end| name.ends_with(end));
        assert!(!is_exported, "{name}");
    }
}

/// Most properties are about requests that are accepted; one whose inputs are all refused would say
/// nothing.
#[test]
fn the_seeds_of_every_law_have_answers_for_each_operation() {
    for target in TARGETS
        .iter()
        .filter(|target| target.scopes().next().is_some())
    {
        let seeds = seeds::of(target).expect("the vectors load");
        let requests = seeds.iter().filter_map(|seed| target.request(seed));
        let mut answered = BTreeMap::<String, (usize, usize)>::new();
        for request in requests {
            let (answers, all) = answered.entry(request.name()).or_default();
            *answers += usize::from(request.fast().is_ok());
            *all += 1;
        }
        for scope in target.scopes() {
            for operation in &scope.operations {
                let name = format!("{} {}", scope.codec.id, operation.name);
                let (answers, all) = answered.get(&name).copied().unwrap_or_default();
                assert!(
                    answers * 5 >= all && answers > 0,
                    "{}: {name}: {answers} of {all}",
                    target.name
                );
            }
        }
    }
}

/// The octets with which a target requests the code of this text.
fn octets(target: &str, text: &str) -> Vec<u8> {
    let request = Request::new("punycode", "encode", text.into());
    let octets = Target::named(target).and_then(|target| target.octets(b"", &request));
    octets.expect("the target asks it")
}

/// Starts a command of the program, in which the codecs have the fault, on these octets.
fn start(command: &str, folder: &Path, target: &str, fault: &str, text: &str) -> Child {
    let input = folder.join("input");
    fs::write(&input, octets(target, text)).expect("it is written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_acegate-fuzz"));
    program.args([command, target]).arg(input).env(FAULT, fault);
    program
        .env("CARGO_MANIFEST_DIR", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    program.spawn().expect("it starts")
}

/// The exit status of the program, `None` if it was killed; and its output.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("it has ended");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
fn every_fault_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let replay = |target, fault, text| start("replay", folder.path(), target, fault, text);
    for (fault, target, status, parts) in [
        (
            "panic",
            "impl_punycode",
            Some(1),
            [
                "| punycode encode | panic ~ - | fuzz/src/subject.rs:",
                ": the codec panics",
            ],
        ),
        (
            "memory",
            "prop_size_is_bounded",
            Some(1),
            ["| memory ~ too-large | -: memory of ", ""],
        ),
        ("endless-memory", "impl_punycode", None, ["", ""]),
    ] {
        let (code, said) = end(replay(target, fault, "long \u{1F600} text"));
        assert_eq!(code, status, "{fault}: {said}");
        assert!(
            parts.iter().all(|part| said.contains(part)),
            "{fault}: {said}"
        );
        let (code, said) = end(replay(target, fault, "no such character"));
        assert_eq!(code, Some(0), "{fault}: {said}");
    }
    let mut hanging = replay("impl_punycode", "hang", "\u{1F600}");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        assert!(
            hanging.try_wait().expect("it can be asked").is_none(),
            "it hangs"
        );
        thread::sleep(Duration::from_millis(100));
    }
    hanging.kill().expect("it goes on");
    assert_eq!(end(hanging).0, None);
}

#[test]
fn a_fault_is_made_as_small_as_it_can_be() {
    for (fault, target) in [
        ("panic", "impl_punycode"),
        ("memory", "prop_size_is_bounded"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let artifact = start(
            "artifact",
            folder.path(),
            target,
            fault,
            "long \u{1F600} text",
        );
        let (code, said) = end(artifact);
        assert_eq!(code, Some(1), "{fault}: {said}");
        let shown = format!(": {}\n", octets(target, "\u{1F600}").escape_ascii());
        assert!(said.contains(&shown), "{fault}: {said}");
    }
}
