//! The files that a run writes: its report, event by event, and files that take their name when they
//! can be read.

use std::fs::{self, File, Metadata};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

#[cfg(windows)]
use same_file::Handle;

use crate::event::{Event, write_event};
use crate::unfinished::Unfinished;

/// Writes the events of one run to a file, each of them at once.
///
/// An older report of this name stays until the first event is written: the file is begun beside it
/// and takes its name then. From there on it holds every event so far, whatever becomes of the run.
///
/// The path `-` is standard output, and so is any path of the file that standard output goes to. If
/// the path is that of a pipe or a device, the events are written to it. The first event that cannot be
/// written is the last one that is tried: a file then ends with the last whole event.
#[derive(Debug)]
pub struct ReportFile {
    path: PathBuf,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    /// The file has whole events: their length, and how many of them are still to be taken.
    Known(u64, usize),
    /// The file, and the length of its whole events; `None` if it cannot be cut.
    Open(File, Option<u64>),
    Failed(io::Error),
}

impl ReportFile {
    /// A report at this path. Nothing is written yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), state: State::Waiting }
    }

    /// A report at this path that has its first events already: so many, which take `length` octets.
    /// They are not written again when they are taken. The rest of the file is cut off when the
    /// next one is written.
    #[must_use]
    pub fn with_events(path: impl Into<PathBuf>, length: u64, events: usize) -> Self {
        Self { path: path.into(), state: State::Known(length, events) }
    }

    /// Whether the events go to where standard output goes.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        is_stdout(&self.path)
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes an event, unless one could not be written before.
    pub fn take(&mut self, event: &Event) {
        let done = match &mut self.state {
            State::Waiting => begin(&self.path, event).map(|state| self.state = state),
            State::Known(_, left @ 1..) => {
                *left -= 1;
                Ok(())
            }
            State::Known(length, 0) => {
                go_on(&self.path, *length, event).map(|state| self.state = state)
            }
            State::Open(file, length) => append(file, length, event),
            State::Failed(_) => Ok(()),
        };
        if let Err(error) = done {
            self.state = State::Failed(error);
        }
    }

    /// Why the report is not whole; `None` if it is.
    #[must_use]
    pub fn failure(&self) -> Option<&io::Error> {
        match &self.state {
            State::Failed(error) => Some(error),
            State::Waiting | State::Known(..) | State::Open(..) => None,
        }
    }
}

fn append(file: &mut File, length: &mut Option<u64>, event: &Event) -> io::Result<()> {
    let mut line = Vec::new();
    write_event(event, &mut line)?;
    let written = file.write_all(&line);
    match (&written, length) {
        (Ok(()), Some(length)) => *length += line.len() as u64,
        // A file without half a line is more useful. If it cannot be cut, the half line stays.
        (Err(_), Some(length)) => drop(file.set_len(*length)),
        (_, None) => {}
    }
    written
}

fn begin(path: &Path, event: &Event) -> io::Result<State> {
    let mut new = NewFile::open(path)?;
    let mut length = (!matches!(new, NewFile::Stream(_))).then_some(0);
    append(new.file(), &mut length, event)?;
    Ok(State::Open(new.persist()?, length))
}

/// Cuts the file to the length of its whole events, and appends an event.
fn go_on(path: &Path, length: u64, event: &Event) -> io::Result<State> {
    // Windows cuts no file that was opened to append.
    let mut file = File::options().write(true).open(path)?;
    file.set_len(length)?;
    file.seek(io::SeekFrom::End(0))?;
    let mut length = Some(length);
    append(&mut file, &mut length, event)?;
    Ok(State::Open(file, length))
}

/// A file beside the one that it is to replace. An older file of this name stays until
/// [`persist`](Self::persist).
///
/// A path that leads to standard output, a pipe or a device is opened and written at once. A file in a
/// folder that takes no new one is written over.
#[derive(Debug)]
pub(crate) enum NewFile {
    Beside(Unfinished, PathBuf),
    Over(File),
    Stream(File),
}

impl NewFile {
    /// Opens the file. Nothing is written yet.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if is_stdout(path) {
            return stdout().map(Self::Stream);
        }
        // Behind a link it is the file that is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return open_special(&path).map(Self::Stream);
        }
        if there.is_some() {
            // Renaming asks for no right to the file itself. Who may not write it may not replace it.
            File::options().write(true).open(&path)?;
        }
        let permissions = there.as_ref().map(Metadata::permissions);
        let beside = match Unfinished::new(&path, permissions) {
            // A file that may be written in a folder that may not.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && there.is_some() => {
                let file = File::options().write(true).open(&path)?;
                return Ok(Self::Over(file));
            }
            beside => beside?,
        };
        Ok(Self::Beside(beside, path))
    }

    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            Self::Beside(file, _) => file.file(),
            Self::Over(file) | Self::Stream(file) => file,
        }
    }

    /// Gives the file its name. If that fails, an older file beside the new one stays.
    pub(crate) fn persist(self) -> io::Result<File> {
        match self {
            Self::Beside(file, path) => file.persist(&path),
            Self::Over(mut file) => {
                let end = file.stream_position()?;
                file.set_len(end)?;
                Ok(file)
            }
            Self::Stream(file) => Ok(file),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.file().write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// The reason why something was not written, for people: it names the limit that a shell sets.
pub(crate) fn show_failure(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::FileTooLarge {
        return format!("{error}: the limit on the size of a file (ulimit -f) is reached");
    }
    error.to_string()
}

pub(crate) fn is_stdout(path: &Path) -> bool {
    let is_named = ["-", "/dev/stdout"].map(Path::new).contains(&path);
    is_named || stdout().is_ok_and(|out| is_same(&out, path))
}

#[cfg(unix)]
fn stdout() -> io::Result<File> {
    std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn stdout() -> io::Result<File> {
    std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned().map(File::from)
}

#[cfg(unix)]
fn is_same(out: &File, path: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let (Ok(out), Ok(there)) = (out.metadata(), fs::metadata(path)) else { return false };
    // Many streams end in `/dev/null`, and nothing meets there.
    let meet = !there.file_type().is_char_device();
    meet && (out.dev(), out.ino()) == (there.dev(), there.ino())
}

/// Only a file can be the same: to open a pipe is to be one of its ends.
#[cfg(windows)]
fn is_same(out: &File, path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|there| there.is_file());
    let handle = |file| Handle::from_file(file).ok();
    is_file && out.try_clone().ok().and_then(handle) == Handle::from_path(path).ok()
}

#[cfg(windows)]
fn open_special(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Opens what is neither a file nor absent. A pipe that nobody reads is an error, not a wait.
#[cfg(unix)]
fn open_special(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let wait = OFlags::NONBLOCK;
    let flags = i32::try_from(wait.bits()).unwrap_or_default();
    let file = File::options().write(true).custom_flags(flags).open(path)?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - wait)?;
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::event::{CaseEvent, RunStart};

    #[test]
    fn the_old_report_stays_until_the_first_event_and_every_event_is_there_at_once() {
        let start = Event::RunStart(Box::new(RunStart { checks: 1, ..RunStart::default() }));
        let case = Event::Case(Box::new(CaseEvent { name: "one".into(), ..CaseEvent::default() }));
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("run.ndjson"), folder.path().join("link"));
        let read = || fs::read_to_string(&path).expect("a file");
        let events = || -> Vec<Event> {
            read().lines().map(|line| serde_json::from_str(line).expect("an event")).collect()
        };
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o604)).expect("its owner's");
        std::os::unix::fs::symlink("run.ndjson", &link).expect("a link");
        // Under its own name, and through a link.
        for name in [&path, &link] {
            let (mut report, old) = (ReportFile::new(name), read());
            assert_eq!(read(), old);
            report.take(&start);
            assert_eq!(events(), std::slice::from_ref(&start));
            report.take(&case);
            assert_eq!(events(), [start.clone(), case.clone()]);
            assert!(report.failure().is_none() && link.is_symlink());
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o604);
        }
    }
}
