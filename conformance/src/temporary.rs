//! Folders and files with a name of their own, until they are removed or take their real name.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How many names are tried. Each has 64 random bits, so that the first is free but for an attack.
const TRIES: u32 = 16;

/// How often a lock is tried: for half a minute, in which whoever else writes is done.
const LOCK_TRIES: u32 = 600;

/// The time between two tries.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Makes a folder in the system's place for temporary files, which only this user can enter.
/// Whoever asks for it removes it.
pub(crate) fn make_folder() -> io::Result<PathBuf> {
    let make = |path: &Path| private_builder().create(path);
    make_new(&std::env::temp_dir(), "acegate-", make).map(|(path, ())| path)
}

/// A new file, which is removed with the value unless it was given its real name.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    file: File,
    /// `None` once the file has its real name.
    path: Option<PathBuf>,
}

impl TemporaryFile {
    /// Makes a file in this folder, with a name that begins with `prefix`, for which these are the rights;
    /// `None` for those of any new file.
    pub(crate) fn new_in(
        folder: &Path,
        prefix: &str,
        permissions: Option<Permissions>,
    ) -> io::Result<Self> {
        let options = options_for(permissions.as_ref());
        let make = |path: &Path| options.clone().write(true).create_new(true).open(path);
        let (path, file) = make_new(folder, prefix, make)?;
        let file = Self { file, path: Some(path) };
        if let Some(permissions) = permissions {
            // The mode of a new file is cut by the mask of the process.
            file.file.set_permissions(permissions)?;
        }
        Ok(file)
    }

    pub(crate) const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file its real name. A file that has the name already is replaced; if that fails, it
    /// stays and the new one is removed.
    pub(crate) fn persist(mut self, to: &Path) -> io::Result<File> {
        if let Some(path) = &self.path {
            fs::rename(path, to)?;
        }
        self.path = None;
        self.file.try_clone()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // A file that cannot be removed stays: `drop` cannot return the error.
            let _ = fs::remove_file(path);
        }
    }
}

/// Makes the folders of a file that are not there, and replaces the file.
pub(crate) fn replace_in_folders(path: &Path, octets: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    replace(path, octets)
}

/// Replaces a file whole, or makes it. Mode and link stay. If something fails, the old file stays as it
/// was.
pub(crate) fn replace(path: &Path, octets: &[u8]) -> io::Result<()> {
    // Behind a link it is the file that is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&path).map(|old| old.permissions()).ok();
    let mut new = TemporaryFile::new_in(folder_of(&path), ".acegate-", permissions)?;
    new.file().write_all(octets)?;
    new.file().sync_all()?;
    new.persist(&path).map(drop)
}

/// Locks the folder of a file against other processes of acegate until the value is dropped. Gives up
/// after half a minute, in which another process holds the lock.
pub(crate) fn lock_folder(path: &Path) -> io::Result<File> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    for _ in 0..LOCK_TRIES {
        match try_lock(folder_of(&path)) {
            Ok(lock) => return Ok(lock),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::TimedOut, "another process keeps its folder locked"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(not(windows))]
fn try_lock(folder: &Path) -> Result<File, TryLockError> {
    let folder = File::open(folder).map_err(TryLockError::Error)?;
    folder.try_lock().map(|()| folder)
}

/// Windows locks no folder. A file in it, which goes with its handle, can be open once.
#[cfg(windows)]
fn try_lock(folder: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;
    /// `FILE_FLAG_DELETE_ON_CLOSE` of `CreateFileW`.
    const GOES_WITH_ITS_HANDLE: u32 = 0x0400_0000;
    /// `ERROR_SHARING_VIOLATION` and `ERROR_DELETE_PENDING`: another process has it open.
    const IS_OPEN: [i32; 2] = [32, 303];
    let mut options = File::options();
    options.write(true).create(true).share_mode(0).custom_flags(GOES_WITH_ITS_HANDLE);
    options.open(folder.join(".acegate-lock")).map_err(|error| match error.raw_os_error() {
        Some(code) if IS_OPEN.contains(&code) => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
}

/// Makes something at a path that is free.
fn make_new<T>(
    folder: &Path,
    prefix: &str,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let mut tries = 0;
    loop {
        // The keys of a new state are random; there is nothing to hash.
        let random = RandomState::new().build_hasher().finish();
        let path = folder.join(format!("{prefix}{random:016x}"));
        tries += 1;
        match make(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < TRIES => {}
            made => return made.map(|made| (path, made)),
        }
    }
}

#[cfg(unix)]
fn private_builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(not(unix))]
fn private_builder() -> DirBuilder {
    DirBuilder::new()
}

/// The options that make a file nobody may open who may not open one with these rights.
#[cfg(unix)]
fn options_for(permissions: Option<&Permissions>) -> OpenOptions {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let mut options = OpenOptions::new();
    options.mode(permissions.map_or(0o666, PermissionsExt::mode));
    options
}

#[cfg(not(unix))]
fn options_for(_: Option<&Permissions>) -> OpenOptions {
    OpenOptions::new()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect()
    }

    #[test]
    fn a_folder_is_new_and_of_its_user_alone() {
        let folders = [make_folder().expect("made"), make_folder().expect("made")];
        assert_ne!(folders[0], folders[1]);
        for folder in folders {
            let mode = fs::metadata(&folder).expect("a folder").permissions().mode();
            fs::remove_dir(&folder).expect("an empty folder");
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn a_file_goes_with_its_value_or_takes_its_real_name() {
        let folder = make_folder().expect("made");
        let new = TemporaryFile::new_in(&folder, ".x-", None).expect("made");
        assert!(names(&folder)[0].starts_with(".x-"));
        drop(new);
        assert_eq!(names(&folder), [""; 0]);
        let real = folder.join("real");
        for text in ["old", "new"] {
            replace(&real, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&real).expect("a file"), text);
        }
        replace(&folder, b"").expect_err("a folder is not replaced");
        assert_eq!(names(&folder), ["real"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_path_that_is_taken_is_tried_again_and_another_error_is_not() {
        let tries = std::cell::Cell::new(0);
        let make = |kind: ErrorKind| {
            tries.set(0);
            let made: io::Result<(PathBuf, ())> = make_new(Path::new("x"), "y", |_| {
                tries.set(tries.get() + 1);
                Err(kind.into())
            });
            (made.expect_err("nothing is made").kind(), tries.get())
        };
        assert_eq!(make(ErrorKind::AlreadyExists), (ErrorKind::AlreadyExists, TRIES));
        assert_eq!(make(ErrorKind::PermissionDenied), (ErrorKind::PermissionDenied, 1));
    }
}
