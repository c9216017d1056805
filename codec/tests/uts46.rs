//! The reference of UTS #46 and its model, held against the test file of Unicode and against each other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use acegate_codec::plain::uts46::{Icu, Rules, Tables, Unicode16};
use acegate_codec::uts46::{Settings, Version, Versions, process, versions};

/// One question of the test file: the operation, the flag, the result and the codes.
struct Row {
    name: String,
    op: &'static str,
    is_transitional: bool,
    result: String,
    codes: BTreeSet<String>,
}

#[test]
fn the_test_file_of_unicode_has_no_other_result_and_no_other_codes() {
    let mut differences = Vec::new();
    let rows = rows();
    assert!(rows.len() > 19_000, "{} questions", rows.len());
    for row in &rows {
        let settings = Settings { transitional: row.is_transitional, ..Settings::STRICT };
        let reference = process(row.op, &row.name, &settings);
        let model = Rules::UTS46.apply(row.op, &row.name, settings);
        // The reference knows the code points of two versions more.
        let is_newer = !versions(&row.name).are_within(Versions::all(Version::V16));
        for (who, own) in [("reference", reference), ("model", model)] {
            if who == "reference" && is_newer {
                continue;
            }
            let codes: BTreeSet<_> = own.codes.iter().map(|code| code.name().to_owned()).collect();
            if codes != row.codes || own.text != row.result {
                differences.push(format!(
                    "{who} {} {:?}{}: {:?} {codes:?} for {:?} {:?}",
                    row.op,
                    row.name,
                    if row.is_transitional { " transitional" } else { "" },
                    own.text,
                    row.result,
                    row.codes,
                ));
            }
        }
    }
    let shown = differences.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} differences\n{shown}", differences.len());
}

#[test]
fn two_sources_agree_on_every_code_point_of_unicode_16() {
    // From 16 to 18 only three classes change.
    let changed = ['\u{1B3A}', '\u{1B3C}', '\u{1B42}'];
    for c in ('\0'..=char::MAX).filter(|&c| Version::of(c) <= Version::V16) {
        assert_eq!(Icu.status(c), Unicode16.status(c), "{c:?}");
        assert_eq!(Icu.nfc(&c.to_string()), Unicode16.nfc(&c.to_string()), "{c:?}");
        assert_eq!(Icu.is_mark(c), Unicode16.is_mark(c), "{c:?}");
        assert_eq!(Icu.is_virama(c), Unicode16.is_virama(c), "{c:?}");
        assert_eq!(Icu.joining(c), Unicode16.joining(c), "{c:?}");
        let same = Icu.bidi(c) == Unicode16.bidi(c);
        assert_eq!(same, !changed.contains(&c), "{c:?}: {:?}", Icu.bidi(c));
    }
}

/// The questions of the file that the package `idna` ships for its own tests.
fn rows() -> Vec<Row> {
    let file = package("idna-1.1.0").join("tests/IdnaTestV2.txt");
    let text = fs::read_to_string(&file).expect("the test file");
    let mut rows = Vec::new();
    for line in text.lines() {
        let line = line.split_once('#').map_or(line, |(columns, _)| columns);
        let columns: Vec<_> = line.split(';').map(str::trim).collect();
        let [name, unicode, unicode_codes, ascii, ascii_codes, old, old_codes] = columns[..] else {
            continue;
        };
        // A lone surrogate is no text.
        let Some(name) = unescaped(name) else { continue };
        let mut result = name.clone();
        let mut codes = BTreeSet::new();
        for (op, is_transitional, column, column_codes) in [
            ("to-unicode", false, unicode, unicode_codes),
            ("to-ascii", false, ascii, ascii_codes),
            ("to-ascii", true, old, old_codes),
        ] {
            if !column.is_empty() {
                result = unescaped(column).expect("a text");
            }
            if let Some(listed) = column_codes.strip_prefix('[') {
                let listed = listed.trim_end_matches(']').split(", ");
                codes = listed.filter(|code| !code.is_empty()).map(str::to_owned).collect();
            }
            rows.push(Row {
                name: name.clone(),
                op,
                is_transitional,
                result: result.clone(),
                codes: codes.clone(),
            });
        }
    }
    rows
}

/// The text of a column: `""` is the empty text, and `\u05D0` a character.
fn unescaped(column: &str) -> Option<String> {
    if column == "\"\"" {
        return Some(String::new());
    }
    let mut parts = column.split("\\u");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(4)?;
        text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        text += rest;
    }
    Some(text)
}

/// The folder of a package that this crate is tested with, where cargo keeps its source.
fn package(name: &str) -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).expect("the folder of cargo");
    let registries = fs::read_dir(home.join("registry/src")).expect("sources of packages");
    let folders = registries.flatten().map(|registry| registry.path().join(name));
    folders.filter(|folder| folder.is_dir()).last().expect("the source of the package")
}
