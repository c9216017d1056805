//! Storage for the file of a book: a trait, and a folder of the file system.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::BuildHasher;
use std::hash::RandomState;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// How many octets the file of a book may have: more than a million numbers.
pub(super) const LARGEST: usize = 64 << 20;

/// The operations on a folder that a book needs. Each can fail or be interrupted by itself.
pub trait Storage {
    /// A file that is being written.
    type File;

    /// The octets of a file; `None` if there is no file of this name.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// A new file, empty. The name is a random one, which no file has.
    ///
    /// # Errors
    ///
    /// If the file cannot be made, or a file of this name exists.
    fn create(&self, name: &str) -> io::Result<Self::File>;

    /// Appends octets, perhaps not all, and returns how many.
    ///
    /// # Errors
    ///
    /// If no octet could be written.
    fn write(&self, file: &mut Self::File, octets: &[u8]) -> io::Result<usize>;

    /// Waits until what was written to the file survives the loss of power.
    ///
    /// # Errors
    ///
    /// If the operating system cannot tell.
    fn sync(&self, file: &mut Self::File) -> io::Result<()>;

    /// Gives a file another name, in one step, in place of a file of that name, whose permissions
    /// it takes over.
    ///
    /// # Errors
    ///
    /// If the file keeps its name.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Waits until the names of the files survive the loss of power.
    ///
    /// # Errors
    ///
    /// If the operating system cannot tell.
    fn sync_folder(&self) -> io::Result<()>;

    /// Keeps others from changing the file of this name until the lock is dropped. The end of the
    /// process ends it, too.
    ///
    /// By default nothing is locked: that is enough for a storage that no other process can reach.
    ///
    /// # Errors
    ///
    /// If the lock cannot be taken, for example because another process holds it for too long.
    fn lock(&self, _name: &str) -> io::Result<Lock> {
        Ok(Lock { _file: None })
    }

    /// Removes a file that is not needed any more, if that is possible. By default it does nothing.
    fn remove(&self, _name: &str) {}
}

/// The right to change a file, until it is dropped.
#[derive(Debug)]
#[must_use = "it ends when it is dropped"]
pub struct Lock {
    _file: Option<File>,
}

/// A folder of the file system.
///
/// Only regular files are read, links are not followed, and a new file can be read by its owner
/// alone. The lock of a file is one on the empty file `NAME.lock` beside it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    patience: Duration,
}

/// How long others may hold the lock of a file: far longer than a change takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The middle of the name of a file that is being written: after the name of the file that it will
/// replace, and before a random number.
const NEW: &str = ".new-";

impl Folder {
    /// The folder at this path, which must exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), patience: PATIENCE }
    }

    /// The same folder with another time to wait for a lock. Ten seconds are usual.
    #[must_use]
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the new files of processes that died while they held the lock.
    fn remove_new_files(&self, name: &str) {
        let prefix = beside(name, NEW);
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(&prefix)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Storage for Folder {
    type File = File;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = open_regular(File::options().read(true), &self.path.join(name))? else {
            return Ok(None);
        };
        if file.metadata()?.len() > LARGEST as u64 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut octets = Vec::new();
        file.take(LARGEST as u64 + 1).read_to_end(&mut octets).map(|_| Some(octets))
    }

    fn create(&self, name: &str) -> io::Result<File> {
        private(File::options().write(true)).create_new(true).open(self.path.join(name))
    }

    fn write(&self, file: &mut File, octets: &[u8]) -> io::Result<usize> {
        file.write(octets)
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.path.join(from), self.path.join(to));
        if let Ok(old) = fs::symlink_metadata(&to) {
            fs::set_permissions(&from, old.permissions())?;
        }
        fs::rename(from, to)
    }

    /// Only Unix can open a folder for this. Other systems do nothing here.
    fn sync_folder(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }

    fn lock(&self, name: &str) -> io::Result<Lock> {
        let path = self.path.join(beside(name, ".lock"));
        let file = loop {
            if let Some(file) = open_regular(File::options().write(true), &path)? {
                break file;
            }
            match private(File::options().write(true)).create_new(true).open(&path) {
                // Another process was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => break file?,
            }
        };
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if begun.elapsed() > self.patience => {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
        self.remove_new_files(name);
        Ok(Lock { _file: Some(file) })
    }

    fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.path.join(name));
    }
}

/// Opens a regular file that is not a link; `None` if there is no file. Opening a pipe would wait, and
/// a device may do anything.
fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<Option<File>> {
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        there => there?,
    };
    if !there.is_file() {
        return Err(refused());
    }
    let file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    // A link may have taken its place in between.
    if file.metadata()?.is_file() && !fs::symlink_metadata(path)?.is_symlink() {
        Ok(Some(file))
    } else {
        Err(refused())
    }
}

/// On Unix, lets only their owner read and write new files.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// A name for a file that will replace the one of this name. It cannot be predicted.
pub(super) fn new_name(name: &str) -> String {
    let number = RandomState::new().hash_one(name);
    beside(name, &format!("{NEW}{number:016x}"))
}

/// The name of a file that belongs to the one of this name.
pub(super) fn beside(name: &str, extension: &str) -> String {
    let mut beside = String::from(name);
    beside.push_str(extension);
    beside
}
