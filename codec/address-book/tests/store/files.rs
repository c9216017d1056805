//! Files as they must not be, and errors in words.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::error::Error as _;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use acegate_address_book::{
    Damage, DamageReason, Folder, Operation, Storage, StoreError, set_aside,
};
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{AddressSource, LowestBook};
use acegate_codec::{Error, ErrorKind};

use crate::watched::{End, Watched};
use crate::{BOOK, learn, open, state};

#[test]
fn a_damaged_file_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(BOOK);
    let storage = Folder::new(folder.path());
    let mut book = open(storage.clone()).unwrap();
    assert!(!path.exists(), "opening writes nothing");
    learn(&mut book, "alice").unwrap();
    let damaged = fs::read_to_string(&path).unwrap().replace("25423", "25424");
    fs::write(&path, &damaged).unwrap();

    let Err(StoreError::Damaged(damage)) = open(storage.clone()) else { panic!() };
    assert_eq!(damage, Damage { line: 2, reason: DamageReason::Checksum });
    let message = StoreError::Damaged(damage).to_string();
    let expected = "the address book is damaged: line 2: the checksum is not that of the line";
    assert_eq!(message, expected);

    // A book that was open before does not write over it either.
    assert!(matches!(learn(&mut book, "bob"), Err(StoreError::Changed)));
    assert_eq!(state(&book).len(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);

    // It moves away only when asked, and never over another one.
    for number in 1..=2 {
        fs::write(&path, &damaged).unwrap();
        let aside = set_aside(&storage, BOOK).unwrap();
        assert_eq!(aside, format!("book.damaged-{number}"));
        assert!(!path.exists());
    }
    for number in 1..=2 {
        let aside = folder.path().join(format!("book.damaged-{number}"));
        assert_eq!(fs::read_to_string(aside).unwrap(), damaged);
    }
    let mut new = open(storage).unwrap();
    learn(&mut new, "bob").unwrap();
}

#[test]
fn a_change_by_somebody_else_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = open(Folder::new(folder.path())).unwrap();
    let mut other = open(Folder::new(folder.path())).unwrap();
    learn(&mut one, "alice").unwrap();
    assert!(matches!(learn(&mut other, "bob"), Err(StoreError::Changed)));
    let mut other = open(Folder::new(folder.path())).unwrap();
    learn(&mut other, "bob").unwrap();
    assert_eq!(state(&other).len(), 2);
}

#[test]
fn refused_calls_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = open(Folder::new(folder.path())).unwrap();
    let refused = book.learn("25423", "8 4513", &Options::default());
    assert!(matches!(refused, Err(StoreError::Refused(_))));
    assert!(!book.remove("alice").unwrap());
    assert!(!book.record_use("alice").unwrap());
    assert!(!folder.path().join(BOOK).exists());
}

#[test]
fn a_book_that_cannot_keep_a_use_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = open(Folder::new(folder.path())).unwrap();
    learn(&mut book, "alice").unwrap();
    book.note_use("alice").unwrap();
    assert_eq!(state(&book)[0].1, 2);
    folder.close().unwrap();
    assert!(book.note_use("alice").is_err());
    assert_eq!(state(&book)[0].1, 2);
}

#[test]
fn a_book_is_its_owners_alone_unless_its_file_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(BOOK);
    let mut book = open(Folder::new(folder.path())).unwrap();
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
    let mut book = open(Folder::new(path)).unwrap();
    let error = learn(&mut book, "alice").unwrap_err();
    assert!(matches!(error, StoreError::Io { operation: Operation::Lock, .. }), "{error}");
    assert_eq!(fs::read_to_string(path.join("precious")).unwrap(), "precious");
    assert!(!path.join("absent").exists());
}

#[test]
fn only_regular_files_of_bounded_size_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let refused = |kind: io::ErrorKind| match open(Folder::new(path)) {
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
fn an_unreadable_folder_is_not_an_empty_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Folder::new(folder.path());
    assert!(storage.read("book").is_ok_and(|octets| octets.is_none()));
    File::create(folder.path().join("file")).expect("a file");
    let storage = Folder::new(folder.path().join("file"));
    assert!(storage.read("book").is_err());
    assert!(matches!(open(storage), Err(StoreError::Io { operation: Operation::Read, .. })));
}

#[test]
fn a_change_that_fails_leaves_no_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let end = |operation, _: &str| match operation {
        Operation::Write => End::Fails(io::ErrorKind::StorageFull),
        _ => End::Succeeds,
    };
    let mut book = open(Watched { folder: Folder::new(folder.path()), end }).unwrap();
    let error = learn(&mut book, "alice").unwrap_err();
    assert!(matches!(error, StoreError::Io { operation: Operation::Write, .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_interrupted_write_is_done_again_and_a_book_has_the_name_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let interruptions = Cell::new(2);
    let end = |operation, _: &str| match interruptions.get() {
        left @ 1.. if operation == Operation::Write => {
            interruptions.set(left - 1);
            End::Fails(io::ErrorKind::Interrupted)
        }
        _ => End::Succeeds,
    };
    let mut book = open(Watched { folder: Folder::new(folder.path()), end }).unwrap();
    assert_eq!(book.name(), BOOK);
    learn(&mut book, "alice").unwrap();
    assert_eq!(interruptions.get(), 0);
    assert_eq!(state(&open(Folder::new(folder.path())).unwrap()), state(&book));
}

#[test]
fn each_new_file_has_a_name_of_its_own_and_those_left_behind_go_with_the_next_change() {
    let folder = tempfile::tempdir().unwrap();
    let names = RefCell::new(Vec::new());
    let end = |operation, name: &str| {
        if operation == Operation::Create {
            names.borrow_mut().push(name.to_owned());
        }
        End::Succeeds
    };
    let mut book = open(Watched { folder: Folder::new(folder.path()), end }).unwrap();
    for _ in 0..100 {
        learn(&mut book, "alice").unwrap();
    }
    let names = names.take();
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!((names.len(), different.len()), (100, 100));
    // A process that died has left one of them. Files of other names stay.
    let others = ["book.new", "book2.new-0", "other"];
    for name in others.into_iter().chain([names[0].as_str()]) {
        fs::write(folder.path().join(name), "half a li").unwrap();
    }
    learn(&mut open(Folder::new(folder.path())).unwrap(), "alice").unwrap();
    assert!(!folder.path().join(&names[0]).exists());
    assert!(others.iter().all(|name| folder.path().join(name).exists()));
}

#[test]
fn errors_name_the_operation_and_their_cause() {
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
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}
