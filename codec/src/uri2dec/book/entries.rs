//! A book and its addresses.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::e164::{self, TREE};
use crate::error::Error;
use crate::uri2dec::{
    EscapeMode, NumberScope, Options, Packing, Profile, Strictness, Style, decode, encode, escape,
    hash, invert,
};

/// A book in memory: addresses with their history, and the NAPTR records of telephone numbers (ENUM,
/// section 9.1). It holds each address once.
///
/// It asks no name server: it has the records that it was given. They answer no digits of a keypad,
/// because ENUM is only asked for numbers of E.164 (RFC 6116, section 3.7).
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::book::{Book, Entry};
///
/// let mut book = Book::default();
/// assert!(book.add(Entry::new("alice")?));
/// assert_eq!(book.entries()[0].hash(), "25423");
///
/// book.add_record("+44-116-496-0348", r#"100 10 "u" "E2U+sip" "!^.*$!sip:bob@commandus.com!" ."#)?;
/// assert_eq!(book.resolve("+441164960348")[0].address(), "sip:bob@commandus.com");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Whether it cannot be asked.
    pub is_failed: bool,
    /// Whether it answers only when the others had the time to.
    pub is_slow: bool,
    /// The entries; those that are used move to the end.
    pub(super) entries: Vec<Entry>,
    /// The time of the last use.
    pub(super) clock: u64,
    /// The records by the domain of their number.
    records: BTreeMap<String, Vec<String>>,
}

impl Book {
    /// The entries. Those that were used or learnt are the last ones, in the order of their last use.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds an entry with its history. Returns whether its address is new. A known entry is kept.
    pub fn add(&mut self, entry: Entry) -> bool {
        let is_new = self.position(entry.address()).is_none();
        if is_new {
            self.clock = self.clock.max(entry.last_use);
            self.entries.push(entry);
        }
        is_new
    }

    /// Removes an address. Returns its entry; `None` if it was not there.
    pub fn remove(&mut self, address: &str) -> Option<Entry> {
        let at = self.position(&address.to_ascii_lowercase())?;
        Some(self.entries.remove(at))
    }

    /// Records a use of an address, later than all other uses. Returns whether the address is there.
    pub fn record_use(&mut self, address: &str) -> bool {
        let Some(entry) = self.remove(address) else {
            return false;
        };
        self.clock = self.clock.saturating_add(1);
        let uses = entry.uses.saturating_add(1);
        self.entries.push(entry.used(uses, self.clock));
        true
    }

    /// Adds a NAPTR record of a telephone number. A record that breaks the rules gives no address.
    ///
    /// # Errors
    ///
    /// The errors of [`e164::to_domain`].
    pub fn add_record(&mut self, number: &str, record: &str) -> Result<(), Error> {
        let domain = e164::to_domain(number, TREE)?;
        self.records.entry(domain).or_default().push(record.into());
        Ok(())
    }

    /// The addresses of a telephone number of E.164, the preferred one first.
    #[must_use]
    pub fn resolve(&self, number: &str) -> Vec<Entry> {
        let domain = e164::to_domain(number, TREE).unwrap_or_default();
        let Some(records) = self.records.get(&domain) else {
            return Vec::new();
        };
        let uris = e164::rewrite(number, records, "").unwrap_or_default();
        uris.iter()
            .filter_map(|uri| Entry::new(&escape(uri, EscapeMode::Uri)).ok())
            .collect()
    }

    fn position(&self, address: &str) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| entry.address() == address)
    }
}

/// An address of a book, with its hashes and its history.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    address: String,
    hash: String,
    inverted_hash: String,
    pub(super) number: Option<String>,
    pub(super) uses: u64,
    pub(super) last_use: u64,
}

impl Entry {
    /// The entry of an address that was never used. Letters become lowercase (section 8.1).
    ///
    /// # Errors
    ///
    /// `address-empty`; `symbol-not-in-table` at the first such symbol.
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::uri2dec::book::Entry;
    ///
    /// let entry = Entry::new("Bob@commandus.com")?;
    /// assert_eq!(entry.address(), "bob@commandus.com");
    /// assert_eq!(entry.hash(), "26202666263870266");
    /// assert_eq!(entry.inverted_hash(), "26602666263870262");
    /// # Ok::<(), acegate_codec::Error>(())
    /// ```
    pub fn new(address: &str) -> Result<Self, Error> {
        let hash = hash(address)?;
        let inverted_hash = invert(&hash)?;
        let address = address.to_ascii_lowercase();
        Ok(Self {
            address,
            hash,
            inverted_hash,
            number: None,
            uses: 0,
            last_use: 0,
        })
    }

    /// This entry with another history.
    ///
    /// A later use has a larger number. Only numbers of the same book are compared. `last_use` is 0 if
    /// the address was never used.
    #[must_use]
    pub fn used(self, uses: u64, last_use: u64) -> Self {
        Self {
            uses,
            last_use,
            ..self
        }
    }

    /// The address, in lowercase.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The hash of the address.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The hash of the inverted address.
    #[must_use]
    pub fn inverted_hash(&self) -> &str {
        &self.inverted_hash
    }

    /// The spaced number by which the address was learnt, without an extension; `None` if it was not.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        self.number.as_deref()
    }
}

/// The address of a spaced number, and the number without its extension. The reader is strict.
pub(super) fn read_canonical(number: &str, packing: Packing) -> Result<(String, String), Error> {
    let options = Options {
        packing,
        style: Style::Spaced,
        scope: NumberScope::Local,
        strictness: Strictness::Strict,
        ..Options::default()
    };
    let address = decode(number, &options)?;
    // The marker follows the first space; otherwise there would be no address.
    let marker = number
        .split(' ')
        .nth(1)
        .and_then(|marker| marker.chars().next());
    let (profile, form) = marker.and_then(Profile::of_marker).unwrap_or_default();
    let canonical = encode(
        &address,
        &Options {
            profile,
            form,
            ..options
        },
    )?;
    Ok((address, canonical))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stands_in_it_once_and_a_later_use_is_later_than_those_that_entries_came_with() {
        let mut book = Book::default();
        let bob = || Entry::new("Bob").unwrap();
        assert!(book.add(bob().used(3, 70)));
        assert!(book.record_use("BOB"));
        assert!(!book.add(bob()));
        assert_eq!(book.entries(), [bob().used(4, 71)]);
        assert!(book.remove("bOb").is_some());
        assert!(book.remove("bob").is_none());
        assert!(!book.record_use("bob"));
    }
}
