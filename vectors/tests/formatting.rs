//! The canonical writing, the digests and the expansion into checks.

use std::collections::BTreeSet;
use std::sync::Arc;

use acegate_vectors::{
    Case, Expectation, Outcome, Param, Severity, Suite, Value, format_file, lint, write_case,
};

/// A file that says everything, and nothing the canonical way.
const LOOSE: &str = r#"
# First comment.

   # Second comment.
codec: punycode
format: 1
summary: "A \u0041 file."
document: "RFC 3492"
theme: x
defaults: { origin: found, op: decode, level: should }
cases:
- note: "All fields."
  confirmed:
    - "plain"
    - "reference"
  origin: printed
  expect:
    ok: { flags: "ul", u: "U+0041 U+00fc" }
  input: {"t": "a"}
  params:
    width: 32
    annotation: true
    set: "punycode"
  ops: [ encode ,decode ]
  level: may
  requirements: [ "punycode-1","punycode-2" ]
  clause: "A"
  id: "punycode/x/all"
- { id: "punycode/x/any", clause: "1", requirements: [],
    input: { b: "" }, expect: { any: [ { ok: [ { t: "" }, { u: "U+D800" } ] }, { error: [ a, b ], at: 7 } ] } }
"#;

/// The same, written the canonical way.
const CANONICAL: &str = r#"# First comment.

# Second comment.

format: 1
codec: punycode
document: "RFC 3492"
theme: x
summary: "A A file."
cases:
  - id: "punycode/x/all"
    clause: "A"
    requirements: ["punycode-1", "punycode-2"]
    level: may
    ops: [encode, decode]
    params: { annotation: true, set: "punycode", width: 32 }
    input: { t: "a" }
    expect: { ok: { u: "U+0041 U+00FC", flags: "ul" } }
    origin: printed
    confirmed: ["plain", "reference"]
    note: "All fields."

  - id: "punycode/x/any"
    clause: "1"
    requirements: []
    level: should
    op: decode
    input: { b: "" }
    expect: { any: [{ ok: [{ t: "" }, { u: "U+D800" }] }, { error: [a, b], at: 7 }] }
    origin: found
"#;

fn load(text: &str) -> Suite {
    Suite::from_sources([("x.yaml", text.as_bytes())]).expect("a file that loads")
}

/// A file whose first case has these fields, and no requirements.
fn first(fields: &str) -> Suite {
    let head = CANONICAL.split("  - id").next().expect("a head");
    load(&format!(
        "{head}- id: \"punycode/x/one\"\n  requirements: []\n{fields}"
    ))
}

/// The case of such a file.
fn case(fields: &str) -> Arc<Case> {
    Arc::clone(&first(fields).cases[0])
}

#[test]
fn a_loose_file_is_written_the_canonical_way_which_is_a_fixed_point() {
    for text in [LOOSE, CANONICAL] {
        assert_eq!(format_file("x.yaml", text.as_bytes()).unwrap(), CANONICAL);
    }
    let written = write_case(&load(CANONICAL).cases[1]);
    assert!(CANONICAL.ends_with(&written), "{written}");
}

#[test]
fn a_list_for_a_list_is_written_as_steps_where_they_can_be() {
    let head = CANONICAL.split("  - id").next().expect("a head");
    let fields = |question: &str| {
        format!(
            "{head}  - id: \"punycode/x/one\"\n    clause: \"1\"\n    requirements: []\n    \
             level: may\n    op: book\n    {question}\n    origin: derived\n"
        )
    };
    let lists = "input: [{ t: \"ask \\\"\" }, { u: \"U+0062\" }]\n    \
                 expect: { ok: [{ t: \"\" }, { t: \"b\" }] }";
    let steps = "steps:\n      - { do: \"ask \\\"\", expect: \"\" }\n      \
                 - { do: \"b\", expect: \"b\" }";
    let written = format_file("x.yaml", fields(lists).as_bytes()).unwrap();
    assert_eq!(written, fields(steps));
    assert_eq!(format_file("x.yaml", written.as_bytes()).unwrap(), written);
    for others in [
        "input: [{ t: \"a\" }]\n    expect: { ok: [{ t: \"\" }, { t: \"b\" }] }",
        "input: [{ t: \"a\" }]\n    expect: { error: [syntax], at: 0 }",
        "input: [{ t: \" \" }]\n    expect: { ok: [{ t: \"\" }] }",
        "input: [{ u: \"U+00E4\" }]\n    expect: { ok: [{ t: \"\" }] }",
        "input: [{ t: \"a\", flags: \"l\" }]\n    expect: { ok: [{ t: \"\" }] }",
        "input: [{ t: \"a\" }]\n    expect: { ok: [{ b: \"\" }] }",
        "input: []\n    expect: { ok: [] }",
        "input: { t: \"a\" }\n    expect: { ok: [{ t: \"b\" }] }",
    ] {
        let text = fields(others);
        assert_eq!(format_file("x.yaml", text.as_bytes()).unwrap(), text);
    }
}

#[test]
fn the_second_operation_undoes_the_first() {
    let checks = load(CANONICAL).cases[0].checks();
    let names: Vec<_> = checks.iter().map(|check| check.name.as_str()).collect();
    assert_eq!(names, ["punycode/x/all:encode", "punycode/x/all:decode"]);
    assert_eq!(*checks[0].input, "a".into());
    assert_eq!(
        checks[1].expect,
        Expectation::one(Outcome::Ok(Value::from("a").into()))
    );
    assert_eq!(
        checks[0].expect,
        Expectation::one(Outcome::Ok(checks[1].input.clone()))
    );
    assert_eq!(checks[1].params()["width"], Param::Integer(32));
    assert_eq!(checks[1].codec(), "punycode");
    // One operation makes one check of the name of the case.
    let case = Arc::clone(&load(CANONICAL).cases[1]);
    let checks = case.checks();
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].name, case.id);
    assert_eq!(checks[0].expect, case.expect);
    assert_eq!(checks[0].digest(), case.digest());
}

/// The fields that a digest covers.
const FIELDS: &str = "  clause: \"6.2\"\n  level: must\n  op: decode\n  input: { t: \"tda\" }\n  \
                      expect: { ok: { u: \"U+00FC\" } }\n  origin: printed\n";

#[test]
fn the_digest_is_stable() {
    // Computed apart from this crate. Whoever changes the number makes all earlier reports
    // incomparable with all later ones.
    assert_eq!(case(FIELDS).digest().to_string(), "c2da9c5623e6a43e");
}

#[test]
fn the_digest_is_of_the_content_alone() {
    let digest = case(FIELDS).digest();
    for (from, to) in [
        ("origin: printed", "origin: found"),
        ("origin: printed", "origin: printed\n  note: \"A note.\""),
        (
            "origin: printed",
            "confirmed: [\"plain\"]\n  origin: printed",
        ),
        ("u: \"U+00FC\"", "t: \"ü\""),
    ] {
        assert_eq!(case(&FIELDS.replace(from, to)).digest(), digest, "{to}");
    }
    for (from, to) in [
        ("6.2", "6.3"),
        ("must", "should"),
        ("decode", "encode"),
        ("tda", "tdb"),
        ("U+00FC", "U+00FD"),
        ("{ t: \"tda\" }", "{ t: \"tda\", flags: \"lll\" }"),
        ("{ t: \"tda\" }", "{ b: \"746461\" }"),
        ("op: decode", "op: decode\n  params: { width: 32 }"),
        ("op: decode", "op: decode\n  params: { width: \"32\" }"),
        ("{ ok: { u: \"U+00FC\" } }", "{ error: [bad-digit] }"),
        ("{ ok: { u: \"U+00FC\" } }", "{ ok: [{ u: \"U+00FC\" }] }"),
    ] {
        assert_ne!(case(&FIELDS.replace(from, to)).digest(), digest, "{to}");
    }
    let errors = ["[a], at: 0", "[a], at: 1", "[a]", "[b]", "[a, b]"].map(|error| {
        let to = format!("{{ error: {error} }}");
        case(&FIELDS.replace("{ ok: { u: \"U+00FC\" } }", &to)).digest()
    });
    assert_eq!(BTreeSet::from(errors).len(), errors.len());
}

#[test]
fn the_digest_of_a_suite_does_not_depend_on_the_order_of_files() {
    let other = CANONICAL
        .replace("punycode/x", "punycode/y")
        .replace("theme: x", "theme: y");
    let other = other.replace("clause: \"1\"", "clause: \"2\"");
    let digest = |sources: [(&str, &str); 2]| {
        let sources = sources.map(|(path, text)| (path, text.as_bytes()));
        Suite::from_sources(sources)
            .expect("files that load")
            .digest()
    };
    let one = digest([("x.yaml", CANONICAL), ("y.yaml", &other)]);
    assert_eq!(one, digest([("y.yaml", &other), ("x.yaml", CANONICAL)]));
    assert_ne!(one, load(CANONICAL).digest());
}

/// Asserts that linting the case finds exactly this.
#[track_caller]
fn finds(fields: &str, severity: Severity, message: &str) {
    let findings = lint(&first(fields));
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].severity, severity);
    assert!(findings[0].to_string().contains(message), "{}", findings[0]);
}

#[test]
fn the_linter_finds_unwanted_cases_that_load() {
    let fields = FIELDS.replace("origin", "confirmed: [\"plain\"]\n  origin");
    let note = |note: &str| format!("{fields}  note: \"{note}\"\n");
    finds(FIELDS, Severity::Warning, "nobody is named who confirmed");
    finds(&note("no capital."), Severity::Error, "not a sentence");
    finds(&note("No full stop"), Severity::Error, "not a sentence");
    finds(
        &fields.replace("printed", "corrected"),
        Severity::Warning,
        "needs a note",
    );
    let refused = fields.replace("{ ok: { u: \"U+00FC\" } }", "{ error: [bad-digit] }");
    finds(&refused, Severity::Warning, "a misprint needs a note");
    let choice = "{ any: [{ error: [a] }, { error: [b] }] }";
    let choice = fields
        .replace("{ ok: { u: \"U+00FC\" } }", choice)
        .replace("printed", "found");
    finds(&choice, Severity::Warning, "a choice needs a note");
    let twice = fields.replace("[\"plain\"]", "[\"plain\", \"plain\"]");
    finds(&twice, Severity::Error, "confirmed names \"plain\" twice");
    let kinds = note("A note.").replace("{ ok: { u: \"U+00FC\" } }", "{ error: [a, a] }");
    finds(&kinds, Severity::Error, "the kind a is named twice");
    let again = format!("{fields}- id: \"punycode/x/two\"\n  requirements: []\n{fields}");
    finds(
        &again,
        Severity::Error,
        "punycode/x/two: asks what punycode/x/one asks",
    );
    let both = "  clause: \"A\"\n  level: may\n  ops: [encode, decode]\n  input: { u: \"U+00FC\" }\n  \
                expect: { ok: { t: \"tda\" } }\n  origin: printed\n";
    let second = FIELDS.replace("must", "may");
    let text = format!("{both}- id: \"punycode/x/two\"\n  requirements: []\n{second}");
    finds(
        &text,
        Severity::Error,
        "punycode/x/two: asks what punycode/x/one:decode asks",
    );
    let scenario = |steps: usize, note: &str| {
        let steps = "    - { do: \"a\", expect: \"b\" }\n".repeat(steps);
        let question = "  input: { t: \"tda\" }\n  expect: { ok: { u: \"U+00FC\" } }\n";
        fields.replace(question, &format!("  steps:\n{steps}")) + note
    };
    finds(
        &scenario(24, ""),
        Severity::Warning,
        "a scenario needs a note",
    );
    finds(
        &scenario(25, "  note: \"A note.\"\n"),
        Severity::Warning,
        "more than 24 steps",
    );
    let other = fields.replace("tda", "tdb");
    let long = format!(
        "{fields}- id: \"punycode/x/{}\"\n  requirements: []\n{other}",
        "a".repeat(70)
    );
    finds(&long, Severity::Warning, "longer than 80 characters");
}
