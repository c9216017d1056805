//! Files in memory, of which any operation can fail.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::rc::Rc;

use acegate::hunt::Violation;
use acegate_address_book::{Storage, StoreError, StoredBook};

/// The file of the book.
pub(super) const FILE: &str = "book";

/// The number of numbers that the book keeps.
pub(super) const CAPACITY: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

/// The book in the file of a storage or folder.
pub(super) fn open<S: Storage + Clone>(storage: &S) -> Result<StoredBook<S>, StoreError> {
    StoredBook::open(storage.clone(), FILE, CAPACITY)
}

/// The numbers of a book, least recently used first.
pub(super) fn numbers<S: Storage>(book: &StoredBook<S>) -> Vec<String> {
    book.records().map(|record| record.number().to_owned()).collect()
}

/// A law of address books.
pub(super) fn law(holds: bool, name: &str) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation::law("address book", name, String::new())) }
}

/// Whether the message of the error is one line that ends in the message of its cause.
pub(super) fn names_its_cause(error: &StoreError) -> bool {
    let message = error.to_string();
    let cause = error.source().map(ToString::to_string).unwrap_or_default();
    !message.is_empty() && !message.contains('\n') && message.ends_with(&cause)
}

/// A fault in place of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StorageFault {
    /// It fails.
    Fails,
    /// It is interrupted by a signal, and can be tried again.
    Interrupted,
    /// A write writes nothing.
    WritesNothing,
}

/// Files in memory.
#[derive(Clone, Default)]
pub(super) struct MemoryStorage {
    files: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    /// The fault to come, and the number of operations before it.
    fault: Rc<Cell<Option<(u8, StorageFault)>>>,
}

impl MemoryStorage {
    pub(super) fn put(&self, octets: Vec<u8>) {
        self.files.borrow_mut().insert(FILE.to_owned(), octets);
    }

    pub(super) fn octets(&self) -> Option<Vec<u8>> {
        self.files.borrow().get(FILE).cloned()
    }

    /// Lets `fault` happen once, after `operations` that go well.
    pub(super) fn expect(&self, operations: u8, fault: StorageFault) {
        self.fault.set(Some((operations, fault)));
    }

    /// Withdraws a fault that has not happened yet.
    pub(super) fn calm(&self) {
        self.fault.set(None);
    }

    /// The fault of this operation, if it has one.
    fn next(&self) -> Option<StorageFault> {
        match self.fault.get() {
            Some((0, fault)) => {
                self.fault.set(None);
                Some(fault)
            }
            Some((left, fault)) => {
                self.fault.set(Some((left - 1, fault)));
                None
            }
            None => None,
        }
    }

    fn go(&self) -> io::Result<()> {
        match self.next() {
            None | Some(StorageFault::WritesNothing) => Ok(()),
            Some(StorageFault::Fails) => Err(io::Error::other("out of order")),
            Some(StorageFault::Interrupted) => Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

impl Storage for MemoryStorage {
    type File = String;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.go()?;
        Ok(self.files.borrow().get(name).cloned())
    }

    fn create(&self, name: &str) -> io::Result<String> {
        self.go()?;
        self.files.borrow_mut().insert(name.to_owned(), Vec::new());
        Ok(name.to_owned())
    }

    fn write(&self, file: &mut String, octets: &[u8]) -> io::Result<usize> {
        let written = match self.next() {
            // A file system may write fewer octets than it is given.
            None => octets.len().div_ceil(2),
            Some(StorageFault::WritesNothing) => 0,
            Some(StorageFault::Fails) => return Err(io::ErrorKind::StorageFull.into()),
            Some(StorageFault::Interrupted) => return Err(io::ErrorKind::Interrupted.into()),
        };
        self.files.borrow_mut().entry(file.clone()).or_default().extend(&octets[..written]);
        Ok(written)
    }

    fn sync(&self, _: &mut String) -> io::Result<()> {
        self.go()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.go()?;
        let mut files = self.files.borrow_mut();
        let octets = files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        files.insert(to.to_owned(), octets);
        Ok(())
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.go()
    }
}
