//! Folders and files with a unique name, until they are removed or get their real name.

use std::fs::{self, DirBuilder, File, Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// How many random characters a name has, so that the first is free but for an attack.
const RANDOM: usize = 16;

/// How often a lock is tried: for half a minute, in which another writer finishes.
const LOCK_TRIES: u32 = 600;

const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Makes a folder in the system's place for temporary files, which only this user can enter.
/// The caller removes it.
pub(crate) fn make_folder() -> io::Result<PathBuf> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut folder = DirBuilder::new();
    #[cfg(unix)]
    folder.mode(0o700);
    let mut builder = Builder::new();
    let builder = builder
        .prefix("acegate-")
        .rand_bytes(RANDOM)
        .disable_cleanup(true);
    let parent = std::env::temp_dir();
    let made = builder.make_in(&parent, |path| folder.create(path));
    if made.is_err() && !parent.is_dir() {
        let variable = if cfg!(windows) { "TMP" } else { "TMPDIR" };
        let what = format!(
            "{variable} names {}, which is not a folder",
            parent.display()
        );
        return Err(io::Error::new(ErrorKind::NotFound, what));
    }
    made.map(|made| made.path().to_owned())
}

/// Makes a file in this folder, with a name that begins with `prefix`, for which these are the rights;
/// `None` for the rights of any new file.
pub(crate) fn new_file(
    folder: &Path,
    prefix: &str,
    permissions: Option<Permissions>,
) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.write(true).create_new(true);
    // Nobody may open it who may not open a file with these rights.
    #[cfg(unix)]
    options.mode(permissions.as_ref().map_or(0o666, PermissionsExt::mode));
    let mut builder = Builder::new();
    let builder = builder.prefix(prefix).rand_bytes(RANDOM);
    let file = builder.make_in(folder, |path| options.open(path))?;
    if let Some(permissions) = permissions {
        // The mode of a new file is cut by the mask of the process.
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

/// Makes the folders of a file that are not there, and replaces the file.
pub(crate) fn replace_in_folders(path: &Path, octets: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    replace(path, octets)
}

/// Replaces a file whole, with its mode and link, or makes it. If something fails, the old file stays.
pub(crate) fn replace(path: &Path, octets: &[u8]) -> io::Result<()> {
    // Behind a link it is the file that is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&path).map(|old| old.permissions()).ok();
    let mut new = new_file(folder_of(&path), ".acegate-", permissions)?;
    new.as_file_mut().write_all(octets)?;
    new.as_file().sync_all()?;
    new.persist(&path)?;
    Ok(())
}

/// Locks the folder of a file against other processes of acegate until the value is dropped. Gives up
/// after half a minute in which another process has the lock.
pub(crate) fn lock_folder(path: &Path) -> io::Result<File> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    for _ in 0..LOCK_TRIES {
        match try_lock(folder_of(&path)) {
            Ok(lock) => return Ok(lock),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::new(
        ErrorKind::TimedOut,
        "another process keeps its folder locked",
    ))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
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
    options
        .write(true)
        .create(true)
        .share_mode(0)
        .custom_flags(GOES_WITH_ITS_HANDLE);
    options
        .open(folder.join(".acegate-lock"))
        .map_err(|error| match error.raw_os_error() {
            Some(code) if IS_OPEN.contains(&code) => TryLockError::WouldBlock,
            _ => TryLockError::Error(error),
        })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("text")
            })
            .collect()
    }

    #[test]
    fn a_folder_is_new_and_of_its_user_alone() {
        let folders = [make_folder().expect("made"), make_folder().expect("made")];
        assert_ne!(folders[0], folders[1]);
        for folder in folders {
            let mode = fs::metadata(&folder)
                .expect("a folder")
                .permissions()
                .mode();
            fs::remove_dir(&folder).expect("an empty folder");
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn a_file_is_replaced_or_made_and_nothing_else_is_left() {
        let folder = make_folder().expect("made");
        let real = folder.join("real");
        for text in ["old", "new"] {
            replace(&real, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&real).expect("a file"), text);
        }
        replace(&folder, b"").expect_err("a folder is not replaced");
        assert_eq!(names(&folder), ["real"]);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
