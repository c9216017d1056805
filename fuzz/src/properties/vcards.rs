//! Importing vCards into address books.

use std::collections::BTreeSet;

use acegate::hunt::Violation;
use acegate_address_book::import_vcards;
use acegate_codec::uri2dec::book::{Entry, MemoryBook};

use super::memory_storage::law;

/// Any text can be imported, and gives each address once.
pub(crate) fn vcards(octets: &[u8]) -> Result<(), Violation> {
    let import = import_vcards(&String::from_utf8_lossy(octets));
    let addresses: BTreeSet<_> = import.entries.iter().map(Entry::address).collect();
    law(addresses.len() == import.entries.len(), "each-address-once")?;
    let mut book = MemoryBook::new("imported");
    book.extend(import.entries.iter().cloned());
    law(book.entries().count() == import.entries.len(), "a-book-takes-what-is-imported")?;
    let hashes = import.entries.iter().map(Entry::hash);
    law(hashes.into_iter().all(|hash| !hash.is_empty()), "every-address-has-a-hash")?;
    law(import.skipped.iter().all(|skipped| skipped.card <= import.cards), "cards-are-counted")
}
