//! All books of a device, and the lists that say in which order they are asked (section 9.2).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::search::rank;
use super::{
    AddressSource, BookId, Entry, Found, LowestBook, MatchPlace, Origin, Outcome, Query,
    Unavailable,
};
use crate::error::Error;
use crate::uri2dec::{NumberScope, Options, Style, parses};

/// From this number of digits on, what is entered may have its key with it (section 7.1).
const SERVICE_DIGITS: usize = 16;

/// The books of a device: its own, and those of others.
///
/// Just one list is in use. Lists change only by [`switch_to`](Self::switch_to), never because
/// nothing was found.
pub struct AddressBooks<B> {
    own: B,
    others: BTreeMap<BookId, Box<dyn AddressSource>>,
    current: List,
    /// The lists that are not in use.
    rest: Vec<List>,
    last_id: BookId,
}

struct List {
    name: String,
    order: Vec<BookId>,
}

impl List {
    /// A new list asks the own book; what else it asks is for the user to say.
    fn new(name: String) -> Self {
        Self { name, order: Vec::from([BookId::OWN]) }
    }
}

/// What a search gave, and which books gave nothing because they could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// What was found.
    pub outcome: Outcome,
    /// The books that could not be asked, in the order of the list.
    pub silent: Vec<SilentBook>,
}

/// A book that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SilentBook {
    /// Which one.
    pub id: BookId,
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: Unavailable,
}

/// Why a list was not made, removed or switched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListError {
    /// There is no list of this name.
    Unknown,
    /// There is a list of this name.
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
    pub fn new(own: B, list: impl Into<String>) -> Self {
        let current = List::new(list.into());
        Self { own, others: BTreeMap::new(), current, rest: Vec::new(), last_id: BookId::OWN }
    }

    /// The own book.
    #[must_use]
    pub const fn own(&self) -> &B {
        &self.own
    }

    /// The own book, to be changed.
    pub const fn own_mut(&mut self) -> &mut B {
        &mut self.own
    }

    /// Any book.
    #[must_use]
    pub fn book(&self, id: BookId) -> Option<&dyn AddressSource> {
        match id {
            BookId::OWN => Some(&self.own),
            _ => self.others.get(&id).map(AsRef::as_ref),
        }
    }

    /// Adds a book, at the end of the list in use.
    pub fn connect(&mut self, book: Box<dyn AddressSource>) -> BookId {
        self.connect_at(usize::MAX, book)
    }

    /// Adds a book before the one at `position` of the list in use; at the end where there is none.
    pub fn connect_at(&mut self, position: usize, book: Box<dyn AddressSource>) -> BookId {
        self.last_id = BookId(self.last_id.0 + 1);
        self.others.insert(self.last_id, book);
        self.include_at(position, self.last_id);
        self.last_id
    }

    /// Removes a book from the device and from every list. The own book stays.
    pub fn disconnect(&mut self, id: BookId) -> Option<Box<dyn AddressSource>> {
        let book = self.others.remove(&id)?;
        for list in self.rest.iter_mut().chain([&mut self.current]) {
            list.order.retain(|&other| other != id);
        }
        Some(book)
    }

    /// Puts a book of the device into the list in use, before the one at `position` or at the end,
    /// and says whether it is now there. One that is in the list moves.
    pub fn include_at(&mut self, position: usize, id: BookId) -> bool {
        if self.book(id).is_none() {
            return false;
        }
        let order = &mut self.current.order;
        order.retain(|&other| other != id);
        order.insert(position.min(order.len()), id);
        true
    }

    /// Takes a book out of the list in use, but not from the device, and says whether it was there.
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

    /// Searches the books of the list in use for what these digits mean.
    ///
    /// Fewer than 16 digits are looked for in one book after another until one has a match.
    /// 16 digits or more may have their key with them: they are first looked for as the whole hash
    /// of an entry, then read as hash and key by the options (dialled, as a service number), then
    /// looked for as a part of a hash.
    ///
    /// # Errors
    ///
    /// `hash-empty`; `hash-digit` at the first character that is not a decimal digit.
    pub fn search(&self, digits: &str, options: &Options) -> Result<Search, Error> {
        let query = Query::new(digits)?;
        let mut silent = Vec::new();
        let books = self.current.order.iter().map(|&id| self.ask(id, &query, &mut silent));
        let outcome = if digits.len() < SERVICE_DIGITS {
            let found = books.into_iter().find(|found| !found.is_empty());
            Outcome::of_book(found.unwrap_or_default())
        } else {
            long_outcome(books, digits, options)
        };
        Ok(Search { outcome, silent })
    }

    /// Everything that these digits can mean, by all books of the list in use, for a user to whom
    /// the outcome of [`search`](Self::search) is not enough. Its order is the order of that search.
    ///
    /// An address stands in it once: where it comes first. Books that cannot be asked are left out.
    ///
    /// # Errors
    ///
    /// Those of [`search`](Self::search).
    pub fn candidates(&self, digits: &str, options: &Options) -> Result<Vec<Found>, Error> {
        let query = Query::new(digits)?;
        let mut silent = Vec::new();
        let order = &self.current.order;
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

    /// Notes in the book that an address comes from that it was used.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] where the book could not keep it.
    pub fn note_use(&mut self, found: &Found) -> Result<(), Unavailable> {
        let address = found.entry.address();
        match found.origin {
            Origin::Book { id: BookId::OWN, .. } => self.own.note_use(address),
            Origin::Book { id, .. } => {
                self.others.get_mut(&id).map_or(Ok(()), |book| book.note_use(address))
            }
            Origin::Number => Ok(()),
        }
    }

    fn ask(&self, id: BookId, query: &Query, silent: &mut Vec<SilentBook>) -> Vec<Found> {
        let Some(book) = self.book(id) else { return Vec::new() };
        match book.matching(query) {
            Ok(entries) => rank(query, entries, id, book.name()),
            Err(reason) => {
                silent.push(SilentBook { id, name: book.name().into(), reason });
                Vec::new()
            }
        }
    }
}

impl<B: LowestBook> AddressBooks<B> {
    /// Remembers in the own book a hash that was not found, with the key that was entered for it,
    /// and gives the address that they mean.
    ///
    /// # Errors
    ///
    /// Those of [`LowestBook::learn`].
    pub fn learn(&mut self, hash: &str, key: &str, options: &Options) -> Result<Entry, B::Error> {
        self.own.learn(hash, key, options)
    }
}

/// What 16 digits or more mean: a chance hit of a whole hash is far rarer than digits of a hash that
/// happen to be a number.
fn long_outcome(
    books: impl Iterator<Item = Vec<Found>>,
    digits: &str,
    options: &Options,
) -> Outcome {
    let mut parts = Vec::new();
    for mut found in books {
        if found.first().is_some_and(is_whole) {
            found.retain(is_whole);
            return Outcome::of_book(found);
        }
        if parts.is_empty() {
            parts = found;
        }
    }
    let readings: Vec<_> = readings(digits, options).collect();
    if readings.is_empty() { Outcome::of_book(parts) } else { Outcome::Number(readings) }
}

fn is_whole(found: &Found) -> bool {
    found.weight().is_some_and(|weight| weight.place == MatchPlace::Whole)
}

/// The addresses that digits mean as hash and key, likeliest first.
fn readings(digits: &str, options: &Options) -> impl Iterator<Item = Found> {
    let options = Options { style: Style::Dialled, scope: NumberScope::Service, ..*options };
    let addresses = parses(digits, &options).ok().into_iter().flatten();
    let entries = addresses.filter_map(|address| Entry::new(&address).ok());
    entries.map(|entry| Found { entry, origin: Origin::Number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn errors_of_lists_are_told_apart() {
        let errors = [ListError::Unknown, ListError::Exists, ListError::InUse];
        let messages = ["no list of this name", "a list of this name exists", "the list is in use"];
        assert_eq!(errors.map(|error| error.to_string()), messages);
    }
}
