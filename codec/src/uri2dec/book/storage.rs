//! Where the file of a book is kept.

use alloc::string::String;
use alloc::vec::Vec;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A folder, as far as a book needs one: each step that can fail or be interrupted by itself.
pub trait Storage {
    /// A file that is being written.
    type File;

    /// The octets of a file, or `None` where there is no file of this name.
    ///
    /// # Errors
    ///
    /// Where there is one that cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// A new file, empty, in place of one of this name.
    ///
    /// # Errors
    ///
    /// Where it cannot be made.
    fn create(&self, name: &str) -> io::Result<Self::File>;

    /// Writes octets behind those written so far, perhaps not all, and says how many.
    ///
    /// # Errors
    ///
    /// Where none could be written.
    fn write(&self, file: &mut Self::File, octets: &[u8]) -> io::Result<usize>;

    /// Waits until what was written to the file survives the loss of power.
    ///
    /// # Errors
    ///
    /// Where that cannot be said.
    fn sync(&self, file: &mut Self::File) -> io::Result<()>;

    /// Gives a file another name, in one step, in place of a file of that name.
    ///
    /// # Errors
    ///
    /// Where the file keeps its name.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Waits until the names of the files survive the loss of power.
    ///
    /// # Errors
    ///
    /// Where that cannot be said.
    fn sync_folder(&self) -> io::Result<()>;
}

/// A folder of the file system.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at this path, which must exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Storage for Folder {
    type File = File;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let mut octets = Vec::new();
        match File::open(self.path.join(name)) {
            Ok(mut file) => file.read_to_end(&mut octets).map(|_| Some(octets)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn create(&self, name: &str) -> io::Result<File> {
        File::create(self.path.join(name))
    }

    fn write(&self, file: &mut File, octets: &[u8]) -> io::Result<usize> {
        file.write(octets)
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    /// Elsewhere than on Unix a folder cannot be opened for this, and nothing is waited for.
    fn sync_folder(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }
}

/// The name of a file that belongs to the one of this name.
pub(super) fn beside(name: &str, extension: &str) -> String {
    let mut beside = String::from(name);
    beside.push_str(extension);
    beside
}
