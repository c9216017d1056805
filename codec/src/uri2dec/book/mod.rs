//! Address books: a search for the address of a hash without a key (section 9).
//!
//! A device keeps its own book, in which it remembers the numbers that were entered. It may
//! also ask other books. [`AddressBooks`] holds all of them, and lists with the order in which they
//! are asked. All books are in memory.
//!
//! ```
//! use core::num::NonZeroUsize;
//!
//! use acegate_codec::uri2dec::book::{AddressBooks, Book, BookRules, Entry, SearchResult};
//! use acegate_codec::uri2dec::{Options, Packing};
//!
//! let capacity = NonZeroUsize::new(100).unwrap();
//! let mut books = AddressBooks::new("at home", capacity, BookRules::DOCUMENT);
//! let mut company = Book::default();
//! company.add(Entry::new("alice@commandus.com")?);
//! books.connect("company", company, usize::MAX);
//!
//! // The only match completes the hash with its key.
//! let options = Options::default();
//! let search = books.search(books.order(), "25423", &options)?;
//! assert_eq!(search.result, SearchResult::One);
//! assert_eq!(search.found[0].entry.address(), "alice@commandus.com");
//! assert_eq!(search.found[0].number(&options), "2542302666263870266 1 51262235162333");
//!
//! // The key of an unknown hash is entered once. The book remembers it.
//! assert_eq!(books.search(books.order(), "262", &options)?.result, SearchResult::Miss);
//! books.learn("262 1 623", Packing::NaturalLsb).unwrap_err();
//! assert_eq!(books.learn("262 1 532", Packing::NaturalLsb)?, "bob");
//! assert_eq!(books.search(books.order(), "262", &options)?.result, SearchResult::One);
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Properties
//!
//! - A search asks each book at most once, and ends at the first book with a match.
//! - Results have a total order: the same books in the same state always give the same answer.
//! - Each result names its book. A remembered or collected address can come before the address that
//!   was meant. Only a person can see which is right.
//!
//! There is one implementation, a table of [rules](BookRules) that a known fault changes. It also
//! answers scenarios.
//!
//! # Questions that the document leaves open
//!
//! | question | answer of this module |
//! | --- | --- |
//! | which hashes are matched | the direct and the pre-inverted one, anywhere in them |
//! | the weight of a match | [its place](MatchPlace), then the number of uses, then the last use |
//! | nines at the end of entered digits without a key | symbols, not an extension |
//! | 16 digits or more, possibly with a key | a whole hash in the books, then hash and key, then a part of a hash |
//! | a book that cannot be asked | the search goes on with the next one, and names it |
//! | a book that is slow | the search waits for it: the order of the list decides |
//! | telephone numbers | are asked with their plus sign, of books with records of ENUM |
//! | which remembered hashes are removed | the least recently used ones beyond a capacity |

mod asking;
mod entries;
mod list;
mod scenario;
mod search;

pub use entries::{Book, Entry};
pub use list::{AddressBooks, BookRules, ReadNumber};
pub use scenario::scenario;
pub use search::{FoundAddress, Match, MatchPlace, Search, SearchResult};

#[cfg(test)]
mod tests;
