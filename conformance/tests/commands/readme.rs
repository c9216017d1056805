//! The README's picture, commands and adapter do what it says.

use crate::guides::block;
use crate::run::{acegate, cases};
use snapbox::{assert_data_eq, file};

/// The page that lists every command.
const COMMANDS: &str = include_str!("../../README.md");
const README: &str = include_str!("../../../README.md");

/// The finding of the picture: `SNAPSHOTS=overwrite cargo test -p acegate --test commands readme` draws it again.
#[test]
fn the_picture_is_what_the_command_prints() {
    let command = "acegate check python-codec --id punycode/edge/leading-delimiter-word";
    assert!(README.contains("(conformance/guides/finding.term.svg)"));
    let mut words: Vec<_> = command.split(' ').skip(1).collect();
    words.extend(["--color", "always"]);
    let printed = acegate(".", &words).with(1).out;
    // The result and the finding. What follows has times and the size of the suite.
    let [result, finding, ..] = printed.split("\n\n").collect::<Vec<_>>()[..] else {
        panic!("no finding: {printed}");
    };
    // The picture has a version of its own of the Python that is installed.
    let version = result.split(' ').nth(3).expect("the version of Python");
    let result = result.replace(version, "3.11.7");
    // A picture on black cannot be read in the dark red and the faint grey of a terminal.
    let shown = format!("$ {command}\n{result}\n\n{finding}\n")
        .replace("\x1b[31m", "\x1b[91m")
        .replace("\x1b[2m", "\x1b[36m");
    assert_data_eq!(shown, file!["../../guides/finding.term.svg": TermSvg].raw());
}

/// The help that the program prints after these words.
pub(crate) fn help(words: &[&str]) -> String {
    acegate(".", &[words, &["--help"]].concat()).with(0).out
}

/// The names of the commands that a help lists.
pub(crate) fn commands(help: &str) -> Vec<&str> {
    let (rest, _) = help.split_once("Options:\n").expect("the options come last");
    let is_example = |line: &str| line.starts_with("  acegate ");
    let lines = rest.lines().filter(|line| line.starts_with("  ") && !is_example(line));
    let named = lines.filter(|line| !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next()).filter(|it| *it != "help").collect()
}

#[test]
fn every_command_is_named() {
    let mut all: Vec<String> =
        commands(&help(&[])).into_iter().map(|name| format!("acegate {name}")).collect();
    let vectors = help(&["vectors"]);
    all.extend(commands(&vectors).into_iter().map(|name| format!("acegate vectors {name}")));
    assert!(all.len() > 15, "{all:?}");
    for command in all {
        assert!(COMMANDS.contains(&command), "{command}");
    }
}

/// The adapter that `acegate init python` writes, with its two functions filled in by those of Python.
fn adapter() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    acegate(&folder, &["init", "python"]).with(0);
    let path = folder.path().join("adapter.py");
    let text = std::fs::read_to_string(&path).expect("it is written");
    let functions = block(README, "python").trim_end();
    assert!(text.contains(functions), "the README shows the functions of another adapter");
    let (encode, decode) = functions.split_once("\n\n\n").expect("two functions");
    let filled = |function: &str, call: &str| function.replace("raise NotImplementedError", call);
    let encode = filled(encode, "return text.encode('punycode').decode()");
    let decode = filled(decode, "return code.encode().decode('punycode')");
    let text = text.replace(functions, &format!("{encode}\n\n\n{decode}"));
    std::fs::write(path, text).expect("written");
    folder
}

const COMMAND: [&str; 2] = ["--cmd", "python3 adapter.py"];

#[test]
fn the_adapter_is_healthy() {
    let folder = adapter();
    let text = acegate(&folder, &[&["doctor"], &COMMAND[..]].concat()).with(0).out;
    assert!(!text.contains("doubt"), "{text}");
}

#[test]
fn the_adapter_runs_the_whole_suite_without_a_fault_of_its_own() {
    let folder = adapter();
    let words = [&["check", "--codec", "punycode", "--format", "ndjson"], &COMMAND[..]].concat();
    let (mut answered, mut lax) = (0, 0);
    for case in cases(&acegate(&folder, &words).with(1).out) {
        let verdict = case["verdict"].as_str().expect("a verdict");
        assert!(["pass", "fail", "skip"].contains(&verdict), "{case}");
        answered += usize::from(verdict != "skip");
        lax += usize::from(case["failing"] == "accepted-wrongly");
    }
    assert!(answered > 500 && lax > 5, "{answered} answered, {lax} accepted wrongly");
}
