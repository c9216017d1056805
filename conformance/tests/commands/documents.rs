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
                    // Some documents name files of their own folder.
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
