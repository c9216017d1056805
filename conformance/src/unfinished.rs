//! Files that take their name when they are finished.
//!
//! On Linux such a file has no name until then, so nothing is left of it if acegate is killed. Where the
//! system or the file system has no files without a name, it has a random one.

use std::fs::{File, Permissions};
use std::io::{self, Seek};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::temporary::{folder_of, new_file};

/// The start of the random names.
const PREFIX: &str = ".acegate-report-";

/// A file that is written atomically: it gets its name once it is complete.
#[derive(Debug)]
pub(crate) enum Unfinished {
    Unnamed(File),
    Named(NamedTempFile),
}

impl Unfinished {
    /// A new file for this path, with these rights; `None` for the rights of any new file.
    pub(crate) fn new(path: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        if let Ok(file) = unnamed(folder_of(path), permissions.as_ref()) {
            return Ok(Self::Unnamed(file));
        }
        // If the folder takes no new file at all, this says why.
        new_file(folder_of(path), PREFIX, permissions).map(Self::Named)
    }

    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file this path, on which it replaces an older file. If that fails, the older file stays.
    pub(crate) fn persist(self, path: &Path) -> io::Result<File> {
        let named = match self {
            Self::Unnamed(file) => named(file, folder_of(path))?,
            Self::Named(file) => file,
        };
        Ok(named.persist(path)?)
    }
}

/// Gives a file without a name a random one, under which it can take the place of another file.
fn named(mut file: File, folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    if let Ok(linked) = builder
        .prefix(PREFIX)
        .make_in(folder, |path| link(&file, path))
    {
        let (_, path) = linked.into_parts();
        return Ok(NamedTempFile::from_parts(file, path));
    }
    // Without the list of open files a file cannot be linked, but it can be copied.
    let mut copy = new_file(folder, PREFIX, Some(file.metadata()?.permissions()))?;
    file.rewind()?;
    io::copy(&mut file, copy.as_file_mut())?;
    Ok(copy)
}

/// A file without a name in the file system of this folder.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path, permissions: Option<&Permissions>) -> io::Result<File> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

    let mut options = File::options();
    options.read(true).write(true);
    options.custom_flags(rustix::fs::OFlags::TMPFILE.bits().cast_signed());
    options.mode(permissions.map_or(0o666, PermissionsExt::mode));
    let file = options.open(folder)?;
    if let Some(permissions) = permissions {
        // The mode of a new file is cut by the mask of the process.
        file.set_permissions(permissions.clone())?;
    }
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path, _: Option<&Permissions>) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Links a file without a name to this path.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let open = format!("/dev/fd/{}", file.as_raw_fd());
    linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::temporary::make_folder;

    #[test]
    fn a_file_has_no_name_until_it_is_finished() {
        let folder = make_folder().expect("made");
        let path = folder.join("report");
        for text in ["old", "new"] {
            let permissions = Some(Permissions::from_mode(0o604));
            let mut file = Unfinished::new(&path, permissions).expect("made");
            file.file().write_all(text.as_bytes()).expect("written");
            let names = fs::read_dir(&folder).expect("a folder").count();
            assert_eq!(
                names,
                usize::from(text == "new"),
                "only the old file has a name"
            );
            drop(file.persist(&path).expect("persisted"));
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o604);
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        let dropped = Unfinished::new(&path, None).expect("made");
        drop(dropped);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
