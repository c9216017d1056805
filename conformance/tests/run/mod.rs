//! Runs of the program.

use std::path::Path;
use std::process::Command;

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

/// Runs acegate with these words in a folder.
pub(crate) fn acegate(folder: &(impl AsRef<Path> + ?Sized), words: &[&str]) -> Ended {
    ended(Command::new(env!("CARGO_BIN_EXE_acegate")).args(words).current_dir(folder))
}

/// Runs a command to its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
    Ended { status: output.status.code(), out, err }
}
