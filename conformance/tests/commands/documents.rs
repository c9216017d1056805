//! The documents of the repository tell the truth about its files.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose documents are read, with how many levels below them.
const FOLDERS: [(&str, usize); 8] = [
    ("", 0),
    ("benches", 0),
    ("codec", 1),
    ("conformance", 2),
    ("fuzz", 0),
    ("reports", 0),
    ("vectors", 0),
    (".ci", 0),
];

/// The first parts of a path that is one of the repository.
const TOP: [&str; 7] = [
    ".ci",
    "benches",
    "codec",
    "conformance",
    "fuzz",
    "reports",
    "vectors",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn documents(folder: &Path, levels: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        } else if levels > 0 && path.is_dir() {
            found.extend(documents(&path, levels - 1));
        }
    }
    found
}

/// A file of the repository that a code span of a document names.
fn named_file(span: &str) -> Option<&str> {
    let (top, _) = span.split_once('/')?;
    let is_file = span.rsplit_once('/')?.1.contains('.');
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-');
    let is_example = span.contains("NAME");
    (TOP.contains(&top) && is_file && !is_example && span.chars().all(is_name)).then_some(span)
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut named = 0;
    for (folder, levels) in FOLDERS {
        for document in documents(&repository().join(folder), levels) {
            let text = fs::read_to_string(&document).expect("a document");
            for span in text.split('`').skip(1).step_by(2) {
                if let Some(file) = named_file(span) {
                    named += 1;
                    // Some documents name files in their folder.
                    let beside = document.parent().expect("a folder").join(file);
                    let exists = repository().join(file).exists() || beside.exists();
                    assert!(
                        exists,
                        "{} names {file}, which is not there",
                        document.display()
                    );
                }
            }
        }
    }
    assert!(named > 10, "{named} files are named");
}

#[test]
fn every_guide_is_in_the_navigation_of_the_site() {
    let navigation =
        fs::read_to_string(repository().join("reports/make/site/mkdocs.yml")).expect("the site");
    let guides = documents(&repository().join("conformance/guides"), 0);
    assert!(guides.len() > 4, "{guides:?}");
    for guide in guides {
        let name = guide
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(
            navigation.contains(&format!("conformance/guides/{name}\n")),
            "{name}"
        );
    }
}

/// The folder whose pages scripts write.
const GENERATED: &str = "reports";

/// Phrases in a private sense, and what a reader expects instead.
const PRIVATE_PHRASES: [(&str, &str); 14] = [
    (" are asked", "are run, are sent"),
    (" asked again", "rerun, retried"),
    (" beside ", "next to, besides"),
    (" goes back to ", "is derived from"),
    (" is asked", "is run, is sent"),
    (" is put to ", "is run against"),
    (" is seen to", "is checked"),
    (" likewise", "also"),
    (" made small", "minimised"),
    (" mended", "fixed"),
    (" object a line", "object per line"),
    (" of being wrong", "bug"),
    (" that of ", "the noun again"),
    (" those of ", "the noun again"),
];

#[test]
fn no_document_has_a_phrase_in_a_private_sense() {
    for (folder, levels) in FOLDERS {
        if folder == GENERATED {
            continue;
        }
        for document in documents(&repository().join(folder), levels) {
            let text = fs::read_to_string(&document).expect("a document");
            let prose = prose(&text);
            for (phrase, instead) in PRIVATE_PHRASES {
                assert!(
                    !prose.contains(phrase),
                    "{} has {phrase:?}: write {instead}",
                    document.display()
                );
            }
        }
    }
}

/// A document without its code, on one line.
fn prose(document: &str) -> String {
    let outside_blocks = document.split("```").step_by(2).collect::<String>();
    let outside_spans = outside_blocks.split('`').step_by(2).collect::<String>();
    outside_spans.replace('\n', " ")
}

#[test]
fn the_prose_of_a_document_has_no_code() {
    let document = "Run `one beside two`\n\n```sh\nis asked\n```\nand\nwait.";
    assert_eq!(prose(document), "Run    and wait.");
}
