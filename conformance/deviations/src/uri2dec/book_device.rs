//! A device with address books and a field for each rule: its books, its lists, and the numbers that it
//! learns.

use acegate_codec::e164::{self, TREE};
use acegate_codec::uri2dec::{
    Form, NumberScope, Options, Profile, Strictness, Style, decode, encode, hash,
};

use super::book_rules::{Connected, Kept, Removal, Reopen, Rules};

pub(super) const OWN: &str = "own";
pub(super) const UNKNOWN: &str = "unknown";

pub(super) struct Device<'a> {
    pub(super) rules: &'a Rules,
    pub(super) options: Options,
    pub(super) capacity: usize,
    pub(super) clock: u64,
    /// The own book is the first.
    pub(super) books: Vec<Book>,
    /// Each with its order; the first is in use.
    pub(super) lists: Vec<(String, Vec<String>)>,
    pub(super) found: Vec<Found>,
    /// The books that the last search could not ask.
    pub(super) silent: Vec<String>,
}

pub(super) struct Book {
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
    /// Telephone numbers, as domains, with their records.
    pub(super) records: Vec<(String, String)>,
    pub(super) failed: bool,
    pub(super) slow: bool,
}

impl Book {
    pub(super) fn new(name: &str) -> Self {
        let (entries, records) = (Vec::new(), Vec::new());
        Self { name: name.into(), entries, records, failed: false, slow: false }
    }
}

#[derive(Clone)]
pub(super) struct Entry {
    pub(super) address: String,
    pub(super) uses: u64,
    pub(super) last: u64,
    /// The time at which it was learnt, and the number.
    pub(super) entered: u64,
    pub(super) number: String,
}

#[derive(Clone)]
pub(super) struct Found {
    pub(super) entry: Entry,
    /// Empty if the address was dialled.
    pub(super) book: String,
    pub(super) place: u8,
    pub(super) form: Form,
}

impl Device<'_> {
    pub(super) fn connect(&mut self, name: &str, place: usize) -> String {
        if self.books.iter().any(|book| book.name == name) {
            return "exists".into();
        }
        self.books.push(Book::new(name));
        match self.rules.connected {
            Connected::InFront if place == usize::MAX => self.include(name, 0),
            _ => self.include(name, place),
        };
        if self.rules.connected == Connected::InEveryList {
            self.lists[1..].iter_mut().for_each(|(_, order)| order.push(name.into()));
        }
        "connected".into()
    }

    pub(super) fn disconnect(&mut self, name: &str) -> String {
        let book = removed(&mut self.books, |book| book.name == name && name != OWN);
        if book.is_some() {
            self.lists.iter_mut().for_each(|(_, order)| order.retain(|book| book != name));
        }
        said(book.is_some(), "disconnected")
    }

    pub(super) fn include(&mut self, name: &str, place: usize) -> bool {
        let is_there = self.books.iter().any(|book| book.name == name);
        let order = &mut self.lists[0].1;
        if is_there {
            order.retain(|book| book != name);
            order.insert(place.min(order.len()), name.into());
        }
        is_there
    }

    pub(super) fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(book) = self.book(book).filter(|book| book.name != OWN) else {
            return UNKNOWN.into();
        };
        if hash(address).is_err() {
            return "refused".into();
        }
        let address = address.to_ascii_lowercase();
        if book.entries.iter().any(|entry| entry.address == address) {
            return "exists".into();
        }
        book.entries.push(Entry { address, uses, last, entered: 0, number: String::new() });
        self.clock = self.clock.max(last);
        "added".into()
    }

    pub(super) fn remove(&mut self, book: &str, address: &str) -> bool {
        let Some(book) = self.book(book) else { return false };
        removed(&mut book.entries, |entry| entry.address.eq_ignore_ascii_case(address)).is_some()
    }

    pub(super) fn record(&mut self, book: &str, number: &str, record: &str) -> String {
        let Some(book) = self.book(book).filter(|book| book.name != OWN) else {
            return UNKNOWN.into();
        };
        let Ok(domain) = e164::to_domain(number, TREE) else { return "refused".into() };
        book.records.push((domain, record.into()));
        "added".into()
    }

    pub(super) fn set(&mut self, book: &str, set: fn(&mut Book)) -> bool {
        self.book(book).filter(|book| book.name != OWN).map(set).is_some()
    }

    pub(super) fn learn(&mut self, digits: &str, key: &str) -> Option<String> {
        let marker = key.chars().next()?;
        let (profile, form) = Profile::of_marker(marker)?;
        let strictness = match self.rules.kept {
            Kept::Lenient => Strictness::Lenient,
            _ => Strictness::Strict,
        };
        let options = Options {
            profile,
            form,
            style: Style::Spaced,
            scope: NumberScope::Local,
            strictness,
            ..self.options
        };
        let key = key[1..].strip_prefix(' ').unwrap_or(&key[1..]);
        let entered = format!("{digits} {marker} {key}");
        let address = decode(&entered, &options).ok()?;
        let number = match self.rules.kept {
            Kept::Canonical => encode(&address, &options).ok()?,
            Kept::Lenient | Kept::WithNines => entered,
            Kept::Nothing => return Some(address),
        };
        self.clock = self.clock.saturating_add(1);
        let now = self.clock;
        let own = &mut self.books[0].entries;
        let before = removed(own, |entry| entry.address == address);
        let uses = before.as_ref().map_or(0, |entry| entry.uses) + 1;
        let entered = before.map_or(now, |entry| entry.entered);
        own.push(Entry { address: address.clone(), uses, last: now, entered, number });
        self.remove_unused();
        Some(address)
    }

    pub(super) fn reopen(&mut self, capacity: Option<usize>) -> String {
        self.capacity = capacity.unwrap_or(self.capacity);
        self.remove_unused();
        let own = &mut self.books[0].entries;
        match self.rules.reopen {
            Reopen::Nothing => {}
            Reopen::Everything => own.clear(),
            Reopen::Uses => own.iter_mut().for_each(|entry| entry.uses = 1),
            Reopen::OrderOfUse => {
                own.sort_by_key(|entry| entry.entered);
                let mut times: Vec<_> = own.iter().map(|entry| entry.last).collect();
                times.sort_unstable();
                own.iter_mut().zip(times).for_each(|(entry, time)| entry.last = time);
            }
        }
        "reopened".into()
    }

    pub(super) fn note_use(&mut self, found: &Found) {
        self.clock = self.clock.saturating_add(1);
        let now = self.clock;
        let Some(book) = self.book(&found.book) else { return };
        for entry in &mut book.entries {
            if entry.address == found.entry.address {
                entry.uses = entry.uses.saturating_add(1);
                entry.last = now;
            }
        }
    }

    fn remove_unused(&mut self) {
        let own = &mut self.books[0].entries;
        while own.len() > self.capacity {
            // The new number is never the one to go.
            let newest = own.iter().map(|entry| entry.last).max();
            let others = own.iter().filter(|entry| Some(entry.last) != newest);
            let victim = match self.rules.removal {
                Removal::LeastRecentlyUsed => others.min_by_key(|entry| entry.last),
                Removal::MostRecentlyUsed => others.max_by_key(|entry| entry.last),
                Removal::FirstEntered => others.min_by_key(|entry| entry.entered),
                Removal::Never => None,
            };
            let Some(address) = victim.map(|entry| entry.address.clone()) else { return };
            own.retain(|entry| entry.address != address);
        }
    }

    fn book(&mut self, name: &str) -> Option<&mut Book> {
        self.books.iter_mut().find(|book| book.name == name)
    }
}

pub(super) fn said(done: bool, word: &str) -> String {
    if done { word } else { UNKNOWN }.into()
}

pub(super) fn removed<T>(items: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    items.iter().position(is_it).map(|at| items.remove(at))
}
