//! The structure of the code: no circle of files in any crate, and no arrow inside the larger ones that
//! runs against their order; and rules of our style that a machine can see.

mod density;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with Rust code, one per crate.
const CRATES: [&str; 8] = [
    "codec",
    "codec/c",
    "vectors",
    "conformance",
    "conformance/deviations",
    "conformance/web",
    "fuzz",
    "benches",
];

/// The order of the modules of a crate: each above those that it may use.
struct Order {
    /// The folder of the crate.
    folder: &'static str,
    modules: &'static str,
    /// So many arrows run down at least, which shows that the sources are read.
    arrows: usize,
}

impl Order {
    /// The place of the module that a file belongs to.
    fn place(&self, file: &Path) -> Option<usize> {
        let first = file.components().next()?.as_os_str().to_str()?;
        let mut modules = self.modules.split_whitespace();
        modules.position(|module| first.trim_end_matches(".rs") == module)
    }
}

/// Rooms that the design has and the code not yet are also in the orders. A crate itself is above its
/// modules, and its programs are above the crate.
const ORDERS: [Order; 3] = [
    Order {
        folder: "codec",
        modules: "error conditions named simd unicode facts codec text_request utf16 base32 host label_codec \
    bootstring punycode utf5 utf6 race lace e164 uri2dec uts46 idna2008 registry lib",
        arrows: 50,
    },
    Order {
        folder: "conformance",
        modules: "nearest plural sorting interrupt temporary unfinished clock date escape explain \
    observation protocol supervisor implementation suite judge runner event findings baseline report files diff encodings \
    matrix hunt fuzz sweep compare doctor coverage serve statement libtest cli lib main",
        arrows: 20,
    },
    Order {
        folder: "conformance/web",
        modules: "codecs check lib exports bin",
        arrows: 0,
    },
];

#[test]
fn no_crate_has_a_circle_of_files() {
    for folder in CRATES {
        let arrows = arrows(&Path::new("..").join(folder).join("src"));
        assert!(arrows.len() > 2, "{folder} is read");
        assert_eq!(circle(&arrows), None, "{folder}");
    }
}

#[test]
fn no_arrow_runs_against_the_order_of_the_modules() {
    for order in ORDERS {
        let arrows = arrows(&Path::new("..").join(order.folder).join("src"));
        let mut seen = 0;
        for (from, uses) in &arrows {
            let file = format!("{}: {}", order.folder, from.display());
            let own = order.place(from);
            assert!(own.is_some(), "{file} has no place in the order");
            for to in uses {
                assert!(own >= order.place(to), "{file} uses {}", to.display());
                seen += usize::from(own > order.place(to));
            }
        }
        let Order { folder, arrows, .. } = order;
        assert!(seen > arrows, "{folder}: only {seen} arrows are seen");
    }
}

#[test]
fn only_one_folder_of_the_supervisor_is_special_to_a_system() {
    let files = sources(Path::new("src"));
    let is_special = |text: &str| {
        [
            "/proc",
            "prlimit",
            "subreaper",
            "parent_process_death",
            "no_new_privs",
            "pidfd",
        ]
        .iter()
        .any(|word| text.contains(word))
    };
    let (inside, outside): (Vec<_>, Vec<_>) = files
        .iter()
        .partition(|(file, _)| file.starts_with("supervisor/os"));
    assert!(inside.iter().filter(|(_, text)| is_special(text)).count() >= 3);
    for (file, text) in outside {
        assert!(
            !is_special(text),
            "{} asks Linux for something",
            file.display()
        );
        let mut systems = [
            "rustix",
            "signal_hook",
            "std::os::",
            "target_os",
            "cfg(unix",
            "cfg(windows",
        ]
        .iter();
        let asked = systems.find(|word| file.starts_with("supervisor") && text.contains(**word));
        assert_eq!(
            asked,
            None,
            "{} asks a system for something",
            file.display()
        );
    }
}

#[test]
fn no_comment_begins_with_a_what_clause() {
    let mut comments = 0;
    for (file, text) in CRATES
        .iter()
        .flat_map(|folder| files(&Path::new("..").join(folder)))
    {
        let mut is_inside = false;
        for (index, line) in text.lines().enumerate() {
            let comment = line
                .trim_start()
                .strip_prefix("//")
                .map(|it| it.trim_start_matches(['/', '!']));
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

/// Phrases in a private sense, and what a reader expects instead. No comment of any crate has them any more.
const PRIVATE_PHRASES: [(&str, &str); 3] = [
    (" goes back to ", "is derived from"),
    (" is seen to ", "is checked"),
    (" mended ", "fixed"),
];

/// Modules whose comments have been rewritten, and the phrases that they no longer have.
const REWRITTEN: &str = "baseline cli compare coverage diff doctor event findings implementation judge libtest matrix observation \
    protocol report runner statement suite supervisor sweep";
const REWRITTEN_PHRASES: [(&str, &str); 12] = [
    (" are asked", "are run, are sent"),
    (" asked again", "rerun, retried"),
    (" be asked", "be run, be sent"),
    (" beside ", "next to, together with"),
    (" is asked", "is run, is sent"),
    (" made small", "minimised"),
    (" nobody ", "nothing, no user"),
    (" object a line", "object per line"),
    (" of being wrong", "bug"),
    (" put to ", "run against"),
    (" was asked", "was run, was sent"),
    (" whoever ", "the caller, the user"),
];

#[test]
fn no_comment_has_a_phrase_in_a_private_sense() {
    let mut rewritten = 0;
    let mut found = Vec::new();
    for folder in CRATES {
        for (file, text) in files(&Path::new("..").join(folder).join("src")) {
            let comments = comments(&text);
            found.extend(phrases_in(&file, &comments, &PRIVATE_PHRASES));
            let is_rewritten = REWRITTEN
                .split(' ')
                .any(|module| file.starts_with(Path::new("../conformance/src").join(module)));
            if is_rewritten {
                rewritten += 1;
                found.extend(phrases_in(&file, &comments, &REWRITTEN_PHRASES));
            }
        }
    }
    assert!(rewritten > 100, "only {rewritten} files are rewritten");
    assert!(found.is_empty(), "{found:#?}");
}

/// The phrases that the comments of a file have, each with what to write instead.
fn phrases_in(file: &Path, comments: &str, phrases: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    for (phrase, instead) in phrases {
        if comments.contains(phrase) {
            found.push(format!("{}: {phrase:?}: write {instead}", file.display()));
        }
    }
    found
}

/// The comments of a file on one line.
fn comments(text: &str) -> String {
    let mut comments = String::new();
    for line in text.lines() {
        if let Some(comment) = line.trim_start().strip_prefix("//") {
            comments.push(' ');
            comments += comment.trim_start_matches(['/', '!']).trim();
        }
    }
    comments + " "
}

#[test]
fn the_comments_of_a_file_are_on_one_line() {
    let text = "//! One is\n//! asked.\nlet x = \"is asked\";\n    /// Two.";
    assert_eq!(comments(text), " One is asked. Two. ");
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
                    panic!(
                        "{folder}: {name} is in {} and in {}",
                        other.display(),
                        file.display()
                    );
                }
            }
        }
    }
    assert!(types > 200, "only {types} types are seen");
}

#[test]
fn circles_and_paths_are_seen() {
    let set = |names: &[&str]| names.iter().map(PathBuf::from).collect::<BTreeSet<_>>();
    let arrows = |pairs: &[(&str, &[&str])]| {
        pairs
            .iter()
            .map(|(from, to)| (PathBuf::from(from), set(to)))
            .collect::<BTreeMap<_, _>>()
    };
    assert_eq!(
        circle(&arrows(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])),
        None
    );
    assert!(circle(&arrows(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"])])).is_some());
    let text =
        "use super::{a, b::{C, self}};\nuse crate::x::{\n    y::Z,\n};\nfn f() { super::q::r() }";
    let expected = [
        "super::a",
        "super::b::C",
        "super::b",
        "crate::x::y::Z",
        "super::q::r",
    ];
    assert_eq!(paths(text), expected.map(str::to_owned).into());
}

/// For each file of a crate the other files of it that it uses.
fn arrows(root: &Path) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let files = sources(root);
    let arrow = |(file, text): (&PathBuf, &String)| {
        let used = paths(text)
            .into_iter()
            .filter_map(|path| resolve(&files, file, &path));
        (file.clone(), used.filter(|used| used != file).collect())
    };
    files.iter().map(arrow).collect()
}

/// Every source file of a crate, without the files of crates in its folders.
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

/// Every source file by its path below the root, without its comments and tests.
fn sources(root: &Path) -> BTreeMap<PathBuf, String> {
    let source = |(path, text): (PathBuf, String)| {
        let path = path.strip_prefix(root).expect("it is below").to_owned();
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let text = text.split("\nmod tests {").next().unwrap_or_default();
        let lines = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default());
        (path, lines.collect::<Vec<_>>().join("\n"))
    };
    let is_test = |path: &Path| {
        path.iter()
            .next_back()
            .is_some_and(|it| it.to_string_lossy().starts_with("test"))
    };
    files(root)
        .into_iter()
        .filter(|(path, _)| !is_test(path))
        .map(source)
        .collect()
}

/// Every path of a text that begins with `crate` or `super`, with the lists in braces written out.
fn paths(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            let is_start = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
            if is_start {
                expand("", &text[at..], &mut found);
            }
        }
    }
    found
}

/// Takes a path with all its branches, and returns what follows it.
fn expand<'a>(prefix: &str, text: &'a str, found: &mut BTreeSet<String>) -> &'a str {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !word(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = match (prefix, name) {
        ("", name) => name.to_owned(),
        (prefix, "self" | "") => prefix.to_owned(),
        (prefix, name) => format!("{prefix}::{name}"),
    };
    let Some(inner) = rest.strip_prefix("::") else {
        found.insert(path);
        return rest;
    };
    let Some(mut inner) = inner.strip_prefix('{') else {
        return expand(&path, inner, found);
    };
    loop {
        inner = inner.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if let Some(rest) = inner.strip_prefix('}') {
            return rest;
        }
        if !inner.starts_with(word) {
            return inner;
        }
        inner = expand(&path, inner, found);
    }
}

/// The file that a path leads to: the file of the longest module in it, or the one below that from which
/// the module gives the name on.
fn resolve(files: &BTreeMap<PathBuf, String>, file: &Path, path: &str) -> Option<PathBuf> {
    let mut module: Vec<String> = file
        .with_extension("")
        .iter()
        .map(|it| it.to_string_lossy().into())
        .collect();
    if matches!(
        module.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        module.pop();
    }
    let mut names: Vec<&str> = path.split("::").collect();
    if names[0] == "crate" {
        module.clear();
        names.remove(0);
    }
    while names.first() == Some(&"super") {
        module.pop()?;
        names.remove(0);
    }
    let mut found = file_of(files, &module)?;
    let mut rest = names.as_slice();
    while let Some((name, others)) = rest.split_first() {
        module.push((*name).to_owned());
        let Some(next) = file_of(files, &module) else {
            break;
        };
        (found, rest) = (next, others);
    }
    let Some(name) = rest.first() else {
        return Some(found);
    };
    let folder = found.parent()?;
    let text = &files[&found];
    // A module that gives a name on: the file that it comes from is what is used.
    for line in text
        .split(';')
        .filter(|line| line.contains("pub") && line.contains("use "))
    {
        let Some((_, from)) = line.rsplit_once("use ") else {
            continue;
        };
        let mut given = BTreeSet::new();
        expand("", from.trim_start_matches("self::"), &mut given);
        for path in given {
            if path.rsplit("::").next() == Some(name)
                && let Some((module, _)) = path.split_once("::")
            {
                let named = [format!("{module}.rs"), format!("{module}/mod.rs")];
                let file = named.iter().map(|named| folder.join(named));
                if let Some(file) = file.into_iter().find(|file| files.contains_key(file)) {
                    return Some(file);
                }
            }
        }
    }
    Some(found)
}

/// The file of a module.
fn file_of(files: &BTreeMap<PathBuf, String>, module: &[String]) -> Option<PathBuf> {
    let path: PathBuf = module.iter().collect();
    let candidates = match module.is_empty() {
        true => vec!["lib.rs".into(), "main.rs".into()],
        false => vec![path.with_extension("rs"), path.join("mod.rs")],
    };
    candidates
        .into_iter()
        .find(|candidate| files.contains_key(candidate))
}

/// The files of a circle; `None` if there is no circle.
fn circle(arrows: &BTreeMap<PathBuf, BTreeSet<PathBuf>>) -> Option<Vec<PathBuf>> {
    // A file without an arrow to one that is left is in no circle.
    let mut left: BTreeMap<_, BTreeSet<_>> = arrows.clone();
    loop {
        let files: BTreeSet<PathBuf> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, uses| uses.iter().any(|used| files.contains(used)));
        if left.len() == before {
            break;
        }
    }
    (!left.is_empty()).then(|| left.into_keys().collect())
}

/// The name of the type that a line makes public, also one that a macro declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    rest.split(|c: char| !c.is_alphanumeric())
        .next()
        .filter(|name| !name.is_empty())
}
