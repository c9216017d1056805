//! The lowest book, which holds the hashes and keys that were entered (section 9.3). A device asks it
//! first, unless its list says otherwise.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::{AddressSource, Entry, Query, Unavailable};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{NumberScope, Options, Packing, Profile, Strictness, Style, decode, encode};

/// A book in memory of the hashes and keys that were entered. When it is full, the least recently
/// used one is removed.
///
/// # Examples
///
/// ```
/// use core::num::NonZeroUsize;
///
/// use acegate_codec::uri2dec::Options;
/// use acegate_codec::uri2dec::book::LearntBook;
///
/// let mut book = LearntBook::new("this telephone", NonZeroUsize::new(100).unwrap());
/// let entry = book.learn("25423", "1 5622", &Options::default())?;
/// assert_eq!(entry.address(), "alice");
/// assert_eq!(book.records().next().unwrap().number(), "25423 1 5622");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearntBook {
    name: String,
    capacity: NonZeroUsize,
    /// The hashes and keys, least recently used first. No two uses are at the same time.
    records: Vec<Learnt>,
    rules: LearntRules,
}

/// Reads a spaced number: its address, and the number that is remembered.
pub type ReadNumber = fn(&str, Packing) -> Result<(String, String), Error>;

/// The rules of remembering as a table. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct LearntRules {
    /// The address of a spaced number that was entered, and the number that is remembered.
    pub read: ReadNumber,
    /// The number that a full book removes. They are in the order of their last use.
    pub removed: fn(&[Learnt]) -> usize,
}

impl LearntRules {
    /// The rules of section 9.3.
    pub const DOCUMENT: Self = Self { read: read_canonical, removed: |_| 0 };
}

/// A hash and key that were entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    entry: Entry,
    number: String,
    packing: Packing,
}

impl Learnt {
    /// The number: hash, marker and key with a space between each, canonical and without an
    /// extension.
    #[must_use]
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The packing of the key, which a number does not show.
    #[must_use]
    pub const fn packing(&self) -> Packing {
        self.packing
    }

    /// The address of the number, with its history.
    #[must_use]
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl LearntBook {
    /// The empty book of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, capacity: NonZeroUsize) -> Self {
        Self::with_rules(name, capacity, LearntRules::DOCUMENT)
    }

    /// The empty book of this name, with other rules.
    #[must_use]
    pub fn with_rules(name: impl Into<String>, capacity: NonZeroUsize, rules: LearntRules) -> Self {
        Self { name: name.into(), capacity, records: Vec::new(), rules }
    }

    /// The largest number of hashes and keys that are kept.
    #[must_use]
    pub const fn capacity(&self) -> NonZeroUsize {
        self.capacity
    }

    /// The hashes and keys, least recently used first.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Learnt> {
        self.records.iter()
    }

    /// Removes an address with its hash and key. Returns whether it was there.
    pub fn remove(&mut self, address: &str) -> bool {
        self.take_out(&address.to_ascii_lowercase()).is_some()
    }

    /// Records a use of an address, later than all other uses. Returns whether the address is there.
    pub fn record_use(&mut self, address: &str) -> bool {
        let Some(record) = self.take_out(&address.to_ascii_lowercase()) else { return false };
        let uses = record.entry.uses().saturating_add(1);
        self.add(record, uses);
        true
    }

    /// Remembers a hash with its key. Returns their address.
    ///
    /// `key` is the marker and the digits after it, with or without a space between them. Only
    /// canonical numbers are remembered. Of the options only the packing matters, because the marker
    /// shows the rest. This counts as a use of the address. A known address gets the new hash and key.
    ///
    /// # Errors
    ///
    /// The errors of [`decode`] for a local number. Positions count through the hash and then through
    /// the key.
    pub fn learn(&mut self, hash: &str, key: &str, options: &Options) -> Result<Entry, Error> {
        let number = compose(hash, key)?;
        let (address, remembered) = (self.rules.read)(&number.text, options.packing)
            .map_err(|error| Error::new(error.kind, number.entered_position(error.position)))?;
        let known = self.records.iter().find(|record| record.entry.address() == address);
        let uses = known.map_or(0, |record| record.entry.uses());
        self.restore(&remembered, options.packing, uses.saturating_add(1))
    }

    /// Restores a number from a [record](Learnt). It replaces another number of the same address, and
    /// counts as used later than all others.
    ///
    /// # Errors
    ///
    /// `not-canonical` at the end if nines follow the key; the errors of a strict reader of local
    /// spaced numbers.
    pub fn restore(&mut self, number: &str, packing: Packing, uses: u64) -> Result<Entry, Error> {
        let (address, remembered) = (self.rules.read)(number, packing)?;
        if remembered != number {
            return Err(Error::new(ErrorKind::NotCanonical, number.len()));
        }
        self.take_out(&address);
        let entry = Entry::new(&address)?;
        let entry = self.add(Learnt { entry, number: remembered, packing }, uses);
        self.remove_unused();
        Ok(entry)
    }

    /// This book with another capacity. If it has too many records, the least recently used ones are
    /// removed.
    #[must_use]
    pub fn with_capacity(mut self, capacity: NonZeroUsize) -> Self {
        self.capacity = capacity;
        self.remove_unused();
        self
    }

    /// Removes the least recently used records until the book fits its capacity.
    fn remove_unused(&mut self) {
        while self.records.len() > self.capacity.get() {
            self.records.remove((self.rules.removed)(&self.records));
        }
    }

    fn take_out(&mut self, address: &str) -> Option<Learnt> {
        let at = self.records.iter().position(|record| record.entry.address() == address)?;
        Some(self.records.remove(at))
    }

    /// Adds a record as the last one that was used. Each use adds 1 to the time of the one before, and
    /// there are fewer than 2^64 uses.
    fn add(&mut self, record: Learnt, uses: u64) -> Entry {
        let now = self.records.last().map_or(1, |last| last.entry.last_use().saturating_add(1));
        let entry = record.entry.used(uses, now);
        self.records.push(Learnt { entry: entry.clone(), ..record });
        entry
    }
}

impl AddressSource for LearntBook {
    fn name(&self) -> &str {
        &self.name
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        let entries = self.records.iter().map(Learnt::entry);
        Ok(entries.filter(|entry| query.match_of(entry).is_some()).cloned().collect())
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        self.record_use(address);
        Ok(())
    }
}

/// The address of a spaced number, and the number without its extension. The reader is strict.
fn read_canonical(number: &str, packing: Packing) -> Result<(String, String), Error> {
    let options = Options {
        packing,
        style: Style::Spaced,
        scope: NumberScope::Local,
        strictness: Strictness::Strict,
        ..Options::default()
    };
    let address = decode(number, &options)?;
    // The marker follows the first space; otherwise there would be no address.
    let marker = number.split(' ').nth(1).and_then(|marker| marker.chars().next());
    let (profile, form) = marker.and_then(Profile::of_marker).unwrap_or_default();
    let canonical = encode(&address, &Options { profile, form, ..options })?;
    Ok((address, canonical))
}

/// A spaced number that is composed of the entered hash and key.
struct Composed {
    text: String,
    hash_length: usize,
    /// Is true if the user entered the space after the marker.
    spaced: bool,
}

impl Composed {
    /// Converts a position in the number to one in the entered hash and key.
    fn entered_position(&self, position: usize) -> usize {
        let after_hash = position.saturating_sub(self.hash_length);
        self.hash_length.min(position)
            + match after_hash {
                // The end of the hash, or the marker after a space that was not entered.
                0..=1 => 0,
                more => more - 2 + usize::from(self.spaced),
            }
    }
}

fn compose(hash: &str, key: &str) -> Result<Composed, Error> {
    Query::new(hash)?;
    let mut characters = key.chars();
    let Some(marker) = characters.next().filter(char::is_ascii_digit) else {
        return Err(Error::new(ErrorKind::Marker, hash.len()));
    };
    let digits = characters.as_str();
    let without_space = digits.strip_prefix(' ');
    Ok(Composed {
        text: format!("{hash} {marker} {}", without_space.unwrap_or(digits)),
        hash_length: hash.len(),
        spaced: without_space.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind::{
        HashDigit, HashEmpty, KeyDigit, KeyEmpty, KeyLlReserved, KeyMisaligned, Marker, Syntax,
    };

    fn book() -> LearntBook {
        LearntBook::new("own", NonZeroUsize::new(2).unwrap())
    }

    #[test]
    fn positions_count_over_the_whole_input() {
        // alice is 25423 1 5622. The marker is at 5, the first digit at 6, or at 7 after a space.
        let faults = [
            ("", "1 5622", HashEmpty, 0),
            ("25 23", "1 5622", HashDigit, 2),
            ("25423", "", Marker, 5),
            ("25423", "25622", Marker, 5),
            ("25423", "\u{20ac}5622", Marker, 5),
            ("25423", "1", KeyEmpty, 6),
            ("25423", "1 ", KeyEmpty, 7),
            ("25423", "15922", KeyDigit, 7),
            ("25423", "1 5922", KeyDigit, 8),
            ("25423", "1 5 22", Syntax, 8),
            ("25423", "12622", KeyMisaligned, 6),
            ("25423", "1 5624", KeyLlReserved, 10),
        ];
        for (hash, key, kind, position) in faults {
            let error = book().learn(hash, key, &Options::default()).unwrap_err();
            assert_eq!(error, Error::new(kind, position), "{hash:?} {key:?}");
            assert!(position <= hash.len() + key.len());
        }
    }

    #[test]
    fn both_ways_to_enter_a_key_are_one_number() {
        let mut book = book();
        for key in ["1 5622", "15622", "1 5622999999", "15622999999"] {
            book.learn("25423", key, &Options::default()).unwrap();
        }
        let numbers: Vec<_> = book.records().map(Learnt::number).collect();
        assert_eq!(numbers, ["25423 1 5622"]);
        assert_eq!(book.records().next().unwrap().entry().uses(), 4);
    }

    #[test]
    fn a_number_of_the_first_revision_is_remembered_with_its_packing() {
        let mut book = book();
        let options = Options { packing: Packing::InvertedMsb, ..Options::default() };
        let entry = book.learn("26202666263870266", "8 40126055421", &options).unwrap();
        assert_eq!(entry.address(), "bob@commandus.com");
        assert_eq!(book.records().next().unwrap().packing(), Packing::InvertedMsb);
    }

    #[test]
    fn a_removed_entry_is_gone_from_both_orders() {
        let mut book = book();
        book.learn("25423", "15622", &Options::default()).unwrap();
        assert!(book.remove("Alice"));
        assert!(!book.remove("alice"));
        assert!(!book.record_use("alice"));
        assert_eq!(book.records().len(), 0);
    }
}
