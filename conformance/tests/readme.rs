//! The README's session, commands and adapter do what it says.

use std::path::Path;
use std::process::{Command, Output};

const README: &str = include_str!("../../README.md");

/// The first block of the README in this language.
fn block(language: &str) -> &'static str {
    let open = format!("```{language}\n");
    let (_, rest) = README.split_once(&open).expect("the README has such a block");
    rest.split_once("```").expect("the block ends").0
}

fn acegate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_acegate"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program was built")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn the_session_prints_the_output_that_it_shows() {
    let (command, shown) = block("console").split_once('\n').expect("a command and its output");
    let words = command.strip_prefix("$ acegate ").expect("a command of the program");
    let words: Vec<_> = words.split(' ').map(|word| word.trim_matches('"')).collect();
    let output = acegate(Path::new("."), &words);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output);
    // The first line names the version of Python that is installed.
    let printed: Vec<_> = printed.lines().skip(1).collect();
    let shown: Vec<_> = shown.lines().skip(1).collect();
    assert!(shown.len() > 5, "the README shows the report");
    assert_eq!(printed[..shown.len()], shown);
}

/// The help that the program prints after these words.
fn help(words: &[&str]) -> String {
    let output = acegate(Path::new("."), &[words, &["--help"]].concat());
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    text(&output)
}

/// The names of the commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let (_, rest) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = rest.lines().take_while(|line| !line.is_empty());
    let named = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
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
        assert!(README.contains(&command), "{command}");
    }
}

#[test]
fn every_command_and_option_that_is_named_exists() {
    let mut seen = 0;
    let known = commands(&help(&[])).join(" ");
    // A command ends with its line, or with the code that it is in.
    for command in README.split("acegate ").skip(1) {
        let command = command.split(['\n', '`', '#']).next().unwrap_or_default();
        let Some(name) = command.split_whitespace().next() else { continue };
        if !known.split(' ').any(|it| it == name) {
            continue;
        }
        let help = help(&[name]);
        // Options after a quoted command are of that command.
        let own: String = command.split('"').step_by(2).collect();
        for option in own.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2)
        {
            assert!(help.contains(option), "acegate {command}: {option}");
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} options are seen");
}

/// A folder with the README's adapter, letter for letter, over a codec of Python.
fn adapter(codec: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("adapter.py", block("python")), ("mycodec.py", codec)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

const CODEC: &str = "def encode(text):\n    return text.encode('punycode').decode()\n\n\
                     def decode(text):\n    return text.encode().decode('punycode')\n";

const COMMAND: [&str; 2] = ["--cmd", "python3 adapter.py"];

#[test]
fn the_adapter_is_healthy_and_fits_on_a_screen() {
    assert!(block("python").lines().count() < 24);
    let folder = adapter(CODEC);
    let doctor = acegate(folder.path(), &[&["doctor"], &COMMAND[..]].concat());
    assert_eq!(doctor.status.code(), Some(0), "{}", text(&doctor));
    assert!(!text(&doctor).contains("doubt"), "{}", text(&doctor));
}

#[test]
fn the_adapter_runs_the_whole_suite_without_a_fault_of_its_own() {
    let folder = adapter(CODEC);
    let words = [&["check", "--codec", "punycode", "--format", "ndjson"], &COMMAND[..]].concat();
    let check = acegate(folder.path(), &words);
    assert_eq!(check.status.code(), Some(1), "{}", String::from_utf8_lossy(&check.stderr));
    let (mut answered, mut lax) = (0, 0);
    for line in text(&check).lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("an event");
        if event["type"] == "case" {
            let verdict = event["verdict"].as_str().expect("a verdict");
            assert!(["pass", "fail", "skip"].contains(&verdict), "{line}");
            answered += usize::from(verdict != "skip");
            lax += usize::from(event["failing"] == "accepted-wrongly");
        }
    }
    assert!(answered > 500 && lax > 5, "{answered} answered, {lax} accepted wrongly");
}
