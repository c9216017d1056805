//! Reference codecs for ASCII-compatible encodings, each with a slow model to judge it by.
//!
//! # Properties
//!
//! - **Total**: every input of every operation gives a value or an [`Error`]. No operation panics,
//!   and every loop ends. The one exception: [`uri2dec::pack_into`] and [`uri2dec::unpack_into`]
//!   panic if the caller's buffer is shorter than they require.
//! - **Deterministic**: no state that shows, no randomness, no locale. The same input always gives the same
//!   output, and on an error the same kind at the same position.
//! - **Round trip**: a decoder reads back every output of its encoder. RFC 3492 has one exception:
//!   if the weight of a last digit exceeds the integer width, the encoder writes the code (section
//!   6.3) and the decoder refuses it (section 6.2). This happens at 26 bits or with unusual
//!   parameters.
//! - **Canonical**: for an input that a decoder accepts, the encoder writes the same again, letter
//!   case aside. Lenient readings that a document allows are named options and never the default.
//! - **Bounded**: memory is at most two megabytes plus 128 octets for each code point or octet of the
//!   input. Time is at most O(n log n), except for listing all readings of a dialled uri2dec number
//!   and for the answers of its address books.
//! - **Tested against a model**: the `model` of a codec, such as [`race::model`], transcribes its document
//!   as a table of steps, so that a known fault is a model with a step changed. A codec is its model, or
//!   is fast (Punycode, Bootstring, the numbers of uri2dec, UTS #46, IDNA 2008) and agrees with it in value, kind and
//!   position, on every [SIMD backend](simd::Backend).
//!
//! # Codecs
//!
//! | module | id | document | operations |
//! | --- | --- | --- | --- |
//! | [`punycode`] | `punycode` | RFC 3492; STD 13 for host names | `encode` `decode` `to-ascii` `to-unicode` |
//! | [`bootstring`] | `bootstring` | RFC 3492 with any parameters | `encode` `decode` |
//! | [`uri2dec`] | `uri2dec` | "Encoding of URIs by decimal digits" («Кодирование URI десятичными цифрами», 2007) | `hash` `invert` `key` `encode` `decode` `parses` `write-record` `read-record` `escape` `unescape` `assign` `choices` `book` |
//! | [`e164`] | `enum` | RFC 6116 (ENUM), RFC 3402 and RFC 3403 | `to-domain` `to-number` `rewrite` |
//! | [`utf6`] | `utf6` | draft-ietf-idn-utf6-00 | `encode` `decode` `to-ascii` `to-unicode` |
//! | [`utf5`] | `utf5` | draft-jseng-utf5-01 | `encode` `decode` |
//! | [`race`] | `race` | draft-ietf-idn-race-03 | `encode` `decode` `to-ascii` `to-unicode` |
//! | [`lace`] | `lace` | draft-ietf-idn-lace-01 | `encode` `decode` `to-ascii` `to-unicode` |
//! | `uts46`, with the feature of this name | `uts46` | UTS #46 | `to-ascii` `to-unicode` |
//! | `idna2008`, with the feature `uts46` | not in the registry yet | RFC 5890 to 5893 | `to-ascii` `to-unicode` `check` `is-u-label` `is-a-label` |
//!
//! Rust programs call the functions of the modules, and for UTF-6, RACE and LACE those of [`host`] with
//! the rules of the module, such as [`race::RULES`]; a harness reaches every operation by name
//! through [`Codec`] and [`codec`](fn@codec).
//!
//! # Examples
//!
//! ```
//! use acegate_codec::{ErrorKind, punycode};
//!
//! assert_eq!(punycode::encode("bücher")?, "bcher-kva");
//! let error = punycode::decode("bcher-kv").unwrap_err();
//! assert_eq!((error.kind, error.position), (ErrorKind::Truncated, 8));
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Inputs on which known implementations differ
//!
//! Punycode, as observed by running the versions named: CPython 3.11.7, Node.js 20.20
//! (punycode 2.1.0), ICU 72.1, libidn 1.41, libidn2 2.3.3, Perl URI::_punycode 5.17,
//! Net::IDN::Punycode 2.5, Mojo::Util 9.31, Rust idna 1.1.0 and punycode 0.4.1. An implementation
//! that is not named in a row gives the same result as this crate.
//!
//! | input | here | elsewhere |
//! | --- | --- | --- |
//! | decode `-` | bad-digit at 0: a delimiter without literals before it is not consumed (section 6.2) | empty text: CPython, Perl URI, Net::IDN, Mojo, Rust punycode |
//! | decode `-9uc` | bad-digit at 0 | U+0CF1, an alias of `9uc`: the same; U+6514 U+6515: libidn |
//! | decode `a!` | bad-digit at 1 | U+0086 U+0080: libidn, Mojo |
//! | decode `b`, `e-999` | truncated at the end | decoded as far as it goes: Mojo |
//! | decode `ib9b` | surrogate at 0 | U+D800: CPython, Node.js, Perl URI, Net::IDN, Mojo |
//! | decode `r49b` | surrogate at 0 | U+DC00: the same, libidn, libidn2 |
//! | decode `en32g` | out-of-range at 0 | 110000: Perl URI, Mojo |
//! | decode `43902716a` | overflow | U+00FC by wrap-around at 32 bits: Net::IDN |
//! | decode `example-` | `example` | refused: libidn2 |
//! | encode `a` | `a-` | `a`: Perl URI |
//! | encode U+00FC U+4E00 | `tda6450b` | `5gq`: Mojo |
//! | encode U+D800 | surrogate at 0 | `ib9b`: CPython, Node.js, Perl |
//! | encode 1927 × `x` and U+10FFFF | `…-lo88346o` | refused, 31-bit integers: Node.js |
//!
//! # Features
//!
//! `simd` (on by default) adds fast paths for instructions that not every processor has ([`simd`]);
//! without it the crate has no unsafe code. `std` (on by default) detects them while the
//! program runs; without it the crate needs only `alloc`, and takes the fast paths that the compiler
//! was compiled for. Results are the same with and without them.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod base32;
pub mod bootstring;
mod codec;
#[cfg(feature = "uts46")]
mod conditions;
pub mod e164;
mod error;
mod facts;
pub mod host;
#[cfg(feature = "uts46")]
pub mod idna2008;
mod label_codec;
pub mod lace;
mod named;
pub mod punycode;
pub mod race;
mod registry;
pub mod simd;
mod text_request;
pub mod unicode;
pub mod uri2dec;
pub mod utf16;
pub mod utf5;
pub mod utf6;
#[cfg(feature = "uts46")]
pub mod uts46;

pub use codec::{
    About, Arguments, Codec, Failure, Operation, Parameter, ParameterSpec, Parameters, Text, Value,
};
pub use error::{Error, ErrorKind};
pub use facts::{Effect, Family, Input, Verb};
pub use registry::{about, codec, codecs, family, model, models};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
