//! Books on disk: through faults, shared by processes, beside files as they must not be.
#![cfg(unix)]

use std::num::NonZeroUsize;

use acegate_address_book::{Storage, StoreError, StoredBook};
use acegate_codec::uri2dec::book::{Learnt, LowestBook};
use acegate_codec::uri2dec::{Options, encode};

mod faults;
mod files;
mod processes;
mod watched;

/// The file of the book.
const BOOK: &str = "book";

fn open<S: Storage>(storage: S) -> Result<StoredBook<S>, StoreError> {
    StoredBook::open(storage, BOOK, NonZeroUsize::MAX)
}

/// Learns an address from its number.
fn learn<S: Storage>(book: &mut StoredBook<S>, address: &str) -> Result<(), StoreError> {
    let number = encode(address, &Options::default()).unwrap();
    let (hash, key) = number.split_once(' ').unwrap();
    book.learn(hash, key, &Options::default()).map(drop)
}

/// The addresses that a book holds, with how often each was used, least recently used first.
type State = Vec<(String, u64)>;

fn state<S: Storage>(book: &StoredBook<S>) -> State {
    let entries = book.records().map(Learnt::entry);
    entries.map(|entry| (entry.address().to_owned(), entry.uses())).collect()
}
