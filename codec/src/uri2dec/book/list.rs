//! All books of a device, and the lists of the order in which they are asked (section 9.2).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::search::{by_weight, rank};
use super::{
    AddressSource, BookId, Entry, FoundAddress, LearntBook, Match, MatchPlace, Origin, Query,
    SearchResult, SearchRules, Unavailable,
};
use crate::e164;
use crate::error::Error;
use crate::uri2dec::{Form, NumberScope, Options, Style, parses};

/// The number of digits from which the entered digits may include a key (section 7.1).
const SERVICE_DIGITS: usize = 16;

/// The books of a device: its own, and others.
///
/// One list is in use. Only [`switch_to`](Self::switch_to) changes to another list. A search without
/// a result does not.
pub struct AddressBooks<B = Box<dyn AddressSource>> {
    own: LearntBook,
    others: BTreeMap<BookId, B>,
    current: List,
    /// The lists that are not in use.
    rest: Vec<List>,
    last_id: BookId,
    rules: SearchRules,
}

struct List {
    name: String,
    order: Vec<BookId>,
}

impl List {
    /// A new list asks the own book only.
    fn new(name: String) -> Self {
        Self { name, order: Vec::from([BookId::OWN]) }
    }
}

/// The result of a search, and the books that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The result.
    pub outcome: SearchResult,
    /// The books that could not be asked, in the order of the list.
    pub silent: Vec<SilentBook>,
}

/// A book that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SilentBook {
    /// The identity of the book.
    pub id: BookId,
    /// The name of the book.
    pub name: String,
    /// The reason.
    pub reason: Unavailable,
}

/// The reason why a list was not made, removed or switched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListError {
    /// There is no list of this name.
    Unknown,
    /// There is already a list of this name.
    Exists,
    /// The list is in use.
    InUse,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "no list of this name",
            Self::Exists => "a list of this name exists",
            Self::InUse => "the list is in use",
        })
    }
}

impl core::error::Error for ListError {}

impl<B: AddressSource> AddressBooks<B> {
    /// The own book of a device, and one list, which asks it.
    #[must_use]
    pub fn new(own: LearntBook, list: impl Into<String>) -> Self {
        Self::with_rules(own, list, SearchRules::DOCUMENT)
    }

    /// The same, with other rules.
    #[must_use]
    pub fn with_rules(own: LearntBook, list: impl Into<String>, rules: SearchRules) -> Self {
        let (current, last_id) = (List::new(list.into()), BookId::OWN);
        Self { own, others: BTreeMap::new(), current, rest: Vec::new(), last_id, rules }
    }

    /// The own book.
    #[must_use]
    pub const fn own(&self) -> &LearntBook {
        &self.own
    }

    /// The own book, to be changed.
    pub const fn own_mut(&mut self) -> &mut LearntBook {
        &mut self.own
    }

    /// Any book.
    #[must_use]
    pub fn book(&self, id: BookId) -> Option<&dyn AddressSource> {
        match id {
            BookId::OWN => Some(&self.own),
            _ => Some(self.others.get(&id)?),
        }
    }

    /// The books of the device but its own.
    pub fn others(&self) -> impl Iterator<Item = (BookId, &B)> {
        self.others.iter().map(|(&id, book)| (id, book))
    }

    /// A book of the device but its own.
    #[must_use]
    pub fn other(&self, id: BookId) -> Option<&B> {
        self.others.get(&id)
    }

    /// A book of the device but its own, to be changed.
    pub fn other_mut(&mut self, id: BookId) -> Option<&mut B> {
        self.others.get_mut(&id)
    }

    /// Adds a book, at the end of the list in use.
    pub fn connect(&mut self, book: B) -> BookId {
        self.connect_at(usize::MAX, book)
    }

    /// Adds a book before the one at `position` of the list in use, or at the end if there is none.
    pub fn connect_at(&mut self, position: usize, book: B) -> BookId {
        self.last_id = BookId(self.last_id.0 + 1);
        self.others.insert(self.last_id, book);
        self.include_at(position, self.last_id);
        self.last_id
    }

    /// Removes a book from the device and from every list. The own book stays.
    pub fn disconnect(&mut self, id: BookId) -> Option<B> {
        let book = self.others.remove(&id)?;
        for list in self.rest.iter_mut().chain([&mut self.current]) {
            list.order.retain(|&other| other != id);
        }
        Some(book)
    }

    /// Puts a book of the device into the list in use, before the one at `position` or at the end. A
    /// book that is already in the list moves. Returns whether the book is now in the list.
    pub fn include_at(&mut self, position: usize, id: BookId) -> bool {
        if self.book(id).is_none() {
            return false;
        }
        let order = &mut self.current.order;
        order.retain(|&other| other != id);
        order.insert(position.min(order.len()), id);
        true
    }

    /// Removes a book from the list in use, but not from the device. Returns whether it was in the
    /// list.
    pub fn leave_out(&mut self, id: BookId) -> bool {
        let order = &mut self.current.order;
        let length = order.len();
        order.retain(|&other| other != id);
        order.len() < length
    }

    /// The books of the list in use, in the order in which they are asked.
    #[must_use]
    pub fn order(&self) -> &[BookId] {
        &self.current.order
    }

    /// The name of the list in use.
    #[must_use]
    pub fn list(&self) -> &str {
        &self.current.name
    }

    /// The names of the lists that are not in use.
    pub fn other_lists(&self) -> impl Iterator<Item = &str> {
        self.rest.iter().map(|list| list.name.as_str())
    }

    /// Makes another list, which asks the own book. It is not in use.
    ///
    /// # Errors
    ///
    /// [`ListError::Exists`].
    pub fn add_list(&mut self, name: &str) -> Result<(), ListError> {
        if self.current.name == name || self.position(name).is_ok() {
            return Err(ListError::Exists);
        }
        self.rest.push(List::new(name.into()));
        Ok(())
    }

    /// Removes a list. Its books stay.
    ///
    /// # Errors
    ///
    /// [`ListError::InUse`], [`ListError::Unknown`].
    pub fn remove_list(&mut self, name: &str) -> Result<(), ListError> {
        if self.current.name == name {
            return Err(ListError::InUse);
        }
        let at = self.position(name)?;
        self.rest.remove(at);
        Ok(())
    }

    /// Uses another list instead of the one in use.
    ///
    /// # Errors
    ///
    /// [`ListError::Unknown`]; the list in use stays.
    pub fn switch_to(&mut self, name: &str) -> Result<(), ListError> {
        if self.current.name != name {
            let at = self.position(name)?;
            core::mem::swap(&mut self.current, &mut self.rest[at]);
        }
        Ok(())
    }

    fn position(&self, name: &str) -> Result<usize, ListError> {
        self.rest.iter().position(|list| list.name == name).ok_or(ListError::Unknown)
    }

    /// Searches the books of the list in use for the address of these digits.
    ///
    /// Fewer than 16 digits are searched in one book after another until one has a match. 16 digits
    /// or more may include a key. They are first searched as the whole hash of an entry, then read as
    /// hash and key by the options (dialled, as a service number), then searched as a part of a hash.
    ///
    /// # Errors
    ///
    /// `hash-empty`; `hash-digit` at the first character that is not a decimal digit.
    pub fn search(&self, digits: &str, options: &Options) -> Result<Search, Error> {
        self.search_in(self.order(), digits, options)
    }

    /// As [`search`](Self::search), in these books.
    pub(super) fn search_in(
        &self,
        order: &[BookId],
        digits: &str,
        options: &Options,
    ) -> Result<Search, Error> {
        let query = Query::new(digits)?;
        let mut silent = Vec::new();
        let books = order.iter().map(|&id| self.ask(id, &query, &mut silent));
        let outcome = if self.rules.as_one_book {
            let mut all: Vec<_> = books.flatten().collect();
            all.sort_by(|a, b| by_weight(a, b, &self.rules));
            self.result([all].into_iter(), digits, options)
        } else {
            self.result(books, digits, options)
        };
        Ok(Search { outcome, silent })
    }

    /// The result from the matches of one book after another.
    fn result(
        &self,
        mut books: impl Iterator<Item = Vec<FoundAddress>>,
        digits: &str,
        options: &Options,
    ) -> SearchResult {
        let of_book = |found| SearchResult::of_book(found, self.rules.collision_from);
        if digits.len() < SERVICE_DIGITS {
            return of_book(books.find(|found| !found.is_empty()).unwrap_or_default());
        }
        // A whole hash comes first, because it matches by chance much more rarely than the digits of a
        // hash are a number by chance.
        let mut parts = Vec::new();
        for mut found in books {
            if found.iter().any(is_whole) {
                found.retain(is_whole);
                return of_book(found);
            }
            if parts.is_empty() {
                parts = found;
            }
        }
        let readings: Vec<_> = readings(digits, options).collect();
        if readings.is_empty() { of_book(parts) } else { SearchResult::Number(readings) }
    }

    /// Asks the books of the list in use for the address of a telephone number of E.164, one after
    /// another until one knows it. Books that cannot be asked are passed over.
    ///
    /// # Errors
    ///
    /// The errors of [`e164::to_domain`].
    pub fn resolve(&self, number: &str) -> Result<Search, Error> {
        self.resolve_in(self.order(), number)
    }

    /// As [`resolve`](Self::resolve), by these books.
    pub(super) fn resolve_in(&self, order: &[BookId], number: &str) -> Result<Search, Error> {
        e164::to_domain(number, e164::TREE)?;
        let mut silent = Vec::new();
        let mut found = Vec::new();
        for &id in order {
            let Some(book) = self.book(id) else { continue };
            match book.resolve(number) {
                Ok(entries) => found = of_number(entries, id, book.name()),
                Err(reason) => silent.push(SilentBook { id, name: book.name().into(), reason }),
            }
            if !found.is_empty() {
                break;
            }
        }
        let outcome = match found.len() {
            0 => SearchResult::Miss,
            1 => SearchResult::One(found.remove(0)),
            _ => SearchResult::Several(found),
        };
        Ok(Search { outcome, silent })
    }

    /// All addresses that these digits can mean, from all books of the list in use. It is for a user
    /// to whom the result of [`search`](Self::search) is not enough, and has the order of that search.
    ///
    /// Each address is there once, at its first place. Books that cannot be asked are left out.
    ///
    /// # Errors
    ///
    /// The errors of [`search`](Self::search).
    pub fn candidates(&self, digits: &str, options: &Options) -> Result<Vec<FoundAddress>, Error> {
        self.candidates_in(self.order(), digits, options)
    }

    /// As [`candidates`](Self::candidates), from these books.
    pub(super) fn candidates_in(
        &self,
        order: &[BookId],
        digits: &str,
        options: &Options,
    ) -> Result<Vec<FoundAddress>, Error> {
        let query = Query::new(digits)?;
        let mut silent = Vec::new();
        let found = order.iter().flat_map(|&id| self.ask(id, &query, &mut silent));
        let mut candidates: Vec<_> = if digits.len() < SERVICE_DIGITS {
            found.collect()
        } else {
            let (mut whole, parts): (Vec<_>, Vec<_>) = found.partition(is_whole);
            whole.extend(readings(digits, options));
            whole.extend(parts);
            whole
        };
        let mut seen = alloc::collections::BTreeSet::new();
        candidates.retain(|found| seen.insert(String::from(found.entry.address())));
        Ok(candidates)
    }

    /// Records a use of an address in the book that it comes from.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the book could not keep the record.
    pub fn note_use(&mut self, found: &FoundAddress) -> Result<(), Unavailable> {
        let address = found.entry.address();
        match found.origin {
            Origin::Book { id: BookId::OWN, .. } => self.own.note_use(address),
            Origin::Book { id, .. } => {
                self.others.get_mut(&id).map_or(Ok(()), |book| book.note_use(address))
            }
            Origin::Number => Ok(()),
        }
    }

    /// Remembers in the own book a hash that was not found, with its entered key. Returns their
    /// address.
    ///
    /// # Errors
    ///
    /// The errors of [`LearntBook::learn`].
    pub fn learn(&mut self, hash: &str, key: &str, options: &Options) -> Result<Entry, Error> {
        self.own.learn(hash, key, options)
    }

    fn ask(&self, id: BookId, query: &Query, silent: &mut Vec<SilentBook>) -> Vec<FoundAddress> {
        let Some(book) = self.book(id) else { return Vec::new() };
        match book.matching(query) {
            Ok(entries) => rank(query, entries, id, book.name(), &self.rules),
            Err(reason) => {
                silent.push(SilentBook { id, name: book.name().into(), reason });
                Vec::new()
            }
        }
    }
}

/// The addresses of a number, each once, in the order of the book.
fn of_number(entries: Vec<Entry>, id: BookId, name: &str) -> Vec<FoundAddress> {
    let mut found: Vec<FoundAddress> = Vec::new();
    for entry in entries {
        if found.iter().all(|before| before.entry.address() != entry.address()) {
            let matched = Match { place: MatchPlace::Whole, form: Form::Direct };
            found.push(FoundAddress {
                entry,
                origin: Origin::Book { id, name: name.into(), matched },
            });
        }
    }
    found
}

fn is_whole(found: &FoundAddress) -> bool {
    found.weight().is_some_and(|weight| weight.place == MatchPlace::Whole)
}

/// The addresses of digits that are read as hash and key, likeliest first.
fn readings(digits: &str, options: &Options) -> impl Iterator<Item = FoundAddress> {
    let options = Options { style: Style::Dialled, scope: NumberScope::Service, ..*options };
    let addresses = parses(digits, &options).ok().into_iter().flatten();
    let entries = addresses.filter_map(|address| Entry::new(&address).ok());
    entries.map(|entry| FoundAddress { entry, origin: Origin::Number })
}
