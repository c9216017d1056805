//! The facts about codecs and operations are in the codec crate. Other code looks at these facts, not at names.

use std::collections::BTreeSet;
use std::path::Path;

use crate::density::{code_lines, is_test};
use crate::files;

/// How many names of codecs and operations may be literals outside of the codec crate. The bound only falls.
const BOUND: usize = 25;

/// Names of operations that are also words of the program itself, such as a subcommand.
const WORDS: [&str; 1] = ["check"];

/// The folders in which names are counted.
const CRATES: [&str; 4] = ["vectors", "conformance", "conformance/deviations", "fuzz"];

#[test]
fn facts_of_codecs_are_asked_and_not_their_names() {
    let names = names();
    for name in ["punycode", "uts46", "enum", "to-ascii", "book"] {
        assert!(names.contains(name), "{name} is not found: {names:?}");
    }
    let mut places = Vec::new();
    for folder in CRATES {
        for (path, text) in files(&Path::new("..").join(folder).join("src")) {
            if is_test(&path) {
                continue;
            }
            for line in code_lines(&text) {
                for name in literals(line) {
                    if names.contains(name) && !WORDS.contains(&name) {
                        places.push(format!("{}: {name:?}", path.display()));
                    }
                }
            }
        }
    }
    assert!(
        places.len() <= BOUND,
        "{} names, at most {BOUND}: ask `About` and `Operation`, or match on `Verb` and `Family`:\n{}",
        places.len(),
        places.join("\n")
    );
}

/// The names of codecs and operations, read from the code that defines them.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (path, text) in files(Path::new("../codec/src")) {
        let has_verbs = path.ends_with("facts.rs");
        for line in code_lines(&text) {
            let is_id = line.trim_start().starts_with("id: ");
            let is_verb = has_verbs && line.contains(" = \"");
            if is_id || is_verb {
                names.extend(literals(line).map(str::to_owned));
            }
        }
    }
    names
}

/// The string literals of a line, without the names of features.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let count = if line.contains("feature = ") {
        0
    } else {
        usize::MAX
    };
    line.split('"').skip(1).step_by(2).take(count)
}
