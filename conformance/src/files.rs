//! The files that a run writes: its report, event by event, and files that take their name when they
//! can be read.

mod written;

use std::fs::{self, File, Metadata};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

#[cfg(windows)]
use same_file::Handle;

pub use self::written::FileChange;
use self::written::Writings;
pub(crate) use self::written::WrittenFile;
use crate::event::{Event, EventWriter};
use crate::unfinished::Unfinished;

/// Writes the events of one run to a file, each of them at once, but for skipped checks, which
/// [`EventWriter`] gathers.
///
/// An older report of this name stays until the first event is written: the file is begun next to it
/// and takes its name then. From then on it contains every event so far, whatever becomes of the run,
/// unless another program changes it, which [`change`](Self::change) tells.
///
/// The path `-` is standard output, and so is any path of the file that standard output goes to. If
/// the path is a pipe or a device, the events are written to it. The first event that cannot be
/// written is the last one that is tried: a file then ends with the last whole event.
#[derive(Debug)]
pub struct ReportFile {
    path: PathBuf,
    writer: EventWriter,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    /// The file has whole events, and so many of them are still to be taken.
    Known(Writings, usize),
    Open(WrittenFile),
    Failed(io::Error),
}

impl ReportFile {
    /// A report at this path. Nothing is written yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            writer: EventWriter::new(),
            state: State::Waiting,
        }
    }

    /// A report at this path that has its first events already: so many, which take `length` octets.
    /// They are not written again when they are taken. The rest of the file is cut off when the
    /// next one is written.
    #[must_use]
    pub fn with_events(path: impl Into<PathBuf>, length: u64, events: usize) -> Self {
        let path = path.into();
        let state = match Writings::of_file(&path, length) {
            Ok(writings) => State::Known(writings, events),
            Err(error) => State::Failed(error),
        };
        Self {
            path,
            writer: EventWriter::new(),
            state,
        }
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
        if let State::Known(_, left @ 1..) = &mut self.state {
            *left -= 1;
            return;
        }
        if let Err(error) = self.write(event) {
            self.state = State::Failed(error);
        }
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        let mut lines = Vec::new();
        self.writer.write(event, &mut lines)?;
        match &mut self.state {
            State::Waiting => self.state = State::Open(begin(&self.path, &lines)?),
            State::Known(writings, _) => {
                self.state = State::Open(go_on(&self.path, std::mem::take(writings), &lines)?);
            }
            State::Open(file) => file.append(&lines)?,
            State::Failed(_) => {}
        }
        Ok(())
    }

    /// Why the report is not whole; `None` if it is.
    #[must_use]
    pub fn failure(&self) -> Option<&io::Error> {
        match &self.state {
            State::Failed(error) => Some(error),
            State::Waiting | State::Known(..) | State::Open(_) => None,
        }
    }

    /// The change of the file since its events were written, by another program; `None` if it is what was
    /// written, or if it is a pipe or a device.
    #[must_use]
    pub fn change(&self) -> Option<FileChange> {
        match &self.state {
            State::Open(file) => file.change(),
            State::Waiting | State::Known(..) | State::Failed(_) => None,
        }
    }
}

/// A sentence on a file that another program changed.
pub(crate) fn show_change(path: &Path, change: &FileChange) -> String {
    format!(
        "{} is not the report that acegate wrote: {change}",
        path.display()
    )
}

fn begin(path: &Path, lines: &[u8]) -> io::Result<WrittenFile> {
    let mut new = NewFile::open(path)?;
    new.write_all(lines)?;
    new.persist()
}

/// Cuts the file to its whole events, and appends lines.
fn go_on(path: &Path, writings: Writings, lines: &[u8]) -> io::Result<WrittenFile> {
    // Windows cuts no file that was opened to append.
    let mut file = File::options().write(true).open(path)?;
    file.set_len(writings.length())?;
    file.seek(io::SeekFrom::End(0))?;
    let mut file = WrittenFile::new(file, path.to_owned(), writings);
    file.append(lines)?;
    Ok(file)
}

/// A file next to the one that it will replace. An older file of this name stays until
/// [`persist`](Self::persist).
///
/// A path that leads to standard output, a pipe or a device is opened and written at once. A file in a
/// folder that takes no new one is written over.
#[derive(Debug)]
pub(crate) struct NewFile {
    target: Target,
    writings: Writings,
}

#[derive(Debug)]
enum Target {
    /// A new file, and the path that it gets.
    Beside(Unfinished, PathBuf),
    /// The file at this path.
    Over(File, PathBuf),
    Stream(File),
}

impl NewFile {
    /// Opens the file. Nothing is written yet.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            target: Target::open(path)?,
            writings: Writings::default(),
        })
    }

    fn file(&mut self) -> &mut File {
        match &mut self.target {
            Target::Beside(file, _) => file.file(),
            Target::Over(file, _) | Target::Stream(file) => file,
        }
    }

    /// Gives the file its name. If that fails, an older file next to the new one stays.
    pub(crate) fn persist(self) -> io::Result<WrittenFile> {
        match self.target {
            Target::Beside(file, path) => {
                let file = file.persist(&path)?;
                Ok(WrittenFile::new(file, path, self.writings))
            }
            Target::Over(file, path) => {
                file.set_len(self.writings.length())?;
                Ok(WrittenFile::new(file, path, self.writings))
            }
            Target::Stream(file) => Ok(WrittenFile::stream(file)),
        }
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
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
            // Renaming needs no permission on the file itself, so a file that is not writable is not replaced.
            File::options().write(true).open(&path)?;
        }
        let permissions = there.as_ref().map(Metadata::permissions);
        let beside = match Unfinished::new(&path, permissions) {
            // A file that may be written in a folder that may not.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && there.is_some() => {
                let file = File::options().write(true).open(&path)?;
                return Ok(Self::Over(file, path));
            }
            beside => beside?,
        };
        Ok(Self::Beside(beside, path))
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let count = self.file().write(octets)?;
        self.writings.add(&octets[..count]);
        Ok(count)
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
    std::os::fd::AsFd::as_fd(&io::stdout())
        .try_clone_to_owned()
        .map(File::from)
}

#[cfg(windows)]
fn stdout() -> io::Result<File> {
    std::os::windows::io::AsHandle::as_handle(&io::stdout())
        .try_clone_to_owned()
        .map(File::from)
}

#[cfg(unix)]
fn is_same(out: &File, path: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let (Ok(out), Ok(there)) = (out.metadata(), fs::metadata(path)) else {
        return false;
    };
    // Many streams end in `/dev/null`, and nothing meets there.
    let meet = !there.file_type().is_char_device();
    meet && (out.dev(), out.ino()) == (there.dev(), there.ino())
}

/// Only a file can be the same: to open a pipe is to be one of its ends.
#[cfg(windows)]
fn is_same(out: &File, path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return false;
    }
    let of_out = out.try_clone().and_then(Handle::from_file);
    of_out.ok() == Handle::from_path(path).ok()
}

#[cfg(windows)]
fn open_special(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Opens what is neither a file nor absent. A pipe without a reader is an error, not a wait.
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
        let start = Event::RunStart(Box::new(RunStart {
            checks: 1,
            ..RunStart::default()
        }));
        let case = Event::Case(Box::new(CaseEvent {
            name: "one".into(),
            ..CaseEvent::default()
        }));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.ndjson");
        let link = folder.path().join("link");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o604)).expect("its owner's");
        std::os::unix::fs::symlink("run.ndjson", &link).expect("a link");
        // Under its own name, and through a link.
        for name in [&path, &link] {
            let old = fs::read_to_string(&path).expect("a file");
            let mut report = ReportFile::new(name);
            assert_eq!(fs::read_to_string(&path).expect("a file"), old);
            report.take(&start);
            assert_eq!(events_in(&path), std::slice::from_ref(&start));
            report.take(&case);
            assert_eq!(events_in(&path), [start.clone(), case.clone()]);
            assert!(report.failure().is_none() && link.is_symlink());
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o604);
        }
    }

    fn events_in(path: &Path) -> Vec<Event> {
        let text = fs::read_to_string(path).expect("a file");
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("an event"))
            .collect()
    }
}
