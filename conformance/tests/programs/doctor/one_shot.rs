//! One-shot commands.

use super::{assert_begins_and_holds, doctor, findings, only};

/// The findings for the command with this fault and these further options.
#[track_caller]
fn examined(name: &str, options: &[&str], is_healthy: bool) -> Vec<String> {
    let template = format!("python3 once.py {name} {{op}} {{in:text}}");
    let words = ["--codec", "punycode", "--one-shot", &template];
    findings(&[&words[..], options].concat(), is_healthy)
}

#[test]
fn a_sound_command_is_found_sound_also_one_that_refuses_less_than_the_reference() {
    let found = examined("none", &[], true);
    assert_eq!((only("doubt", &found), found.len()), (vec![], 4), "{found:#?}");
    let found = examined("lenient", &[], true);
    assert_eq!(only("doubt", &found), [""; 0]);
    let refused = "ok     refusal: decode: 3 of 4 calls, status 1".to_owned();
    assert!(found.contains(&refused), "{found:#?}");
}

#[test]
fn output_beside_the_value_and_a_wrong_status_are_faults() {
    let refusal = "refusal: decode \"!\": exit status 0";
    for (name, options, begins, holds) in [
        ("chatty", &[][..], "output: encode \"abc\"", "more than the value"),
        ("carriage-return", &[], "output: ", "a carriage return"),
        ("carriage-return", &["--stdout", "text"], "output: ", "a carriage return"),
        ("none", &["--stdout", "text"], "output: ", "a newline after the value"),
        ("no-utf8", &[], "output: decode ", "not UTF-8"),
        ("latin-1", &[], "output: decode ", "UTF-8 taken for Latin-1"),
        ("none", &["--stdout", "cps"], "exit status: encode ", "expected U+ numbers"),
        ("refuses-with-0", &[], refusal, "a refusal is status 1"),
        ("refuses-with-nothing", &[], refusal, "a refusal is status 1"),
        ("refuses-with-64", &[], "refusal: decode \"!\"", "status 64: 0 is a value, 1 a ref"),
        ("ends-with-3", &[], "exit status: encode \"abc\"", "status 3: 0 is a value"),
    ] {
        let faults = only("fault", &examined(name, options, false));
        assert_begins_and_holds(&faults[0], begins, holds);
    }
    // One fault for each operation, and no point on refusals.
    let found = examined("chatty", &[], false);
    assert_eq!((only("fault", &found).len(), found.len()), (2, 3), "{found:#?}");
}

#[test]
fn a_message_as_a_value_and_values_that_are_never_right_are_doubted() {
    // A warning on standard error may come with a value.
    for (name, begins, holds) in [
        ("message", "refusal: decode \"!\" gives \"error: ", "exit with status 1"),
        ("message-twice", "refusal: decode \"!\" gives \"error: ", "exit with status 1"),
        ("wrong", "output: encode: none of ", "the reference gives; the first one gave \"-cbax\""),
    ] {
        let doubts = only("doubt", &examined(name, &[], true));
        assert_begins_and_holds(&doubts[0], begins, holds);
    }
}

#[test]
fn commands_that_cannot_be_right_are_faults() {
    for (words, begins, holds) in [
        (
            &["punycode", "--one-shot", "sh -c 'idn --{op} {in:text}'"][..],
            "template: encode: sh would run the input as commands",
            "\"$1\"",
        ),
        (
            &["punycode", "--one-shot", "python3 once.py none {op}", "--stdin", "none"],
            "template: encode: the input is not passed",
            "{in:text}",
        ),
        (
            &["punycode", "--ops", "encode", "--one-shot", "sh -c 'exit 89'"],
            "answers: encode: every call",
            "status 89",
        ),
    ] {
        let faults = only("fault", &findings(&[&["--codec"], words].concat(), false));
        assert_begins_and_holds(&faults[0], begins, holds);
    }
    let words = ["--codec", "morse", "--one-shot", "python3 once.py none {op}", "--ops", "encode"];
    let faults = only("fault", &findings(&words, false));
    assert_eq!(faults, ["codec: \"morse\" is not a codec of the suite"]);
    // Nothing is started for an operation that the codec does not have.
    let words =
        ["--codec", "punycode", "--one-shot", "encipher=python3 once.py none encode {in:text}"];
    let said = doctor(&words).with(2).err;
    assert!(said.contains("punycode has no operation \"encipher\""), "{said}");
}

#[test]
fn a_program_that_does_not_exist_or_may_not_be_executed_is_named() {
    for (program, expected) in [("./no-such", "no such program"), ("./once.py", "chmod +x")] {
        let template = format!("{program} none {{op}} {{in:text}}");
        let said = doctor(&["--codec", "punycode", "--one-shot", &template]).with(3).err;
        assert!(said.contains(expected), "{said}");
    }
}
