//! ENUM as a book: the NAPTR records of telephone numbers (section 9.1).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{AddressSource, Entry, Query, Unavailable};
use crate::e164::{self, TREE};
use crate::error::Error;
use crate::uri2dec::EscapeMode;

/// A book that answers telephone numbers with the URIs that their NAPTR records give.
///
/// It asks no name server: it has the records that it was given. It answers no digits of a keypad,
/// because ENUM is only asked for numbers of E.164 (RFC 6116, section 3.7).
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::book::{AddressSource, EnumBook};
///
/// let mut book = EnumBook::new("e164.arpa");
/// book.add_record("+44-116-496-0348", r#"100 10 "u" "E2U+sip" "!^.*$!sip:bob@commandus.com!" ."#)?;
/// let found = book.resolve("+441164960348").unwrap();
/// assert_eq!(found[0].address(), "sip:bob@commandus.com");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EnumBook {
    name: String,
    /// The records by the domain of their number.
    records: BTreeMap<String, Vec<String>>,
}

impl EnumBook {
    /// A book without records.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), records: BTreeMap::new() }
    }

    /// Adds a record of a number. A record that breaks the rules gives no address.
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

impl AddressSource for EnumBook {
    fn name(&self) -> &str {
        &self.name
    }

    fn matching(&self, _query: &Query) -> Result<Vec<Entry>, Unavailable> {
        Ok(Vec::new())
    }

    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        let domain = e164::to_domain(number, TREE).unwrap_or_default();
        let Some(records) = self.records.get(&domain) else { return Ok(Vec::new()) };
        let uris = e164::rewrite(number, records, "").unwrap_or_default();
        Ok(uris.iter().filter_map(|uri| Entry::from_text(uri, EscapeMode::Uri).ok()).collect())
    }
}
