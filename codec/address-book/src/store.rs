//! A book of learnt hashes and keys that is kept in a file.

use std::fmt;
use std::io;
use std::num::NonZeroUsize;

use acegate_codec::Error;
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{
    AddressSource, Entry, Learnt, LearntBook, LowestBook, Query, Unavailable,
};

use crate::format::{self, Damage};
use crate::storage::{LARGEST, Storage, beside, new_name};

/// A book of learnt hashes and keys that is kept in a file.
///
/// Each change is on disk when its function returns, as a whole or not at all: the new file is
/// written under another name, synced, renamed over the old one, and the folder is synced. Killed at
/// any moment, or without power, the book opens again with the state before the change or after it.
///
/// A file is never overwritten if it differs from what the book last read or wrote: neither a damaged
/// file nor one that another process changed. Several processes may have a book open on one file: each
/// change is made under an exclusive lock, so that none is lost. If another process was faster,
/// the change is refused as [`StoreError::Changed`]; [`refresh`](Self::refresh) reads the file
/// again, and the change can be made then.
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use acegate_address_book::{Folder, StoredBook};
/// use acegate_codec::uri2dec::Options;
/// use acegate_codec::uri2dec::book::LowestBook;
///
/// let folder = Folder::new(std::env::temp_dir());
/// let name = format!("acegate-book-{}", std::process::id());
/// let capacity = NonZeroUsize::new(100).unwrap();
/// let mut book = StoredBook::open(folder.clone(), &name, capacity)?;
/// book.learn("25423", "1 5622", &Options::default())?;
///
/// let again = StoredBook::open(folder, &name, capacity)?;
/// assert_eq!(again.records().next().unwrap().number(), "25423 1 5622");
/// # std::fs::remove_file(std::env::temp_dir().join(&name)).unwrap();
/// # Ok::<(), acegate_address_book::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredBook<S> {
    storage: S,
    file: String,
    book: LearntBook,
    /// The contents that this book expects of the file: those it last read or wrote and, if a change
    /// failed, perhaps the change.
    known: Vec<Option<Vec<u8>>>,
}

impl<S: Storage> StoredBook<S> {
    /// The book in the file of this name; an empty one if there is no such file. Writes nothing.
    /// The book has the name of the file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the file is not the whole file of a book. It is left as it is;
    /// [`set_aside`] makes room for a new one. [`StoreError::Io`] if the file cannot be read.
    pub fn open(storage: S, file: &str, capacity: NonZeroUsize) -> Result<Self, StoreError> {
        let book = LearntBook::new(file, capacity);
        let mut book = Self { storage, file: file.into(), book, known: Vec::new() };
        book.refresh()?;
        Ok(book)
    }

    /// Reads the file again, with the changes of other processes.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open); the book stays as it is.
    pub fn refresh(&mut self) -> Result<(), StoreError> {
        let octets = self.read()?;
        let capacity = self.book.capacity();
        self.book = match &octets {
            Some(octets) => format::read(octets, &self.file, capacity)?,
            None => LearntBook::new(self.file.as_str(), capacity),
        };
        self.known = Vec::from([octets]);
        Ok(())
    }

    /// The hashes and keys, least recently used first.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Learnt> {
        self.book.records()
    }

    /// Removes an address with its hash and key. Returns whether it was there.
    ///
    /// # Errors
    ///
    /// The errors of keeping the change; the address is still there.
    pub fn remove(&mut self, address: &str) -> Result<bool, StoreError> {
        let mut book = self.book.clone();
        let removed = book.remove(address);
        if removed {
            self.keep(book)?;
        }
        Ok(removed)
    }

    /// Notes that an address was used, later than all others. Returns whether it is there.
    ///
    /// # Errors
    ///
    /// The errors of keeping the change; the use is not noted.
    pub fn record_use(&mut self, address: &str) -> Result<bool, StoreError> {
        let mut book = self.book.clone();
        let noted = book.record_use(address);
        if noted {
            self.keep(book)?;
        }
        Ok(noted)
    }

    fn read(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let octets = self.storage.read(&self.file).and_then(|octets| match octets {
            Some(octets) if octets.len() > LARGEST => Err(io::ErrorKind::FileTooLarge.into()),
            octets => Ok(octets),
        });
        octets.map_err(Operation::Read.failed())
    }

    /// Writes the book as it is to be, and takes it over once it is on disk.
    fn keep(&mut self, book: LearntBook) -> Result<(), StoreError> {
        let _lock = self.storage.lock(&self.file).map_err(Operation::Lock.failed())?;
        let there = self.read()?;
        if !self.known.contains(&there) {
            return Err(StoreError::Changed);
        }
        let text = format::write(&book).into_bytes();
        if text.len() > LARGEST {
            return Err(Operation::Write.failed()(io::ErrorKind::FileTooLarge.into()));
        }
        self.known = Vec::from([there, Some(text.clone())]);
        self.replace(&text)?;
        self.known = Vec::from([Some(text)]);
        self.book = book;
        Ok(())
    }

    fn replace(&self, text: &[u8]) -> Result<(), StoreError> {
        let new = new_name(&self.file);
        let mut file = self.storage.create(&new).map_err(Operation::Create.failed())?;
        let written = write_all(&self.storage, &mut file, text)
            .map_err(Operation::Write.failed())
            .and_then(|()| self.storage.sync(&mut file).map_err(Operation::Sync.failed()));
        drop(file);
        let renamed = written.and_then(|()| {
            self.storage.rename(&new, &self.file).map_err(Operation::Rename.failed())
        });
        if renamed.is_err() {
            self.storage.remove(&new);
        }
        renamed?;
        self.storage.sync_folder().map_err(Operation::SyncFolder.failed())
    }
}

fn write_all<S: Storage>(storage: &S, file: &mut S::File, mut octets: &[u8]) -> io::Result<()> {
    while !octets.is_empty() {
        match storage.write(file, octets) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => octets = octets.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Gives a damaged file another name, so that a new book can be opened in its place, and says which:
/// the first of `NAME.damaged-1`, `NAME.damaged-2` and so on that is free.
///
/// # Errors
///
/// [`StoreError::Io`] if the file could not be renamed.
pub fn set_aside<S: Storage>(storage: &S, file: &str) -> Result<String, StoreError> {
    let _lock = storage.lock(file).map_err(Operation::Lock.failed())?;
    for number in 1_u64.. {
        let aside = beside(file, &format!(".damaged-{number}"));
        if storage.read(&aside).map_err(Operation::Read.failed())?.is_none() {
            storage.rename(file, &aside).map_err(Operation::Rename.failed())?;
            storage.sync_folder().map_err(Operation::SyncFolder.failed())?;
            return Ok(aside);
        }
    }
    Err(Operation::Rename.failed()(io::ErrorKind::AlreadyExists.into()))
}

/// The reason why a book was not opened, or a change not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The number is not one that is remembered.
    Refused(Error),
    /// The file is not the whole file of a book. It is left as it is.
    Damaged(Damage),
    /// The file is not what the book last read or wrote. It is left as it is.
    Changed,
    /// An operation failed. The file holds the state before the change or, if the operation is
    /// [`Operation::SyncFolder`], perhaps the one after it.
    Io {
        /// Which one.
        operation: Operation,
        /// How.
        error: io::Error,
    },
}

/// An operation on files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Keeping others from changing the file.
    Lock,
    /// Reading the file.
    Read,
    /// Making the new file.
    Create,
    /// Writing it.
    Write,
    /// Bringing it to disk.
    Sync,
    /// Renaming it.
    Rename,
    /// Bringing its name to disk.
    SyncFolder,
}

impl Operation {
    const fn failed(self) -> impl FnOnce(io::Error) -> StoreError {
        move |error| StoreError::Io { operation: self, error }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lock => "lock",
            Self::Read => "read",
            Self::Create => "create",
            Self::Write => "write",
            Self::Sync => "sync",
            Self::Rename => "rename",
            Self::SyncFolder => "sync the folder of",
        })
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Damaged(damage) => write!(f, "the address book is damaged: {damage}"),
            Self::Changed => f.write_str("the address book was changed by somebody else"),
            Self::Io { operation, error } => write!(f, "cannot {operation} the file: {error}"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused(error) => Some(error),
            Self::Damaged(damage) => Some(damage),
            Self::Io { error, .. } => Some(error),
            Self::Changed => None,
        }
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<Damage> for StoreError {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl<S: Storage> AddressSource for StoredBook<S> {
    fn name(&self) -> &str {
        self.book.name()
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        self.book.matching(query)
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        match self.record_use(address) {
            Ok(_) => Ok(()),
            Err(error) => Err(Unavailable::new(error.to_string())),
        }
    }
}

impl<S: Storage> LowestBook for StoredBook<S> {
    type Error = StoreError;

    fn learn(&mut self, hash: &str, key: &str, options: &Options) -> Result<Entry, StoreError> {
        let mut book = self.book.clone();
        let entry = book.learn(hash, key, options)?;
        self.keep(book)?;
        Ok(entry)
    }
}
