//! The search for an address in all books of a device, one after another (section 9.2).

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{AddressBooks, Entry, FoundAddress, Match, MatchPlace, Search, SearchResult};
use crate::e164;
use crate::error::Error;
use crate::uri2dec::packing::check_hash;
use crate::uri2dec::{Form, NumberScope, Options, Style, parses};

/// The number of digits from which the entered digits may include a key (section 7.1).
const SERVICE_DIGITS: usize = 16;

impl AddressBooks {
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
