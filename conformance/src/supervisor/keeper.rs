//! The keeper: the process that removes a temporary folder when acegate ends, however that happens.
//!
//! acegate starts itself as `acegate __child keep`. The keeper makes the folder, writes its path, and reads
//! its input, which only acegate holds open. When the input ends, the keeper removes the folder. It
//! makes the folder itself, so that there is no moment at which a killed acegate leaves one behind.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, setsid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use super::{launcher, order};

/// The word after [`order::WORD`] that asks for a keeper.
pub(super) const WORD: &str = "keep";

/// How long removing a folder is tried. A program that is being ended may still write into it.
const END: Duration = Duration::from_secs(10);

/// A new folder in the system's place for temporary files, which only this user can enter. It is
/// removed with the value, and also where the process that holds it is killed.
///
/// Without a [guard](super::use_guard) there is no keeper either: then a folder stays where the
/// process is killed.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    keeper: Keeper,
}

#[derive(Debug)]
enum Keeper {
    Process(Child),
    /// It is there to be dropped.
    Value(#[expect(dead_code, reason = "it removes the folder when it is dropped")] TempDir),
}

impl TemporaryFolder {
    /// Makes a folder.
    ///
    /// # Errors
    ///
    /// That of the system where the folder cannot be made or the keeper cannot be started.
    pub fn new() -> io::Result<Self> {
        let Some(program) = launcher::guard() else {
            let folder = make()?;
            return Ok(Self { path: folder.path().to_owned(), keeper: Keeper::Value(folder) });
        };
        let mut command = Command::new(program);
        command.arg0("acegate").args([order::WORD, WORD]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = launcher::spawn(&mut command)?;
        let mut path = Vec::new();
        let read = child.stdout.take().map(|mut output| output.read_to_end(&mut path));
        let path = PathBuf::from(OsString::from_vec(path));
        let mut folder = Self { path, keeper: Keeper::Process(child) };
        read.transpose()?;
        if folder.path.as_os_str().is_empty() {
            return Err(folder.reason());
        }
        Ok(folder)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the keeper made no folder.
    fn reason(&mut self) -> io::Error {
        let mut said = String::new();
        if let Keeper::Process(child) = &mut self.keeper {
            // A message that cannot be read is an empty one.
            let _ = child.stderr.take().map(|mut error| error.read_to_string(&mut said));
        }
        io::Error::other(said.trim_end().to_owned())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let Keeper::Process(child) = &mut self.keeper else {
            return;
        };
        drop(child.stdin.take());
        let pid = Pid::from_child(child);
        let deadline = Instant::now() + END + Duration::from_secs(1);
        while matches!(child.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                // A program that runs as the same user may have stopped it.
                let _ = child.kill();
                let _ = child.wait();
                break;
            }
            sleep(Duration::from_micros(200));
        }
        launcher::forget(pid);
        // It is there only where something else ended the keeper.
        remove(&self.path, Duration::ZERO);
    }
}

/// Is the keeper, and returns the status to end with.
pub(super) fn main() -> ExitCode {
    match keep() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody reads a message that cannot be written; the status tells.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn keep() -> io::Result<()> {
    // Ctrl-C at the terminal is for acegate, and so is what ends its process group.
    let _ = setsid();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::<AtomicBool>::default())?;
    }
    let folder = make()?.keep();
    let told = tell(&folder);
    if told.is_ok() {
        // An input that cannot be read has ended, too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
    }
    remove(&folder, END);
    told
}

fn tell(folder: &Path) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(folder.as_os_str().as_bytes())?;
    output.flush()?;
    // acegate reads the path up to the end of the output.
    let null = fs::File::options().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}

fn make() -> io::Result<TempDir> {
    let private = Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("acegate-").permissions(private).tempdir()
}

/// Removes a folder with all in it, and tries again until `limit` is over.
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
    fn removing_goes_on_where_something_is_in_the_way() {
        let folder = make().expect("made").keep();
        let begun = Instant::now();
        // The folder is filled as fast as it is emptied, for a while.
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
            assert!(begun.elapsed() < Duration::from_secs(20), "nothing is written");
        }
        remove(&folder, Duration::from_secs(20));
        for filler in fillers {
            filler.join().expect("it ends");
        }
        assert!(!folder.exists());
    }
}
