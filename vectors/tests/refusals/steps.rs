//! Steps, which are a list of requests and a list of answers.

use acegate_vectors::{Outcome, Value};

use super::{changed, load, refused_text};

const STEPS: &str = r#"    steps:
      - { do: "ask 2", expect: "none" }
      - do: "learn 2 1 5"
        expect: "a"
"#;

/// The first case of the good file with this question.
fn asking(question: &str) -> String {
    let own = "    input: { t: \"tda\" }\n    expect: { ok: { u: \"U+00FC\", flags: \"l\" } }\n";
    changed(own, question)
}

#[test]
fn steps_become_a_list_of_requests_and_a_list_of_answers() {
    let suite = load(asking(STEPS)).unwrap();
    let case = &suite.cases[0];
    let list = |texts: [&str; 2]| Value::List(texts.map(Value::from).to_vec());
    assert_eq!(*case.input, list(["ask 2", "learn 2 1 5"]));
    assert_eq!(
        case.expect.outcomes(),
        [Outcome::Ok(list(["none", "a"]).into())]
    );
    let steps = [("ask 2", "none"), ("learn 2 1 5", "a")];
    let steps = steps.map(|(action, answer)| (action.to_owned(), answer.to_owned()));
    assert_eq!(case.steps().as_deref(), Some(&steps[..]));
    let lists = "    input: [{ t: \"ask 2\" }, { t: \"learn 2 1 5\" }]\n    \
                 expect: { ok: [{ t: \"none\" }, { t: \"a\" }] }\n";
    let same = load(asking(lists)).unwrap();
    assert_eq!(same.cases[0].digest(), case.digest());
    assert_eq!(same.cases[0].steps(), case.steps());
}

#[test]
fn steps_that_cannot_be_read() {
    let refused = |from: &str, to: &str, place: &str, message: &str| {
        let text = asking(STEPS);
        assert!(text.contains(from), "{from}");
        refused_text(&text.replacen(from, to, 1), place, message);
    };
    refused("do: \"ask 2\", ", "", "15:9", "missing field `do`");
    refused(", expect: \"none\"", "", "15:9", "missing field `expect`");
    refused(
        "\"none\" }",
        "\"none\", note: \"x\" }",
        "15:40",
        "unknown field `note`",
    );
    refused(
        "do: \"ask 2\"",
        "do: ask 2",
        "15:15",
        "string in double quotes",
    );
    refused("do: \"ask 2\"", "do: \" \"", "15:15", "expected some text");
    refused("expect: \"a\"", "expect: [\"a\"]", "17:17", "");
    refused(
        "expect: \"a\"",
        "expect: a",
        "17:17",
        "string in double quotes",
    );
    let both = "expected steps alone";
    refused(
        "    steps:\n",
        "    input: { t: \"\" }\n    steps:\n",
        "16:7",
        both,
    );
    refused(
        "    steps:\n",
        "    expect: { error: [a] }\n    steps:\n",
        "16:7",
        both,
    );
    refused(STEPS, "    steps: []\n", "14:12", "at least one step");
    refused(STEPS, "", "8:5", "missing field `input`");
    refused(
        "op: decode",
        "ops: [decode, encode]",
        "15:7",
        "expected one value",
    );
}
