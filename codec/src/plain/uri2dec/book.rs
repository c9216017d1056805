//! Address books (section 9) as lists that are read from end to end.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::escape::escape;
use super::key::{fold, hash_of, inverted};
use super::number::{decode, encode, parses};
use crate::error::{Error, ErrorKind};
use crate::plain::e164;
use crate::uri2dec::{EscapeMode, Form, NumberScope, Options, Profile, Strictness, Style};

/// As [`scenario`](crate::uri2dec::book::scenario).
///
/// # Errors
///
/// The same.
pub fn scenario(
    steps: &[String],
    options: &Options,
    capacity: NonZeroUsize,
) -> Result<Vec<String>, Error> {
    let mut device = Device {
        own: Vec::new(),
        capacity: capacity.get(),
        books: Vec::new(),
        lists: vec![List { name: "home".to_string(), order: vec!["own".to_string()] }],
        in_use: 0,
        found: Vec::new(),
        silent: Vec::new(),
        options: *options,
    };
    let mut answers = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let words: Vec<&str> = step.split(' ').collect();
        if !matches!(words[0], "number" | "source" | "use" | "silent") {
            device.found.clear();
            device.silent.clear();
        }
        answers.push(device.step(&words).ok_or(Error::new(ErrorKind::Syntax, at))?);
    }
    Ok(answers)
}

struct Device {
    /// The learnt numbers, least recently used first.
    own: Vec<Learnt>,
    capacity: usize,
    books: Vec<Book>,
    lists: Vec<List>,
    in_use: usize,
    found: Vec<Found>,
    /// The books that the last search could not ask.
    silent: Vec<String>,
    options: Options,
}

struct Learnt {
    address: String,
    number: String,
    uses: u64,
}

struct Book {
    name: String,
    addresses: Vec<Known>,
    /// The time of the last use.
    clock: u64,
    /// Numbers and their records.
    records: Vec<(String, String)>,
    failed: bool,
}

#[derive(Clone)]
struct Known {
    address: String,
    uses: u64,
    last: u64,
}

struct List {
    name: String,
    order: Vec<String>,
}

#[derive(Clone)]
struct Found {
    address: String,
    /// `None` if the address was dialled.
    book: Option<String>,
    place: u8,
    form: Form,
}

/// The places of section 9.2 in the order of their weights.
const WHOLE: u8 = 4;
const PREFIX: u8 = 3;
const BEHIND_SEPARATOR: u8 = 2;
const WITHIN: u8 = 1;

impl Device {
    /// The answer to a step; `None` if it is not a step.
    fn step(&mut self, words: &[&str]) -> Option<String> {
        Some(match *words {
            ["connect", book] => self.connect(name(book)?, usize::MAX),
            ["connect", book, place] => self.connect(name(book)?, counted(place)?),
            ["disconnect", book] => self.disconnect(name(book)?),
            ["include", book] => self.include(name(book)?, usize::MAX),
            ["include", book, place] => self.include(name(book)?, counted(place)?),
            ["leave-out", book] => self.leave_out(name(book)?),
            ["order"] if self.lists[self.in_use].order.is_empty() => "none".to_string(),
            ["order"] => self.lists[self.in_use].order.join(" "),
            ["add-list", list] => self.add_list(name(list)?),
            ["remove-list", list] => self.remove_list(name(list)?),
            ["switch-to", list] => self.switch_to(name(list)?),
            ["lists"] => self.names_of_lists(),
            ["add", book, address] => self.add(name(book)?, address, 0, 0),
            ["add", book, address, uses, last] => {
                self.add(name(book)?, address, whole_number(uses)?, whole_number(last)?)
            }
            ["remove", book, address] => self.remove(name(book)?, address),
            ["record", book, number, _, ..] => {
                self.record(name(book)?, number, &words[3..].join(" "))
            }
            ["fail", book] => self.set_failed(name(book)?, true, "failed"),
            ["slow", book] => self.set_failed(name(book)?, false, "slowed"),
            ["restore", book] => self.set_failed(name(book)?, false, "restored"),
            ["call", number] => self.call(number),
            ["silent"] if self.silent.is_empty() => "none".to_string(),
            ["silent"] => self.silent.join(" "),
            ["learn", hash, _, ..] => self.learn(hash, &words[2..].join(" ")),
            ["forget", address] => {
                let at = self.own.iter().position(|known| same(&known.address, address));
                at.map(|at| self.own.remove(at)).map_or("unknown", |_| "forgotten").to_string()
            }
            ["records"] if self.own.is_empty() => "none".to_string(),
            ["records"] => {
                let numbers: Vec<_> = self.own.iter().map(|known| known.number.clone()).collect();
                numbers.join(", ")
            }
            ["reopen"] => "reopened".to_string(),
            ["reopen", capacity] => {
                self.capacity = counted(capacity)?.saturating_add(1);
                self.keep_within_capacity();
                "reopened".to_string()
            }
            ["ask", digits] => self.ask(digits),
            ["candidates", digits] => self.candidates(digits),
            ["number", of] => self.number(counted(of)?),
            ["source", of] => match self.found.get(counted(of)?) {
                Some(found) => found.book.clone().unwrap_or("dialled".to_string()),
                None => "unknown".to_string(),
            },
            ["use", of] => self.note_use(counted(of)?),
            _ => return None,
        })
    }

    fn connect(&mut self, name: &str, place: usize) -> String {
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

    fn disconnect(&mut self, name: &str) -> String {
        let Some(at) = self.books.iter().position(|book| book.name == name) else {
            return "unknown".to_string();
        };
        self.books.remove(at);
        for list in &mut self.lists {
            list.order.retain(|book| book != name);
        }
        "disconnected".to_string()
    }

    fn include(&mut self, name: &str, place: usize) -> String {
        if !self.is_book(name) {
            return "unknown".to_string();
        }
        let order = &mut self.lists[self.in_use].order;
        order.retain(|book| book != name);
        let place = place.min(order.len());
        order.insert(place, name.to_string());
        "included".to_string()
    }

    fn leave_out(&mut self, name: &str) -> String {
        let order = &mut self.lists[self.in_use].order;
        let there = order.iter().any(|book| book == name);
        order.retain(|book| book != name);
        if there { "left-out".to_string() } else { "unknown".to_string() }
    }

    fn add_list(&mut self, name: &str) -> String {
        if self.lists.iter().any(|list| list.name == name) {
            return "exists".to_string();
        }
        self.lists.push(List { name: name.to_string(), order: vec!["own".to_string()] });
        "added".to_string()
    }

    fn remove_list(&mut self, name: &str) -> String {
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

    fn switch_to(&mut self, name: &str) -> String {
        let Some(at) = self.lists.iter().position(|list| list.name == name) else {
            return "unknown".to_string();
        };
        self.in_use = at;
        "switched".to_string()
    }

    fn names_of_lists(&self) -> String {
        let in_use = &self.lists[self.in_use].name;
        let mut others: Vec<_> =
            self.lists.iter().map(|list| list.name.clone()).filter(|name| name != in_use).collect();
        others.sort();
        others.insert(0, in_use.clone());
        others.join(" ")
    }

    fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
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

    fn remove(&mut self, book: &str, address: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        let before = book.addresses.len();
        book.addresses.retain(|known| !same(&known.address, address));
        if book.addresses.len() < before { "removed" } else { "unknown" }.to_string()
    }

    fn record(&mut self, book: &str, number: &str, record: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        let Ok(domain) = e164::to_domain(number, "e164.arpa") else {
            return "refused".to_string();
        };
        book.records.push((domain, record.to_string()));
        "added".to_string()
    }

    fn set_failed(&mut self, book: &str, failed: bool, word: &str) -> String {
        let Some(book) = self.books.iter_mut().find(|known| known.name == book) else {
            return "unknown".to_string();
        };
        book.failed = failed;
        word.to_string()
    }

    /// Section 9.1: the name system and RFC 3761.
    fn call(&mut self, number: &str) -> String {
        let Ok(domain) = e164::to_domain(number, "e164.arpa") else {
            return "refused".to_string();
        };
        for name in &self.lists[self.in_use].order {
            let Some(book) = self.books.iter().find(|book| book.name == *name) else { continue };
            if book.failed {
                self.silent.push(name.clone());
                continue;
            }
            let own = book.records.iter().filter(|(known, _)| *known == domain);
            let records: Vec<String> = own.map(|(_, record)| record.clone()).collect();
            for uri in e164::rewrite(number, &records, "").unwrap_or_default() {
                let address = escape(&uri, EscapeMode::Uri);
                let known = self.found.iter().any(|found| found.address == address);
                if !known {
                    let book = Some(name.clone());
                    self.found.push(Found { address, book, place: WHOLE, form: Form::Direct });
                }
            }
            if !self.found.is_empty() {
                break;
            }
        }
        match self.found.len() {
            0 => "none".to_string(),
            1 => self.offered("one"),
            _ => self.offered("several"),
        }
    }

    /// The books of the list that cannot be asked, up to the book at which the search ends.
    fn note_silent(&mut self, asked: usize) {
        let order = self.lists[self.in_use].order[..asked].to_vec();
        let failed =
            |name: &String| self.books.iter().any(|book| book.failed && book.name == *name);
        self.silent = order.into_iter().filter(failed).collect();
    }

    /// Section 9.3.
    fn learn(&mut self, hash: &str, key: &str) -> String {
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

    fn keep_within_capacity(&mut self) {
        while self.own.len() > self.capacity {
            self.own.remove(0);
        }
    }

    /// Sections 9.2 and 9.4.
    fn ask(&mut self, digits: &str) -> String {
        if !is_digits(digits) {
            return "refused".to_string();
        }
        let order = self.lists[self.in_use].order.clone();
        let found: Vec<_> = order.iter().map(|book| self.matches(book, digits)).collect();
        // A short search ends at the first book with a match, a long one at a whole hash.
        let ends = |matches: &Vec<Found>| match digits.len() {
            0..16 => !matches.is_empty(),
            _ => matches.iter().any(|found| found.place == WHOLE),
        };
        let asked = found.iter().position(ends).map_or(found.len(), |at| at + 1);
        self.note_silent(asked);
        let first = found.iter().find(|matches| !matches.is_empty()).cloned().unwrap_or_default();
        let mut word = None;
        self.found = first;
        if digits.len() >= 16 {
            let whole = |matches: &Vec<Found>| matches.iter().any(|found| found.place == WHOLE);
            let readings = self.readings(digits);
            if let Some(matches) = found.into_iter().find(whole) {
                self.found = matches.into_iter().filter(|found| found.place == WHOLE).collect();
            } else if !readings.is_empty() {
                self.found = readings;
                word = Some("dialled");
            }
        }
        let whole = self.found.iter().filter(|found| found.place == WHOLE).count();
        match (word, self.found.len()) {
            (Some(word), _) => self.offered(word),
            (None, 0) => "none".to_string(),
            (None, 1) => self.offered("one"),
            (None, _) if whole >= 10 => self.offered("collision"),
            (None, _) => self.offered("several"),
        }
    }

    fn candidates(&mut self, digits: &str) -> String {
        if !is_digits(digits) {
            return "refused".to_string();
        }
        let order = self.lists[self.in_use].order.clone();
        let mut all: Vec<_> = order.iter().flat_map(|book| self.matches(book, digits)).collect();
        if digits.len() >= 16 {
            // A stable sort: whole hashes, what the digits mean as a number, parts of hashes.
            all.extend(self.readings(digits));
            all.sort_by_key(|found| match (found.place, &found.book) {
                (WHOLE, Some(_)) => 0,
                (_, None) => 1,
                _ => 2,
            });
        }
        for found in all {
            if self.found.iter().all(|before| before.address != found.address) {
                self.found.push(found);
            }
        }
        if self.found.is_empty() { "none".to_string() } else { self.offered("candidates") }
    }

    fn offered(&self, word: &str) -> String {
        let mut answer = word.to_string();
        for found in &self.found {
            answer = answer + " " + &found.address;
        }
        answer
    }

    /// The matches of a book, greatest weight first.
    fn matches(&self, book: &str, digits: &str) -> Vec<Found> {
        let mut known = Vec::new();
        if book == "own" {
            for (last, learnt) in self.own.iter().enumerate() {
                let Learnt { address, uses, .. } = learnt;
                known.push(Known { address: address.clone(), uses: *uses, last: last as u64 });
            }
        }
        for other in self.books.iter().filter(|other| other.name == book && !other.failed) {
            known.extend(other.addresses.iter().cloned());
        }
        let mut weighed = Vec::new();
        for Known { address, uses, last } in known {
            let hash = hash_of(&address);
            let direct = place(digits, &hash);
            let pre_inverted = place(digits, &inverted(&hash));
            let form = if direct >= pre_inverted { Form::Direct } else { Form::PreInverted };
            let place = direct.max(pre_inverted);
            if place > 0 {
                let found = Found { address, book: Some(book.to_owned()), place, form };
                weighed.push(((place, uses, last), found));
            }
        }
        weighed.sort_by(|(one, a), (two, b)| two.cmp(one).then(a.address.cmp(&b.address)));
        weighed.into_iter().map(|(_, found)| found).collect()
    }

    /// Section 7: the addresses of the digits, read as hash and key.
    fn readings(&self, digits: &str) -> Vec<Found> {
        let dialled =
            Options { style: Style::Dialled, scope: NumberScope::Service, ..self.options };
        let addresses = parses(digits, &dialled).unwrap_or_default();
        let found = |address| Found { address, book: None, place: 0, form: self.options.form };
        addresses.into_iter().map(found).collect()
    }

    fn number(&self, of: usize) -> String {
        match self.found.get(of) {
            Some(found) => {
                let options = Options { form: found.form, ..self.options };
                encode(&found.address, &options).unwrap_or_default()
            }
            None => "unknown".to_string(),
        }
    }

    fn note_use(&mut self, of: usize) -> String {
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

/// The best place of the digits in a hash, by trying each place; 0 if the hash lacks them.
fn place(digits: &str, hash: &str) -> u8 {
    let at = |at: usize| match at {
        _ if !hash[at..].starts_with(digits) => 0,
        0 if hash.len() == digits.len() => WHOLE,
        0 => PREFIX,
        _ if hash[..at].ends_with('0') => BEHIND_SEPARATOR,
        _ => WITHIN,
    };
    (0..hash.len()).map(at).max().unwrap_or(0)
}

/// Whether an entered address is this one, in either letter case.
fn same(address: &str, entered: &str) -> bool {
    entered.to_ascii_lowercase() == address
}

fn is_digits(digits: &str) -> bool {
    !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

fn name(word: &str) -> Option<&str> {
    let right = word.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '-'));
    if right && !word.is_empty() { Some(word) } else { None }
}

fn whole_number(word: &str) -> Option<u64> {
    let leading = word.len() > 1 && word.starts_with('0');
    if is_digits(word) && !leading { word.parse().ok() } else { None }
}

/// Converts a number that counts from 1 to one that counts from 0.
fn counted(word: &str) -> Option<usize> {
    let number = whole_number(word)?;
    if number == 0 { None } else { Some(usize::try_from(number - 1).unwrap_or(usize::MAX)) }
}
