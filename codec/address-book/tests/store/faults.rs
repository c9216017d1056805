//! A stored book on a storage that fails, stops or loses what was not synced, at every operation.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::rc::Rc;

use acegate_address_book::{Operation, Storage, StoreError, StoredBook};

use crate::{BOOK, State, learn, state};

const CAPACITY: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// The fault of the operation whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The operation fails, and those after it succeed.
    Fails,
    /// Everything stops before it.
    Stops,
    /// Everything stops after it; a write has written half.
    StopsHalfway,
}

/// The changes that are left when the power fails before they were synced.
#[derive(Clone, Copy, Debug)]
enum Unsynced {
    /// All of them: only the program was killed.
    Kept,
    /// None.
    Lost,
    /// The names, but not the contents of the files.
    NamesKept,
    /// The contents of the files, but not the names.
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
    /// The disk that a reader finds when the power is back.
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

fn sound(disk: &Disk) -> Faulty {
    Faulty::new(disk, usize::MAX, Fault::Stops)
}

/// A book that keeps three numbers.
fn open(storage: Faulty) -> Result<StoredBook<Faulty>, StoreError> {
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
