//! A device with address books (section 9) as lists that are read from end to end.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::key::fold;
use super::number::{decode, encode};
use crate::plain::e164;
use crate::uri2dec::{Form, NumberScope, Options, Profile, Strictness, Style};

pub(super) struct Device {
    /// The learnt numbers, least recently used first.
    pub(super) own: Vec<Learnt>,
    pub(super) capacity: usize,
    pub(super) books: Vec<Book>,
    pub(super) lists: Vec<List>,
    pub(super) in_use: usize,
    pub(super) found: Vec<Found>,
    /// The books that the last search could not ask.
    pub(super) silent: Vec<String>,
    pub(super) options: Options,
}

pub(super) struct Learnt {
    pub(super) address: String,
    pub(super) number: String,
    pub(super) uses: u64,
}

pub(super) struct Book {
    pub(super) name: String,
    pub(super) addresses: Vec<Known>,
    /// The time of the last use.
    clock: u64,
    /// Numbers and their records.
    pub(super) records: Vec<(String, String)>,
    pub(super) failed: bool,
}

#[derive(Clone)]
pub(super) struct Known {
    pub(super) address: String,
    pub(super) uses: u64,
    pub(super) last: u64,
}

pub(super) struct List {
    pub(super) name: String,
    pub(super) order: Vec<String>,
}

#[derive(Clone)]
pub(super) struct Found {
    pub(super) address: String,
    /// `None` if the address was dialled.
    pub(super) book: Option<String>,
    pub(super) place: u8,
    pub(super) form: Form,
}

impl Device {
    pub(super) fn connect(&mut self, name: &str, place: usize) -> String {
        if self.is_book(name) {
            return "exists".to_string();
        }
        self.books.push(Book {
            name: name.to_string(),
            addresses: Vec::new(),
            clock: 0,
            records: Vec::new(),
            failed: false,
        });
        self.include(name, place);
        "connected".to_string()
    }

    pub(super) fn disconnect(&mut self, name: &str) -> String {
        let Some(at) = self.books.iter().position(|book| book.name == name) else {
            return "unknown".to_string();
        };
        self.books.remove(at);
        for list in &mut self.lists {
            list.order.retain(|book| book != name);
        }
        "disconnected".to_string()
    }

    pub(super) fn include(&mut self, name: &str, place: usize) -> String {
        if !self.is_book(name) {
            return "unknown".to_string();
        }
        let order = &mut self.lists[self.in_use].order;
        order.retain(|book| book != name);
        let place = place.min(order.len());
        order.insert(place, name.to_string());
        "included".to_string()
    }

    pub(super) fn leave_out(&mut self, name: &str) -> String {
        let order = &mut self.lists[self.in_use].order;
        let there = order.iter().any(|book| book == name);
        order.retain(|book| book != name);
        if there { "left-out".to_string() } else { "unknown".to_string() }
    }

    pub(super) fn add_list(&mut self, name: &str) -> String {
        if self.lists.iter().any(|list| list.name == name) {
            return "exists".to_string();
        }
        self.lists.push(List { name: name.to_string(), order: vec!["own".to_string()] });
        "added".to_string()
    }

    pub(super) fn remove_list(&mut self, name: &str) -> String {
        match self.lists.iter().position(|list| list.name == name) {
            None => "unknown".to_string(),
            Some(at) if at == self.in_use => "in-use".to_string(),
            Some(at) => {
                self.lists.remove(at);
                self.in_use -= usize::from(at < self.in_use);
                "removed".to_string()
            }
        }
    }

    pub(super) fn switch_to(&mut self, name: &str) -> String {
        let Some(at) = self.lists.iter().position(|list| list.name == name) else {
            return "unknown".to_string();
        };
        self.in_use = at;
        "switched".to_string()
    }

    pub(super) fn names_of_lists(&self) -> String {
        let in_use = &self.lists[self.in_use].name;
        let mut others: Vec<_> =
            self.lists.iter().map(|list| list.name.clone()).filter(|name| name != in_use).collect();
        others.sort();
        others.insert(0, in_use.clone());
        others.join(" ")
    }

    pub(super) fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        let Ok(address) = fold(address, 0) else {
            return "refused".to_string();
        };
        if book.addresses.iter().any(|known| known.address == address) {
            return "exists".to_string();
        }
        book.clock = book.clock.max(last);
        book.addresses.push(Known { address, uses, last });
        "added".to_string()
    }

    pub(super) fn remove(&mut self, book: &str, address: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        let before = book.addresses.len();
        book.addresses.retain(|known| !same(&known.address, address));
        if book.addresses.len() < before { "removed" } else { "unknown" }.to_string()
    }

    pub(super) fn record(&mut self, book: &str, number: &str, record: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        let Ok(domain) = e164::to_domain(number, "e164.arpa") else {
            return "refused".to_string();
        };
        book.records.push((domain, record.to_string()));
        "added".to_string()
    }

    pub(super) fn set_failed(&mut self, book: &str, failed: bool, word: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        book.failed = failed;
        word.to_string()
    }

    /// Section 9.3.
    pub(super) fn learn(&mut self, hash: &str, key: &str) -> String {
        let marker = key.chars().next();
        let Some((profile, form)) = marker.and_then(Profile::of_marker) else {
            return "refused".to_string();
        };
        let digits = key[1..].strip_prefix(' ').unwrap_or(&key[1..]);
        let options = Options {
            profile,
            form,
            style: Style::Spaced,
            scope: NumberScope::Local,
            strictness: Strictness::Strict,
            ..self.options
        };
        let number = format!("{hash} {} {digits}", marker.unwrap_or_default());
        let Ok(address) = decode(&number, &options) else {
            return "refused".to_string();
        };
        // Without the nines that may have been entered.
        let number = encode(&address, &options).unwrap_or_default();
        let before = self.own.iter().position(|known| known.address == address);
        let uses = before.map_or(0, |at| self.own.remove(at).uses);
        let uses = uses.saturating_add(1);
        self.own.push(Learnt { address: address.clone(), number, uses });
        self.keep_within_capacity();
        address
    }

    pub(super) fn keep_within_capacity(&mut self) {
        while self.own.len() > self.capacity {
            self.own.remove(0);
        }
    }

    pub(super) fn note_use(&mut self, of: usize) -> String {
        let Some(found) = self.found.get(of) else {
            return "unknown".to_string();
        };
        if found.book.as_deref() == Some("own")
            && let Some(at) = self.own.iter().position(|known| known.address == found.address)
        {
            let learnt = self.own.remove(at);
            self.own.push(Learnt { uses: learnt.uses.saturating_add(1), ..learnt });
        }
        for book in self.books.iter_mut().filter(|book| found.book.as_ref() == Some(&book.name)) {
            book.clock = book.clock.saturating_add(1);
            for known in &mut book.addresses {
                if known.address == found.address {
                    known.uses = known.uses.saturating_add(1);
                    known.last = book.clock;
                }
            }
        }
        "used".to_string()
    }

    fn is_book(&self, name: &str) -> bool {
        name == "own" || self.books.iter().any(|book| book.name == name)
    }
}

/// Whether an entered address is this one, in either letter case.
pub(super) fn same(address: &str, entered: &str) -> bool {
    entered.to_ascii_lowercase() == address
}
