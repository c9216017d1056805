//! The model of [`uri2dec`](crate::uri2dec): its [rules](Rules) as a table, and a bit vector of booleans,
//! transcribed from the document section by section. A known fault is the table with one rule changed.
//!
//! It has the same functions, results and errors as the fast codec. It shares only the options and the
//! codec interface with it, and has tables of its own. Readings of dialled numbers are found by trying
//! every position, so they take quadratic time.

mod escape;
mod key;
mod number;
mod protocol;
mod record;
mod rules;

pub use escape::{escape, escape_octets, unescape};
pub use protocol::{assign, choices};
pub use rules::Rules;

use crate::uri2dec::{Engine, Form, Uri2dec};

/// The rules of the document.
pub const MODEL: Rules = Rules::DOCUMENT;

/// The codec `uri2dec` over the plain functions.
pub const CODEC: Uri2dec = Uri2dec::with_engine(&Engine {
    hash: |address| MODEL.hash(address, Form::Direct),
    invert: |address_or_hash| MODEL.invert(address_or_hash),
    key: |address, options| MODEL.key(address, options),
    encode: |address, options| MODEL.encode(address, options),
    decode: |number, options| MODEL.decode(number, options),
    parses: |number, options| MODEL.parses(number, options),
    write_record: |address, record, options| MODEL.write_record(address, record, options),
    read_record: |record, options| MODEL.read_record(record, options),
    escape,
    escape_octets,
    unescape,
    assign,
    choices,
});
