//! The report file: the events of a run, as they happen.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::new_file::{NewFile, is_stdout};
use crate::event::{Event, write_event};

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
    /// They are not written again when they are taken. Whatever is behind them is cut off when the
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

/// Makes the file, with its first event.
fn begin(path: &Path, event: &Event) -> io::Result<State> {
    let mut new = NewFile::open(path)?;
    let mut length = new.is_regular().then_some(0);
    append(new.file(), &mut length, event)?;
    Ok(State::Open(new.persist()?, length))
}

/// Cuts the file to the length of its whole events, and appends an event.
fn go_on(path: &Path, length: u64, event: &Event) -> io::Result<State> {
    let mut file = File::options().append(true).open(path)?;
    file.set_len(length)?;
    let mut length = Some(length);
    append(&mut file, &mut length, event)?;
    Ok(State::Open(file, length))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

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
    fn a_report_with_events_is_cut_after_them_and_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.ndjson");
        let mut whole = Vec::new();
        write_event(&start(), &mut whole).expect("memory takes it");
        let length = whole.len() as u64;
        whole.extend(b"{\"type\":\"ca");
        fs::write(&path, &whole).expect("a file");
        let mut report = ReportFile::with_events(&path, length, 1);
        report.take(&start());
        assert_eq!(fs::read(&path).expect("a file"), whole, "nothing is new yet");
        report.take(&case());
        report.take(&case());
        assert!(report.failure().is_none());
        assert_eq!(events(&path), [start(), case(), case()]);
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
