//! The keeper: the process that removes a temporary folder when acegate ends, even if it is killed.
//!
//! In: standard input, which only acegate holds open. Out: a new folder, whose path is written to
//! standard output. At the end of the input the keeper removes the folder.
//!
//! acegate starts itself as `acegate __child keep`. The keeper makes the folder itself. So no
//! folder is left, at whatever moment acegate is killed.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{launcher, os};
use crate::temporary::make_folder;

/// The word after [`WORD`](super::child::WORD) that starts a keeper.
pub(super) const WORD: &str = "keep";

/// How long the keeper tries to remove a folder. A program that is being ended may still write to it.
const END: Duration = Duration::from_secs(10);

/// A new folder for temporary files, which only this user can enter. It is removed when the value is
/// dropped, and when the process that holds the value is killed.
///
/// Without a [guard](super::use_guard) there is no keeper either: the folder is then left if the
/// process is killed.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// `None` if only dropping the value removes the folder.
    keeper: Option<Child>,
}

impl TemporaryFolder {
    /// Makes a folder.
    ///
    /// # Errors
    ///
    /// The error of the system if the folder cannot be made or the keeper cannot be started.
    pub fn new() -> io::Result<Self> {
        let Some(mut command) = launcher::own_command([WORD]) else {
            return Ok(Self {
                path: make_folder()?,
                keeper: None,
            });
        };
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = os::spawn(&mut command)?;
        let mut path = Vec::new();
        let read = child
            .stdout
            .take()
            .map(|out| BufReader::new(out).read_until(0, &mut path));
        let is_whole = path.pop() == Some(0);
        let mut folder = Self {
            path: os::path(path),
            keeper: Some(child),
        };
        read.transpose()?;
        if !is_whole {
            return Err(folder.reason());
        }
        Ok(folder)
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The reason why the keeper made no folder: its message.
    fn reason(&mut self) -> io::Error {
        let mut message = String::new();
        if let Some(child) = &mut self.keeper {
            // A message that cannot be read stays empty.
            let _ = child
                .stderr
                .take()
                .map(|mut error| error.read_to_string(&mut message));
        }
        io::Error::other(message.trim_end().to_owned())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let Some(child) = &mut self.keeper else {
            return remove(&self.path, Duration::ZERO);
        };
        drop(child.stdin.take());
        let deadline = Instant::now() + END + Duration::from_secs(1);
        while matches!(child.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                // The keeper may be stopped: a program of the same user can do that.
                let _ = child.kill();
                let _ = child.wait();
                break;
            }
            sleep(Duration::from_micros(200));
        }
        os::forget(child);
        // The folder is still there only if something else ended the keeper.
        remove(&self.path, Duration::ZERO);
    }
}

/// Runs as the keeper. Returns the status to end with.
pub(super) fn main() -> ExitCode {
    match keep() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If the message cannot be written, the status says enough.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn keep() -> io::Result<()> {
    // Ctrl-C, and a signal to the process group, are only for acegate.
    os::leave_terminal();
    let folder = make_folder()?;
    let written = write_path(&folder);
    if written.is_ok() {
        // An input that cannot be read counts as ended.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
    }
    remove(&folder, END);
    written
}

/// Writes the path of the folder to standard output, and U+0000 after it.
fn write_path(folder: &Path) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(folder.as_os_str().as_encoded_bytes())?;
    output.write_all(&[0])?;
    output.flush()
}

/// Removes a folder and its content. If that fails, it tries again until `limit` is over.
fn remove(folder: &Path, limit: Duration) {
    let deadline = Instant::now() + limit;
    while let Err(error) = fs::remove_dir_all(folder) {
        if error.kind() == ErrorKind::NotFound && !folder.exists() || Instant::now() >= deadline {
            return;
        }
        sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_keeper_goes_with_its_value() {
        let folder = TemporaryFolder::new().expect("made");
        let path = folder.path().to_owned();
        fs::write(path.join("file"), "").expect("written");
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_that_is_still_filled_is_removed() {
        let folder = make_folder().expect("made");
        let begun = Instant::now();
        // For a while the folder is filled as fast as it is emptied.
        let fill = |name: &'static str| {
            let folder = folder.clone();
            std::thread::spawn(move || {
                for number in 0..2000 {
                    if fs::write(folder.join(format!("{name}{number}")), "").is_err() {
                        break;
                    }
                }
            })
        };
        let fillers = ["a", "b", "c"].map(fill);
        while !folder.join("c100").exists() {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "nothing is written"
            );
        }
        remove(&folder, Duration::from_secs(20));
        for filler in fillers {
            filler.join().expect("it ends");
        }
        assert!(!folder.exists());
    }
}
