//! Matches of entered digits with the hashes of entries, and their weights (sections 9.2 and 9.4).

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{BookId, Entry};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, encode, key};

/// The rules of a search as a table. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct SearchRules {
    /// The match of an entry with the entered digits; `None` if it has none (section 9.2).
    pub matched: fn(&Query, &Entry) -> Option<Match>,
    /// The order of two matches of a book. The lesser one is offered first (section 9.2).
    pub order: fn(&Weight, &Weight) -> Ordering,
    /// Whether the books of a list are searched as one book, instead of one after another (section 9.2).
    pub as_one_book: bool,
    /// The number of entries with the same hash from which the key may be asked for instead of a choice
    /// from a list (section 9.4).
    pub collision_from: usize,
}

impl SearchRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        matched: Query::match_of,
        order: |one, other| other.cmp(one),
        as_one_book: false,
        collision_from: 10,
    };
}

/// The digits that were entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// A separator and then the digits, so that both searches look for a string.
    separated: String,
}

impl Query {
    /// The query for these digits. All of them count. Without a key there is no extension, so nines
    /// at the end are symbols, too.
    ///
    /// # Errors
    ///
    /// `hash-empty`; `hash-digit` at the first character that is not a decimal digit.
    pub fn new(digits: &str) -> Result<Self, Error> {
        if digits.is_empty() {
            return Err(Error::new(ErrorKind::HashEmpty, 0));
        }
        if let Some(at) = digits.bytes().position(|digit| !digit.is_ascii_digit()) {
            return Err(Error::new(ErrorKind::HashDigit, at));
        }
        let mut separated = String::with_capacity(1 + digits.len());
        separated.push(SEPARATOR);
        separated.push_str(digits);
        Ok(Self { separated })
    }

    /// The digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.separated[SEPARATOR.len_utf8()..]
    }

    /// The best place of the digits in a hash; `None` if the hash does not contain them. It takes
    /// linear time.
    #[must_use]
    pub fn place_in(&self, hash: &str) -> Option<MatchPlace> {
        let digits = self.digits();
        if hash == digits {
            Some(MatchPlace::Whole)
        } else if hash.starts_with(digits) {
            Some(MatchPlace::Prefix)
        } else if hash.contains(&self.separated) {
            Some(MatchPlace::AfterSeparator)
        } else if hash.contains(digits) {
            Some(MatchPlace::Elsewhere)
        } else {
            None
        }
    }

    /// The better match of the two hashes of an entry; that of the direct hash if they are equal.
    #[must_use]
    pub fn match_of(&self, entry: &Entry) -> Option<Match> {
        let direct = self.place_in(entry.hash());
        let inverted = self.place_in(entry.inverted_hash());
        match (direct, inverted) {
            (Some(place), inverted) if Some(place) >= inverted => {
                Some(Match { place, form: Form::Direct })
            }
            (_, Some(place)) => Some(Match { place, form: Form::PreInverted }),
            (_, None) => None,
        }
    }
}

/// The hash digit of the symbols that separate words (section 5.3).
const SEPARATOR: char = '0';

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

/// The match of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The place of the digits in the hash.
    pub place: MatchPlace,
    /// The form of the hash that matches.
    pub form: Form,
}

/// The weight of a match, which section 9.2 leaves open. Matches of greater weight come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// The place of the digits, which decides first.
    pub place: MatchPlace,
    /// The number of times that the address was used.
    pub uses: u64,
    /// The last use of the address.
    pub last_use: u64,
}

/// An address that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAddress {
    /// The address with its history.
    pub entry: Entry,
    /// Its origin, to be shown with it.
    pub origin: Origin,
}

impl FoundAddress {
    /// The number of the address: its hash, completed with its key.
    ///
    /// The form is that of the hash that matched. The options decide the rest.
    #[must_use]
    pub fn number(&self, options: &Options) -> String {
        encode(self.entry.address(), &self.options(options)).expect("an entry has an address")
    }

    /// The key of the address, with the marker of the form that matched.
    #[must_use]
    pub fn key(&self, options: &Options) -> String {
        key(self.entry.address(), &self.options(options)).expect("an entry has an address")
    }

    /// The weight of the match; `None` if the address is not from a book.
    #[must_use]
    pub fn weight(&self) -> Option<Weight> {
        let Origin::Book { matched, .. } = &self.origin else { return None };
        let (uses, last_use) = (self.entry.uses(), self.entry.last_use());
        Some(Weight { place: matched.place, uses, last_use })
    }

    fn options(&self, options: &Options) -> Options {
        match &self.origin {
            Origin::Book { matched, .. } => Options { form: matched.form, ..*options },
            Origin::Number => *options,
        }
    }
}

/// The origin of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a book.
    Book {
        /// The identity of the book.
        id: BookId,
        /// The name of the book.
        name: String,
        /// The match of the entry.
        matched: Match,
    },
    /// From the digits themselves, read as hash and key.
    Number,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// The only match of a book. It is the address that was meant.
    One(FoundAddress),
    /// The matches of a book, greatest weight first: a list to choose from.
    Several(Vec<FoundAddress>),
    /// The matches of a book, greatest weight first. Ten or more of them have exactly these digits as
    /// their hash, so the device may ask for the key instead of showing a list.
    Collision(Vec<FoundAddress>),
    /// The digits are a hash and a key. These are all addresses that they can be read as, likeliest
    /// first. There is at least one.
    Number(Vec<FoundAddress>),
    /// No book has a match. The key must be entered.
    Miss,
}

impl SearchResult {
    /// All addresses that were found, in the order in which they are offered.
    #[must_use]
    pub fn found(&self) -> &[FoundAddress] {
        match self {
            Self::One(found) => core::slice::from_ref(found),
            Self::Several(found) | Self::Collision(found) | Self::Number(found) => found,
            Self::Miss => &[],
        }
    }

    /// The result from the sorted matches of one book.
    pub(super) fn of_book(mut found: Vec<FoundAddress>, collision_from: usize) -> Self {
        let whole = |found: &&FoundAddress| {
            found.weight().is_some_and(|weight| weight.place == MatchPlace::Whole)
        };
        if found.len() > 1 {
            return if found.iter().filter(whole).count() >= collision_from {
                Self::Collision(found)
            } else {
                Self::Several(found)
            };
        }
        found.pop().map_or(Self::Miss, Self::One)
    }
}

/// The entries that match, greatest weight first, and of equal weights in the order of the addresses.
/// Each address occurs once, so no two are equal in this order.
pub(super) fn rank(
    query: &Query,
    entries: Vec<Entry>,
    id: BookId,
    name: &str,
    rules: &SearchRules,
) -> Vec<FoundAddress> {
    let found = |entry: Entry| {
        let matched = (rules.matched)(query, &entry)?;
        Some(FoundAddress { entry, origin: Origin::Book { id, name: name.into(), matched } })
    };
    let mut matches: Vec<_> = entries.into_iter().filter_map(found).collect();
    // Of equal addresses, the one with the greatest weight is the first and stays.
    matches.sort_by(|a, b| by_address(a, b).then_with(|| by_weight(a, b, rules)));
    matches.dedup_by(|next, kept| next.entry.address() == kept.entry.address());
    matches.sort_by(|a, b| by_weight(a, b, rules));
    matches
}

/// The order of two matches, of which the first is offered first.
pub(super) fn by_weight(a: &FoundAddress, b: &FoundAddress, rules: &SearchRules) -> Ordering {
    let order = a.weight().zip(b.weight()).map(|(a, b)| (rules.order)(&a, &b));
    order.unwrap_or(Ordering::Equal).then_with(|| by_address(a, b))
}

fn by_address(a: &FoundAddress, b: &FoundAddress) -> Ordering {
    a.entry.address().cmp(b.entry.address())
}
