//! The report file: the events of a run, as they happen.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::event::Event;
use crate::event::write_event;
use crate::temporary::TemporaryFile;

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
            State::Waiting | State::Open(..) => None,
        }
    }
}

/// Appends an event to the whole ones.
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

/// Whether standard output goes to this path.
fn is_stdout(path: &Path) -> bool {
    let is_same = || {
        let out = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
        let there = fs::metadata(path).ok()?;
        // Many streams end in `/dev/null`, and nothing meets there.
        let meet = !there.file_type().is_char_device();
        Some(meet && (out.dev(), out.ino()) == (there.dev(), there.ino()))
    };
    ["-", "/dev/stdout"].map(Path::new).contains(&path) || is_same() == Some(true)
}

/// Makes the file, with its first event.
fn begin(path: &Path, event: &Event) -> io::Result<State> {
    if is_stdout(path) {
        let mut out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        append(&mut out, &mut None, event)?;
        return Ok(State::Open(out, None));
    }
    // Behind a link it is the file that is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(&path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        let mut file = open_special(&path)?;
        append(&mut file, &mut None, event)?;
        return Ok(State::Open(file, None));
    }
    if there.is_some() {
        // Renaming asks for no right to the file itself. Who may not write it may not replace it.
        File::options().write(true).open(&path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mode = there.as_ref().map_or(0o666, |there| there.permissions().mode());
    let folder = folder.unwrap_or(Path::new("."));
    let mut beside = match TemporaryFile::new_in(folder, ".acegate-report-", mode) {
        // A file that may be written in a folder that may not.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && there.is_some() => {
            return begin_in_place(&path, event);
        }
        beside => beside?,
    };
    if there.is_some() {
        // The mode of a new file is cut by the mask of the process; this one has its mode already.
        beside.file().set_permissions(Permissions::from_mode(mode))?;
    }
    let mut length = Some(0);
    append(beside.file(), &mut length, event)?;
    let file = beside.persist(&path)?;
    Ok(State::Open(file, length))
}

/// Writes over the file, which has a folder that takes no new one.
fn begin_in_place(path: &Path, event: &Event) -> io::Result<State> {
    let mut file = File::options().write(true).open(path)?;
    let mut length = Some(0);
    file.set_len(0)?;
    append(&mut file, &mut length, event)?;
    Ok(State::Open(file, length))
}

/// Opens what is neither a file nor absent. A pipe that nobody reads is an error, not a wait.
fn open_special(path: &Path) -> io::Result<File> {
    let wait = OFlags::NONBLOCK;
    let flags = i32::try_from(wait.bits()).unwrap_or_default();
    let file = File::options().write(true).custom_flags(flags).open(path)?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - wait)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{CaseEvent, RunStart};

    fn start() -> Event {
        Event::RunStart(Box::new(RunStart { checks: 1, ..RunStart::default() }))
    }

    fn case() -> Event {
        Event::Case(Box::new(CaseEvent { name: "one".into(), ..CaseEvent::default() }))
    }

    fn events(path: &Path) -> Vec<Event> {
        let text = fs::read_to_string(path).expect("a file");
        text.lines().map(|line| serde_json::from_str(line).expect("an event")).collect()
    }

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).expect("a folder").count()
    }

    #[test]
    fn the_old_report_stays_until_the_first_event_and_every_event_is_there_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.ndjson");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o604)).expect("its owner's");
        let mut report = ReportFile::new(&path);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        report.take(&start());
        assert_eq!(events(&path), [start()]);
        report.take(&case());
        assert_eq!(events(&path), [start(), case()]);
        assert!(report.failure().is_none());
        assert_eq!(entries(folder.path()), 1);
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o604);
    }

    #[test]
    fn a_new_report_is_made_where_there_is_none_and_behind_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("run.ndjson"), folder.path().join("link"));
        let mut report = ReportFile::new(&path);
        report.take(&start());
        assert_eq!(events(&path), [start()]);
        std::os::unix::fs::symlink("run.ndjson", &link).expect("a link");
        let mut report = ReportFile::new(&link);
        report.take(&case());
        assert_eq!(events(&path), [case()]);
        assert!(link.is_symlink());
    }

    #[test]
    fn a_failed_write_is_kept_as_the_failure_and_not_tried_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).expect("a pipe");
        let missing = folder.path().join("no/such/folder");
        for path in [Path::new("/dev/full"), folder.path(), &pipe, &missing] {
            let mut report = ReportFile::new(path);
            assert!(report.failure().is_none());
            report.take(&start());
            assert!(report.failure().is_some(), "{}", path.display());
            report.take(&case());
            assert!(report.failure().is_some(), "{}", path.display());
        }
        assert_eq!(entries(folder.path()), 1);
    }
}
