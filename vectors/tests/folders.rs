//! Folders of vectors as they must not be: links in circles, pipes, devices, names that are not
//! UTF-8, files without end, and trees without bottom.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use acegate_vectors::{LoadError, Suite};

/// A vector file with one case of this theme.
fn vectors(theme: &str) -> String {
    format!(
        r#"format: 1
codec: punycode
document: "RFC 3492"
theme: {theme}
summary: "One case."
cases:
  - id: "punycode/{theme}/one"
    clause: "6.2"
    requirements: []
    level: must
    op: decode
    input: {{ t: "tda" }}
    expect: {{ ok: {{ t: "ü" }} }}
    origin: derived
"#
    )
}

/// A folder with the file `one.yaml`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("one.yaml"), vectors("one")).expect("a file");
    folder
}

fn load(path: impl AsRef<Path>) -> Result<Suite, LoadError> {
    Suite::load(&[path])
}

#[track_caller]
fn assert_refused(path: impl AsRef<Path>, file: &str, message: &str) {
    let error = load(path).expect_err("it cannot be loaded");
    assert!(error.file.ends_with(file), "{error}");
    assert!(error.message.contains(message), "{error}");
}

/// The names of the files that were loaded.
fn names(suite: &Suite) -> Vec<&str> {
    suite
        .files
        .iter()
        .filter_map(|file| Path::new(&file.path).file_name()?.to_str())
        .collect()
}

#[test]
fn links_are_followed_once_and_never_in_circles() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir_all(root.join("below/deeper")).expect("folders");
    fs::write(root.join("below/two.yaml"), vectors("two")).expect("a file");
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::write(elsewhere.path().join("three.yaml"), vectors("three")).expect("a file");
    symlink("..", root.join("below/up")).expect("a link");
    symlink(root, root.join("below/deeper/top")).expect("a link");
    symlink("below", root.join("again")).expect("a link");
    symlink("one.yaml", root.join("same.yaml")).expect("a link");
    symlink(elsewhere.path(), root.join("elsewhere")).expect("a link");
    fs::hard_link(root.join("one.yaml"), root.join("hard.yaml")).expect("a second name");
    let suite = load(root).expect("each file is there once");
    let mut names = names(&suite);
    names.sort_unstable();
    assert_eq!(names, ["hard.yaml", "three.yaml", "two.yaml"]);
    // A file that is named besides its folder is also read once.
    let both = Suite::load(&[root.join("one.yaml"), root.to_owned()]).expect("each file once");
    assert_eq!(both.cases.len(), 3);
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    for (name, to) in [("round.yaml", "round.yaml"), ("none.yaml", "no-such")] {
        let folder = folder();
        symlink(to, folder.path().join(name)).expect("a link");
        assert_refused(folder.path(), name, "cannot be read");
    }
}

#[test]
fn only_regular_files_are_read() {
    let folder = folder();
    let pipe = folder.path().join("pipe.yaml");
    let made = Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo is there");
    assert!(made.success());
    assert_refused(folder.path(), "pipe.yaml", "not a regular file");
    assert_refused(&pipe, "pipe.yaml", "not a regular file");
    assert_refused("/dev/zero", "zero", "not a regular file");

    let folder = self::folder();
    symlink("/dev/zero", folder.path().join("zero.yaml")).expect("a link");
    assert_refused(folder.path(), "zero.yaml", "not a regular file");

    let folder = self::folder();
    let _socket = UnixListener::bind(folder.path().join("socket.yaml")).expect("a socket");
    assert_refused(folder.path(), "socket.yaml", "not a regular file");
    // The loader ignores files that are not named like a vector file.
    let folder = self::folder();
    let _socket = UnixListener::bind(folder.path().join("socket")).expect("a socket");
    assert!(load(folder.path()).is_ok());
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = folder();
    let path = folder.path().join("large.yaml");
    let file = File::create(&path).expect("a file");
    // A terabyte of nothing, which takes no room on the disk.
    file.set_len(1 << 40).expect("a sparse file");
    assert_refused(folder.path(), "large.yaml", "larger than 67108864 octets");
    file.set_len((64 << 20) + 1).expect("a sparse file");
    assert_refused(&path, "large.yaml", "larger than 67108864 octets");
}

#[test]
fn a_name_that_is_not_utf_8_is_refused() {
    for name in [&b"b\xFCcher.yaml"[..], b"b\xFCcher"] {
        let folder = folder();
        let path = folder.path().join(OsStr::from_bytes(name));
        if name.ends_with(b".yaml") {
            fs::write(&path, vectors("two")).expect("a file");
        } else {
            fs::create_dir(&path).expect("a folder");
        }
        let file = String::from_utf8_lossy(name).into_owned();
        assert_refused(folder.path(), &file, "not UTF-8");
    }
    let folder = folder();
    let path = folder.path().join(OsStr::from_bytes(b"b\xFCcher.yaml"));
    fs::write(&path, vectors("two")).expect("a file");
    assert_refused(&path, "b\u{fffd}cher.yaml", "not UTF-8");
}

#[test]
fn a_tree_that_is_too_deep_is_refused() {
    let folder = folder();
    let path = folder.path().join(["d"; 40].join("/"));
    fs::create_dir_all(&path).expect("folders");
    assert_refused(folder.path(), "/d", "more than 32 folders in each other");
    let folder = self::folder();
    let path = folder.path().join(["d"; 30].join("/"));
    fs::create_dir_all(&path).expect("folders");
    fs::write(path.join("two.yaml"), vectors("two")).expect("a file");
    assert_eq!(load(folder.path()).expect("not too deep").cases.len(), 2);
}

#[test]
fn a_line_of_a_mebibyte_is_read_in_time_and_shortened_in_the_error() {
    let folder = folder();
    let path = folder.path().join("long.yaml");
    let many = ["\"a\""; 200_000].join(", ");
    let text = vectors("two").replace("requirements: []", &format!("requirements: [{many}]"));
    fs::write(&path, &text).expect("a file");
    assert_eq!(load(&path).expect("it is long, and right").cases.len(), 1);
    let long = "x".repeat(1 << 20);
    for (from, to) in [
        ("origin: derived", format!("origin: {long}")),
        ("punycode/two/one", format!("punycode/two/{long}!")),
        ("op: decode", format!("\"{long}\": decode")),
        ("op: decode", format!("op: \"\\u001B{long}\"")),
    ] {
        fs::write(&path, vectors("two").replace(from, &to)).expect("a file");
        let shown = load(&path).expect_err("it is wrong").to_string();
        assert!(shown.len() < 4096, "{} octets", shown.len());
        assert!(
            !shown.chars().any(|c| c.is_control() && c != '\n'),
            "{shown}"
        );
    }
}
