//! The loader gives a suite or a located error for any octets, and never panics. The formatter writes
//! each accepted suite so that it loads as the same suite.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use acegate_vectors::{LoadError, Suite, format_file};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Slices of the real files, short enough to be mutated often.
static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let suite = Suite::load(&[Path::new(env!("CARGO_MANIFEST_DIR"))]).expect("the data loads");
    let texts = suite.files.iter().map(|file| fs::read_to_string(&file.path).expect("a file"));
    texts
        .map(|text| {
            text.lines().take(60).flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
        })
        .collect()
});

/// The signs, words and longer pieces of YAML and of the format that do most harm.
const PIECES: [&[&str]; 2] = [
    &[
        "\"", "'", "\\", "{", "}", "[", "]", ": ", "- ", "#", "&a ", "*a ", "<<: ", "---\n",
        "...\n", "? ", "| \n", "> \n", "\t", "\r\n", "\0", "~", "null", "\u{feff}", "\u{85}",
        "\u{2028}", "U+D800", "U+", "-1", "1e999", ".nan", "0x10", "cases:\n", "\n\n", "    ",
        "\\uD800", "\\x", "any: [", "t: \"\"", "u: \"", "b: \"0\"",
    ],
    &[
        "!!binary ",
        "%YAML 1.2\n",
        "U+FFFFFFFF",
        "99999999999999999999",
        "format: 1\n",
        "  - id: \"a/b/c\"\n",
        "\\U00110000",
        "[[[[[[[[[[[[[[[[[[[[",
        "{a: {a: {a: {a: {a: {a: {a: {a: {a: {",
        "error: []",
    ],
];

/// One change of a file: what is taken out at a place, and what is put there.
fn change() -> impl Strategy<Value = (Index, usize, Vec<u8>)> {
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES.concat()).prop_map(|piece| piece.as_bytes().to_vec()),
        2 => vec(any::<u8>(), 0..4),
        1 => Just(Vec::new()),
    ];
    (any::<Index>(), prop_oneof![3 => Just(0), 2 => 0_usize..4, 1 => 0_usize..200], piece)
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    (any::<Index>(), vec(change(), 1..5)).prop_map(|(file, changes)| {
        let mut octets = file.get(&FILES).clone();
        for (place, taken, put) in changes {
            let start = place.index(octets.len() + 1);
            let end = (start + taken).min(octets.len());
            octets.splice(start..end, put);
        }
        octets
    })
}

fn load(octets: &[u8]) -> Result<Suite, LoadError> {
    Suite::from_sources([("x.yaml", octets)])
}

/// Asserts what is promised of every error: a place that exists, and a report that can be shown.
fn check_error(octets: &[u8], error: &LoadError) -> Result<(), TestCaseError> {
    prop_assert!(error.line >= 1 && error.column >= 1, "{error}");
    prop_assert!(!error.message.is_empty());
    let text = String::from_utf8_lossy(octets);
    let lines = text.split('\n').count();
    prop_assert!(error.line <= lines, "line {} of {lines}: {error}", error.line);
    let shown = error.to_string();
    let forged = shown.chars().any(|c| c.is_control() && c != '\n');
    prop_assert!(!forged, "{shown:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_load_or_are_refused(octets in mutated()) {
        match load(&octets) {
            Ok(suite) => {
                let written = format_file("x.yaml", &octets).expect("what loads can be written");
                let again = load(written.as_bytes()).expect("what is written loads");
                let content = |suite: &Suite| -> Vec<_> {
                    suite.cases.iter().map(|case| {
                        let mut case = case.as_ref().clone();
                        case.line = 0;
                        case
                    }).collect()
                };
                prop_assert_eq!(content(&suite), content(&again));
                prop_assert_eq!(suite.digest(), again.digest());
                let twice = format_file("x.yaml", written.as_bytes()).expect("it still loads");
                prop_assert_eq!(written, twice);
            }
            Err(error) => check_error(&octets, &error)?,
        }
    }

    #[test]
    fn any_octets_are_refused(octets in vec(any::<u8>(), 0..200)) {
        check_error(&octets, &load(&octets).expect_err("no vector file"))?;
    }
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["[", "{a: ", "- "] {
        let text = format!("format: {}", open.repeat(20_000));
        let error = load(text.as_bytes()).expect_err("no vector file");
        assert_eq!(error.line, 1);
    }
}

#[test]
fn a_file_of_twenty_thousand_cases_loads() {
    let mut text = String::from(
        "format: 1\ncodec: a\ndocument: \"d\"\ntheme: b\nsummary: \"A file.\"\ncases:\n",
    );
    for number in 0..20_000 {
        let fields = [
            format!("  - id: \"a/b/n{number}\""),
            "clause: \"1\"".to_owned(),
            "requirements: []".to_owned(),
            "level: may".to_owned(),
            "op: c".to_owned(),
            format!("input: {{ t: \"{number}\" }}"),
            "expect: { error: [d] }".to_owned(),
            "origin: found".to_owned(),
        ];
        text.push_str(&fields.join("\n    "));
        text.push('\n');
    }
    assert_eq!(load(text.as_bytes()).expect("a file").cases.len(), 20_000);
}
