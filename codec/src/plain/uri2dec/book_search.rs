//! Searches of a device in its address books (sections 9.1, 9.2 and 9.4).

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::book_device::{Device, Found, Known, Learnt};
use super::escape::escape;
use super::key::{hash_of, inverted};
use super::number::{encode, parses};
use crate::plain::e164;
use crate::uri2dec::{EscapeMode, Form, NumberScope, Options, Style};

/// The places of section 9.2 in the order of their weights.
const WHOLE: u8 = 4;
const PREFIX: u8 = 3;
const BEHIND_SEPARATOR: u8 = 2;
const WITHIN: u8 = 1;

impl Device {
    /// Section 9.1: the name system and RFC 3761.
    pub(super) fn call(&mut self, number: &str) -> String {
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

    /// Sections 9.2 and 9.4.
    pub(super) fn ask(&mut self, digits: &str) -> String {
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

    pub(super) fn candidates(&mut self, digits: &str) -> String {
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

    pub(super) fn number(&self, of: usize) -> String {
        match self.found.get(of) {
            Some(found) => {
                let options = Options { form: found.form, ..self.options };
                encode(&found.address, &options).unwrap_or_default()
            }
            None => "unknown".to_string(),
        }
    }

    /// The books of the list that cannot be asked, up to the book at which the search ends.
    fn note_silent(&mut self, asked: usize) {
        let order = self.lists[self.in_use].order[..asked].to_vec();
        let failed =
            |name: &String| self.books.iter().any(|book| book.failed && book.name == *name);
        self.silent = order.into_iter().filter(failed).collect();
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

pub(super) fn is_digits(digits: &str) -> bool {
    !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}
