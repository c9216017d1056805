//! An address of a book, and the identity of its book.

use alloc::string::String;

use crate::error::Error;
use crate::uri2dec::{EscapeMode, escape, hash, invert};

/// An address of a book, with its hashes and its history.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    address: String,
    hash: String,
    inverted_hash: String,
    uses: u64,
    last_use: u64,
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
        Ok(Self { address, hash, inverted_hash, uses: 0, last_use: 0 })
    }

    /// The entry of a text, whose characters outside table 1 become escapes (section 8.3).
    ///
    /// # Errors
    ///
    /// `address-empty` for the empty text.
    pub fn from_text(text: &str, mode: EscapeMode) -> Result<Self, Error> {
        Self::new(&escape(text, mode))
    }

    /// This entry with another history.
    ///
    /// The book counts `last_use`, by a clock or from use to use. A later use has a larger number.
    /// Only numbers of the same book are compared. It is 0 if the address was never used.
    #[must_use]
    pub fn used(self, uses: u64, last_use: u64) -> Self {
        Self { uses, last_use, ..self }
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

    /// How many times the address was used.
    #[must_use]
    pub const fn uses(&self) -> u64 {
        self.uses
    }

    /// The last use of the address, as its book counts.
    #[must_use]
    pub const fn last_use(&self) -> u64 {
        self.last_use
    }
}

/// The identity of a book of a device. No two books ever have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookId(pub(super) u64);

impl BookId {
    /// The own book of the device.
    pub const OWN: Self = Self(0);
}
