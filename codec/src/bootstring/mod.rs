//! Bootstring: any sequence of code points, written with basic code points only (RFC 3492).
//!
//! [`Bootstring`] is the algorithm with one set of parameters; [`Bootstring::PUNYCODE`] is the set
//! of section 5. It works on code points as integers, so that surrogates and numbers above 10FFFF
//! can be expressed and refused. [`punycode`](crate::punycode) has faster functions for that set.
//!
//! # What is strict
//!
//! - A decoder accepts only the outputs of the encoder, letter case of the digits aside. If overflow
//!   is detected, this needs no comparison: an integer has one digit string, the state only moves
//!   forward, and the literal part is copied.
//! - The last delimiter is consumed only if something precedes it (section 6.2). A code that begins
//!   with its only delimiter is refused, because the delimiter is not a digit.
//! - Surrogates and numbers above 10FFFF are refused in both directions, also in the literal part,
//!   unless [`ParameterSet::scalar_values_only`] is off.
//! - Every number is bounded by [`ParameterSet::width`].
//!
//! # Positions of errors
//!
//! The literal part is read first, from the left, then the digits. Positions count elements of the
//! input. [`Bootstring::decode`] and [`Bootstring::encode`] list the position of each kind. The
//! [model] follows the same lists.
//!
//! # Round trip
//!
//! A decoded text encodes to the same code. An encoded text decodes to the same text, except for two
//! overflows that the document also has, because its decoder (section 6.2) counts more than its
//! encoder (section 6.3):
//!
//! - The decoder adds a delta to the index after the last insertion. If the sum exceeds the bound,
//!   the delta is written and then refused. Such a text has at least 61 code points at 26 bits, and
//!   several thousand at 32.
//! - The decoder computes the weight of the last digit even if that digit is zero. With the
//!   thresholds of Punycode, the weights of numbers that fit also fit. Other parameters can exceed.

mod codec;
mod decode;
mod encode;
pub mod model;
mod number;
mod parameters;
mod rank;
mod trace;

pub use codec::ABOUT;
pub(crate) use codec::{ANNOTATION, BootstringCodec, CODEC, Engine, WIDTH, operations, width};
pub use parameters::{Bootstring, ParameterError, ParameterSet, Width};
pub use trace::{CodeTrace, Digit, InsertionTrace};
