//! The terminal sessions in `tests/cli`: every command with all that it prints.
//!
//! `TRYCMD=overwrite cargo test --test cli` writes what is printed now; the diff is the review.

use std::process::Command;

fn acegate(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_acegate")).args(words).output();
    let output = output.expect("the program was built");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
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
        let output = Command::new("bash").args(["-c", &ask]).output().expect("bash is there");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{expected}\n"), "{words}");
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
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}
