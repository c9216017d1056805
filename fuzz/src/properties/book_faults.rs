//! Books whose storage fails.

use std::{env, fs, process};

use acegate::hunt::Violation;
use acegate_address_book::{Folder, Storage, StoreError, StoredBook, set_aside};
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{AddressSource, LowestBook};

use super::memory_storage::{
    FILE, MemoryStorage, StorageFault, law, names_its_cause, numbers, open,
};

/// If an operation fails while a number is written, the file holds the state before the change or after
/// it, the book the state before it, and the error names the operation. A file that another process
/// changed is left as it is. A folder of the file system and files in memory give the same.
///
/// The first octet is the number of operations before the fault, the second chooses the fault; lines of
/// hash and key follow.
pub(crate) fn book_faults(octets: &[u8]) -> Result<(), Violation> {
    let [after, what, lines @ ..] = octets else { return Ok(()) };
    let lines = String::from_utf8_lossy(lines);
    let lines: Vec<_> = lines.lines().take(4).filter_map(|line| line.split_once(' ')).collect();
    let storage = MemoryStorage::default();
    let Ok(mut book) = open(&storage) else { return law(false, "no-file-is-an-empty-book") };
    let fault = match what % 8 {
        0..=2 => StorageFault::Fails,
        3 | 4 => StorageFault::Interrupted,
        5 => StorageFault::WritesNothing,
        6 => return changed_by_another(&storage, &lines),
        // Rare, because a disk is slow.
        _ if *after == FOLDER => return in_a_folder(&lines),
        _ => return Ok(()),
    };
    for &(hash, key) in &lines {
        let before = numbers(&book);
        storage.expect(after % 16, fault);
        let learnt = book.learn(hash, key, &Options::default());
        storage.calm();
        let Ok(again) = open(&storage) else { return law(false, "the-file-is-always-whole") };
        let kept = numbers(&again);
        match learnt {
            Ok(_) => law(kept == numbers(&book), "what-is-kept-is-there")?,
            Err(error) => {
                law(names_its_cause(&error), "what-failed-is-told")?;
                law(numbers(&book) == before, "the-book-stays-as-it-was")?;
                let new = kept.len() > before.len() || kept.last() != before.last();
                law(kept == before || new, "the-old-state-or-the-new")?;
            }
        }
    }
    let before = numbers(&book);
    let first = book.records().next().map(|record| record.entry().address().to_owned());
    if let Some(address) = first {
        storage.expect(after % 16, fault);
        let removed = book.remove(&address);
        storage.calm();
        let Ok(again) = open(&storage) else { return law(false, "the-file-is-always-whole") };
        let left = numbers(&again);
        law(left == before || left == before[1..], "the-old-state-or-the-new")?;
        law(removed.is_err() || left == numbers(&book), "what-is-removed-is-gone")?;
    }
    law(book.name() == FILE, "a-book-has-the-name-of-its-file")?;
    let aside = set_aside(&storage, FILE);
    let named = aside.as_ref().is_ok_and(|name| name.ends_with(".damaged-1"));
    law(named != numbers(&book).is_empty() || storage.octets().is_none(), "a-file-is-set-aside")
}

/// With this many operations before it, a fault of the last kind is a real folder.
const FOLDER: u8 = b'F';

fn changed_by_another(storage: &MemoryStorage, lines: &[(&str, &str)]) -> Result<(), Violation> {
    const OTHER: &[u8] = b"of somebody else";
    let Ok(mut book) = open(storage) else { return law(false, "no-file-is-an-empty-book") };
    storage.put(OTHER.into());
    for (hash, key) in lines {
        match book.learn(hash, key, &Options::default()) {
            Err(StoreError::Refused(_)) => {}
            Err(error @ StoreError::Changed) => law(names_its_cause(&error), "a-change-is-told")?,
            _ => return law(false, "the-change-of-another-is-seen"),
        }
    }
    law(storage.octets().as_deref() == Some(OTHER), "the-change-of-another-is-left")
}

fn in_a_folder(lines: &[(&str, &str)]) -> Result<(), Violation> {
    // Of one length, because libFuzzer learns from addresses, and these depend on it.
    let path = env::temp_dir().join(format!("acegate-book-{:010}", process::id()));
    if fs::create_dir_all(&path).is_err() {
        return Ok(());
    }
    let folder = Folder::new(&path);
    let there = kept(&folder, lines);
    let left = fs::remove_dir_all(folder.path());
    law(
        left.is_ok() && there == kept(&MemoryStorage::default(), lines),
        "a-folder-is-as-good-as-memory",
    )
}

/// The numbers of a book that is opened again after each line.
fn kept<S: Storage + Clone>(storage: &S, lines: &[(&str, &str)]) -> Option<Vec<String>> {
    for (hash, key) in lines {
        let mut book: StoredBook<S> = open(storage).ok()?;
        let _ = book.learn(hash, key, &Options::default());
    }
    open(storage).ok().map(|book| numbers(&book))
}
