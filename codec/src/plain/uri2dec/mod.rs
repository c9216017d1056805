//! The plain model of [`uri2dec`](crate::uri2dec): a bit vector of booleans, transcribed from the
//! document section by section.
//!
//! Same functions, same results, same errors as the fast codec. Nothing is shared with it but the
//! options and the codec interface; the tables are typed in anew. Readings of dialled numbers are
//! found by trying every position, so their cost is the square of the length.

mod book;
mod escape;
mod key;
mod number;
mod record;

pub use book::scenario;
pub use escape::{escape, escape_octets, unescape};
pub use number::{decode, encode, hash, invert, key, parses};
pub use record::{read_record, write_record};

use crate::uri2dec::{Engine, Uri2dec};

/// The codec `uri2dec` over the plain functions.
pub const CODEC: Uri2dec = Uri2dec::with_engine(&Engine {
    hash,
    invert,
    key,
    encode,
    decode,
    parses,
    write_record,
    read_record,
    escape,
    escape_octets,
    unescape,
    book: scenario,
});
