//! Bootstring: any sequence of code points as a sequence of basic ones (RFC 3492).
//!
//! [`Bootstring`] is the algorithm with one set of parameters; [`Bootstring::PUNYCODE`] is the set
//! of section 5. It works on code points as integers, so that surrogates and numbers above 10FFFF
//! can be expressed and refused. [`punycode`](crate::punycode) has faster functions for that set.
//!
//! # What is strict
//!
//! - A decoder accepts only what the encoder writes, letter case of the digits aside. With
//!   overflow detection this needs no comparison: one integer has one digit string, the state
//!   only moves forward, and the literal part is verbatim.
//! - The last delimiter is consumed only if something precedes it (section 6.2). A code that
//!   begins with its only delimiter is refused: the delimiter is no digit.
//! - Surrogates and numbers above 10FFFF are refused both ways, in the literal part too, unless
//!   [`ParameterSet::scalar_values_only`] is off.
//! - Every number is bounded by [`ParameterSet::width`].
//!
//! # Where an error stands
//!
//! The literal part is read first, from the left, then the digits. Positions count elements of the
//! input. [`Bootstring::decode`] and [`Bootstring::encode`] say which kind stands where; the
//! [plain model](crate::plain::bootstring) keeps the same contract.
//!
//! # Round trip
//!
//! What decodes encodes back. What encodes decodes back, except for two overflows that the
//! document has too, because its decoder (section 6.2) counts what its encoder (6.3) does not:
//!
//! - The decoder adds a delta to the index that the last insertion left. A delta within that index
//!   of the bound is written and then refused. Such a text has at least 61 code points at 26 bits
//!   and several thousand at 32.
//! - The decoder computes the weight of the last digit even where that digit is zero. With the
//!   thresholds of Punycode no number that fits has such a weight; other parameters have some.

mod codec;
mod decode;
mod encode;
mod number;
mod parameters;
mod rank;
mod trace;

pub(crate) use codec::{ANNOTATION, BootstringCodec, CODEC, Engine, WIDTH, width};
pub use parameters::{Bootstring, ParameterError, ParameterSet, Width};
pub use trace::{CodeTrace, Digit, InsertionTrace};
