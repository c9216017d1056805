//! Rules of our style that a machine can see.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with Rust code, each a crate of its own.
const CRATES: [&str; 6] =
    ["codec", "vectors", "conformance", "conformance/deviations", "fuzz", "benches"];

#[test]
fn no_comment_begins_with_a_what_clause() {
    let mut comments = 0;
    for (file, text) in CRATES.iter().flat_map(|folder| files(&Path::new("..").join(folder))) {
        let mut is_inside = false;
        for (index, line) in text.lines().enumerate() {
            let comment =
                line.trim_start().strip_prefix("//").map(|it| it.trim_start_matches(['/', '!']));
            if let Some(comment) = comment.filter(|_| !is_inside) {
                comments += 1;
                let word = comment.split_whitespace().next();
                let place = format!("{}:{}", file.display(), index + 1);
                assert!(
                    !matches!(word, Some("What" | "Whatever")),
                    "{place}: name the thing by a noun"
                );
            }
            is_inside = comment.is_some();
        }
    }
    assert!(comments > 5000, "only {comments} comments are seen");
}

#[test]
fn no_crate_has_two_public_types_with_one_name() {
    let mut types = 0;
    for folder in CRATES {
        let mut places: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (file, text) in files(&Path::new("..").join(folder).join("src")) {
            for name in text.lines().filter_map(public_type) {
                types += 1;
                if let Some(other) = places.insert(name.to_owned(), file.clone()) {
                    panic!("{folder}: {name} is in {} and in {}", other.display(), file.display());
                }
            }
        }
    }
    assert!(types > 200, "only {types} types are seen");
}

/// The name of the type that a line makes public, also one that a macro declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest =
        ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| rest.strip_prefix(word))?;
    rest.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
}

/// Every source file of a crate, without those of crates in its folders.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.join("Cargo.toml").exists() && !path.ends_with("target") {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            found.push((path, text));
        }
    }
    found
}
