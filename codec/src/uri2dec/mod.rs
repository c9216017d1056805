//! uri2dec: URIs as the digits of a telephone keypad («Кодирование URI десятичными цифрами»,
//! ICS, 2007).
//!
//! An address becomes a *hash*, the digits of the keypad that spell it, and a *key*, the positions of
//! its letters on those digits. A hash alone fits many addresses. Hash and key together fit one.
//!
//! ```
//! use acegate_codec::uri2dec::{Options, decode, encode};
//!
//! let number = encode("alice@commandus.com", &Options::default())?;
//! assert_eq!(number, "2542302666263870266 1 51262235162333");
//! assert_eq!(decode(&number, &Options::default())?, "alice@commandus.com");
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Readings
//!
//! The document mixes three revisions of one design. This module uses the natural order with the
//! first symbol in the low bits, and two profiles that are never mixed: [`Profile::Shifted`]
//! (sections 3 and 5.2 to 5.5) and [`Profile::Octal`] (sections 5.6, 5.9 and 7). The packing of the
//! first revision is [`Packing::InvertedMsb`]. A number does not show its packing, and a dialled
//! number does not show its profile, so both are options.
//!
//! # Properties
//!
//! - Total: every input gives a value or an error.
//! - One number for each address: for each profile, form, packing and scope, addresses and accepted
//!   numbers are in bijection (letter case of the address and the optional nines of local numbers
//!   aside).
//! - Time and memory are linear in the input, for keys of any length.
//! - There is no check digit: most mistyped numbers are numbers of another address.
//!
//! # Positions of errors
//!
//! Positions are byte offsets into the `&str`. Through [`Codec`](crate::Codec) they count code points.
//!
//! | kind | position |
//! | --- | --- |
//! | `address-empty`, `hash-empty`, `key-empty` | the place of the missing first symbol or digit |
//! | `symbol-not-in-table`, `hash-digit`, `key-digit` | the symbol or digit |
//! | `marker` | the character in the place of the marker, or the end |
//! | `key-leading-zero`, `key-misaligned`, `key-too-long`, `key-mismatch` | the first key digit |
//! | `key-ll-reserved`, `key-spare-bits` | the last key digit |
//! | `extension-length` | the first nine; the end if nines are missing |
//! | `escape`, `not-canonical` | the `%` |
//! | `syntax` | the first character that breaks the form; the end if the input stops too early |
//!
//! The form is checked first, then the hash, then the key in the order of this table, then the
//! extension.

pub mod book;
mod entry;
mod escape;
mod key;
mod keypad;
pub mod model;
mod number;
mod options;
mod packing;
mod protocol;
mod reading;
mod record;
mod trace;

pub use entry::{ABOUT, CAPACITY, CODEC, Uri2dec};
pub use escape::{EscapeRules, escape, escape_octets, unescape};
pub use keypad::{BITS, SYMBOLS};
pub use number::{decode, encode, hash, invert, key};
pub use options::{
    EscapeMode, Form, NumberScope, Options, Packing, Profile, Protocol, Record, Strictness, Style,
};
pub use packing::{key_room, pack_into, unpack_into};
pub use protocol::{ProtocolRules, assign, choices};
pub use reading::{Parses, parses};
pub use record::{read_record, write_record};
pub use trace::{NumberTrace, TraceSymbol, trace};
