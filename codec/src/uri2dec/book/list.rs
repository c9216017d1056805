//! All books of a device, the lists of the order in which they are asked (section 9.2), and the rules
//! by which a device uses them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::num::NonZeroUsize;

use super::entries::read_canonical;
use super::{Book, Entry, FoundAddress, Match, MatchPlace, Search, SearchResult};
use crate::e164;
use crate::error::Error;
use crate::uri2dec::packing::check_hash;
use crate::uri2dec::{Form, NumberScope, Options, Packing, Style, parses};

/// The number of digits from which the entered digits may include a key (section 7.1).
const SERVICE_DIGITS: usize = 16;

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
    rules: BookRules,
}

impl AddressBooks {
    /// The name of the own book of the device.
    pub const OWN: &str = "own";

    /// The own book, which keeps so many hashes and keys, and one list, which asks it.
    #[must_use]
    pub fn new(list: &str, capacity: NonZeroUsize, rules: BookRules) -> Self {
        let books = BTreeMap::from([(Self::OWN.into(), Book::default())]);
        let lists = BTreeMap::from([(list.into(), Vec::from([Self::OWN.into()]))]);
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

    /// Searches the books of these names, in this order, for the address of these digits.
    ///
    /// Fewer than 16 digits are searched in one book after another until one has a match. 16 digits
    /// or more may include a key. They are first searched as the whole hash of an entry, then read as
    /// hash and key by the options (dialled, as a service number), then searched as a part of a hash.
    ///
    /// # Errors
    ///
    /// `hash-empty`; `hash-digit` at the first character that is not a decimal digit.
    pub fn search(
        &self,
        order: &[String],
        digits: &str,
        options: &Options,
    ) -> Result<Search, Error> {
        check_hash(digits.as_bytes(), 0)?;
        let mut silent = Vec::new();
        let books = order.iter().map(|name| self.ask(name, digits, &mut silent));
        let search = if self.rules.as_one_book {
            let mut all: Vec<_> = books.flatten().collect();
            all.sort_by(|a, b| self.by_weight(a, b));
            self.result([all].into_iter(), digits, options)
        } else {
            self.result(books, digits, options)
        };
        Ok(Search { silent, ..search })
    }

    /// The result from the matches of one book after another.
    fn result(
        &self,
        mut books: impl Iterator<Item = Vec<FoundAddress>>,
        digits: &str,
        options: &Options,
    ) -> Search {
        if digits.len() < SERVICE_DIGITS {
            return self.of_book(books.find(|found| !found.is_empty()).unwrap_or_default());
        }
        // A whole hash comes first, because it matches by chance much more rarely than the digits of a
        // hash are a number by chance.
        let mut parts = Vec::new();
        for mut found in books {
            if found.iter().any(is_whole) {
                found.retain(is_whole);
                return self.of_book(found);
            }
            if parts.is_empty() {
                parts = found;
            }
        }
        let found: Vec<_> = readings(digits, options).collect();
        if found.is_empty() {
            return self.of_book(parts);
        }
        Search {
            result: SearchResult::Number,
            found,
            silent: Vec::new(),
        }
    }

    /// The result from the sorted matches of one book.
    fn of_book(&self, found: Vec<FoundAddress>) -> Search {
        let whole = found.iter().filter(|found| is_whole(found)).count();
        let result = match found.len() {
            0 => SearchResult::Miss,
            1 => SearchResult::One,
            _ if whole >= self.rules.collision_from => SearchResult::Collision,
            _ => SearchResult::Several,
        };
        Search {
            result,
            found,
            silent: Vec::new(),
        }
    }

    /// Asks the books of these names for the address of a telephone number of E.164, one after another
    /// until one knows it. Books that cannot be asked are passed over.
    ///
    /// # Errors
    ///
    /// The errors of [`e164::to_domain`].
    pub fn resolve(&self, order: &[String], number: &str) -> Result<Search, Error> {
        e164::to_domain(number, e164::TREE)?;
        let mut silent = Vec::new();
        let mut found = Vec::new();
        for name in order {
            let Some(book) = self.book(name) else {
                continue;
            };
            if book.is_failed {
                silent.push(name.clone());
                continue;
            }
            let matched = Match {
                place: MatchPlace::Whole,
                form: Form::Direct,
            };
            let entries = book.resolve(number).into_iter();
            found = first_of_each(entries.map(|entry| FoundAddress {
                entry,
                book: Some(name.clone()),
                matched,
            }));
            if !found.is_empty() {
                break;
            }
        }
        let result = match found.len() {
            0 => SearchResult::Miss,
            1 => SearchResult::One,
            _ => SearchResult::Several,
        };
        Ok(Search {
            result,
            found,
            silent,
        })
    }

    /// All addresses that these digits can mean, from all books of these names. It is for a user to whom
    /// the result of [`search`](Self::search) is not enough, and has the order of that search.
    ///
    /// Each address is there once, at its first place. Books that cannot be asked are left out.
    ///
    /// # Errors
    ///
    /// The errors of [`search`](Self::search).
    pub fn candidates(
        &self,
        order: &[String],
        digits: &str,
        options: &Options,
    ) -> Result<Vec<FoundAddress>, Error> {
        check_hash(digits.as_bytes(), 0)?;
        let mut silent = Vec::new();
        let found = order
            .iter()
            .flat_map(|name| self.ask(name, digits, &mut silent));
        if digits.len() < SERVICE_DIGITS {
            return Ok(first_of_each(found));
        }
        let (whole, parts): (Vec<_>, Vec<_>) = found.partition(is_whole);
        Ok(first_of_each(
            whole
                .into_iter()
                .chain(readings(digits, options))
                .chain(parts),
        ))
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

    /// The entries of a book that match, in the order in which they are offered.
    fn ask(&self, name: &str, digits: &str, silent: &mut Vec<String>) -> Vec<FoundAddress> {
        let Some(book) = self.book(name) else {
            return Vec::new();
        };
        if book.is_failed {
            silent.push(name.into());
            return Vec::new();
        }
        let mut matches = Vec::new();
        for entry in book.entries() {
            if let Some(matched) = (self.rules.matched)(digits, entry) {
                matches.push(FoundAddress {
                    entry: entry.clone(),
                    book: Some(name.into()),
                    matched,
                });
            }
        }
        matches.sort_by(|a, b| self.by_weight(a, b));
        matches
    }

    /// The order in which two matches are offered. Those of equal weights have the order of their
    /// addresses.
    fn by_weight(&self, a: &FoundAddress, b: &FoundAddress) -> Ordering {
        (self.rules.order)(a, b).then_with(|| a.entry.address().cmp(b.entry.address()))
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
    /// The number of entries with the same hash from which the key may be asked for instead of a choice
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

fn is_whole(found: &FoundAddress) -> bool {
    found.matched.place == MatchPlace::Whole
}

/// The addresses of digits that are read as hash and key, likeliest first.
fn readings(digits: &str, options: &Options) -> impl Iterator<Item = FoundAddress> {
    let matched = Match {
        place: MatchPlace::Whole,
        form: options.form,
    };
    let options = Options {
        style: Style::Dialled,
        scope: NumberScope::Service,
        ..*options
    };
    let addresses = parses(digits, &options).ok().into_iter().flatten();
    let entries = addresses.filter_map(|address| Entry::new(&address).ok());
    entries.map(move |entry| FoundAddress {
        entry,
        book: None,
        matched,
    })
}

/// Each address once, at its first place.
fn first_of_each(found: impl Iterator<Item = FoundAddress>) -> Vec<FoundAddress> {
    let mut seen = BTreeSet::new();
    found
        .filter(|found| seen.insert(found.entry.address().to_string()))
        .collect()
}
