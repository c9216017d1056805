//! Runs of the program, in folders that are there as long as a test.
#![allow(dead_code, reason = "no test needs all of it")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use acegate::event::{CaseEvent, Event, EventReader};
use serde_json::Value as Json;
use tempfile::TempDir;

/// The command `acegate`.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_acegate");

/// A decoder that consumes a leading delimiter, as a command.
pub(crate) const WRONG: &str = "acegate serve --deviation punycode/leading-delimiter-consumed";

/// A temporary folder.
#[derive(Debug)]
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The same as a word of a command.
    pub(crate) fn word(&self, name: &str) -> String {
        self.path(name)
            .into_os_string()
            .into_string()
            .expect("UTF-8")
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// Writes a file, and the folders that it is in.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// The number of its files and folders.
    pub(crate) fn count(&self) -> usize {
        fs::read_dir(&self.0).expect("a folder").count()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}

/// Whether nothing may be skipped, as `reports/make/evidence` demands by `ACEGATE_TEST_ALL=1`.
pub(crate) fn is_forced() -> bool {
    std::env::var_os("ACEGATE_TEST_ALL").is_some()
}

/// Says what is skipped because something is missing on this machine. That is a failure where nothing may be
/// skipped, or where one of the names in `ACEGATE_TEST_NEEDS`, which blanks separate, is what is skipped or what is
/// missing: so `.ci/run libraries` makes sure that a test has run.
pub(crate) fn skip(what: &str, needs: &str) {
    let required = std::env::var("ACEGATE_TEST_NEEDS").unwrap_or_default();
    let is_required = required
        .split(' ')
        .any(|name| name == what || name == needs);
    assert!(
        !is_forced() && !is_required,
        "{what} needs {needs}, and may not be skipped"
    );
    // The harness of the tests would keep what a macro prints to itself.
    let _ = writeln!(stderr(), "skipped: needs {needs}: {what}");
}

/// Whether these programs are on this machine. If one is missing, the test says that it is skipped.
pub(crate) fn has_programs(what: &str, programs: &[&str]) -> bool {
    for program in programs {
        if !is_on_path(program) {
            skip(what, program);
            return false;
        }
    }
    true
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The end of a command, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// The same, after a check of the exit status.
    #[track_caller]
    pub(crate) fn with(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}{}", self.out, self.err);
        self
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let [out, err] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
        Self {
            status: output.status.code(),
            out,
            err,
        }
    }
}

/// Runs acegate with these words in a folder.
pub(crate) fn acegate(folder: &(impl AsRef<Path> + ?Sized), words: &[impl AsRef<OsStr>]) -> Ended {
    ended(command(PROGRAM, folder).args(words))
}

/// Waits until something is so, with a generous bound.
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(
            begun.elapsed() < Duration::from_secs(300),
            "it does not come"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Compares a text with a golden file, which `UPDATE_GOLDEN=1` writes.
#[track_caller]
pub(crate) fn assert_golden(path: &Path, found: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, found).expect("the folder can be written");
    }
    let Ok(golden) = fs::read_to_string(path) else {
        panic!(
            "{} is missing: look at what UPDATE_GOLDEN=1 writes",
            path.display()
        );
    };
    assert_lines(&path.to_string_lossy(), found, &golden);
}

/// Compares two texts line by line.
#[track_caller]
pub(crate) fn assert_lines(name: &str, found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "{name}, line {number}");
    }
    assert_eq!(found.len(), expected.len(), "{name}");
}

/// The events of checks.
pub(crate) fn checked(events: &[Event]) -> impl Iterator<Item = &CaseEvent> {
    events.iter().filter_map(|event| {
        if let Event::Case(case) = event {
            Some(&**case)
        } else {
            None
        }
    })
}

/// The events of a report file, as JSON, with one for each skipped check.
pub(crate) fn events(report: &str) -> Vec<Json> {
    let mut events = Vec::new();
    for event in EventReader::new(report.as_bytes()) {
        let event = event.expect("an event");
        events.push(serde_json::to_value(event).expect("it is JSON"));
    }
    events
}

/// The cases of a report file, as JSON.
pub(crate) fn cases(report: &str) -> impl Iterator<Item = Json> {
    events(report)
        .into_iter()
        .filter(|event| event["type"] == "case")
}

/// A command in a folder, which finds acegate by its name.
pub(crate) fn command(program: &str, folder: &(impl AsRef<Path> + ?Sized)) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", path_after(&[]));
    command
}

/// The folder of the interpreter that `python3` leads to. Under a manager of versions `python3` is a script, which takes
/// longer to start than the interpreter.
static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let program = "import sys; print(sys.executable)";
    let output = Command::new("python3")
        .args(["-c", program])
        .output()
        .ok()?;
    Path::new(str::from_utf8(&output.stdout).ok()?)
        .parent()
        .map(Path::to_owned)
});

/// The path of programs: these folders, the folders of acegate and of Python, and all others.
pub(crate) fn path_after(folders: &[&Path]) -> OsString {
    let own = Path::new(PROGRAM).parent().expect("a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = folders.iter().map(|&folder| folder.to_owned()).collect();
    all.push(own.to_owned());
    let known: Vec<PathBuf> = std::env::split_paths(&others).collect();
    match &*PYTHON {
        Some(python) if !known.contains(python) => all.push(python.clone()),
        Some(_) => {}
        None if cfg!(windows) => {}
        // Many tests check Python's own codec.
        None => panic!("python3 is needed: see the first lines of README's Install"),
    }
    all.extend(known);
    std::env::join_paths(all).expect("a path")
}

/// Runs a line of shell, which finds acegate by its name, in a folder.
pub(crate) fn shell(folder: &(impl AsRef<Path> + ?Sized), line: &str) -> Ended {
    ended(command("sh", folder).args(["-c", line]))
}

/// Runs a command to its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
        .into()
}

/// Runs a command to its end with this on standard input, which it may leave unread.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Ended {
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends").into()
}
