//! The model of [`uri2dec`](crate::uri2dec): its [rules](KeypadRules) as a table, and a bit vector of booleans,
//! transcribed from the document section by section. A known fault is the table with one rule changed.
//!
//! It has the results and errors of the fast codec for hashes, keys, numbers and records, and tables of
//! its own. Escapes, protocols and books have nothing fast: there the codec is its own model. Readings of
//! dialled numbers are found by trying every position, so they take quadratic time.

mod key;
mod number;
mod record;
mod rules;

pub use rules::KeypadRules;

use crate::uri2dec::{Engine, Form, Uri2dec};

/// The rules of the document.
pub const MODEL: KeypadRules = KeypadRules::DOCUMENT;

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
});
