//! A book in memory.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{AddressSource, Entry, Query, Unavailable};
use crate::e164::{self, TREE};
use crate::error::Error;
use crate::uri2dec::EscapeMode;

/// A book in memory: addresses with their history, and the NAPTR records of telephone numbers (ENUM,
/// section 9.1). It holds each address once.
///
/// It asks no name server: it has the records that it was given. They answer no digits of a keypad,
/// because ENUM is only asked for numbers of E.164 (RFC 6116, section 3.7).
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::book::{AddressSource, MemoryBook};
///
/// let mut book = MemoryBook::new("friends");
/// book.add("alice")?;
/// assert!(book.record_use("alice"));
/// assert_eq!(book.entries().next().unwrap().uses(), 1);
///
/// book.add_record("+44-116-496-0348", r#"100 10 "u" "E2U+sip" "!^.*$!sip:bob@commandus.com!" ."#)?;
/// let found = book.resolve("+441164960348").unwrap();
/// assert_eq!(found[0].address(), "sip:bob@commandus.com");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryBook {
    name: String,
    entries: BTreeMap<String, Entry>,
    /// The number of recorded uses, which is the time of the last use.
    clock: u64,
    /// The records by the domain of their number.
    records: BTreeMap<String, Vec<String>>,
}

impl MemoryBook {
    /// The empty book of this name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds an address. Returns whether it is new. A known address keeps its history.
    ///
    /// # Errors
    ///
    /// `address-empty`; `symbol-not-in-table` at the first such symbol.
    pub fn add(&mut self, address: &str) -> Result<bool, Error> {
        Ok(self.add_entry(Entry::new(address)?))
    }

    /// Adds an entry with its history. Returns whether its address is new. A known entry is kept.
    pub fn add_entry(&mut self, entry: Entry) -> bool {
        if self.entries.contains_key(entry.address()) {
            return false;
        }
        self.clock = self.clock.max(entry.last_use());
        self.entries.insert(entry.address().into(), entry);
        true
    }

    /// Removes an address. Returns whether it was there.
    pub fn remove(&mut self, address: &str) -> bool {
        self.entries.remove(&address.to_ascii_lowercase()).is_some()
    }

    /// Records a use of an address, later than all other uses. Returns whether the address is there.
    pub fn record_use(&mut self, address: &str) -> bool {
        let Some(entry) = self.entries.get_mut(&address.to_ascii_lowercase()) else {
            return false;
        };
        self.clock = self.clock.saturating_add(1);
        let uses = entry.uses().saturating_add(1);
        *entry = entry.clone().used(uses, self.clock);
        true
    }

    /// The entries, in the order of their addresses.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
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
}

impl Extend<Entry> for MemoryBook {
    fn extend<T: IntoIterator<Item = Entry>>(&mut self, entries: T) {
        for entry in entries {
            self.add_entry(entry);
        }
    }
}

impl AddressSource for MemoryBook {
    fn name(&self) -> &str {
        &self.name
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        Ok(self.entries().filter(|entry| query.match_of(entry).is_some()).cloned().collect())
    }

    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        let domain = e164::to_domain(number, TREE).unwrap_or_default();
        let Some(records) = self.records.get(&domain) else { return Ok(Vec::new()) };
        let uris = e164::rewrite(number, records, "").unwrap_or_default();
        Ok(uris.iter().filter_map(|uri| Entry::from_text(uri, EscapeMode::Uri).ok()).collect())
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        self.record_use(address);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stands_in_it_once_and_keeps_its_history() {
        let mut book = MemoryBook::new("friends");
        assert_eq!(book.add("Bob"), Ok(true));
        assert!(book.record_use("BOB"));
        assert_eq!(book.add("bob"), Ok(false));
        assert_eq!(book.entries().map(Entry::uses).collect::<Vec<_>>(), [1]);
        assert!(book.remove("bOb"));
        assert!(!book.remove("bob"));
        assert!(!book.record_use("bob"));
    }

    #[test]
    fn a_later_use_is_later_than_those_that_entries_came_with() {
        let mut book = MemoryBook::new("friends");
        book.extend(["bob", "alice"].map(|address| Entry::new(address).unwrap()));
        assert!(book.remove("bob"));
        book.add_entry(Entry::new("bob").unwrap().used(3, 70));
        book.record_use("alice");
        assert_eq!(book.entries().map(Entry::last_use).collect::<Vec<_>>(), [71, 70]);
    }
}
