//! The terminal sessions in `tests/cli`: every command with all that it prints.
//!
//! `TRYCMD=overwrite cargo test --test cli` writes what is printed now; the diff is the review.

mod run;

use std::process::Command;

use run::ended;

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

#[test]
fn sessions_print_the_output_that_they_show() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd").case("tests/cli/*.toml");
}
