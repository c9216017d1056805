//! Books on one file that several processes share, and files as they must not be.

use std::fs::{self, File, Permissions};
use std::io;
use std::num::NonZeroUsize;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, thread};

use acegate_address_book::{Folder, Operation, Storage, StoreError, StoredBook, set_aside};
use acegate_codec::uri2dec::book::LowestBook;
use acegate_codec::uri2dec::{Options, encode};

const BOOK: &str = "book";

fn open(folder: &Path) -> Result<StoredBook<Folder>, StoreError> {
    StoredBook::open(Folder::new(folder), BOOK, NonZeroUsize::MAX)
}

/// Learns an address from its number, as often as others are faster.
fn learn(book: &mut StoredBook<Folder>, address: &str) -> Result<(), StoreError> {
    let number = encode(address, &Options::default()).unwrap();
    let (hash, key) = number.split_once(' ').unwrap();
    loop {
        match book.learn(hash, key, &Options::default()) {
            Err(StoreError::Changed) => book.refresh()?,
            learnt => return learnt.map(drop),
        }
    }
}

/// The addresses of a book, sorted.
fn addresses(folder: &Path) -> Vec<String> {
    let book = open(folder).unwrap();
    let mut addresses: Vec<_> =
        book.records().map(|record| record.entry().address().to_string()).collect();
    addresses.sort();
    addresses
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Names for the process that shares a book: its folder, and how its addresses begin.
const SHARES: &str = "ACEGATE_BOOK_SHARES";
const NAMED: &str = "ACEGATE_BOOK_NAMED";

/// How many addresses each process learns.
const MANY: usize = 50;

#[test]
#[ignore = "it is the process that the next tests start"]
fn process_that_shares() {
    let (Some(folder), Ok(name)) = (env::var_os(SHARES), env::var(NAMED)) else { return };
    let folder = Path::new(&folder);
    if name == "holds" {
        let _lock = Folder::new(folder).lock(BOOK).unwrap();
        File::create(folder.join("held")).unwrap();
        thread::sleep(Duration::from_secs(60));
        return;
    }
    let mut book = open(folder).unwrap();
    for number in 0..MANY {
        learn(&mut book, &format!("{name}{number}@x.org")).unwrap();
    }
}

fn process(folder: &Path, name: &str) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "sharing::process_that_shares", "--ignored"]);
    command.env(SHARES, folder).env(NAMED, name);
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
}

#[test]
fn three_processes_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b", "c"];
    let mut processes = names.map(|name| process(folder.path(), name));
    for process in &mut processes {
        assert!(process.wait().unwrap().success());
    }
    let of = |name: &'static str| (0..MANY).map(move |number| format!("{name}{number}@x.org"));
    let mut all: Vec<_> = names.into_iter().flat_map(of).collect();
    all.sort();
    assert_eq!(addresses(folder.path()), all);
    // Nothing is left beside the book but its lock.
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["book", "book.lock"]);
}

#[test]
fn a_lock_is_waited_for_no_longer_than_asked_and_ends_with_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut holder = process(folder.path(), "holds");
    while !folder.path().join("held").exists() {
        assert!(holder.try_wait().unwrap().is_none(), "it ended before it held the lock");
        thread::sleep(Duration::from_millis(1));
    }
    let impatient = Folder::new(folder.path()).with_patience(Duration::from_millis(20));
    let mut book = StoredBook::open(impatient.clone(), BOOK, NonZeroUsize::MAX).unwrap();
    for error in [learn(&mut book, "alice").unwrap_err(), set_aside(&impatient, BOOK).unwrap_err()]
    {
        let StoreError::Io { operation: Operation::Lock, error } = error else { panic!("{error}") };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
    assert!(addresses(folder.path()).is_empty());
    holder.kill().unwrap();
    holder.wait().unwrap();
    learn(&mut book, "alice").unwrap();
    assert_eq!(addresses(folder.path()), ["alice"]);
}

#[test]
fn a_book_is_its_owners_alone_unless_its_file_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(BOOK);
    let mut book = open(folder.path()).unwrap();
    learn(&mut book, "alice").unwrap();
    assert_eq!(mode(&path), 0o600);
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    learn(&mut book, "bob").unwrap();
    assert_eq!(mode(&path), 0o640);
}

#[test]
fn a_new_file_is_made_where_none_is_and_behind_no_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("precious"), "precious").unwrap();
    symlink("precious", path.join("link")).unwrap();
    symlink("absent", path.join("dangling")).unwrap();
    let storage = Folder::new(path);
    for name in ["precious", "link", "dangling"] {
        let error = storage.create(name).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{name}");
    }
    // Neither is the lock.
    symlink("precious", path.join("book.lock")).unwrap();
    let mut book = open(path).unwrap();
    let error = learn(&mut book, "alice").unwrap_err();
    assert!(matches!(error, StoreError::Io { operation: Operation::Lock, .. }), "{error}");
    assert_eq!(fs::read_to_string(path.join("precious")).unwrap(), "precious");
    assert!(!path.join("absent").exists());
}

#[test]
fn only_regular_files_of_bounded_size_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let refused = |kind: io::ErrorKind| match open(path) {
        Err(StoreError::Io { operation: Operation::Read, error }) => {
            assert_eq!(error.kind(), kind, "{error}");
        }
        other => panic!("{:?}", other.map(|book| book.records().len())),
    };
    assert!(Command::new("mkfifo").arg(path.join(BOOK)).status().unwrap().success());
    refused(io::ErrorKind::InvalidInput);
    fs::remove_file(path.join(BOOK)).unwrap();

    fs::create_dir(path.join(BOOK)).unwrap();
    refused(io::ErrorKind::InvalidInput);
    fs::remove_dir(path.join(BOOK)).unwrap();

    for target in ["/dev/zero", "elsewhere"] {
        symlink(target, path.join(BOOK)).unwrap();
        refused(io::ErrorKind::InvalidInput);
        fs::remove_file(path.join(BOOK)).unwrap();
    }

    // A terabyte of nothing, which takes no room on the disk.
    File::create(path.join(BOOK)).unwrap().set_len(1 << 40).unwrap();
    refused(io::ErrorKind::FileTooLarge);
}

#[test]
fn a_change_that_fails_leaves_no_new_file() {
    /// A folder on a full disk.
    struct Full(Folder);

    impl Storage for Full {
        type File = File;

        fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
            self.0.read(name)
        }

        fn create(&self, name: &str) -> io::Result<File> {
            self.0.create(name)
        }

        fn write(&self, _: &mut File, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn sync(&self, file: &mut File) -> io::Result<()> {
            self.0.sync(file)
        }

        fn rename(&self, from: &str, to: &str) -> io::Result<()> {
            self.0.rename(from, to)
        }

        fn sync_folder(&self) -> io::Result<()> {
            self.0.sync_folder()
        }

        fn remove(&self, name: &str) {
            self.0.remove(name);
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let storage = Full(Folder::new(folder.path()));
    let mut book = StoredBook::open(storage, BOOK, NonZeroUsize::MIN).unwrap();
    let error = book.learn("25423", "1 5622", &Options::default()).unwrap_err();
    assert!(matches!(error, StoreError::Io { operation: Operation::Write, .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
