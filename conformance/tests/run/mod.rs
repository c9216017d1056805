//! Runs of the program.
#![allow(dead_code, reason = "no test needs all of it")]

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// The command `acegate`.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_acegate");

/// A decoder that consumes a leading delimiter, as a command.
pub(crate) const WRONG: &str = "acegate serve --deviation punycode/leading-delimiter-consumed";

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
        Self { status: output.status.code(), out, err }
    }
}

/// Runs acegate with these words in a folder.
pub(crate) fn acegate(folder: &(impl AsRef<Path> + ?Sized), words: &[impl AsRef<OsStr>]) -> Ended {
    ended(command(PROGRAM, folder).args(words))
}

/// The events of a report file, as JSON.
pub(crate) fn events(report: &str) -> Vec<Json> {
    report.lines().map(|line| serde_json::from_str(line).expect("an event")).collect()
}

/// The cases of a report file, as JSON.
pub(crate) fn cases(report: &str) -> impl Iterator<Item = Json> {
    events(report).into_iter().filter(|event| event["type"] == "case")
}

/// A command in a folder, which finds acegate by its name.
pub(crate) fn command(program: &str, folder: &(impl AsRef<Path> + ?Sized)) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", path_after(&[]));
    command
}

/// The path of programs: these folders, that of acegate, and all others.
pub(crate) fn path_after(folders: &[&Path]) -> OsString {
    let own = Path::new(PROGRAM).parent().expect("a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = folders.iter().copied().chain([own]).map(Path::to_owned);
    std::env::join_paths(folders.chain(std::env::split_paths(&others))).expect("a path")
}

/// Runs a command to its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}")).into()
}

/// Runs a command to its end with this on standard input, which it may leave unread.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Ended {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends").into()
}
