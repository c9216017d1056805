//! What a book is: anything that knows addresses (section 9.1).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Entry, Query};
use crate::error::Error;
use crate::uri2dec::Options;

/// A book: a file, a directory service, the name system, a cache, a history, a gateway, anything
/// that knows addresses (section 9.1).
pub trait AddressSource {
    /// The name that is shown with every address from this book.
    fn name(&self) -> &str;

    /// The entries that match the query, in any order.
    ///
    /// Entries too many do no harm: those that do not match are left out, and of equal addresses the
    /// heaviest is kept.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] where the book cannot be asked now. The search goes on with the next book.
    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable>;

    /// Notes that an address of this book was used. A book that keeps no history ignores it.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] where the book could not keep it.
    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        let _ = address;
        Ok(())
    }
}

/// The lowest book, which the device asks first unless told otherwise, and which remembers what
/// was entered (section 9.3).
pub trait LowestBook: AddressSource {
    /// Why nothing was remembered.
    type Error: From<Error>;

    /// Remembers a hash with its key, and gives the address that they mean.
    ///
    /// `key` is the marker and the digits after it, with or without a space between. Only canonical
    /// numbers are remembered, whatever the options say; of the options only the packing counts,
    /// because the marker tells the rest.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](crate::uri2dec::decode) for a local number; positions count through the
    /// hash and then through the key.
    fn learn(&mut self, hash: &str, key: &str, options: &Options) -> Result<Entry, Self::Error>;
}

/// Why a book gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// What went wrong, in the words of the book.
    pub reason: String,
}

impl Unavailable {
    /// The book cannot be asked, for this reason.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book is not available: {}", self.reason)
    }
}

impl core::error::Error for Unavailable {}

/// A book that is a procedure: it is called with each query.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::book::{AddressSource, Entry, Procedure, Query};
///
/// let guess = Procedure::new("numbered hosts", |_query: &Query| {
///     Ok((1..=3).filter_map(|n| Entry::new(&format!("host{n}.example")).ok()).collect())
/// });
/// assert_eq!(guess.matching(&Query::new("4678")?).unwrap().len(), 3);
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub struct Procedure<F> {
    name: String,
    call: F,
}

impl<F> Procedure<F>
where
    F: Fn(&Query) -> Result<Vec<Entry>, Unavailable>,
{
    /// The book of this name that calls `call`.
    #[must_use]
    pub fn new(name: impl Into<String>, call: F) -> Self {
        Self { name: name.into(), call }
    }
}

impl<F> AddressSource for Procedure<F>
where
    F: Fn(&Query) -> Result<Vec<Entry>, Unavailable>,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        (self.call)(query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_procedure_keeps_no_history_and_ignores_a_use() {
        let mut book = Procedure::new("guess", |_: &Query| Ok(Vec::new()));
        assert_eq!(book.note_use("alice"), Ok(()));
    }

    #[test]
    fn a_silent_book_gives_its_reason() {
        assert_eq!(Unavailable::new("off").to_string(), "book is not available: off");
    }
}
