//! All books of a device, the lists of the order in which they are asked (section 9.2), and the rules
//! by which a device uses them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::num::NonZeroUsize;

use super::entries::read_canonical;
use super::{Book, Entry, FoundAddress, Match, Search};
use crate::error::Error;
use crate::uri2dec::{Options, Packing};

/// The books of a device: its own, and others.
///
/// The [own](Self::OWN) book holds the hashes and keys that were entered (section 9.3). When it is full,
/// the least recently used one is removed. One list is in use. Only [`switch_to`](Self::switch_to)
/// changes to another list. A search without a result does not.
pub struct AddressBooks {
    books: BTreeMap<String, Book>,
    /// The names of the books of each list, in the order in which they are asked.
    lists: BTreeMap<String, Vec<String>>,
    in_use: String,
    /// The largest number of hashes and keys that the own book keeps.
    capacity: NonZeroUsize,
    pub(super) rules: BookRules,
}

impl AddressBooks {
    /// The name of the own book of the device.
    pub const OWN: &str = "own";

    /// The own book, which keeps so many hashes and keys, and one list, which asks it.
    #[must_use]
    pub fn new(list: &str, capacity: NonZeroUsize, rules: BookRules) -> Self {
        let mut books = BTreeMap::new();
        books.insert(Self::OWN.into(), Book::default());
        let mut lists = BTreeMap::new();
        lists.insert(list.into(), Vec::from([Self::OWN.into()]));
        Self {
            books,
            lists,
            in_use: list.into(),
            capacity,
            rules,
        }
    }

    /// The own book.
    #[must_use]
    pub fn own(&self) -> &Book {
        &self.books[Self::OWN]
    }

    /// The own book, to be changed.
    pub fn own_mut(&mut self) -> &mut Book {
        self.books.entry(Self::OWN.into()).or_default()
    }

    /// Any book.
    #[must_use]
    pub fn book(&self, name: &str) -> Option<&Book> {
        self.books.get(name)
    }

    /// A book of the device but its own, to be changed.
    pub fn other_mut(&mut self, name: &str) -> Option<&mut Book> {
        if name == Self::OWN {
            return None;
        }
        self.books.get_mut(name)
    }

    /// Adds a book before the one at `place` of the list in use, or at the end if there is none. Returns
    /// whether its name is new.
    pub fn connect(&mut self, name: &str, book: Book, place: usize) -> bool {
        let is_new = !self.books.contains_key(name);
        if is_new {
            self.books.insert(name.into(), book);
            self.include(name, place);
        }
        is_new
    }

    /// Removes a book from the device and from every list. The own book stays.
    pub fn disconnect(&mut self, name: &str) -> Option<Book> {
        self.other_mut(name)?;
        for order in self.lists.values_mut() {
            order.retain(|other| other != name);
        }
        self.books.remove(name)
    }

    /// Puts a book of the device into the list in use, before the one at `place` or at the end. A book
    /// that is already in the list moves. Returns whether the book is now in the list.
    pub fn include(&mut self, name: &str, place: usize) -> bool {
        let is_known = self.books.contains_key(name);
        if is_known {
            self.leave_out(name);
            let order = self.order_mut();
            order.insert(place.min(order.len()), name.into());
        }
        is_known
    }

    /// Removes a book from the list in use, but not from the device. Returns whether it was in the
    /// list.
    pub fn leave_out(&mut self, name: &str) -> bool {
        let order = self.order_mut();
        let length = order.len();
        order.retain(|other| other != name);
        order.len() < length
    }

    /// The names of the books of the list in use, in the order in which they are asked.
    #[must_use]
    pub fn order(&self) -> &[String] {
        &self.lists[&self.in_use]
    }

    fn order_mut(&mut self) -> &mut Vec<String> {
        self.lists.entry(self.in_use.clone()).or_default()
    }

    /// The name of the list in use.
    #[must_use]
    pub fn list(&self) -> &str {
        &self.in_use
    }

    /// The names of the lists that are not in use, in alphabetical order.
    pub fn other_lists(&self) -> impl Iterator<Item = &str> {
        self.lists
            .keys()
            .map(String::as_str)
            .filter(|&list| list != self.in_use)
    }

    /// Makes another list, which asks the own book. It is not in use. Returns whether its name is new.
    pub fn add_list(&mut self, name: &str) -> bool {
        let is_new = !self.lists.contains_key(name);
        if is_new {
            self.lists
                .insert(name.into(), Vec::from([Self::OWN.into()]));
        }
        is_new
    }

    /// Removes a list that is not in use. Its books stay. Returns whether it was there.
    pub fn remove_list(&mut self, name: &str) -> bool {
        name != self.in_use && self.lists.remove(name).is_some()
    }

    /// Uses another list instead of the one in use, which stays if there is no such list. Returns whether
    /// there is one.
    pub fn switch_to(&mut self, name: &str) -> bool {
        let is_known = self.lists.contains_key(name);
        if is_known {
            self.in_use = name.into();
        }
        is_known
    }

    /// Records a use of an address in the book that it comes from.
    pub fn note_use(&mut self, found: &FoundAddress) {
        let book = found
            .book
            .as_ref()
            .and_then(|name| self.books.get_mut(name));
        if let Some(book) = book {
            book.record_use(found.entry.address());
        }
    }

    /// Remembers in the own book a spaced number: a hash that was not found, with its entered key.
    /// Returns its address.
    ///
    /// Only canonical numbers are remembered. This counts as a use of the address. A known address gets
    /// the new hash and key.
    ///
    /// # Errors
    ///
    /// The errors of [`decode`](crate::uri2dec::decode) for a local number.
    pub fn learn(&mut self, number: &str, packing: Packing) -> Result<String, Error> {
        let (address, number) = (self.rules.read)(number, packing)?;
        let entry = Entry::new(&address)?;
        let own = self.own_mut();
        let uses = own.remove(&address).map_or(0, |known| known.uses);
        let mut entry = entry.used(uses, 0);
        entry.number = Some(number);
        own.entries.push(entry);
        own.record_use(&address);
        self.remove_unused();
        Ok(address)
    }

    /// Writes the own book to its file and reads it again, to keep so many hashes and keys from now on.
    /// The file has the order of the last uses, but not their times.
    pub fn reopen(&mut self, capacity: NonZeroUsize) {
        self.capacity = capacity;
        let own = self.own_mut();
        own.clock = 0;
        for entry in &mut own.entries {
            own.clock += 1;
            entry.last_use = own.clock;
        }
        self.remove_unused();
    }

    /// The largest number of hashes and keys that the own book keeps.
    #[must_use]
    pub const fn capacity(&self) -> NonZeroUsize {
        self.capacity
    }

    fn remove_unused(&mut self) {
        let capacity = self.capacity.get();
        let removed = self.rules.removed;
        let entries = &mut self.own_mut().entries;
        while entries.len() > capacity {
            entries.remove(removed(entries.len()));
        }
    }
}

/// Section 9 as a table of its rules. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct BookRules {
    /// The match of an entry with the entered digits; `None` if it has none (section 9.2).
    pub matched: fn(&str, &Entry) -> Option<Match>,
    /// The order of two matches of a book. The lesser one is offered first (section 9.2).
    pub order: fn(&FoundAddress, &FoundAddress) -> Ordering,
    /// Whether the books of a list are searched as one book, instead of one after another (section 9.2).
    pub as_one_book: bool,
    /// The number of entries with the same hash from which the user may be asked for the key instead of a choice
    /// from a list (section 9.4).
    pub collision_from: usize,
    /// The address of a spaced number that was entered, and the number that is remembered (section 9.3).
    pub read: ReadNumber,
    /// The place of the entry that is removed from so many of a full own book, which are in the order of
    /// their last use (section 9.3).
    pub removed: fn(usize) -> usize,
    /// The place in the list of a book that is connected without one (section 9.2).
    pub new_place: usize,
    /// The books that a device asks, in this order (section 9.2).
    pub asked: fn(&mut AddressBooks) -> Vec<String>,
    /// The result that a device makes of the search for these digits (section 9.2).
    pub searched: fn(&mut AddressBooks, &str, &Options, Search) -> Search,
    /// The result that a device makes of the search for a telephone number (section 9.1).
    pub resolved: fn(Search) -> Search,
    /// The answer of a device to a step, from the verb of the step and the right answer.
    pub said: fn(&str, String) -> String,
}

/// Reads a spaced number: its address, and the number that is remembered.
pub type ReadNumber = fn(&str, Packing) -> Result<(String, String), Error>;

impl BookRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        matched: Match::of,
        order: |one, other| other.weight().cmp(&one.weight()),
        as_one_book: false,
        collision_from: 10,
        read: read_canonical,
        removed: |_| 0,
        new_place: usize::MAX,
        asked: |books| books.order().into(),
        searched: |_, _, _, search| search,
        resolved: |search| search,
        said: |_, answer| answer,
    };
}
