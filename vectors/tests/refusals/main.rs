//! Files that the loader refuses, with the place that its error names.

mod files;
mod steps;

use acegate_vectors::{Level, LoadError, Suite, Value};

/// A file that loads; every test changes one place of it.
const GOOD: &str = r#"# A comment at the head.
format: 1
codec: punycode
document: "RFC 3492"
theme: x
summary: "A file."
cases:
  - id: "punycode/x/one"
    clause: "6.2"
    requirements: ["punycode-1"]
    level: must
    op: decode
    params: { width: 32, annotation: false, set: "punycode" }
    input: { t: "tda" }
    expect: { ok: { u: "U+00FC", flags: "l" } }
    origin: derived
    confirmed: ["plain"]
    note: "A note."

  - id: "punycode/x/two"
    clause: "6.2"
    requirements: []
    level: must
    op: decode
    input: { b: "00ff" }
    expect: { error: [bad-digit], at: 0 }
    origin: derived
"#;

fn load(text: impl AsRef<[u8]>) -> Result<Suite, LoadError> {
    Suite::from_sources([("x.yaml", text.as_ref())])
}

/// The good file with one string in place of another.
fn changed(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "the good file has no {from:?}");
    GOOD.replacen(from, to, 1)
}

/// Asserts that the changed file is refused at this place with a message that contains this text,
/// and that the report shows the line and points at the place.
#[track_caller]
fn refused(from: &str, to: &str, place: &str, message: &str) {
    let text = changed(from, to);
    refused_text(&text, place, message);
}

#[track_caller]
fn refused_text(text: &str, place: &str, message: &str) {
    let error = load(text).expect_err("a refusal");
    assert_eq!(format!("{}:{}", error.line, error.column), place, "{error}");
    assert!(error.message.contains(message), "{error}");
    assert_eq!(
        Some(error.source_line.as_str()),
        text.split('\n').nth(error.line - 1)
    );
    let shown = error.to_string();
    let head = format!("x.yaml:{place}: {}", error.message);
    assert_eq!(shown.lines().next(), head.lines().next());
    let caret = shown.lines().last().and_then(|line| line.find('^'));
    assert_eq!(caret, Some(4 + error.column.min(49) - 1), "{shown}");
}

#[test]
fn the_good_file_loads() {
    let suite = load(GOOD).unwrap();
    assert_eq!(suite.files.len(), 1);
    assert_eq!(suite.cases.len(), 2);
    assert_eq!(suite.files[0].comments, ["# A comment at the head."]);
    assert_eq!((suite.cases[0].line, suite.cases[1].line), (8, 20));
}

#[test]
fn unknown_and_repeated_fields() {
    refused(
        "    clause:",
        "    clauses:",
        "9:5",
        "unknown field `clauses`",
    );
    refused(
        "theme: x\n",
        "theme: x\nthemes: y\n",
        "6:1",
        "unknown field `themes`",
    );
    refused(
        "{ t: \"tda\" }",
        "{ t: \"tda\", x: 1 }",
        "14:24",
        "unknown field `x`",
    );
    refused("at: 0", "where: 0", "26:35", "unknown field `where`");
    refused(
        "{ u: \"U+00FC\", f",
        "{ w: \"U+00FC\", f",
        "15:21",
        "unknown field `w`",
    );
    refused(
        "    level: must\n",
        "    level: must\n    level: may\n",
        "12:5",
        "duplicate",
    );
}

#[test]
fn missing_fields() {
    for field in [
        "clause",
        "requirements",
        "level",
        "input",
        "expect",
        "origin",
    ] {
        let line = GOOD
            .lines()
            .find(|line| line.trim_start().starts_with(field))
            .unwrap();
        let message = format!("missing field `{field}`");
        refused(&format!("{line}\n"), "", "8:5", &message);
    }
    refused(
        "  - id: \"punycode/x/one\"\n    clause",
        "  - clause",
        "8:5",
        "missing field `id`",
    );
    for field in [
        "format: 1",
        "codec: punycode",
        "theme: x",
        "summary: \"A file.\"",
    ] {
        let name = field.split(':').next().unwrap();
        refused(
            &format!("{field}\n"),
            "",
            "2:1",
            &format!("missing field `{name}`"),
        );
    }
}

#[test]
fn defaults_and_groups() {
    let with = |shared: &str, field: &str| {
        changed("cases:\n", &format!("{shared}cases:\n")).replacen(field, "", 1)
    };
    let suite = load(with(
        "defaults:\n  level: may\n  ops: [a, b]\n",
        "    level: must\n",
    ))
    .expect("the first case takes the level, and none the operations");
    assert_eq!(
        (suite.cases[0].level, suite.cases[1].level),
        (Level::May, Level::Must)
    );
    assert_eq!(suite.cases[0].ops, ["decode"]);
    let [op, clause] = ["    op: decode\n", "    clause: \"6.2\"\n"];
    let suite = load(with("defaults:\n  ops: [a, b]\n", op));
    assert_eq!(
        suite.expect("a default of two operations").cases[0].ops,
        ["a", "b"]
    );
    let no_case = "expected a case of the group, whose id begins with \"punycode/z/\", found none";
    let kebab = "expected lower-case words with hyphens, found \"B\"";
    for (shared, field, place, message) in [
        (
            "defaults: { note: \"N.\" }",
            "",
            "7:13",
            "unknown field `note`",
        ),
        (
            "defaults: { level: may, level: may }",
            "",
            "7:25",
            "duplicate",
        ),
        (
            "defaults: { level: shall }",
            "",
            "7:20",
            "unknown variant `shall`",
        ),
        ("defaults: { level: }", "", "7:18", "found none"),
        (
            "defaults: { level: may }",
            clause,
            "9:5",
            "missing field `clause`",
        ),
        (
            "defaults: { clause: 6.2 }",
            clause,
            "7:21",
            "string in double quotes",
        ),
        (
            "defaults: { clause: \"\" }",
            clause,
            "7:21",
            "expected some text",
        ),
        (
            "defaults: { op: a, ops: [a, b] }",
            op,
            "7:25",
            "one of op and ops, found both",
        ),
        ("groups: { z: { level: may } }", "", "7:14", no_case),
        ("groups:\n  z:\n    level: may", "", "9:5", no_case),
        ("groups: { B: { level: may } }", "", "7:14", kebab),
        (
            "groups: { x: {}, x: {} }",
            "",
            "7:18",
            "duplicate mapping key: x",
        ),
        ("groups: { x: should }", "", "7:14", "expected fields"),
        (
            "groups: { x: { input: { t: \"a\" } } }",
            "",
            "7:16",
            "unknown field `input`",
        ),
        (
            "groups: { x: { level: shall } }",
            "",
            "7:23",
            "unknown variant `shall`",
        ),
        (
            "groups: { x: { level: may } }",
            clause,
            "9:5",
            "missing field `clause`",
        ),
        (
            "groups: { x: { clause: \" \" } }",
            clause,
            "7:24",
            "expected some text",
        ),
        (
            "groups: { x: { op: a, ops: [a, b] } }",
            op,
            "7:28",
            "one of op and ops, found both",
        ),
        (
            "groups: { x: { note: N. } }",
            "",
            "7:22",
            "string in double quotes",
        ),
        (
            "groups: { x: { summary: X. } }",
            "",
            "7:25",
            "string in double quotes",
        ),
        (
            "groups: { x: { summary: \"\" } }",
            "",
            "7:25",
            "expected some text",
        ),
    ] {
        refused_text(&with(&format!("{shared}\n"), field), place, message);
    }
}

#[test]
fn fields_without_a_value() {
    refused("note: \"A note.\"", "note:", "18:9", "found none");
    refused("note: \"A note.\"", "note: ~", "18:11", "found none");
    refused("note: \"A note.\"", "note: null", "18:11", "found none");
    refused(
        "clause: \"6.2\"",
        "clause: \"\"",
        "9:13",
        "expected some text",
    );
    refused("{ t: \"tda\" }", "{ t: }", "14:15", "found none");
}

#[test]
fn files_without_cases() {
    let empty = load("").unwrap_err();
    assert_eq!((empty.line, empty.column), (1, 1), "{empty}");
    let comments = load("# nothing\n").unwrap_err();
    assert!(comments.line >= 1 && comments.column >= 1, "{comments}");
    let head = GOOD.split("cases:").next().unwrap();
    refused_text(&format!("{head}cases: []\n"), "7:8", "at least one case");
    let error = load(format!("{head}cases:\n")).unwrap_err();
    assert_eq!(error.line, 7, "{error}");
    let none = Suite::from_sources([]).unwrap_err();
    assert_eq!(none.to_string(), "vectors: expected at least one file");
}

#[test]
fn duplicate_ids() {
    refused(
        "punycode/x/two",
        "punycode/x/one",
        "20:9",
        "first used in x.yaml:8",
    );
    let sources = [("a.yaml", GOOD.as_bytes()), ("b.yaml", GOOD.as_bytes())];
    let error = Suite::from_sources(sources).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b.yaml:8:9: duplicate id \"punycode/x/one\", first used in a.yaml:8\n      \
         - id: \"punycode/x/one\"\n            ^"
    );
}

/// The files of two hunts that found the same load together.
#[test]
fn a_case_that_was_found_twice_counts_once() {
    let found = GOOD.replace("origin: derived", "origin: found");
    let other = found.replace("A note.", "Another note.");
    let load = |other: &str| {
        Suite::from_sources([("a.yaml", found.as_bytes()), ("b.yaml", other.as_bytes())])
    };
    assert_eq!(load(&other).expect("they load").cases.len(), 2);
    let error = load(&other.replace("U+00FC", "U+00FD")).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("duplicate id \"punycode/x/one\""),
        "{error}"
    );
}

#[test]
fn ids_that_are_not_of_the_file() {
    for id in [
        "punycode/Y/one",
        "punycode/y/z/one",
        "utf6/x/one",
        "punycode/x/",
        "punycode/x",
        "one",
        "punycode/x/One",
        "punycode/x/o--e",
        "punycode/x/a b",
    ] {
        refused("punycode/x/one", id, "8:9", "expected \"punycode/\"");
    }
}

#[test]
fn payloads_without_double_quotes() {
    let message = "expected a string in double quotes";
    refused("t: \"tda\"", "t: tda", "14:17", message);
    refused("t: \"tda\"", "t: 0044", "14:17", message);
    refused("u: \"U+00FC\"", "u: U+00FC", "15:24", message);
    refused("b: \"00ff\"", "b: 00ff", "25:17", message);
    refused(
        "id: \"punycode/x/one\"",
        "id: punycode/x/one",
        "8:9",
        message,
    );
    refused("clause: \"6.2\"", "clause: 6.2", "9:13", message);
    refused("\"punycode-1\"", "punycode-1", "10:20", message);
    refused("\"plain\"", "plain", "17:17", message);
    refused("note: \"A note.\"", "note: A note.", "18:11", message);
    refused("set: \"punycode\"", "set: punycode", "13:50", message);
    refused("flags: \"l\"", "flags: l", "15:41", message);
    refused("\"RFC 3492\"", "RFC 3492", "4:11", message);
    refused("t: \"tda\"", "t: 'tda'", "14:17", "single quote");
    refused("t: \"tda\"", "t: |\n      tda\n", "14:17", "block scalar");
    refused("note: \"A note.\"", "note: >-", "18:11", "block scalar");
    refused(
        "note: \"A note.\"",
        "note: \"A\n      note.\"",
        "18:11",
        "end on its line",
    );
    refused(
        "[\"plain\"]",
        "[\"a\", \"b\\nc\"]",
        "17:22",
        "expected a name of one line",
    );
}

#[test]
fn values_that_cannot_be_read() {
    refused("U+00FC", "U+FC", "15:25", "code point such as U+00FC");
    refused("U+00FC", "U+00FC U+ZZZZ", "15:32", "found \"U+ZZZZ\"");
    refused("U+00FC", "\\u0055+00FC 1", "15:24", "found \"1\"");
    refused("00ff", "00f", "25:21", "two digits an octet");
    refused("00ff", "00fg", "25:21", "hexadecimal digit");
    refused("00ff", "00FF", "25:20", "lower-case");
    refused(
        "flags: \"l\"",
        "flags: \"L\"",
        "15:42",
        "u (upper) or l (lower)",
    );
    refused("flags: \"l\"", "flags: \"lu\"", "15:41", "expected 1 flags");
    refused(
        "b: \"00ff\"",
        "b: \"00ff\", flags: \"ll\"",
        "25:32",
        "not to b",
    );
    refused("t: \"tda\"", "t: \"\\uD800\"", "14:17", "");
    refused("t: \"tda\"", "t: \"\\q\"", "14:17", "");
    refused("width: 32", "width: -1", "13:22", "");
    refused("width: 32", "width: 1.5", "13:22", "whole number");
    refused("width: 32", "width: [1]", "13:22", "a whole number");
    refused(
        "annotation: false",
        "Annotation: false",
        "13:38",
        "lower-case words",
    );
    refused("at: 0", "at: -1", "26:39", "");
    refused(
        "format: 1",
        "format: 2",
        "2:9",
        "expected format 1, found 2",
    );
}

#[test]
fn words_that_are_not_of_the_vocabulary() {
    refused(
        "level: must",
        "level: shall",
        "11:12",
        "unknown variant `shall`",
    );
    refused(
        "origin: derived",
        "origin: guess",
        "16:13",
        "unknown variant `guess`",
    );
    refused(
        "codec: punycode",
        "codec: Punycode",
        "3:8",
        "lower-case words",
    );
    refused("op: decode", "op: Decode", "12:9", "lower-case words");
    refused("[bad-digit]", "[bad digit]", "26:23", "lower-case words");
    refused("[bad-digit]", "[]", "26:22", "at least one kind");
}

#[test]
fn one_of_several() {
    let both = "expected one of op and ops, found both";
    refused(
        "op: decode",
        "op: decode\n    ops: [encode, decode]",
        "13:10",
        both,
    );
    refused(
        "    op: decode\n",
        "",
        "8:5",
        "expected op or ops, found neither",
    );
    refused(
        "op: decode",
        "ops: [decode]",
        "12:10",
        "two different operations",
    );
    refused(
        "op: decode",
        "ops: [decode, decode]",
        "12:10",
        "two different operations",
    );
    let one = "expected exactly one of t, u, b and parts";
    refused("t: \"tda\"", "t: \"tda\", u: \"\"", "14:12", one);
    refused("t: \"tda\"", "t: \"tda\", b: \"\"", "14:12", one);
    refused("{ t: \"tda\" }", "{}", "14:12", one);
    let outcome = "expected exactly one of ok and error";
    refused("error: [bad-digit], at: 0", "", "26:13", outcome);
    refused("error: [", "ok: { t: \"\" }, error: [", "26:13", outcome);
    refused(
        "error: [bad-digit], at",
        "ok: { t: \"\" }, at",
        "26:34",
        "at belongs to error",
    );
    let any = "two or more outcomes";
    refused("error: [bad-digit], at: 0", "any: []", "26:20", any);
    refused(
        "error: [bad-digit], at: 0",
        "any: [{ error: [a] }]",
        "26:20",
        any,
    );
    let alone = "expected any alone";
    refused(
        "at: 0",
        "any: [{ error: [a] }, { error: [b] }]",
        "26:13",
        alone,
    );
}

#[test]
fn parts_of_a_text() {
    let parts = |parts: &str| format!("{{ parts: {parts} }}");
    let input = "{ t: \"tda\" }";
    let suite = changed(input, &parts(r#"[{ t: "ab", times: 3 }, { u: "U+00FC" }]"#));
    let suite = load(&suite).expect("parts load");
    assert_eq!(*suite.cases[0].input, Value::from("abababü"));
    for (written, column, message) in [
        ("[]", 21, "expected at least one part"),
        (
            r#"[{ t: "a", u: "U+0061" }]"#,
            22,
            "expected exactly one of t and u",
        ),
        (r#"[{ times: 3 }]"#, 22, "expected exactly one of t and u"),
        (
            r#"[{ t: "a" }, { t: "" }]"#,
            34,
            "expected a part that is not empty",
        ),
        (
            r#"[{ t: "a", times: 0 }]"#,
            22,
            "expected a part that is not empty",
        ),
        (
            r#"[{ t: "ab", times: 500001 }]"#,
            22,
            "more than 1000000 code points",
        ),
        (
            r#"[{ t: "ab", times: 9223372036854775808 }]"#,
            22,
            "more than 1000000 code points",
        ),
        (
            r#"[{ t: "a", times: 999999 }, { t: "ab" }]"#,
            49,
            "more than 1000000 code points",
        ),
    ] {
        refused(input, &parts(written), &format!("14:{column}"), message);
    }
    let flags = r#"{ parts: [{ t: "a" }], flags: "l" }"#;
    refused(input, flags, "14:42", "flags belong to t or u");
    let whole = changed(input, &parts(r#"[{ t: "ab", times: 500000 }]"#));
    assert!(load(&whole).is_ok());
    let two = r#"{ parts: [{ u: "U+00FC" }] }"#;
    let two = whole.replacen(r#"{ u: "U+00FC", flags: "l" }"#, two, 1);
    refused_text(&two, "15:29", "more than 1000000 code points");
}

#[test]
fn two_operations_need_one_value() {
    let text = changed(
        "op: decode\n    input: { b",
        "ops: [decode, encode]\n    input: { b",
    );
    refused_text(&text, "26:13", "expected one value");
    let list = text.replace("error: [bad-digit], at: 0", "ok: [{ t: \"\" }]");
    refused_text(&list, "26:13", "expected one value");
}
