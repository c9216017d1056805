//! The model of [`uri2dec`](crate::uri2dec): its [rules](KeypadRules) as a table, and a bit vector of booleans,
//! transcribed from the document section by section. A known fault is the table with one rule changed.
//!
//! It has the results and errors of the fast codec for keys and numbers, and separate tables. Records,
//! escapes, protocols and books have nothing fast: there the codec is its own model. Readings of dialled
//! numbers are found by trying every position, so they take quadratic time.

mod key;
mod number;
mod rules;

pub use rules::KeypadRules;

use crate::uri2dec::Uri2dec;

/// The rules of the document.
pub const MODEL: KeypadRules = KeypadRules::DOCUMENT;

/// The codec `uri2dec` with the model of numbers.
pub const CODEC: Uri2dec = Uri2dec {
    numbers: Some(MODEL),
    ..crate::uri2dec::CODEC
};
