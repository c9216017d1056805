//! The plain model of [`uri2dec`](crate::uri2dec): a bit vector of booleans, transcribed from the
//! document section by section.
//!
//! It has the same functions, results and errors as the fast codec. It shares only the options and the
//! codec interface with it, and has tables of its own. Readings of dialled numbers are found by trying
//! every position, so they take quadratic time.

mod escape;
mod key;
mod number;
mod protocol;
mod record;

pub use escape::{escape, escape_octets, unescape};
pub use number::{decode, encode, hash, invert, key, parses};
pub use protocol::{assign, choices};
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
    assign,
    choices,
});
