//! Address books: a search for the address of a hash without a key (section 9).
//!
//! A device keeps one book of its own, in which it remembers the numbers that were entered. It may
//! ask other books, too. [`AddressBooks`] holds all of them, and lists with the order in which they
//! are asked. All books are in memory.
//!
//! ```
//! use core::num::NonZeroUsize;
//!
//! use acegate_codec::uri2dec::Options;
//! use acegate_codec::uri2dec::book::{AddressBooks, LearntBook, MemoryBook, SearchResult};
//!
//! let own = LearntBook::new("this telephone", NonZeroUsize::new(100).unwrap());
//! let mut books: AddressBooks = AddressBooks::new(own, "at home");
//! let mut company = MemoryBook::new("company");
//! company.add("alice@commandus.com")?;
//! books.connect(Box::new(company));
//!
//! // The only match completes the hash with its key.
//! let options = Options::default();
//! let SearchResult::One(found) = books.search("25423", &options)?.outcome else { panic!() };
//! assert_eq!(found.entry.address(), "alice@commandus.com");
//! assert_eq!(found.number(&options), "2542302666263870266 1 51262235162333");
//!
//! // The key of an unknown hash is entered once. The book remembers it.
//! assert_eq!(books.search("262", &options)?.outcome, SearchResult::Miss);
//! books.learn("262", "1 623", &options).unwrap_err();
//! assert_eq!(books.learn("262", "1 532", &options)?.address(), "bob");
//! assert!(matches!(books.search("262", &options)?.outcome, SearchResult::One(_)));
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Properties
//!
//! - A search asks each book at most once, and ends at the first book with a match.
//! - Results have a total order: the same books in the same state always give the same answer.
//! - The answers of a book are checked: an entry without the entered digits is left out.
//! - Each result names its book. A remembered or collected address can come before the address that
//!   was meant. Only a person can see which is right.
//!
//! There is one implementation, a table of [rules](BookRules) that a known fault changes. A scenario is
//! answered by it, too.
//!
//! # Questions that the document leaves open
//!
//! | question | answer of this module |
//! | --- | --- |
//! | which hashes are matched | the direct and the pre-inverted one, anywhere in them |
//! | the weight of a match | [`Weight`]: its place, then the number of uses, then the last use |
//! | nines at the end of entered digits without a key | symbols, not an extension |
//! | 16 digits or more, possibly with a key | a whole hash in the books, then hash and key, then a part of a hash |
//! | a book that cannot be asked | the search goes on with the next one, and names it |
//! | a book that is slow | the search waits for it: the order of the list decides |
//! | telephone numbers | are asked with their plus sign, of books with records of ENUM |
//! | which remembered hashes are removed | the least recently used ones beyond a capacity |

mod entry;
mod learnt;
mod list;
mod memory;
mod scenario;
mod search;
mod source;

pub use entry::{BookId, Entry};
pub use learnt::{Learnt, LearntBook, LearntRules, ReadNumber};
pub use list::{AddressBooks, ListError, Search, SilentBook};
pub use memory::MemoryBook;
pub use scenario::{BookRules, Device, ScenarioBook, scenario, scenario_with};
pub use search::{
    FoundAddress, Match, MatchPlace, Origin, Query, SearchResult, SearchRules, Weight,
};
pub use source::{AddressSource, Procedure, Unavailable};

#[cfg(test)]
mod tests;
