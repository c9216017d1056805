//! The rules of sections 5 to 7, each as a value that a known fault changes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::uri2dec::{Form, NumberScope, Packing, Profile};

/// uri2dec as a table of its rules.
#[derive(Clone, Copy, Debug)]
pub struct KeypadRules {
    /// The symbols of each key by position (table 2).
    pub table: [&'static str; 10],
    /// The bits of the symbol 1 (table 2).
    pub bits_of_one: usize,
    /// The letter that an entered character means (section 8.1).
    pub letter: fn(char) -> char,
    /// The symbols that are separate words (section 5.3).
    pub separators: &'static str,
    /// Puts the words between these separators in reverse order (section 5.3).
    pub invert: fn(&str, &str) -> String,
    /// Whether the first symbol is in the high bits of the vector (section 5.4).
    pub first_is_highest: bool,
    /// Whether the key of the pre-inverted form is the key of the inverted address (section 5.5).
    pub key_of_spelling: bool,
    /// The count that says how many zeros the alignment has added, and back (section 5.6).
    pub count: fn(usize) -> usize,
    /// Whether a vector without significant bits is aligned like any other (section 5.6).
    pub aligns_zero: bool,
    /// The bits of a key that are kept (section 5.4).
    pub width: usize,
    /// The key digit for three zero bits (section 5.6).
    pub zero: fn(Profile) -> char,
    /// The form in which a number is written if this one is asked for (section 5.5).
    pub form: fn(Form) -> Form,
    /// The marker of a profile and a form (section 5.5).
    pub marker: fn(Profile, Form) -> char,
    /// The profile and the form that a marker names (section 5.5).
    pub marked: fn(char) -> Option<(Profile, Form)>,
    /// The digits that a number has with its extension (section 5.7).
    pub extended: fn(NumberScope, usize) -> usize,
    /// Whether a number of so many digits may have so many nines after them (section 5.7).
    pub is_extended: fn(NumberScope, usize, usize) -> bool,
    /// The digits of a hash that count (section 7.3).
    pub read_hash: fn(&str) -> &str,
    /// The digits of a key that count, after this zero (section 7.3).
    pub read_key: fn(&str, char) -> &str,
    /// The places of the markers of a dialled number, in the order of its readings (section 7.3).
    pub places: fn(&str, Profile) -> Vec<usize>,
    /// Whether the key of a record is compared with its address (section 5.9).
    pub compares_record_key: bool,
}

impl KeypadRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        table: [
            ".@%0", "1", "cab2", "def3", "ghi4", "jkl5", "omn6", "pqrs-7/:", "tuv8", "wxyz_9?&",
        ],
        bits_of_one: 0,
        letter: |character| character.to_ascii_lowercase(),
        separators: ".@%0",
        invert: |text, separators| {
            let mut words = Vec::from([String::new()]);
            for symbol in text.chars() {
                if separators.contains(symbol) {
                    words.extend([symbol.to_string(), String::new()]);
                } else if let Some(word) = words.last_mut() {
                    word.push(symbol);
                }
            }
            words.reverse();
            words.concat()
        },
        first_is_highest: false,
        key_of_spelling: false,
        count: |zeros| zeros,
        aligns_zero: false,
        width: usize::MAX,
        zero: Profile::zero,
        form: |form| form,
        marker: Profile::marker,
        marked: Profile::of_marker,
        extended: |scope, digits| match scope {
            NumberScope::Service => digits.max(SERVICE_DIGITS),
            NumberScope::Local => digits,
        },
        is_extended: |scope, digits, nines| match scope {
            NumberScope::Service => digits + nines == digits.max(SERVICE_DIGITS),
            NumberScope::Local => nines == 0 || digits + nines <= SERVICE_DIGITS,
        },
        read_hash: |hash| hash,
        read_key: |key, _| key,
        // The markers from left to right: the longest key first.
        places: |number, profile| {
            let markers = [
                profile.marker(Form::Direct),
                profile.marker(Form::PreInverted),
            ];
            number.match_indices(markers).map(|(at, _)| at).collect()
        },
        compares_record_key: true,
    };

    /// The key of a symbol and its position on it.
    pub(super) fn place(&self, symbol: char) -> Option<(char, usize)> {
        let rows = ('0'..='9').zip(self.table);
        rows.filter_map(|(key, row)| Some((key, row.find(symbol)?)))
            .next()
    }

    /// The symbol at a position of a key, or its digit if the key has no such position.
    pub(super) fn symbol(&self, key: char, position: usize) -> char {
        let row = key.to_digit(10).map_or("", |key| self.table[key as usize]);
        row.chars().nth(position).unwrap_or(key)
    }

    /// The bits of a symbol on this key.
    pub(super) fn bits(&self, key: char) -> usize {
        match key {
            '1' => self.bits_of_one,
            '7' | '9' => 3,
            _ => 2,
        }
    }

    pub(super) fn inverted(&self, address: &str) -> String {
        (self.invert)(address, self.separators)
    }

    /// The only separator of a hash is 0, the key of all of them.
    pub(super) fn inverted_hash(&self, hash: &str) -> String {
        (self.invert)(hash, "0")
    }

    /// The symbols in the order of the vector: the address, or the inverted one from its end.
    pub(super) fn arranged(
        &self,
        symbols: &str,
        inverted: impl Fn(&str) -> String,
        packing: Packing,
    ) -> String {
        match packing {
            _ if self.first_is_highest => mirrored(symbols),
            Packing::NaturalLsb => symbols.to_string(),
            Packing::InvertedMsb => mirrored(&inverted(symbols)),
        }
    }

    /// Undoes [`arranged`](Self::arranged).
    pub(super) fn rearranged(&self, symbols: &str, packing: Packing) -> String {
        match packing {
            _ if self.first_is_highest => mirrored(symbols),
            Packing::NaturalLsb => symbols.to_string(),
            Packing::InvertedMsb => self.inverted(&mirrored(symbols)),
        }
    }
}

fn mirrored(symbols: &str) -> String {
    symbols.chars().rev().collect()
}

/// The digits of a service number that is extended (section 5.7).
const SERVICE_DIGITS: usize = 16;
