//! Matching entered digits with the hashes of entries, and weighing what matches (sections 9.2 and
//! 9.4).

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::{BookId, Entry};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, encode, key};

/// From this number of entries with the same hash on, the key may be asked for instead of offering
/// a list (section 9.4).
pub const ASK_FOR_KEY_FROM: usize = 10;

/// The digits that were entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// A separator and then the digits, so that both searches are searches for a string.
    separated: String,
}

impl Query {
    /// The query for these digits. All of them count: without a key there is no extension, so that
    /// nines at the end are symbols too.
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

    /// The best place of the digits in a hash, if they are in it at all. Linear in the hash.
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

    /// How the entry matches: the better one of its two hashes, the direct one where they are equal.
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

/// The hash digit of everything that parts words (section 5.3).
const SEPARATOR: char = '0';

/// Where in a hash the entered digits stand. A greater place weighs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchPlace {
    /// Within a word.
    Elsewhere,
    /// At the start of a word that is not the first.
    AfterSeparator,
    /// At the start.
    Prefix,
    /// The digits are the hash.
    Whole,
}

/// How an entry matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// Where in the hash the digits stand.
    pub place: MatchPlace,
    /// Of which hash.
    pub form: Form,
}

/// The weight of a match (section 9.2, which leaves it open). A greater weight comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// Where the digits stand: this decides first.
    pub place: MatchPlace,
    /// How many times the address was used.
    pub uses: u64,
    /// When it was last used.
    pub last_use: u64,
}

/// An address that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The address with its history.
    pub entry: Entry,
    /// Where it comes from, to be shown with it.
    pub origin: Origin,
}

impl Found {
    /// The number of the address: the hash that was meant, completed with its key.
    ///
    /// The form is the one of the hash that matched; the options say the rest.
    #[must_use]
    pub fn number(&self, options: &Options) -> String {
        encode(self.entry.address(), &self.options(options)).expect("an entry has an address")
    }

    /// The key of the address, with the marker of the form that matched.
    #[must_use]
    pub fn key(&self, options: &Options) -> String {
        key(self.entry.address(), &self.options(options)).expect("an entry has an address")
    }

    /// The weight of the match, where the address is from a book.
    #[must_use]
    pub fn weight(&self) -> Option<Weight> {
        let Origin::Book { matched, .. } = &self.origin else { return None };
        Some(weight(matched.place, &self.entry))
    }

    fn options(&self, options: &Options) -> Options {
        match &self.origin {
            Origin::Book { matched, .. } => Options { form: matched.form, ..*options },
            Origin::Number => *options,
        }
    }
}

/// Where an address comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a book.
    Book {
        /// Which one.
        id: BookId,
        /// Its name.
        name: String,
        /// How the entry matched.
        matched: Match,
    },
    /// From the digits themselves, read as hash and key.
    Number,
}

/// What a search gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The only match of a book. It is the address that was meant.
    One(Found),
    /// The matches of a book, heaviest first: a list to choose from.
    Several(Vec<Found>),
    /// The matches of a book, heaviest first, of which ten or more have just these digits as their
    /// hash: a list to choose from, or a reason to ask for the key.
    Collision(Vec<Found>),
    /// The digits are hash and key: the addresses that they can be read as, at least one, likeliest
    /// first.
    Number(Vec<Found>),
    /// No book has a match: the key is to be entered.
    Miss,
}

impl Outcome {
    /// Everything that was found, in the order in which it is offered.
    #[must_use]
    pub fn found(&self) -> &[Found] {
        match self {
            Self::One(found) => core::slice::from_ref(found),
            Self::Several(found) | Self::Collision(found) | Self::Number(found) => found,
            Self::Miss => &[],
        }
    }

    /// What the matches of one book mean. They are sorted.
    pub(super) fn of_book(mut found: Vec<Found>) -> Self {
        let whole =
            |found: &&Found| found.weight().is_some_and(|weight| weight.place == MatchPlace::Whole);
        if found.len() > 1 {
            return if found.iter().filter(whole).count() >= ASK_FOR_KEY_FROM {
                Self::Collision(found)
            } else {
                Self::Several(found)
            };
        }
        found.pop().map_or(Self::Miss, Self::One)
    }
}

/// The entries that match, heaviest first, and by spelling where the weights are equal. Each address
/// is there once, so that no two are equal in this order.
pub(super) fn rank(query: &Query, entries: Vec<Entry>, id: BookId, name: &str) -> Vec<Found> {
    let matching = |entry: Entry| query.match_of(&entry).map(|matched| (matched, entry));
    let mut matches: Vec<_> = entries.into_iter().filter_map(matching).collect();
    let order = |a: &(Match, Entry), b: &(Match, Entry)| {
        let heavier = |(matched, entry): &(Match, Entry)| Reverse(weight(matched.place, entry));
        heavier(a).cmp(&heavier(b)).then_with(|| a.1.address().cmp(b.1.address()))
    };
    // Of equal addresses the heaviest is the first and stays.
    matches.sort_by(|a, b| a.1.address().cmp(b.1.address()).then_with(|| order(a, b)));
    matches.dedup_by(|next, kept| next.1.address() == kept.1.address());
    matches.sort_by(order);
    let found =
        |(matched, entry)| Found { entry, origin: Origin::Book { id, name: name.into(), matched } };
    matches.into_iter().map(found).collect()
}

fn weight(place: MatchPlace, entry: &Entry) -> Weight {
    Weight { place, uses: entry.uses(), last_use: entry.last_use() }
}
