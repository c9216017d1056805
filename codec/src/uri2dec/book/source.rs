//! The interface of a book (section 9.1).

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Entry, Query};

/// A book: a file, a directory service, the name system, a cache, a history, a gateway, anything
/// that knows addresses (section 9.1).
pub trait AddressSource {
    /// The name that is shown with every address from this book.
    fn name(&self) -> &str;

    /// The entries that match the query, in any order.
    ///
    /// The search leaves out entries that do not match. Of equal addresses it keeps the one with the
    /// greatest weight.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the book cannot be asked now. The search goes on with the next book.
    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable>;

    /// The addresses of a telephone number of E.164, the preferred one first. A book that has no numbers
    /// gives none.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the book cannot be asked now. The search goes on with the next book.
    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        let _ = number;
        Ok(Vec::new())
    }

    /// Records a use of an address of this book. A book without a history ignores it.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the book could not keep the record.
    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        let _ = address;
        Ok(())
    }
}

impl AddressSource for Box<dyn AddressSource> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        (**self).matching(query)
    }

    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        (**self).resolve(number)
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        (**self).note_use(address)
    }
}

/// The reason why a book gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The reason, in the words of the book.
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

/// A book that calls a function with each query.
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
    /// A book with this name that calls `call`.
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
