//! What books and their storage do and say when something goes wrong.

use std::cell::Cell;
use std::error::Error as _;
use std::fs::File;
use std::io;
use std::num::NonZeroUsize;

use acegate_address_book::{
    Damage, DamageReason, Folder, Operation, Storage, StoreError, StoredBook,
};
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::*;
use acegate_codec::{Error, ErrorKind};

const CAPACITY: NonZeroUsize = NonZeroUsize::new(3).unwrap();

#[test]
fn each_trouble_is_told_in_words() {
    let failed = |operation| StoreError::Io { operation, error: io::ErrorKind::StorageFull.into() };
    let full = io::Error::from(io::ErrorKind::StorageFull).to_string();
    for (operation, words) in [
        (Operation::Lock, "lock"),
        (Operation::Read, "read"),
        (Operation::Create, "create"),
        (Operation::Write, "write"),
        (Operation::Sync, "sync"),
        (Operation::Rename, "rename"),
        (Operation::SyncFolder, "sync the folder of"),
    ] {
        let error = failed(operation);
        assert_eq!(error.to_string(), format!("cannot {words} the file: {full}"));
        assert_eq!(error.source().map(ToString::to_string), Some(full.clone()));
    }
    let damage = Damage { line: 3, reason: DamageReason::Form };
    let refused = Error::new(ErrorKind::HashEmpty, 0);
    let sources = [
        (StoreError::from(damage), Some(damage.to_string())),
        (StoreError::from(refused), Some(refused.to_string())),
        (StoreError::Changed, None),
    ];
    for (error, source) in sources {
        assert_eq!(error.source().map(ToString::to_string), source);
        assert!(error.to_string().contains(source.as_deref().unwrap_or("somebody else")));
    }
    assert_eq!(Unavailable::new("off").to_string(), "book is not available: off");
    let lists = [ListError::Unknown, ListError::Exists, ListError::InUse];
    let words = ["no list of this name", "a list of this name exists", "the list is in use"];
    assert_eq!(lists.map(|error| error.to_string()), words);
}

#[test]
fn a_folder_that_cannot_be_read_is_no_empty_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Folder::new(folder.path());
    assert!(storage.read("book").is_ok_and(|octets| octets.is_none()));
    File::create(folder.path().join("file")).expect("a file");
    let storage = Folder::new(folder.path().join("file"));
    assert!(storage.read("book").is_err());
    assert!(matches!(
        StoredBook::open(storage, "book", CAPACITY),
        Err(StoreError::Io { operation: Operation::Read, .. })
    ));
}

/// A folder in which the first writes are interrupted by signals.
struct Interrupted {
    folder: Folder,
    left: Cell<usize>,
}

impl Storage for Interrupted {
    type File = File;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.folder.read(name)
    }

    fn create(&self, name: &str) -> io::Result<File> {
        self.folder.create(name)
    }

    fn write(&self, file: &mut File, octets: &[u8]) -> io::Result<usize> {
        match self.left.get() {
            0 => self.folder.write(file, octets),
            left => {
                self.left.set(left - 1);
                Err(io::ErrorKind::Interrupted.into())
            }
        }
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        self.folder.sync(file)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.folder.rename(from, to)
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.folder.sync_folder()
    }
}

#[test]
fn an_interrupted_write_is_done_again_and_a_book_has_the_name_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Interrupted { folder: Folder::new(folder.path()), left: Cell::new(2) };
    let mut book = StoredBook::open(storage, "friends", CAPACITY).expect("an empty book");
    assert_eq!(book.name(), "friends");
    book.learn("25423", "1 5622", &Options::default()).expect("it is written");
    let again = StoredBook::open(Folder::new(folder.path()), "friends", CAPACITY);
    assert_eq!(again.expect("it is there").records().count(), 1);
}

#[test]
fn entries_are_added_to_a_book_in_memory_all_at_once() {
    let mut book = MemoryBook::new("friends");
    book.extend(["bob", "alice"].map(|address| Entry::new(address).expect("symbols")));
    assert!(book.entries().map(Entry::address).eq(["alice", "bob"]));
}

/// A book that keeps no history.
struct Forgetful;

impl AddressSource for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn matching(&self, _: &Query) -> Result<Vec<Entry>, Unavailable> {
        Ok(Vec::new())
    }
}

#[test]
fn a_book_without_history_takes_no_note() {
    assert_eq!(Forgetful.note_use("alice"), Ok(()));
}
