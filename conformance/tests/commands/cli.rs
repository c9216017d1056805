//! The terminal sessions in `tests/cli`: every command with all that it prints.
//!
//! `TRYCMD=overwrite cargo test --test commands cli` writes what is printed now; the diff is the review.

use std::process::Command;

use crate::guides::{commands, help};
use crate::run::{self, ended};

fn acegate(words: &[&str]) -> String {
    run::acegate(".", words).with(0).out
}

#[test]
fn bash_completes_commands_options_formats_and_parameters() {
    let script = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&script, acegate(&["completions", "bash"])).expect("a file");
    let script = script.path().display();
    for (words, expected) in [
        ("acegate che", "check"),
        ("acegate vectors sh", "show"),
        ("acegate check --rep", "--report"),
        ("acegate report --format badge-j", "badge-json"),
        ("acegate encode --prof", "--profile"),
    ] {
        let last = words.split(' ').count() - 1;
        let [current, previous] = [last, last - 1].map(|at| words.split(' ').nth(at).expect("one"));
        let ask = format!(
            "source {script}\nCOMP_WORDS=({words}) COMP_CWORD={last}\n\
             _acegate acegate \"{current}\" \"{previous}\"\necho \"${{COMPREPLY[@]}}\""
        );
        let completed = ended(Command::new("bash").args(["-c", &ask])).out;
        assert_eq!(completed, format!("{expected}\n"), "{words}");
    }
    for shell in ["elvish", "fish", "powershell", "zsh"] {
        assert!(acegate(&["completions", shell]).contains("implementations"), "{shell}");
    }
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    for (words, title) in [
        (&["man"][..], "acegate"),
        (&["man", "check"], "acegate-check"),
        (&["man", "vectors", "show"], "acegate-vectors-show"),
    ] {
        let page = acegate(words);
        assert!(page.contains(&format!("\n.TH {title} 1  \"acegate ")), "{words:?}: {page}");
        let name = title.replace('-', "\\-");
        assert!(page.contains(&format!(".SH NAME\n{name} \\- ")), "{words:?}: {page}");
    }
    assert!(acegate(&["man", "check"]).contains("\\fB\\-\\-output\\fR \\fI<FORMAT=FILE>"));
}

/// The examples at the start of a help.
fn examples(words: &[&str]) -> Vec<String> {
    let help = help(words);
    let rest = help.strip_prefix("Examples:\n").expect("a help begins with its examples");
    let lines = rest.lines().take_while(|line| !line.is_empty());
    let lines: Vec<_> = lines.map(|line| line.trim().to_owned()).collect();
    assert_eq!(lines.len(), 2, "{help}");
    lines
}

#[test]
fn the_examples_of_every_help_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let shell = |line: &str| ended(run::command("sh", place).args(["-c", line]));
    std::fs::copy("adapters/python-codec/adapter.py", place.join("adapter.py")).expect("it");
    let prepare = "mkdir vectors
        check() { acegate check plain --codec utf5 $*; }
        for one in run old new; do check --report $one.ndjson; done
        for one in 1 2; do check --shard $one/2 --report shard-$one.ndjson; done
        acegate hunt python-codec --codec punycode --requests 300 --seed 7 --emit mine.yaml
        acegate hunt python-codec --codec punycode --requests 300 --seed 8 --emit found.yaml
        acegate statement run.ndjson > statement.md
        acegate statement run.ndjson --format html > statement.html";
    shell(prepare).with(0);
    let (all, inner) = (help(&[]), help(&["vectors"]));
    let inner = commands(&inner).into_iter().map(|name| format!("vectors {name}"));
    let all = commands(&all).into_iter().map(str::to_owned);
    let names: Vec<_> = all.chain(inner).collect();
    assert!(names.len() > 25, "{names:?}");
    for name in names.iter().map(String::as_str).chain([""]) {
        let words: Vec<_> = name.split_whitespace().collect();
        for example in examples(&words) {
            let _ = std::fs::remove_file(place.join("adapter.c"));
            if example.contains(" init python") {
                let _ = std::fs::remove_file(place.join("adapter.py"));
            }
            // An unoptimised program takes half a minute for the coverage: the first example does.
            if example.contains(" coverage --format") {
                continue;
            }
            let ended = shell(&example);
            assert!(matches!(ended.status, Some(0 | 1)), "{example}: {}", ended.err);
            assert!(!ended.err.contains("error: "), "{example}: {}", ended.err);
            if example.contains(" init python") {
                std::fs::copy("adapters/python-codec/adapter.py", place.join("adapter.py"))
                    .expect("it");
            }
        }
    }
}

#[test]
fn sessions_print_the_output_that_they_show() {
    let path = run::path_after(&[]).into_string().expect("UTF-8");
    let sessions = trycmd::TestCases::new();
    sessions.env("PATH", path).case("tests/cli/*.trycmd").case("tests/cli/*.toml");
}
