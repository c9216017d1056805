//! One-shot commands.

use super::{assert_begins_and_holds, doctor, findings, only};

/// The findings for the command with this fault and these further options.
#[track_caller]
fn examined(name: &str, options: &[&str], is_healthy: bool) -> Vec<String> {
    let template = format!("python3 once.py {name} {{op}} {{in:text}}");
    let words = ["--codec", "punycode", "--one-shot", &template];
    findings(&[&words[..], options].concat(), is_healthy)
}

#[track_caller]
fn assert_fault(name: &str, options: &[&str], begins: &str, holds: &str) {
    let faults = only("fault", &examined(name, options, false));
    assert_begins_and_holds(&faults[0], begins, holds);
}

#[test]
fn a_sound_command_is_found_sound() {
    let found = examined("none", &[], true);
    assert_eq!(only("doubt", &found), [""; 0]);
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn a_command_that_skips_everything_is_not_healthy() {
    let words = ["--codec", "punycode", "--ops", "encode", "--one-shot", "sh -c 'exit 89'"];
    let faults = only("fault", &findings(&words, false));
    assert_begins_and_holds(&faults[0], "answers: encode: every call", "status 89");
}

#[test]
fn output_beside_the_value_is_a_fault() {
    assert_fault("chatty", &[], "output: encode \"abc\"", "more than the value");
    // One fault for each operation, and no point on refusals.
    let found = examined("chatty", &[], false);
    assert_eq!((only("fault", &found).len(), found.len()), (2, 3), "{found:#?}");
    for options in [&[][..], &["--stdout", "text"]] {
        assert_fault("carriage-return", options, "output: ", "a carriage return");
    }
    assert_fault("none", &["--stdout", "text"], "output: ", "a newline after the value");
    assert_fault("no-utf8", &[], "output: decode ", "not UTF-8");
    assert_fault("latin-1", &[], "output: decode ", "UTF-8 taken for Latin-1");
    assert_fault("none", &["--stdout", "cps"], "exit status: encode ", "expected U+ numbers");
}

#[test]
fn a_refusal_is_status_1_and_nothing_else() {
    for name in ["refuses-with-0", "refuses-with-nothing"] {
        assert_fault(name, &[], "refusal: decode \"!\": exit status 0", "a refusal is status 1");
    }
    assert_fault(
        "refuses-with-64",
        &[],
        "refusal: decode \"!\"",
        "status 64: 0 is a value, 1 a ref",
    );
    assert_fault("ends-with-3", &[], "exit status: encode \"abc\"", "status 3: 0 is a value");
    // A warning on standard error may come with a value.
    for name in ["message", "message-twice"] {
        let doubts = only("doubt", &examined(name, &[], true));
        let begins = "refusal: decode \"!\" gives \"error: ";
        assert_begins_and_holds(&doubts[0], begins, "exit with status 1");
    }
}

#[test]
fn a_command_that_refuses_less_than_the_reference_is_sound() {
    let found = examined("lenient", &[], true);
    assert_eq!(only("doubt", &found), [""; 0]);
    assert!(
        found.contains(&"ok     refusal: decode: 3 of 4 calls, status 1".to_owned()),
        "{found:#?}"
    );
}

#[test]
fn a_command_that_is_never_right_is_doubted() {
    let doubts = only("doubt", &examined("wrong", &[], true));
    assert_begins_and_holds(&doubts[0], "output: encode: none of ", "the reference");
    assert!(doubts[0].ends_with("the first one gave \"-cbax\""), "{}", doubts[0]);
}

#[test]
fn templates_that_cannot_be_right_are_faults_before_a_call() {
    let codec = ["--codec", "punycode", "--one-shot"];
    let shell = [&codec[..], &["sh -c 'idn --{op} {in:text}'"]].concat();
    let faults = only("fault", &findings(&shell, false));
    assert_begins_and_holds(
        &faults[0],
        "template: encode: sh would run the input as commands",
        "\"$1\"",
    );

    let nowhere = [&codec[..], &["python3 once.py none {op}", "--stdin", "none"]].concat();
    let faults = only("fault", &findings(&nowhere, false));
    assert_begins_and_holds(&faults[0], "template: encode: the input is not passed", "{in:text}");

    let operation = [&codec[..], &["encipher=python3 once.py none encode {in:text}"]].concat();
    let faults = only("fault", &findings(&operation, false));
    assert_begins_and_holds(&faults[0], "operation: ", "it has encode, decode");

    let words = ["--codec", "morse", "--one-shot", "python3 once.py none {op}", "--ops", "encode"];
    let faults = only("fault", &findings(&words, false));
    assert_eq!(faults, ["codec: \"morse\" is not a codec of the suite"]);
}

#[test]
fn a_program_that_does_not_exist_or_may_not_be_executed_is_named() {
    for (program, expected) in [("./no-such", "no such program"), ("./once.py", "chmod +x")] {
        let template = format!("{program} none {{op}} {{in:text}}");
        let output = doctor(&["--codec", "punycode", "--one-shot", &template]);
        assert_eq!(output.status.code(), Some(3));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(expected), "{stderr}");
    }
}
