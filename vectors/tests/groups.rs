//! Groups: the fields that the cases of one theme share.

use acegate_vectors::{Case, Suite, format_file, lint};

/// A file of three themes, and two of them are groups. The first case of the first group has all fields of
/// its own.
const GROUPS: &str = r#"format: 1
codec: punycode
document: "RFC 3492"
theme: x
summary: "A file."
defaults:
  clause: "1"
  requirements: []
  level: may
  op: decode
  params: { width: 32 }
  origin: derived
  confirmed: ["plain"]
groups:
  a:
    summary: "The first group."
    clause: "2"
    requirements: ["punycode-1"]
    level: must
    ops: [encode, decode]
    params: { width: 31 }
    origin: found
    confirmed: []
    note: "The note of the group."
  b:
    level: should
cases:
  - id: "punycode/a/own"
    clause: "3"
    requirements: ["punycode-2"]
    level: may
    op: encode
    params: {}
    input: { t: "a" }
    expect: { ok: { t: "a" } }
    origin: printed
    confirmed: ["reference"]
    note: "A note."

  - id: "punycode/a/shared"
    input: { t: "b" }
    expect: { ok: { t: "b" } }

  - id: "punycode/b/shared"
    input: { t: "c" }
    expect: { ok: { t: "c" } }

  - id: "punycode/c/defaults"
    input: { t: "d" }
    expect: { ok: { t: "d" } }
"#;

fn load(text: &str) -> Suite {
    Suite::from_sources([("x.yaml", text.as_bytes())]).expect("a file that loads")
}

/// The cases of a file, without their lines.
fn contents(text: &str) -> Vec<Case> {
    load(text)
        .cases
        .iter()
        .map(|case| Case {
            line: 0,
            ..(**case).clone()
        })
        .collect()
}

#[test]
fn a_case_stands_before_its_group_and_a_group_before_the_defaults() {
    // The fields of each case, one a line.
    let rows = contents(GROUPS).into_iter().map(|case| {
        let Case {
            clause,
            requirements,
            level,
            ops,
            params,
            ..
        } = &case;
        let Case {
            origin,
            confirmed,
            note,
            ..
        } = &case;
        format!(
            "{clause} {requirements:?} {level} {ops:?} {params:?} {origin} {confirmed:?} {note:?}"
        )
    });
    let width = |width: u32| format!("{{\"width\": Integer({width})}}");
    let note = "Some(\"The note of the group.\")";
    let (own, shared) = (width(31), width(32));
    let expected = [
        r#"3 ["punycode-2"] may ["encode"] {} printed ["reference"] Some("A note.")"#.into(),
        format!(r#"2 ["punycode-1"] must ["encode", "decode"] {own} found [] {note}"#),
        format!(r#"1 [] should ["decode"] {shared} derived ["plain"] None"#),
        format!(r#"1 [] may ["decode"] {shared} derived ["plain"] None"#),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_knows_what_its_groups_are_about() {
    let suite = load(GROUPS);
    let groups: Vec<_> = suite.files[0].groups.iter().collect();
    assert_eq!(groups, [(&"a".to_owned(), &"The first group.".to_owned())]);
    let themes: Vec<_> = suite.cases.iter().map(|case| case.theme()).collect();
    assert_eq!(themes, ["a", "a", "b", "c"]);
    let text = GROUPS
        .replace("The first group.", "the first group")
        .replace("A file.", "a file");
    let findings = lint(&load(&text));
    for summary in ["the summary", "the summary of a"] {
        let message =
            format!("x.yaml:1: error: {summary} is not a sentence: capital letter, full stop");
        assert!(
            findings.iter().any(|it| it.to_string() == message),
            "{findings:?}"
        );
    }
}

/// Other readers of YAML take these words for numbers, truths or nothing.
#[test]
fn a_name_that_means_something_else_is_in_quotes() {
    for name in ["null", "true", "no", "on", "y", "12", "0x1", "1e5"] {
        let text = GROUPS.replace("  a:\n", &format!("  \"{name}\":\n"));
        let text = text.replace("punycode/a/", &format!("punycode/{name}/"));
        let text = text.replace("{ width: 31 }", &format!("{{ \"{name}\": 31 }}"));
        let written = format_file("x.yaml", text.as_bytes()).expect("it loads");
        assert!(written.contains(&format!("\n  \"{name}\":\n")), "{written}");
        assert!(
            written.contains(&format!("    params: {{ \"{name}\": 31 }}\n")),
            "{written}"
        );
        assert_eq!(contents(&written), contents(&text));
    }
}

/// A file of these cases, each a theme and its fields but for the question, without groups and defaults.
fn file(cases: &[(&str, &str)]) -> String {
    let head = GROUPS.split("defaults:").next().expect("a head");
    let case = |(number, (theme, fields)): (usize, &(&str, &str))| {
        let fields = fields.replace("; ", "\n    ");
        format!(
            "  - id: \"punycode/{theme}/n{number}\"\n    {fields}\n    input: {{ t: \"a\" }}\n    \
             expect: {{ error: [a] }}\n    origin: derived\n"
        )
    };
    let cases: Vec<_> = cases.iter().enumerate().map(case).collect();
    format!("{head}cases:\n{}", cases.join("\n"))
}

/// The head of a file as it is written, from the defaults on, and then the fields of each case but for its
/// question.
fn shared_and_own(text: &str) -> String {
    let written = format_file("x.yaml", text.as_bytes()).expect("it loads");
    assert_eq!(contents(&written), contents(text));
    assert_eq!(
        format_file("x.yaml", written.as_bytes()).as_ref(),
        Ok(&written)
    );
    let is_said = |line: &&str| {
        let starts = [
            "format:",
            "codec:",
            "document:",
            "theme:",
            "summary:",
            "    input:",
            "    expect:",
        ];
        !line.is_empty() && !starts.iter().any(|start| line.starts_with(start))
    };
    written
        .lines()
        .filter(is_said)
        .map(str::trim)
        .collect::<Vec<_>>()
        .join("; ")
}

/// These cases, each with its theme and its number of them.
fn times<'a>(theme: &'a str, rows: &[(usize, &'a str)]) -> Vec<(&'a str, &'a str)> {
    rows.iter()
        .flat_map(|&(times, fields)| vec![(theme, fields); times])
        .collect()
}

const PLAIN: &str = "clause: \"1\"; requirements: []; level: may; op: b";

#[test]
fn a_group_has_what_most_of_its_cases_share() {
    let other = PLAIN.replace("\"1\"", "\"2\"").replace("may", "must");
    let with_params = format!("{PLAIN}; params: {{ width: 32 }}");
    let [four, five, six] =
        ["4", "5", "6"].map(|clause| PLAIN.replace("\"1\"", &format!("\"{clause}\"")));
    let cases = [
        times("a", &[(9, PLAIN)]),
        times("d", &[(5, &other), (1, &with_params)]),
        // The clause of two of four would save a line, but most have another.
        times("c", &[(2, &four), (1, &five), (1, &six)]),
        times("b", &[(5, &with_params), (1, PLAIN)]),
    ];
    let text = file(&cases.concat());
    let groups = "groups:\n  c:\n    summary: \"C.\"\n";
    let text = text.replace("cases:\n", &format!("{groups}cases:\n"));
    let written = shared_and_own(&text);
    let (head, rest) = written.split_once(" cases:; ").expect("cases");
    let expected = [
        "defaults:; clause: \"1\"; requirements: []; level: may; op: b; origin: derived; groups:;",
        "d:; clause: \"2\"; level: must; c:; summary: \"C.\"; b:; params: { width: 32 };",
    ];
    assert_eq!(head, expected.join(" "));
    let own: Vec<_> = rest
        .split("- id: ")
        .filter(|case| case.contains(':'))
        .collect();
    let expected = [
        "\"punycode/d/n14\"; clause: \"1\"; level: may; params: { width: 32 }; ",
        "\"punycode/c/n15\"; clause: \"4\"; ",
        "\"punycode/c/n16\"; clause: \"4\"; ",
        "\"punycode/c/n17\"; clause: \"5\"; ",
        "\"punycode/c/n18\"; clause: \"6\"; ",
        "\"punycode/b/n24\"; params: {}",
    ];
    assert_eq!(own, expected);
}

/// A case cannot say that it has no note.
#[test]
fn a_note_is_that_of_a_group_if_all_of_its_cases_have_one() {
    let [note, another] = ["A note.", "Another."].map(|it| format!("{PLAIN}; note: \"{it}\""));
    let shared = file(&times("a", &[(5, &note), (1, &another)]));
    let written = shared_and_own(&shared);
    assert!(
        written.contains("groups:; a:; note: \"A note.\"; cases:"),
        "{written}"
    );
    assert_eq!(written.matches("note:").count(), 2, "{written}");
    let with_one_less = file(&times("a", &[(5, &note), (1, PLAIN)]));
    assert_eq!(shared_and_own(&with_one_less).matches("note:").count(), 5);
}

/// An undescribed group takes a line for its name, and another one if it is the only one.
#[test]
fn a_group_that_saves_no_line_is_left_out() {
    let other = PLAIN.replace("may", "must");
    let cases =
        |musts: usize| file(&[times("a", &[(9, PLAIN)]), times("b", &[(musts, &other)])].concat());
    assert!(!shared_and_own(&cases(3)).contains("groups:"));
    assert!(shared_and_own(&cases(4)).contains("groups:; b:; level: must; cases:"));
    let described = cases(2).replace("cases:\n", "groups:\n  b:\n    summary: \"B.\"\ncases:\n");
    assert!(shared_and_own(&described).contains("b:; summary: \"B.\"; level: must; cases:"));
}

/// Two cases that share one field; and parameters that would save two lines, but cost one for themselves and
/// two in the cases without.
#[test]
fn defaults_that_save_no_line_are_left_out() {
    let other = "clause: \"2\"; requirements: [\"punycode-1\"]; level: must; op: c";
    let two = file(&[("a", PLAIN), ("a", other)]);
    assert!(!shared_and_own(&two).contains("defaults:"));
    let one_more = file(&[("a", PLAIN), ("a", other), ("a", other)]);
    assert!(shared_and_own(&one_more).starts_with("defaults:; clause: \"2\""));
    let [confirmed, params] = ["confirmed: [\"plain\"]", "params: { width: 32 }"];
    let both = format!("{PLAIN}; {params}; {confirmed}");
    let [confirmed, params] = [confirmed, params].map(|field| format!("{PLAIN}; {field}"));
    let cases = times("a", &[(2, &both), (2, &confirmed), (1, &params)]);
    let expected = "defaults:; clause: \"1\"; requirements: []; level: may; op: b; origin: derived; \
                    confirmed: [\"plain\"]; cases:; - id: \"punycode/a/n0\"; params: { width: 32 }; \
                    - id: \"punycode/a/n1\"; params: { width: 32 }; - id: \"punycode/a/n2\"; \
                    - id: \"punycode/a/n3\"; - id: \"punycode/a/n4\"; params: { width: 32 }; \
                    confirmed: []";
    assert_eq!(shared_and_own(&file(&cases)), expected);
}
