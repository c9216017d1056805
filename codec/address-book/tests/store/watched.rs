//! A folder whose operations a test watches, fails or dies in.

use std::fs::File;
use std::io;
use std::process::abort;

use acegate_address_book::{Folder, Operation, Storage};

/// How an operation ends.
#[derive(Clone, Copy)]
pub(crate) enum End {
    Succeeds,
    Fails(io::ErrorKind),
    /// The process aborts before it; in the middle of a write.
    Aborts,
}

/// A folder that asks before each operation how it is to end, and writes at most 40 octets at a time.
pub(crate) struct Watched<F> {
    pub(crate) folder: Folder,
    /// Gets the operation and the name of the file, if it has one.
    pub(crate) end: F,
}

impl<F: Fn(Operation, &str) -> End> Watched<F> {
    fn begin(&self, operation: Operation, name: &str) -> io::Result<()> {
        match (self.end)(operation, name) {
            End::Succeeds => Ok(()),
            End::Fails(kind) => Err(kind.into()),
            End::Aborts => abort(),
        }
    }
}

impl<F: Fn(Operation, &str) -> End> Storage for Watched<F> {
    type File = File;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.begin(Operation::Read, name)?;
        self.folder.read(name)
    }

    fn create(&self, name: &str) -> io::Result<File> {
        self.begin(Operation::Create, name)?;
        self.folder.create(name)
    }

    fn write(&self, file: &mut File, octets: &[u8]) -> io::Result<usize> {
        let octets = &octets[..octets.len().min(40)];
        match (self.end)(Operation::Write, "") {
            End::Succeeds => self.folder.write(file, octets),
            End::Fails(kind) => Err(kind.into()),
            End::Aborts => {
                self.folder.write(file, &octets[..octets.len() / 2])?;
                abort()
            }
        }
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        self.begin(Operation::Sync, "")?;
        self.folder.sync(file)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.begin(Operation::Rename, from)?;
        self.folder.rename(from, to)
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.begin(Operation::SyncFolder, "")?;
        self.folder.sync_folder()
    }

    fn remove(&self, name: &str) {
        self.folder.remove(name);
    }
}
