//! Matches of entered digits with the hashes of entries, and the outcome of a search (sections 9.2 and 9.4).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Entry;
use crate::uri2dec::{Form, Options, encode};

/// The match of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The place of the digits in the hash.
    pub place: MatchPlace,
    /// The form of the hash that matches.
    pub form: Form,
}

impl Match {
    /// The better match of the two hashes of an entry with these digits; the match of the direct hash if they
    /// are equal.
    ///
    /// All digits count. Without a key there is no extension, so nines at the end are also symbols.
    #[must_use]
    pub fn of(digits: &str, entry: &Entry) -> Option<Self> {
        let direct = MatchPlace::of(digits, entry.hash());
        let inverted = MatchPlace::of(digits, entry.inverted_hash());
        let form = if direct >= inverted {
            Form::Direct
        } else {
            Form::PreInverted
        };
        Some(Self {
            place: direct.max(inverted)?,
            form,
        })
    }
}

/// The place of the entered digits in a hash. A greater place has a greater weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchPlace {
    /// Inside a word.
    Elsewhere,
    /// At the start of a word that is not the first.
    AfterSeparator,
    /// At the start of the hash.
    Prefix,
    /// The digits are the hash.
    Whole,
}

impl MatchPlace {
    /// The best place of the digits in a hash; `None` if the hash does not contain them. It takes
    /// linear time.
    #[must_use]
    pub fn of(digits: &str, hash: &str) -> Option<Self> {
        if hash == digits {
            Some(Self::Whole)
        } else if hash.starts_with(digits) {
            Some(Self::Prefix)
        } else if !hash.contains(digits) {
            None
        // The symbols that separate words have the hash digit 0 (section 5.3).
        } else if hash.contains(&format!("0{digits}")) {
            Some(Self::AfterSeparator)
        } else {
            Some(Self::Elsewhere)
        }
    }
}

/// An address that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAddress {
    /// The address with its history.
    pub entry: Entry,
    /// The name of the book that has it, to be shown with it; `None` if the digits themselves are its
    /// hash and key.
    pub book: Option<String>,
    /// The match of the address with the digits.
    pub matched: Match,
}

impl FoundAddress {
    /// The number of the address: its hash, completed with its key.
    ///
    /// The form is the form of the hash that matched. The options decide the rest.
    #[must_use]
    pub fn number(&self, options: &Options) -> String {
        let options = Options {
            form: self.matched.form,
            ..*options
        };
        encode(self.entry.address(), &options).expect("an entry has an address")
    }

    /// The weight of the match, which section 9.2 leaves open: its place, which decides first, then how
    /// many times the address was used, then its last use. Matches of greater weight come first.
    #[must_use]
    pub fn weight(&self) -> (MatchPlace, u64, u64) {
        (self.matched.place, self.entry.uses, self.entry.last_use)
    }
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The result.
    pub result: SearchResult,
    /// All addresses that were found, in the order in which they are offered.
    pub found: Vec<FoundAddress>,
    /// The names of the books that could not be asked, in the order of the list.
    pub silent: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// The only match of a book. It is the address that was meant.
    One,
    /// The matches of a book, greatest weight first: a list to choose from.
    Several,
    /// The matches of a book, greatest weight first. Ten or more of them have exactly these digits as
    /// their hash, so the device may ask for the key instead of showing a list.
    Collision,
    /// The digits are a hash and a key. These are all addresses that they can be read as, likeliest
    /// first. There is at least one.
    Number,
    /// No book has a match. The key must be entered.
    Miss,
}
