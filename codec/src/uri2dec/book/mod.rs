//! Address books: finding the address that a hash without a key means (section 9).
//!
//! A device keeps one book of its own, in which it remembers what was entered, and may ask others:
//! [`AddressBooks`] holds them all and the lists that say in which order they are asked. Everything is
//! in memory; the crate `acegate-address-book` keeps the own book in a file.
//!
//! ```
//! use core::num::NonZeroUsize;
//!
//! use acegate_codec::uri2dec::Options;
//! use acegate_codec::uri2dec::book::{AddressBooks, LearntBook, MemoryBook, Outcome};
//!
//! let own = LearntBook::new("this telephone", NonZeroUsize::new(100).unwrap());
//! let mut books = AddressBooks::new(own, "at home");
//! let mut company = MemoryBook::new("company");
//! company.add("alice@commandus.com")?;
//! books.connect(Box::new(company));
//!
//! // The only match completes the hash with its key.
//! let options = Options::default();
//! let Outcome::One(found) = books.search("25423", &options)?.outcome else { panic!() };
//! assert_eq!(found.entry.address(), "alice@commandus.com");
//! assert_eq!(found.number(&options), "2542302666263870266 1 51262235162333");
//!
//! // What nobody knows is entered with its key once, and never again.
//! assert_eq!(books.search("262", &options)?.outcome, Outcome::Miss);
//! books.learn("262", "1 623", &options).unwrap_err();
//! assert_eq!(books.learn("262", "1 532", &options)?.address(), "bob");
//! assert!(matches!(books.search("262", &options)?.outcome, Outcome::One(_)));
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Properties
//!
//! - A book is asked at most once in a search, and the first book with a match ends it.
//! - The order of what is found is total: the same books in the same state always answer alike.
//! - What a book answers is checked: an entry without the entered digits is left out.
//! - Each address that is found names the book it comes from. A remembered or collected address can
//!   stand before the one that was meant, and only a person can tell.
//!
//! # What the document leaves open
//!
//! | question | answer here |
//! | --- | --- |
//! | which hashes are matched | the direct and the pre-inverted one, anywhere in them |
//! | the weight of a match | [`Weight`]: its place, then how often and how lately it was used |
//! | trailing nines of an entry without a key | symbols, not an extension |
//! | 16 digits or more, perhaps with a key | a whole hash in the books, then hash and key, then a part of a hash |
//! | which remembered hashes are removed | the least recently used ones beyond a capacity |

mod entry;
mod learnt;
mod list;
mod memory;
mod scenario;
mod search;
mod source;

pub use entry::{BookId, Entry};
pub use learnt::{Learnt, LearntBook};
pub use list::{AddressBooks, ListError, Search, SilentBook};
pub use memory::MemoryBook;
pub use scenario::scenario;
pub use search::{ASK_FOR_KEY_FROM, Found, Match, MatchPlace, Origin, Outcome, Query, Weight};
pub use source::{AddressSource, LowestBook, Procedure, Unavailable};

#[cfg(test)]
mod requirements;
