//! A file that a report is written to, which takes its name when it can be read.

use std::fs::{self, File, Permissions};
use std::io::{self, Seek, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::temporary::TemporaryFile;

/// A file beside the one that it is to replace. An older file of this name stays until
/// [`persist`](Self::persist).
///
/// A path that leads to standard output, a pipe or a device is opened and written at once. A file in a
/// folder that takes no new one is written over.
#[derive(Debug)]
pub(crate) struct NewFile(Place);

#[derive(Debug)]
enum Place {
    Beside(TemporaryFile, PathBuf),
    Over(File),
    Stream(File),
}

impl NewFile {
    /// Opens the file. Nothing is written yet.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if is_stdout(path) {
            let out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
            return Ok(Self(Place::Stream(out)));
        }
        // Behind a link it is the file that is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return open_special(&path).map(|file| Self(Place::Stream(file)));
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
                let file = File::options().write(true).open(&path)?;
                return Ok(Self(Place::Over(file)));
            }
            beside => beside?,
        };
        if there.is_some() {
            // The mode of a new file is cut by the mask of the process; this one has its mode already.
            beside.file().set_permissions(Permissions::from_mode(mode))?;
        }
        Ok(Self(Place::Beside(beside, path)))
    }

    /// Whether it is a file that can be cut.
    pub(crate) const fn is_regular(&self) -> bool {
        !matches!(self.0, Place::Stream(_))
    }

    pub(crate) const fn file(&mut self) -> &mut File {
        match &mut self.0 {
            Place::Beside(file, _) => file.file(),
            Place::Over(file) | Place::Stream(file) => file,
        }
    }

    /// Gives the file its name. If that fails, an older file beside the new one stays.
    pub(crate) fn persist(self) -> io::Result<File> {
        match self.0 {
            Place::Beside(file, path) => file.persist(&path),
            Place::Over(mut file) => {
                let end = file.stream_position()?;
                file.set_len(end)?;
                Ok(file)
            }
            Place::Stream(file) => Ok(file),
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

/// Whether standard output goes to this path.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let is_same = || {
        let out = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
        let there = fs::metadata(path).ok()?;
        // Many streams end in `/dev/null`, and nothing meets there.
        let meet = !there.file_type().is_char_device();
        Some(meet && (out.dev(), out.ino()) == (there.dev(), there.ino()))
    };
    ["-", "/dev/stdout"].map(Path::new).contains(&path) || is_same() == Some(true)
}

/// Opens what is neither a file nor absent. A pipe that nobody reads is an error, not a wait.
fn open_special(path: &Path) -> io::Result<File> {
    let wait = OFlags::NONBLOCK;
    let flags = i32::try_from(wait.bits()).unwrap_or_default();
    let file = File::options().write(true).custom_flags(flags).open(path)?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - wait)?;
    Ok(file)
}
