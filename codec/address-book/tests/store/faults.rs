//! A stored book on a storage that fails, stops or loses what was not synced, at every operation.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio, abort};
use std::rc::Rc;

use acegate_address_book::{
    Damage, DamageReason, Folder, Operation, Storage, StoreError, StoredBook, set_aside,
};
use acegate_codec::uri2dec::book::{AddressSource, LowestBook};
use acegate_codec::uri2dec::{Options, Profile, encode};

const BOOK: &str = "book";
const CAPACITY: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// What happens at the operation whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The operation fails, and those after it succeed.
    Fails,
    /// Everything stops before it.
    Stops,
    /// Everything stops behind it; a write has written half.
    StopsHalfway,
}

/// What is left of what was not synced, when the power goes.
#[derive(Clone, Copy, Debug)]
enum Unsynced {
    /// Everything: only the program was killed.
    Kept,
    /// Nothing.
    Lost,
    /// The names, but not what is in the files.
    NamesKept,
    /// What is in the files, but not the names.
    ContentsKept,
}

#[derive(Clone, Debug, Default)]
struct Content {
    octets: Vec<u8>,
    synced: Vec<u8>,
}

/// A folder that remembers apart what is synced.
#[derive(Clone, Debug, Default)]
struct Disk {
    contents: Vec<Content>,
    names: BTreeMap<String, usize>,
    synced_names: BTreeMap<String, usize>,
}

impl Disk {
    /// What a reader finds when the power is back.
    fn after(mut self, unsynced: Unsynced) -> Self {
        if matches!(unsynced, Unsynced::Lost | Unsynced::ContentsKept) {
            self.names = self.synced_names.clone();
        }
        if matches!(unsynced, Unsynced::Lost | Unsynced::NamesKept) {
            self.contents.iter_mut().for_each(|content| content.octets = content.synced.clone());
        }
        self.synced_names = self.names.clone();
        self
    }
}

/// A storage on such a disk, with one fault to come.
#[derive(Clone)]
struct Faulty {
    disk: Rc<RefCell<Disk>>,
    /// How many operations go well before the fault.
    left: Rc<Cell<usize>>,
    fault: Fault,
    stopped: Rc<Cell<bool>>,
}

impl Faulty {
    fn new(disk: &Disk, left: usize, fault: Fault) -> Self {
        let disk = Rc::new(RefCell::new(disk.clone()));
        Self { disk, left: Rc::new(Cell::new(left)), fault, stopped: Rc::default() }
    }

    /// How much of an operation is done: all of it, half of it, or nothing.
    fn turn(&self) -> io::Result<Share> {
        let stopped = || io::Error::other("stopped");
        if self.stopped.get() {
            return Err(stopped());
        }
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        if left > 0 {
            return Ok(Share::All);
        }
        self.left.set(usize::MAX);
        self.stopped.set(self.fault != Fault::Fails);
        match self.fault {
            Fault::Fails => Err(io::ErrorKind::StorageFull.into()),
            Fault::Stops => Err(stopped()),
            Fault::StopsHalfway => Ok(Share::Half),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    All,
    Half,
}

impl Storage for Faulty {
    type File = usize;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.turn()?;
        let disk = self.disk.borrow();
        Ok(disk.names.get(name).map(|&at| disk.contents[at].octets.clone()))
    }

    fn create(&self, name: &str) -> io::Result<usize> {
        self.turn()?;
        let mut disk = self.disk.borrow_mut();
        // A file of this name is emptied, as a file system does it.
        let at = disk.names.get(name).copied().unwrap_or(disk.contents.len());
        if at == disk.contents.len() {
            disk.contents.push(Content::default());
        }
        disk.contents[at].octets.clear();
        disk.names.insert(name.into(), at);
        Ok(at)
    }

    /// At most 16 octets at a time, so that a file takes many writes.
    fn write(&self, file: &mut usize, octets: &[u8]) -> io::Result<usize> {
        let share = self.turn()?;
        let most = octets.len().min(16);
        let written = if share == Share::Half { most / 2 } else { most };
        self.disk.borrow_mut().contents[*file].octets.extend(&octets[..written]);
        Ok(written)
    }

    fn sync(&self, file: &mut usize) -> io::Result<()> {
        self.turn()?;
        let content = &mut self.disk.borrow_mut().contents[*file];
        content.synced = content.octets.clone();
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.turn()?;
        let mut disk = self.disk.borrow_mut();
        let at = disk.names.remove(from).ok_or(io::ErrorKind::NotFound)?;
        disk.names.insert(to.into(), at);
        Ok(())
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.turn()?;
        let mut disk = self.disk.borrow_mut();
        disk.synced_names = disk.names.clone();
        Ok(())
    }
}

/// What a book holds: numbers and uses, least recently used first.
type State = Vec<(String, u64)>;

fn state<S: Storage>(book: &StoredBook<S>) -> State {
    book.records().map(|r| (r.number().to_string(), r.entry().uses())).collect()
}

fn sound(disk: &Disk) -> Faulty {
    Faulty::new(disk, usize::MAX, Fault::Stops)
}

fn open<S: Storage>(storage: S) -> Result<StoredBook<S>, StoreError> {
    StoredBook::open(storage, BOOK, CAPACITY)
}

type Change = fn(&mut StoredBook<Faulty>) -> Result<(), StoreError>;

/// The changes that are interrupted, each on the state that those before it left.
const CHANGES: [Change; 6] = [
    |book| learn(book, "alice"),
    |book| learn(book, "bob@commandus.com"),
    |book| learn(book, "carol@atlanta.com"),
    |book| book.record_use("alice").map(drop),
    // Beyond the capacity.
    |book| learn(book, "x.org"),
    |book| book.remove("alice").map(drop),
];

fn learn<S: Storage>(book: &mut StoredBook<S>, address: &str) -> Result<(), StoreError> {
    let options = Options { profile: Profile::Octal, ..Options::default() };
    let number = encode(address, &options).unwrap();
    let (hash, key) = number.split_once(' ').unwrap();
    book.learn(hash, key, &options).map(drop)
}

/// Each change with the disk and state before it and the state after it.
fn steps() -> Vec<(usize, Disk, State, State)> {
    let mut disk = Disk::default();
    let mut steps = Vec::new();
    for at in 0..CHANGES.len() {
        let before = state(&open(sound(&disk)).unwrap());
        let (done, book, storage) = change(at, &disk, usize::MAX, Fault::Stops);
        done.unwrap();
        steps.push((at, disk, before, state(&book)));
        disk = storage.disk.borrow().clone();
    }
    steps
}

/// Carries out a change with a fault, `left` operations after its first.
fn change(
    at: usize,
    disk: &Disk,
    left: usize,
    fault: Fault,
) -> (Result<(), StoreError>, StoredBook<Faulty>, Faulty) {
    let storage = Faulty::new(disk, usize::MAX, fault);
    let mut book = open(storage.clone()).unwrap();
    storage.left.set(left);
    (CHANGES[at](&mut book), book, storage)
}

#[test]
fn stopped_at_any_operation_it_opens_with_the_state_before_or_after() {
    let mut boundaries = 0;
    for (at, disk, before, after) in steps() {
        assert_ne!(before, after);
        let mut seen = [false, false];
        for fault in [Fault::Stops, Fault::StopsHalfway] {
            for left in 0.. {
                let (done, _, storage) = change(at, &disk, left, fault);
                let there = storage.disk.borrow().clone();
                for unsynced in
                    [Unsynced::Kept, Unsynced::Lost, Unsynced::NamesKept, Unsynced::ContentsKept]
                {
                    let again = open(sound(&there.clone().after(unsynced)));
                    let again = again.unwrap_or_else(|error| {
                        panic!("change {at}, {fault:?} at {left}, {unsynced:?}: {error}")
                    });
                    let again = state(&again);
                    assert!(again == before || again == after, "{at} {fault:?} {left} {again:?}");
                    assert!(
                        done.is_err() || again == after,
                        "{at} {fault:?} {left}: a change was lost"
                    );
                    seen[usize::from(again == after)] = true;
                    boundaries += 1;
                }
                if !storage.stopped.get() {
                    break;
                }
            }
        }
        assert_eq!(seen, [true, true], "both states are met");
    }
    // The shortest file, of change 1, is 74 octets and takes 5 writes: 10 operations with read,
    // create, sync, rename and sync of the folder. Two faults at each, four ends of each.
    assert!(boundaries >= CHANGES.len() * 10 * 2 * 4, "{boundaries}");
}

#[test]
fn where_any_operation_fails_the_book_goes_on_with_the_state_before_or_after() {
    for (at, disk, before, after) in steps() {
        for left in 0.. {
            let (done, mut book, storage) = change(at, &disk, left, Fault::Fails);
            let again = state(&open(sound(&storage.disk.borrow())).unwrap());
            match &done {
                Ok(()) => assert_eq!((&state(&book), &again), (&after, &after)),
                Err(StoreError::Io { operation, .. }) => {
                    assert_eq!(state(&book), before, "{operation}");
                    let renamed = *operation == Operation::SyncFolder;
                    assert_eq!(again, if renamed { after.clone() } else { before.clone() });
                }
                Err(error) => panic!("{error}"),
            }
            // The fault is over: the same change is kept now.
            if done.is_err() {
                CHANGES[at](&mut book).unwrap();
                assert_eq!(state(&open(sound(&storage.disk.borrow())).unwrap()), after);
            } else {
                assert!(left >= 10, "{left} operations");
                break;
            }
        }
    }
}

#[test]
fn a_damaged_file_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(BOOK);
    let storage = Folder::new(folder.path());
    let mut book = open(storage.clone()).unwrap();
    assert!(!path.exists(), "opening writes nothing");
    learn(&mut book, "alice").unwrap();
    let damaged = std::fs::read_to_string(&path).unwrap().replace("25423", "25424");
    std::fs::write(&path, &damaged).unwrap();

    let Err(StoreError::Damaged(damage)) = open(storage.clone()) else { panic!() };
    assert_eq!(damage, Damage { line: 2, reason: DamageReason::Checksum });
    let message = StoreError::Damaged(damage).to_string();
    let expected = "the address book is damaged: line 2: the checksum is not that of the line";
    assert_eq!(message, expected);

    // A book that was open before does not write over it either.
    assert!(matches!(learn(&mut book, "bob"), Err(StoreError::Changed)));
    assert_eq!(state(&book).len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);

    // It moves away only when asked, and never over another one.
    for number in 1..=2 {
        std::fs::write(&path, &damaged).unwrap();
        let aside = set_aside(&storage, BOOK).unwrap();
        assert_eq!(aside, format!("book.damaged-{number}"));
        assert!(!path.exists());
    }
    for number in 1..=2 {
        let aside = folder.path().join(format!("book.damaged-{number}"));
        assert_eq!(std::fs::read_to_string(aside).unwrap(), damaged);
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
fn a_new_file_left_behind_is_no_hindrance() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("book.new"), "half a li").unwrap();
    let mut book = open(Folder::new(folder.path())).unwrap();
    learn(&mut book, "alice").unwrap();
    assert_eq!(state(&open(Folder::new(folder.path())).unwrap()), state(&book));
}

#[test]
fn what_is_refused_changes_nothing() {
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

/// A folder whose process dies at an operation.
struct Deadly {
    folder: Folder,
    left: Cell<usize>,
}

impl Deadly {
    fn live_on(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        left > 0
    }

    fn turn(&self) {
        if !self.live_on() {
            abort();
        }
    }
}

impl Storage for Deadly {
    type File = File;

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.turn();
        self.folder.read(name)
    }

    fn create(&self, name: &str) -> io::Result<File> {
        self.turn();
        self.folder.create(name)
    }

    fn write(&self, file: &mut File, octets: &[u8]) -> io::Result<usize> {
        let most = octets.len().min(40);
        if !self.live_on() {
            self.folder.write(file, &octets[..most / 2])?;
            abort();
        }
        self.folder.write(file, &octets[..most])
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        self.turn();
        self.folder.sync(file)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.turn();
        self.folder.rename(from, to)
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.turn();
        self.folder.sync_folder()
    }
}

/// Names for the process that is to die: its folder, and after how many operations it aborts.
const DIES_IN: &str = "ACEGATE_BOOK_DIES_IN";
const DIES_AFTER: &str = "ACEGATE_BOOK_DIES_AFTER";

/// The addresses that the process learns one after another, and says so.
fn addresses() -> impl Iterator<Item = String> {
    (0..).map(|number: u64| format!("a{number}@x.org"))
}

#[test]
#[ignore = "it is the process that the next two tests start"]
fn process_that_is_to_die() {
    let (Some(folder), Ok(after)) = (env::var_os(DIES_IN), env::var(DIES_AFTER)) else { return };
    let left = Cell::new(after.parse().unwrap());
    let storage = Deadly { folder: Folder::new(folder), left };
    let mut book = StoredBook::open(storage, BOOK, NonZeroUsize::MAX).unwrap();
    let mut done = io::stderr();
    for address in addresses() {
        learn(&mut book, &address).unwrap();
        writeln!(done, "learnt {address}").unwrap();
    }
}

fn process(folder: &std::path::Path, after: usize) -> std::process::Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "faults::process_that_is_to_die", "--ignored"]);
    command.env(DIES_IN, folder).env(DIES_AFTER, after.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The book is a beginning of the addresses, and holds at least those that were reported.
fn check_left_behind(folder: &std::path::Path, reported: usize) -> usize {
    let book = StoredBook::open(Folder::new(folder), BOOK, NonZeroUsize::MAX).unwrap();
    let learnt: Vec<_> = book.records().map(|r| r.entry().address().to_string()).collect();
    assert_eq!(learnt, addresses().take(learnt.len()).collect::<Vec<_>>());
    let between = [reported, reported + 1];
    assert!(between.contains(&learnt.len()), "{reported} reported, {} kept", learnt.len());
    learnt.len()
}

#[test]
fn a_process_that_aborts_within_an_operation_leaves_a_whole_book() {
    // The first learning is read, create, two or three writes, sync, rename, sync: after twenty
    // operations the process is in the third.
    let mut kept = Vec::new();
    for after in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let output = process(folder.path(), after).wait_with_output().unwrap();
        assert!(!output.status.success(), "it aborts");
        let reported = String::from_utf8_lossy(&output.stderr);
        let reported = reported.lines().filter(|line| line.starts_with("learnt ")).count();
        kept.push(check_left_behind(folder.path(), reported));
    }
    assert!(kept.is_sorted());
    assert_eq!((kept[0], kept[1]), (0, 0));
    assert!(kept[19] >= 1, "{kept:?}");
}

#[test]
fn a_process_that_is_killed_from_outside_leaves_a_whole_book() {
    for lines in [1, 3, 10] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = process(folder.path(), usize::MAX);
        let mut reader = BufReader::new(child.stderr.take().unwrap());
        let mut reported = 0;
        let mut line = String::new();
        while reported < lines && reader.read_line(&mut line).unwrap() > 0 {
            reported += usize::from(line.starts_with("learnt "));
            line.clear();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What it still reported before it died.
        let rest = reader.lines().map_while(Result::ok);
        reported += rest.filter(|line| line.starts_with("learnt ")).count();
        assert!(check_left_behind(folder.path(), reported) >= lines);
    }
}
