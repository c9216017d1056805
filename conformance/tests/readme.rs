//! The README's session and adapter do what it says.

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
fn the_session_prints_what_it_shows() {
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

#[test]
fn the_adapter_is_healthy_and_under_twenty_lines() {
    let adapter = block("python");
    assert!(adapter.lines().count() < 20);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("adapter.py", adapter);
    write(
        "mycodec.py",
        "def encode(text):\n    return text.encode('punycode').decode()\n\n\
         def decode(text):\n    return text.encode().decode('punycode')\n",
    );
    let doctor = acegate(folder.path(), &["doctor", "--cmd", "python3 adapter.py"]);
    assert_eq!(doctor.status.code(), Some(0), "{}", text(&doctor));
    let id = "punycode/edge/leading-delimiter-word";
    let check = acegate(folder.path(), &["check", "--cmd", "python3 adapter.py", "--id", id]);
    assert_eq!(check.status.code(), Some(1));
    assert!(text(&check).contains("accepted wrongly"), "{}", text(&check));
}
